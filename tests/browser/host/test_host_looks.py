"""What people see and hear of the host: accessible in each state, nothing wider than the window, nothing that jumps."""

from __future__ import annotations

from playwright.sync_api import ViewportSize, expect

from ...conftest import Site, wait_until
from ..looks import ALL_RULES, RULES_FOR_LOOKS, SETTLED, TOO_WIDE, Scheme
from .pages import add_server, add_servers
from .person import Person
from .screenshots import states

PARTS = "html, main, .sidebar, dialog[open], [role=tabpanel]"

PLACES = """() => Object.fromEntries(
    ["header", "#palette-button", "#wire-button", "#settings-button", "#sidebar", "#address", "#servers-title",
     "#servers > li:nth-child(1)", "#servers > li:nth-child(2)", ".server-open", ".server-name", ".server-side",
     "#examples-title", "#examples button", "#main", "#welcome"]
        .map((selector) => [selector, document.querySelector(selector).getBoundingClientRect().toJSON()]))"""


SIMILAR = {"result-several", "result-error_raised", "result-structured_misfit", "running", "prompts", "sampling"}
"""States that have the same elements as others; test_results.py and test_asks.py look at them by themselves."""

LOOKS: list[tuple[ViewportSize, Scheme, list[str]]] = [
    ({"width": 390, "height": 844}, "dark", RULES_FOR_LOOKS),
    ({"width": 1280, "height": 800}, "light", ALL_RULES),
]


def look(person: Person, state: str) -> None:
    page = person.page
    for size, scheme, rules in LOOKS:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        wait_until(page, "!document.querySelector('[data-testid=markdown][data-status=plain]')")
        page.evaluate(SETTLED)
        where = f"{state}, {scheme}, {size['width']} pixels wide"
        wide = page.evaluate(TOO_WIDE, PARTS)
        assert not wide, f"{where}: {wide}"
        found = person.axe(rules)
        assert not found, f"{where}: {found}"


def test_every_state_is_accessible_and_fits_the_window(person: Person, site: Site) -> None:
    dead = "http://localhost:9/"
    for state in states(person, add_servers(site), dead):
        if state in SIMILAR:
            continue
        look(person, state)


def test_nothing_moves_when_python_takes_over(person: Person, site: Site) -> None:
    page = person.page
    form = add_server(site, "form")
    for name in ("one", "two"):
        person.add_and_cancel(f"{form}?{name}")
    page.evaluate("sessionStorage.clear()")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        with person.before_python("host.py"):
            expect(person["example-hello"]).to_be_visible()
            before = page.evaluate(PLACES)
        expect(person["server-name"]).to_have_count(2)
        after = page.evaluate(PLACES)
        assert {key: (before[key], place) for key, place in after.items() if place != before[key]} == {}
