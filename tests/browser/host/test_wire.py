"""The drawer with the messages: what a person sees of them, and that thousands do not slow the page."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from ...conftest import Site, wait_until
from ..test_looks import violations
from .parts import add_part

PART = """
import asyncio

from pyscript import window
from pyscript.ffi import create_proxy
from transom.traffic import Traffic

from demo_host.state.store import Store
from demo_host.state.wire import Wire
from transom_page.dom import find
from demo_host.views.page import now
from demo_host.views.wire import WireView

names = {"a": "Notes <b>", "b": "Weather"}
store = Store(asyncio.get_running_loop().call_soon)
wire = Wire(now, capacity=10_000)
heights = []
view = WireView(wire, store, names.get, height=360, resized=heights.append, closed=lambda: view.close())
find("#stage")._dom_element.append(view.element._dom_element)


def say(kind, text, detail="", server="a"):
    wire.inspector(server)(Traffic(kind=kind, text=text, detail=detail))


def fill(count):
    for id in range(count // 2):
        say("sent", '{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"tool %d"}}' % (id, id))
        say("received", '{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"Hello"}]}}' % id)


def rename(name):
    names["a"] = name
    store.touch("servers")


given = {"say": say, "fill": fill, "rename": rename, "open": view.open, "close": view.close}
window.wire = window.Object.new()
for name, function in given.items():
    setattr(window.wire, name, create_proxy(function))
window.wire.heights = create_proxy(lambda: heights[-1])
"""

ORIGIN = "https://server.example"
HOSTILE = "<img src=x onerror='window.pwned = 1'>\u202etxt\u0000\n\ud800"


class Drawer:
    def __init__(self, page: Page, site: Site) -> None:
        self.page = page
        self.page.goto(add_part(site, PART))
        self.page.wait_for_selector("html[data-status=ready]", state="attached")
        self.rows = self.page.get_by_test_id("wire-rows")
        self.lines = self.rows.locator("[aria-selected]:not([hidden])")
        self.count = self.page.get_by_test_id("wire-count")
        self.message = self.page.get_by_test_id("wire-message")

    def say(self, kind: str, message: object, detail: str = "", server: str = "a") -> None:
        text = message if isinstance(message, str) else json.dumps(message)
        self.page.evaluate("(said) => wire.say(...said)", [kind, text, detail, server])

    def fill(self, count: int) -> None:
        self.page.evaluate("(count) => wire.fill(count)", count)

    def open(self) -> None:
        self.page.evaluate("wire.open()")

    def click(self, testid: str) -> None:
        self.page.get_by_test_id(f"wire-{testid}").click()

    def top(self) -> float:
        return self.rows.evaluate("(node) => node.scrollTop")

    def scroll(self, top: float) -> None:
        self.rows.evaluate("(node, top) => { node.scrollTop = top; }", top)

    def line(self, text: str) -> str:
        """What a line says, cell by cell."""
        return " | ".join(self.lines.filter(has_text=text).first.locator("span").all_text_contents())


def tell_a_story(drawer: Drawer) -> None:
    drawer.say("stage", "ready")
    drawer.say("received", {"type": "MCP_TRANSPORT_ACCEPTED", "sessionId": "s"}, ORIGIN)
    drawer.say("sent", {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, server="b")
    drawer.say("received", {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{}]}}, server="b")
    drawer.say("sent", {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": HOSTILE}})
    drawer.say("received", {"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": HOSTILE}})
    drawer.say("received", {"jsonrpc": "2.0", "method": HOSTILE * 100})
    drawer.say("received", "x" * 1_000_000)
    drawer.say("dropped", "MCP_MESSAGE", "origin https://evil.example")
    drawer.say("state", "PEER_CRASHED", "The page crashed.")


def test_messages_are_listed_filtered_and_opened_with_the_keyboard(page: Page, site: Site) -> None:
    drawer = Drawer(page, site)
    tell_a_story(drawer)
    expect(drawer.lines).to_have_count(0)
    drawer.open()
    expect(drawer.lines).to_have_count(8)
    expect(drawer.rows).to_have_attribute("aria-rowcount", "9")
    assert "| Notes <b> | ← | MCP_TRANSPORT_ACCEPTED | The page takes it: the session is open |" in drawer.line(
        "ACCEPTED"
    )
    assert "| Weather | → | tools/list | ⇒ 1 tool | ✓ result | " in drawer.line("tools/list")
    assert "| ✗ error -32603 |" in drawer.line("tools/call")
    assert page.evaluate("window.pwned") is None
    assert "\u202e" not in page.locator("body").inner_text()
    heights = drawer.lines.evaluate_all("(lines) => lines.map((line) => line.getBoundingClientRect().height)")
    assert set(heights) == {26}

    drawer.click("errors")
    expect(drawer.count).to_have_text("4 of 8 entries")
    drawer.click("kind-drop")
    expect(drawer.count).to_have_text("3 of 8 entries")
    drawer.click("kind-drop")
    drawer.click("errors")
    page.get_by_test_id("wire-server").select_option("Weather")
    expect(drawer.count).to_have_text("1 of 8 entries")
    page.get_by_test_id("wire-server").select_option("All servers")
    page.get_by_test_id("wire-search").fill("nothing like it")
    expect(page.get_by_test_id("wire-empty")).to_have_text("No message fits the filter.")
    page.get_by_test_id("wire-search").fill("TOOLS/")
    expect(drawer.lines).to_have_count(2)

    drawer.rows.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    expect(drawer.lines.nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(drawer.message).to_be_focused()
    expect(page.get_by_test_id("wire-request")).to_contain_text('"method": "tools/call"')
    expect(page.get_by_test_id("wire-response")).to_contain_text(r"\u202etxt\u0000\n\ud800")
    page.keyboard.press("Escape")
    expect(drawer.message).to_be_hidden()
    expect(drawer.rows).to_be_focused()
    page.get_by_test_id("wire-search").fill("")
    expect(drawer.lines).to_have_count(8)
    expect(drawer.lines.nth(3)).to_have_attribute("aria-selected", "true")

    drawer.lines.filter(has_text="xxxx").click()
    whole = page.get_by_role("button", name="Show all 1.0 MB")
    whole.click()
    expect(whole).to_be_hidden()
    assert len(page.get_by_test_id("wire-message").locator("pre").inner_text()) == 1_000_000
    page.evaluate("wire.rename('Renamed')")
    expect(drawer.lines.filter(has_text="Renamed")).to_have_count(7)


def test_thousands_come_and_go_without_jumping(page: Page, site: Site, tmp_path: Path) -> None:
    drawer = Drawer(page, site)
    drawer.fill(10_000)
    drawer.open()
    expect(drawer.count).to_have_text("5\N{NO-BREAK SPACE}000 entries")
    expect(drawer.lines.last).to_contain_text("tool 4999")
    assert drawer.lines.count() < 40

    drawer.scroll(26_000)
    expect(drawer.lines.filter(has_text="tool 1003")).to_be_visible()
    newest = page.get_by_test_id("wire-newest")
    expect(newest).to_be_visible()
    drawer.fill(20)
    expect(newest).to_have_text("Newest (10 new)")
    assert drawer.top() == 26_000 - 10 * 26
    drawer.fill(1_000)
    expect(drawer.count).to_contain_text("1\N{NO-BREAK SPACE}020 older not kept")
    assert drawer.top() == 26_000 - 510 * 26
    expect(drawer.lines.filter(has_text="tool 1003")).to_be_visible()
    newest.click()
    expect(drawer.lines.last).to_contain_text("tool 499")
    drawer.fill(2)
    expect(drawer.lines.last).to_contain_text("tool 0")

    drawer.click("pause")
    drawer.fill(12)
    expect(drawer.count).to_contain_text("12 new while paused")
    expect(drawer.lines.last).to_contain_text("tool 0")
    drawer.click("pause")
    expect(drawer.lines.last).to_contain_text("tool 5")

    page.get_by_test_id("wire-search").fill("tool 4242")
    expect(drawer.lines).to_have_count(1)
    with page.expect_download() as download:
        drawer.click("export")
    path = tmp_path / "messages.jsonl"
    download.value.save_as(path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["part"] for line in lines] == ["request", "response"]
    assert lines[0]["message"]["params"] == {"name": "tool 4242"}

    drawer.click("clear")
    expect(drawer.lines).to_have_count(0)
    page.get_by_test_id("wire-search").fill("")
    drawer.click("close")
    expect(page.get_by_test_id("wire")).to_be_hidden()
    drawer.fill(20)
    assert drawer.lines.count() == 0
    drawer.open()
    expect(drawer.count).to_have_text("10 entries")


def test_its_height_can_be_changed_and_it_is_accessible(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.emulate_media(color_scheme="dark")
    drawer = Drawer(page, site)
    drawer.open()
    expect(page.get_by_test_id("wire-empty")).to_contain_text("Nothing yet.")
    assert violations(page) == []
    tell_a_story(drawer)
    handle = page.get_by_role("separator")
    handle.focus()
    page.keyboard.press("ArrowUp")
    expect(handle).to_have_attribute("aria-valuenow", "384")
    expect(page.get_by_test_id("wire")).to_have_js_property("offsetHeight", 384)
    wait_until(page, "wire.heights() === 384")
    drawer.lines.filter(has_text="tools/call").click()
    expect(drawer.message).to_be_focused()
    expect(drawer.rows).to_be_hidden()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.emulate_media(color_scheme="light")
    expect(drawer.rows).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390
