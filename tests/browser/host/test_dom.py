"""Elements and handlers of the views."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from ...conftest import Site
from .parts import add_part

PART = """
from pyscript import window
from pyscript.ffi import create_proxy

from transom_page.dom import add, find, h, handlers_left, link, on_report, redraw, remove, replace

stage = find("#stage")
out = h("output", testid="out")
add(stage, out)
hostile = "<img src=x onerror='window.pwned = 1'>"


def say(text):
    return lambda event: replace(out, text)


async def later(event):
    replace(out, "later")


def broken(event):
    raise ValueError("broken")


on_report(lambda error: replace(out, f"reported {error}"))
rows = h(
    "div",
    h("button", hostile, on={"click": say("plain")}, testid="plain"),
    h("button", h("span", "inner", testid="inner"), on={"click": later}),
    h("button", "Broken", on={"click": broken}, testid="broken"),
    h("details", h("summary", "More", testid="more"), "text", on={"toggle": say("toggled")}),
    link("javascript:window.pwned=1", "bad link"),
    link("https://example.com/", "good link"),
)
named = h("div", testid="named")


def draw(*names):
    redraw(named, *(h("button", name, testid="row", data_name=name) for name in names))


add(stage, rows, named)
draw("a", "b", "c")
window.draw = create_proxy(draw)
window.left = create_proxy(handlers_left)
window.drop = create_proxy(lambda: remove(rows))
"""


def test_elements_show_foreign_text_and_their_handlers_go_with_them(page: Page, site: Site) -> None:
    page.goto(add_part(site, PART))
    out = page.get_by_test_id("out")
    for testid, said in [("plain", "plain"), ("inner", "later"), ("broken", "reported broken"), ("more", "toggled")]:
        page.get_by_test_id(testid).click()
        expect(out).to_have_text(said)
    expect(page.get_by_test_id("plain")).to_have_text("<img src=x onerror='window.pwned = 1'>")
    assert page.evaluate("window.pwned") is None
    assert page.get_by_role("link").all_text_contents() == ["good link"]
    before = page.evaluate("left()")
    page.evaluate("drop()")
    assert page.evaluate("left()") == before - 4


def test_what_is_drawn_anew_keeps_the_focus_by_its_name_or_its_place(page: Page, site: Site) -> None:
    page.goto(add_part(site, PART))
    rows = page.get_by_test_id("row")
    rows.get_by_text("b", exact=True).focus()
    for names, focused in [("xab", "b"), ("cba", "b"), ("ac", "c"), ("a", "a")]:
        page.evaluate("(names) => draw(...names)", names)
        expect(rows.get_by_text(focused, exact=True)).to_be_focused()
