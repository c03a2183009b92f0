"""Pi in the demo host: watched, cancelled, left in the middle, and used by the person in its page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Frame, Page, expect

from ..host.person import Person
from .frames import frame_of, leave_at_a_word, own_frame, violations

DIGITS = ('{"count": 10000, "way": "one by one"}', '{"count": 20000}')
LONG = '{"iterations": 50000000}'


def slow_down(context: BrowserContext, side: Page | Frame, times: int) -> None:
    """All of it takes a second: too short for somebody who wants to stop it in the middle."""
    context.new_cdp_session(side).send("Emulation.setCPUThrottlingRate", {"rate": times})


def test_pi_is_watched_cancelled_left_in_the_middle_and_calculated_again_and_another_session_sees_nothing_of_it(
    person: Person, app: Callable[[str], str]
) -> None:
    page, url = person.server_page, app("pi")
    person.add_and_connect(url)
    person["page-show"].click()
    slow_down(person.page.context, own_frame(person), 10)  # until its page is left

    person.run("calculate_pi", LONG)
    expect(person["progress-text"]).to_contain_text("About 3.1")
    person["cancel-call"].click()
    person.sees_call("Cancelled")
    expect(page.get_by_test_id("said")).to_contain_text("Cancelled after")
    expect(page.get_by_test_id("start")).to_be_enabled()

    person.run("calculate_pi", LONG)
    expect(page.get_by_test_id("stop")).to_be_enabled()
    own_frame(person).evaluate("void setTimeout(() => location.reload())")
    person.sees_result("Its page was left.")
    person["step-connect"].click()
    person.sees_status("Connected")
    for arguments in DIGITS:
        leave_at_a_word(person, own_frame(person), "digits_of_pi", arguments)
    leave_at_a_word(person, own_frame(person), "reset", is_asked=True)

    person.run("calculate_pi", '{"iterations": 100000, "seed": 7}')
    person.sees_result("Pi is about 3.1")
    expect(person["image"]).to_be_visible()
    expect(page.get_by_test_id("points")).to_have_text("100,000")
    for count, way in ((200, "one by one"), (150, "all at once")):
        person.run("digits_of_pi", json.dumps({"count": count, "way": way}))
        person.sees_result("3.14159265358979323846")
        expect(page.get_by_test_id("digits")).to_have_text(re.compile(rf"^3\.14159\d{{{count - 5}}}$"))
        expect(page.get_by_test_id("said")).to_have_text(f"Done: {count} digits.")
    assert violations(own_frame(person)) == []

    person.rename("Pi", "The first pi")
    person.add_and_connect(f"{url}?another")
    another = frame_of(person, f"{url}?another")
    expect(another.get_by_test_id("digits")).to_have_text("3.14159…")
    person.run("calculate_pi", '{"iterations": 1000}')
    person.sees_result("of 1,000 points are inside")
    person.choose("The first pi")
    expect(page.get_by_test_id("points")).to_have_text("100,000")
    person.run("reset")
    person.answers("Run Clear the page?", "run")
    expect(page.get_by_test_id("said")).to_have_text("Cleared.")
    expect(another.get_by_test_id("points")).to_have_text("1,000")
    expect(page.get_by_test_id("points")).not_to_have_text("100,000")
    expect(page.get_by_test_id("digits")).to_have_text("3.14159…")


def test_a_person_alone_with_the_page_throws_points_and_nothing_moves(page: Page, app: Callable[[str], str]) -> None:
    page.add_init_script("""
        window.shifts = [];
        new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => entry.value)))
            .observe({ type: "layout-shift", buffered: true });
    """)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(app("pi"))
    expect(page.get_by_text("No host is connected.")).to_be_visible()
    slow_down(page.context, page, 10)
    page.locator("#wanted").select_option("50000000")
    page.get_by_test_id("start").click()
    page.get_by_test_id("stop").click()
    expect(page.get_by_test_id("said")).to_contain_text("Stopped after")
    slow_down(page.context, page, 1)
    assert page.evaluate("shifts.reduce((sum, one) => sum + one, 0)") < 0.001
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page.main_frame) == []
