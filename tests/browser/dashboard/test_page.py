"""The dashboard by itself: figures that move, filters, details; accessible in each state, and at home on any width."""

from __future__ import annotations

import re
from collections.abc import Iterator

from playwright.sync_api import Page, ViewportSize, expect

from ...conftest import wait_until
from ..looks import ALL_RULES, RULES_FOR_LOOKS, SETTLED, TOO_WIDE, Scheme
from .copilots import Copilot
from .person import DRAWN, Person

WIDE: ViewportSize = {"width": 1600, "height": 950}
MIDDLE: ViewportSize = {"width": 1280, "height": 800}
NARROW: ViewportSize = {"width": 390, "height": 844}

PARTS = "html, main, .board, .side-body, dialog[open], .table"

STYLED = """document.querySelector("#toasts")
    && [...document.querySelectorAll("link[rel=stylesheet]")].every((link) => link.sheet)"""

PLACES = """() => [...document.querySelectorAll("header, h1, main h2, #clock, #pause, #user, .sum, .card, .service, "
    + "#chart, .filters, .table, nav.views, .side-head, #copilot-switch, #copilot-move, #rules")]
    .map((node) => [node.cloneNode().outerHTML.slice(0, 40), JSON.stringify(node.getBoundingClientRect())])"""


def test_the_figures_move_until_they_are_paused_and_the_person_works_with_them(person: Person) -> None:
    page, clock = person.page, person["clock"]
    began = clock.text_content() or ""
    expect(clock).not_to_have_text(began)
    person["pause"].click()
    expect(person["pause"]).to_have_text("Resume")
    stopped, line = clock.text_content(), page.locator("#chart path").nth(5).get_attribute("d")
    person.thing("S-1").locator("button").click()
    expect(page.locator("#chart figcaption")).to_contain_text("Public API")
    assert page.locator("#chart path").nth(5).get_attribute("d") != line

    person["filter-text"].fill("siobhan")
    expect(person["project-row"]).to_have_count(2)
    expect(person["projects-count"]).to_have_text("2 of 16 projects")
    person["filter-text"].fill("")
    person["filter-overdue"].check()
    expect(person["project"]).to_have_count(5)
    names = person["project"].all_text_contents()
    person["sort-name"].click()
    assert person["project"].all_text_contents() == sorted(names)
    person["sort-name"].press("Enter")
    assert person["project"].all_text_contents() == sorted(names, reverse=True)
    expect(page.locator("#projects-head th").first).to_have_attribute("aria-sort", "descending")

    person["project"].first.click()
    expect(person["project-details"]).to_contain_text("Milestones")
    page.keyboard.press("Escape")
    expect(person["project"].first).to_be_focused()

    incident = person.thing("I-31")
    incident.get_by_test_id("acknowledge").press("Enter")
    expect(incident).to_contain_text("Acknowledged by Maya Lindqvist")
    expect(incident).to_be_focused()
    expect(incident).to_have_attribute("data-flash", re.compile(r"\d"))
    person["toast-undo"].click()
    expect(incident.get_by_test_id("acknowledge")).to_be_visible()
    person["activity-kind"].select_option("deploy")
    expect(person["activity"].first).to_contain_text("Deploy")
    assert clock.text_content() == stopped
    person["activity-kind"].select_option("")
    person["filter-overdue"].uncheck()


def test_what_the_copilot_points_at_is_shown_and_on_a_small_page_offered(person: Person) -> None:
    copilot = person.copilot
    person["filter-status"].select_option("done")
    expect(person.thing("P-104")).to_have_count(0)
    assert copilot.call("highlight", target="P-104")["state"] == "done"
    expect(person.thing("P-104")).to_have_attribute("data-marked", re.compile(r"\d"))
    expect(person.thing("P-104")).to_be_in_viewport()
    person.sees_toast("The copilot shows you: P-104 Instant refunds.")
    person.shows("trust")
    person["undo"].click()
    expect(person.thing("P-104")).not_to_have_attribute("data-marked", re.compile(r"\d"))

    person.page.set_viewport_size(NARROW)
    person.shows("copilot")
    assert copilot.call("highlight", target="incidents")["state"] == "done"
    expect(person.page.locator("#incidents")).to_be_hidden()
    person["toast-show"].click()
    expect(person.page.locator("#incidents")).to_be_in_viewport()


def states(person: Person, copilot: Copilot) -> Iterator[str]:
    """Lead the page from state to state; the name of each."""
    yield "at rest"
    copilot.start("update_project_status", project_id="P-104", status="on_hold", reason="The bank is silent.")
    expect(person["answer-once"]).to_be_enabled()
    yield "a question"
    person.answers("once")
    copilot.answer()
    copilot.call("get_project", project_id="P-999")
    person.opens_rules()
    person["call-summary"].first.click()
    yield "the rules, and calls"
    person.shows("dashboard")
    person["project"].first.click()
    yield "details"
    person.page.keyboard.press("Escape")
    person.shows("copilot")
    person["copilot-switch"].click()
    yield "disconnected"


LOOKS: list[tuple[ViewportSize, Scheme, list[str]]] = [
    (NARROW, "dark", RULES_FOR_LOOKS),
    (MIDDLE, "light", ALL_RULES),
]


def test_every_state_is_accessible_and_fits_the_window(person: Person) -> None:
    page = person.page
    copilot = person.copilot
    page.set_viewport_size(NARROW)
    for state in states(person, copilot):
        for size, scheme, rules in LOOKS:
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.evaluate(SETTLED)
            where = f"{state}, {scheme}, {size['width']} pixels wide"
            wide = page.evaluate(TOO_WIDE, PARTS)
            assert not wide, f"{where}: {wide}"
            found = person.axe(rules, iframes=False)
            assert not found, f"{where}: {found}"
        page.set_viewport_size(NARROW)


def places(page: Page) -> dict[str, list[tuple[str, str]]]:
    """Where things are, on each width."""
    found: dict[str, list[tuple[str, str]]] = {}
    for size in (WIDE, MIDDLE, NARROW):
        page.set_viewport_size(size)
        page.evaluate(DRAWN)  # what goes by the width hears of it with the next frame
        found[f"{size['width']} pixels wide"] = page.evaluate(PLACES)
    return found


def test_nothing_moves_when_python_takes_over(person: Person) -> None:
    page = person.page
    with person.before_python("page.py"):
        wait_until(page, STYLED)
        before = places(page)
    for width, after in places(page).items():
        moved = [pair for pair in zip(before[width], after, strict=True) if pair[0][1] != pair[1][1]]
        assert moved == [], width
