"""Pi in the demo host: watched, cancelled, left in the middle; and used by the person in its page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Frame, Page, expect

from ..host.person import Person
from .frames import DENIED, HOLDS_BACK, frame_of, leave, own_frame, sees_held_back, sees_it_alone, violations

LONG = '{"iterations": 50000000}'


def slow_down(context: BrowserContext, side: Page | Frame, times: int) -> None:
    """All of it takes a second: too short for somebody who wants to stop it in the middle."""
    context.new_cdp_session(side).send("Emulation.setCPUThrottlingRate", {"rate": times})


def test_pi_is_watched_cancelled_left_in_the_middle_and_calculated_again_and_another_session_sees_nothing_of_it(
    person: Person, app: Callable[[str], str]
) -> None:
    url = app("pi")
    person.add_and_connect(url)
    person["page-show"].click()
    watch_and_cancel(person)
    leave_in_any_tool(person)
    calculate(person)
    assert violations(own_frame(person)) == []
    use_another_session(person, f"{url}?another")


def watch_and_cancel(person: Person) -> None:
    page, frame = person.server_page, own_frame(person)
    slow_down(person.page.context, frame, 10)
    person.run("calculate_pi", LONG)
    expect(person["progress-text"]).to_contain_text("About 3.1")
    person["cancel-call"].click()
    person.sees_call("Cancelled")
    expect(page.get_by_test_id("said")).to_contain_text("Cancelled after")
    slow_down(person.page.context, frame, 1)
    expect(page.get_by_test_id("start")).to_be_enabled()


def leave_in_any_tool(person: Person) -> None:
    """One at a time: all but the last are over, and nobody was told."""
    frame = own_frame(person)
    frame.evaluate(HOLDS_BACK)
    person.run("reset")
    person.answers("Run Clear the page?", "run")
    sees_held_back(frame, 1)
    person.run("digits_of_pi", '{"count": 200, "way": "one by one"}')
    sees_held_back(frame, 2)
    person.run("calculate_pi", LONG)
    sees_held_back(frame, 3)
    leave(person, frame, "reset", "digits_of_pi", "calculate_pi")


def calculate(person: Person) -> None:
    page = person.server_page
    person.run("calculate_pi", '{"iterations": 100000, "seed": 7}')
    person.sees_result("Pi is about 3.1")
    expect(person["image"]).to_be_visible()
    expect(page.get_by_test_id("points")).to_have_text("100,000")
    for count, way in ((200, "one by one"), (150, "all at once")):
        person.run("digits_of_pi", json.dumps({"count": count, "way": way}))
        person.sees_result("3.14159265358979323846")
        expect(page.get_by_test_id("digits")).to_have_text(re.compile(rf"^3\.14159\d{{{count - 5}}}$"))
        expect(page.get_by_test_id("said")).to_have_text(f"Done: {count} digits.")


def use_another_session(person: Person, url: str) -> None:
    """Where the browser keeps nothing: this server has nothing to keep."""
    page = person.server_page
    person.rename("Pi", "The first pi")
    person.page.add_init_script(DENIED)
    person.add_and_connect(url)
    another = frame_of(person, url)
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
    sees_it_alone(page, "Pi")
    slow_down(page.context, page, 10)
    page.locator("#wanted").select_option("50000000")
    page.get_by_test_id("start").click()
    page.get_by_test_id("stop").click()
    expect(page.get_by_test_id("said")).to_contain_text("Stopped after")
    slow_down(page.context, page, 1)
    assert page.evaluate("shifts.reduce((sum, one) => sum + one, 0)") < 0.001
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page.main_frame) == []
