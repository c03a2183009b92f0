"""What people see and hear: accessible in each state, nothing that jumps, progress when it takes a moment."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from devserver.origins import ROOT
from runtime.vendor import node_modules
from tests.conftest import Site, held, wait_for_status, wait_until

AXE = node_modules(ROOT / "tests") / "axe-core" / "axe.min.js"

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
NONE: dict[str, list[str]] = {scheme: [] for scheme in SCHEMES}

STILL = """async () => {
    for (let quiet = 0; quiet < 2; quiet++) {
        const running = document.getAnimations();
        for (const one of running) {
            try { one.finish() } catch { one.cancel() } // one without an end can't be finished
        }
        if (running.length) quiet = 0;
        await new Promise(requestAnimationFrame);
    }
}"""
"""Until nothing moves: a colour on its way to another has another contrast, and may wait for one around it."""


def violations(page: Page) -> list[str]:
    """What axe-core finds."""
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(STILL)
    page.add_script_tag(path=AXE)
    found: list[dict[str, Any]] = page.evaluate(
        "(tags) => axe.run(document, { runOnly: tags }).then((result) => result.violations)",
        ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    )
    return [f"{one['id']}: {[node['html'] for node in one['nodes']]}" for one in found]


def violations_in_both_schemes(page: Page) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("(scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches", scheme)
        found[scheme] = violations(page)
    return found


@pytest.fixture
def narrow(page: Page) -> Page:
    page.set_viewport_size({"width": 390, "height": 700})
    return page


def test_the_ready_page_is_accessible(site: Site, narrow: Page) -> None:
    narrow.goto(site.url("hello"))
    wait_for_status(narrow, "ready")
    narrow.locator(".transom-status").wait_for(state="detached")  # its contrast is low while it fades
    assert violations_in_both_schemes(narrow) == NONE


def test_the_loading_page_is_accessible_and_shows_progress(site: Site, narrow: Page) -> None:
    release = held(narrow, "**/snapshot.bin")
    narrow.goto(site.url("hello"))
    status = narrow.get_by_role("status").filter(has_text="Loading Python")
    status.wait_for()
    narrow.get_by_text(" MB").wait_for()
    assert violations_in_both_schemes(narrow) == NONE
    progress = narrow.get_by_role("progressbar")
    assert 0 < float(progress.get_attribute("value") or 0) < float(progress.get_attribute("max") or 0)
    assert narrow.locator("h1").is_visible()
    release()
    wait_for_status(narrow, "ready")
    narrow.locator(".transom-status").wait_for(state="detached")


def test_the_failed_page_is_accessible(site: Site, narrow: Page) -> None:
    narrow.goto(site.add_script("1 / 0"))
    wait_for_status(narrow, "failed")
    assert violations_in_both_schemes(narrow) == NONE
    narrow.locator(".transom-card summary").click()
    assert violations_in_both_schemes(narrow) == NONE


def test_the_card_works_with_the_keyboard(site: Site, page: Page) -> None:
    page.goto(site.add_script("1 / 0"))
    wait_for_status(page, "failed")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Copy the details").wait_for()
    for _ in range(3):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Reload the page"


def test_nothing_moves_while_python_boots(site: Site, page: Page) -> None:
    page.add_init_script("""
        window.shifts = [];
        new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => entry.value)))
            .observe({ type: "layout-shift", buffered: true });
    """)
    release = held(page, "**/snapshot.bin")
    page.goto(site.url("hello"))
    page.locator(".transom-status").wait_for()
    release()
    wait_for_status(page, "ready")
    page.locator(".transom-status").wait_for(state="detached")
    assert sum(page.evaluate("shifts")) < 0.001


def test_a_page_is_readable_before_python(site: Site, page: Page) -> None:
    page.route("**/runtime/*/**", lambda route: None)
    page.goto(site.url("hello"), wait_until="commit")
    page.get_by_text("This page is an MCP server.").wait_for()


def test_a_page_without_the_stylesheet_gets_it(site: Site, page: Page) -> None:
    url = site.add({"index.html": '<!doctype html><script type="module" src="/runtime/page.js"></script><h1>Bare</h1>'})
    page.goto(url)
    wait_for_status(page, "ready")
    wait_until(page, "getComputedStyle(document.body).maxWidth !== 'none'")


GROWN = """(element) => {
    const set = (height) => {
        element.style.minHeight = height;
        return getComputedStyle(element).minHeight;
    };
    set("10px");
    return set("120px");
}"""


def test_motion_can_be_turned_off(site: Site, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    release = held(page, "**/snapshot.bin")
    page.goto(site.url("hello"))
    line = page.locator(".transom-status")
    line.wait_for()
    assert line.evaluate("(element) => getComputedStyle(element).animationDuration") == "0.001s"
    # A script that changes a height finds it changed at once.
    assert page.locator("h1").evaluate(GROWN) == "120px"
    release()
    wait_for_status(page, "ready")
