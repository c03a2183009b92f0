"""Calls, results, trees and the history, in a page of their own."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from ...conftest import Site
from ..test_looks import violations
from .parts import add_part

HOSTILE = "<img src=x onerror='window.pwned=1'><script>window.pwned=1</script>"

RESULTS = r"""
import base64
import json

import mcp_types as types
from pyscript import window
from pyscript.ffi import create_proxy

from transom_page.dom import find, h, handlers_left, replace
from demo_host.views.results import contents_view, message_view, result_view

BAD = "<img src=x onerror='window.pwned=1'><script>window.pwned=1</script>"
SCRIPT = "javascript:window.pwned=1"
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
SVG = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20' onload='window.top.pwned=1'></svg>"
MD = f'''# Head {BAD}

A **bold** [link](https://example.com/) and [bad](javascript:window.pwned=1) ![pic](https://tracker.example/x.png)

{BAD}

<a href="javascript:window.pwned=1" id="stage" name="stage" style="position:fixed">raw</a>

```html
{BAD}
```

| a | b |
|---|---|
| 1 | 2 |

![dot](data:image/png;base64,{PNG})
'''
stage = find("#stage")
replace(stage, h("h1", "Results"), h("h2", "Server"), h("h3", "Tool"), h("div", id="place"))
place = find("#place")
shown = []
read = []


def text(words, **more):
    return {"type": "text", "text": words, **more}


async def read_resource(uri):
    read.append(uri)
    window.document.documentElement.setAttribute("data-read", json.dumps(read))


def b64(words):
    return base64.b64encode(words.encode()).decode()


RESULTS = {
    "markdown": {"content": [text(MD)]},
    "hostile": {
        "content": [
            text(BAD, annotations={"audience": ["user"], "lastModified": BAD}),
            text(json.dumps({BAD: BAD})),
            {"type": "resource_link", "uri": SCRIPT, "name": BAD, "description": BAD, "mimeType": BAD},
            {"type": "image", "data": BAD, "mimeType": BAD},
            {"type": "audio", "data": "AAAA", "mimeType": BAD},
            {"type": "resource", "resource": {"uri": f"x://{BAD}", "mimeType": BAD, "text": BAD}},
            {"type": "resource", "resource": {"uri": "x://a", "mimeType": "text/html", "blob": b64(BAD)}},
        ],
        "structuredContent": {BAD: BAD},
        "_meta": {BAD: BAD},
    },
    "media": {
        "content": [
            {"type": "image", "data": PNG, "mimeType": "image/png"},
            {"type": "image", "data": b64(SVG), "mimeType": "image/svg+xml"},
            {"type": "image", "data": b64("no image"), "mimeType": "image/jpeg"},
            {"type": "resource", "resource": {"uri": "shop://report.pdf", "mimeType": "application/pdf", "blob": PNG}},
            {"type": "resource_link", "uri": "shop://menu", "name": "menu"},
        ]
    },
    "error": {"content": [text("It went wrong.")], "isError": True},
    "empty": {"content": []},
    "long": {"content": [text("long line\n" * 1_000_000)]},
    "many": {"content": [text(str(number)) for number in range(100)]},
    "tree": {
        "content": [],
        "structuredContent": {"list": list(range(100_000)), "deep": {"a": {"b": [1, None]}}, "t": "x" * 9000},
    },
    "repeat": {"content": [text('{"a": 1}')], "structuredContent": {"a": 1}},
}

RESULTS["gallery"] = {
    "content": [part for name in ("markdown", "hostile", "media") for part in RESULTS[name]["content"]],
    "structuredContent": {"text": "x", "number": 1.5, "none": None, "list": [1, 2]},
    "_meta": {"a": 1},
    "isError": True,
}


def show(name):
    while shown:
        shown.pop().close()
    options = {"read_resource": read_resource}
    if name == "tree":
        options |= {"output_schema": {"type": "object"}}
    if name in ("repeat", "gallery"):
        options |= {"output_schema": {"type": "array"}, "schema_problem": "Does not fit " + BAD}
    view = result_view(types.CallToolResult.model_validate(RESULTS[name]), **options)
    put(view)


def put(view):
    shown.append(view)
    replace(place, view.element)


def show_other(name):
    while shown:
        shown.pop().close()
    contents = types.TextResourceContents(uri="x://notes.md", mime_type="text/markdown", text="# Notes")
    message = types.PromptMessage(role="assistant", content=types.TextContent(text=BAD))
    put(contents_view([contents]) if name == "contents" else message_view(message))


window.show = create_proxy(show)
window.showOther = create_proxy(show_other)
window.left = create_proxy(handlers_left)
window.document.documentElement.setAttribute("data-part", "ready")
"""

CALLS = r"""
import asyncio

from mcp import Client, MCPError
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from pyscript import window
from pyscript.ffi import create_proxy

from demo_host.state.calls import Calls
from demo_host.state.live import LiveServer, LogLine
from demo_host.state.store import Store
from demo_host.views.calls import CallView, HistoryView
from transom_page.dom import add, find, h, handlers_left, replace
from demo_host.views.page import now

BAD = "<img src=x onerror='window.pwned=1'>"
stage = find("#stage")
mcp = MCPServer("Shop")
gate = asyncio.Event()


@mcp.tool()
def buy(what: str, number: int = 1) -> str:
    if what == "nothing":
        raise ValueError("There is nothing to buy. " + BAD)
    if what == "closed":
        raise MCPError(-32050, "Closed. " + BAD, {"opens": BAD})
    return f"{number} {what} for you"


@mcp.tool()
async def bake(context: Context) -> str:
    await context.report_progress(1, 4, "Kneading " + BAD)
    await context.log("warning", "Hot " + BAD)
    await gate.wait()
    return "bread"


async def main():
    store = Store(asyncio.get_running_loop().call_soon)
    live = LiveServer("one", store)
    calls = Calls(store, now)
    place, area = h("div"), h("div")
    replace(stage, h("h1", "Calls"), h("h2", "Server"), h("h3", "Tool"), place, area)
    views = []

    async def log(params):
        live.log.append(LogLine(now(), params.level, params.logger or "", params.data))
        live.touch("log")

    async with Client(mcp, logging_callback=log) as client:
        live.client, live.protocol_version = client, client.protocol_version
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}

        def show(call):
            while views:
                views.pop().close()
            views.append(CallView(call, calls, store, again=again, snippet_url=lambda: "http://shop.example/"))
            replace(place, views[0].element)

        def again(call):
            show(calls.start(live, call.tool, call.arguments))

        def run(name, arguments):
            show(calls.start(live, tools[name], arguments.to_py()))

        add(area, HistoryView(calls, "one", "buy", store, again=again, show=show).element)
        window.run = create_proxy(run)
        window.go = create_proxy(gate.set)
        window.left = create_proxy(handlers_left)
        window.document.documentElement.setAttribute("data-part", "ready")
        await asyncio.Event().wait()


await main()
"""


def opened(page: Page, url: str) -> Page:
    page.goto(url)
    page.wait_for_selector("html[data-part=ready], html[data-status=failed]", state="attached")
    card = page.locator(".transom-card pre")
    assert not card.count(), card.text_content()
    return page


def see_no_barriers(page: Page) -> None:
    """Nothing that axe-core finds, in light and in dark."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished)).then(() => null)")
        assert violations(page) == []


def test_results_show_by_their_kind_and_foreign_text_as_text(site: Site, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    opened(page, add_part(site, RESULTS))
    see_markdown(page)
    see_hostile_parts(page)
    see_media(page)
    see_small_results(page)
    see_long_results(page)
    see_trees(page)
    show(page, "gallery")
    page.wait_for_selector(".md[data-status=rendered]")
    see_no_barriers(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("window.pwned") is None
    assert [url for url in asked if "tracker" in url or url.endswith("/x")] == []


def show(page: Page, name: str) -> None:
    page.evaluate("name => show(name)", name)


def see_markdown(page: Page) -> None:
    show(page, "markdown")
    text = page.locator(".md[data-status=rendered]")
    expect(text.locator("strong")).to_have_text("bold")
    assert text.get_by_role("link").all_text_contents() == ["link", "Image: pic"]
    link = text.get_by_role("link").first
    assert (link.get_attribute("target"), link.get_attribute("rel")) == ("_blank", "noopener noreferrer")
    assert text.locator("[id], [name], [style], [class], script, h1").count() == 0
    assert text.locator("img").get_attribute("alt") == "dot"
    expect(text.locator("p > b")).to_have_text(f"Head {HOSTILE}")
    expect(text.locator("pre")).to_have_text(f"{HOSTILE}\n")
    page.get_by_test_id("as-plain").click()
    expect(page.get_by_test_id("text")).to_contain_text("A **bold** [link]")


def see_hostile_parts(page: Page) -> None:
    show(page, "hostile")
    blocks = page.get_by_test_id("block")
    expect(blocks).to_have_count(7)
    expect(blocks.nth(0).get_by_test_id("text")).to_have_text(HOSTILE)
    expect(blocks.nth(0)).to_contain_text(f"changed {HOSTILE}")
    expect(blocks.nth(1)).to_contain_text("javascript:window.pwned=1")
    assert page.locator("#stage img, #stage script, #stage a").count() == 0
    for number in (1, 2, 3, 4):
        expect(blocks.nth(number)).to_contain_text(HOSTILE)
    expect(blocks.nth(5)).to_contain_text("text/html")
    expect(page.get_by_role("tree", name="Structured content").get_by_role("treeitem").nth(1)).to_contain_text(
        "onerror"
    )


def see_media(page: Page) -> None:
    show(page, "media")
    blocks = page.get_by_test_id("block")
    images = page.get_by_test_id("image")
    expect(blocks.nth(2)).to_contain_text("The browser can't show this as image/jpeg.")
    assert [image.evaluate("image => image.decode().then(() => image.naturalWidth)") for image in images.all()] == [
        1,
        20,
    ]
    assert (images.nth(1).get_attribute("src") or "").startswith("data:image/svg+xml")
    address = images.nth(0).get_attribute("src")
    with page.expect_download() as download:
        blocks.nth(3).get_by_test_id("download").click()
    assert download.value.suggested_filename == "report.pdf"
    blocks.nth(4).get_by_test_id("read").click()
    page.wait_for_selector("html[data-read='[\"shop://menu\"]']", state="attached")
    show(page, "empty")
    assert page.evaluate("url => fetch(url).then(() => 'there', () => 'gone')", address) == "gone"


def see_small_results(page: Page) -> None:
    expect(page.get_by_test_id("empty")).to_have_text("The tool answered with nothing.")
    handlers = page.evaluate("left()")
    show(page, "error")
    expect(page.get_by_test_id("result")).to_have_attribute("data-status", "tool-error")
    expect(page.get_by_test_id("error")).to_contain_text("Error")
    show(page, "repeat")
    expect(page.get_by_test_id("schema-problem")).to_contain_text(HOSTILE)
    expect(page.get_by_test_id("repeat")).not_to_have_attribute("open", "")
    page.evaluate("name => showOther(name)", "contents")
    expect(page.locator(".md b")).to_have_text("Notes")
    page.evaluate("name => showOther(name)", "message")
    expect(page.get_by_test_id("role")).to_have_text("Assistant")
    expect(page.get_by_test_id("text")).to_have_text(HOSTILE)
    show(page, "empty")
    assert page.evaluate("left()") == handlers


def see_long_results(page: Page) -> None:
    show(page, "long")
    expect(page.get_by_text("This is the beginning of 10\N{NO-BREAK SPACE}000\N{NO-BREAK SPACE}000")).to_be_visible()
    assert page.get_by_test_id("text").evaluate("pre => pre.textContent.length") == 50_000
    expect(page.get_by_test_id("download")).to_be_visible()
    show(page, "many")
    expect(page.get_by_test_id("block")).to_have_count(30)
    page.get_by_role("button", name="Show more of 70 parts that are left").click()
    expect(page.get_by_test_id("block")).to_have_count(60)


def see_trees(page: Page) -> None:
    show(page, "tree")
    tree = page.get_by_role("tree", name="Structured content")
    expect(page.get_by_text("Fits the output schema")).to_be_visible()
    assert tree.get_by_role("treeitem").count() < 60
    tree.get_by_text("list: ").click()
    expect(tree.get_by_text("Show 100 more of 99\N{NO-BREAK SPACE}900 that are left")).to_be_visible()
    for key, path in [("ArrowRight", "$.list[0]"), ("ArrowDown", "$.list[1]"), ("ArrowUp", "$.list[0]")]:
        page.keyboard.press(key)
        expect(page.get_by_test_id("tree-path")).to_have_text(path)
    for key in ("ArrowLeft", "ArrowLeft", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.get_by_test_id("tree-path")).to_have_text("$.deep")
    page.keyboard.press("End")
    expect(page.get_by_test_id("tree-path")).to_have_text("$.t")
    page.keyboard.press("Home")
    expect(page.get_by_test_id("tree-path")).to_have_text("$")
    tree.get_by_text("list: ").click()
    tree.get_by_text("Show 100 more").click()
    expect(page.get_by_test_id("tree-path")).to_have_text("$.list[100]")


def test_a_call_is_followed_to_its_end_and_kept(site: Site, page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened(page, add_part(site, CALLS))
    view, history = page.get_by_test_id("call-view"), page.get_by_test_id("history-call")
    page.evaluate("run('bake', {})")
    expect(view).to_have_attribute("data-status", "running")
    expect(page.get_by_test_id("progress-text")).to_have_text("1 of 4 Kneading <img src=x onerror='window.pwned=1'>")
    expect(page.get_by_test_id("progress")).to_have_attribute("value", "0.25")
    expect(page.get_by_test_id("call-log")).to_contain_text("warning")
    expect(page.get_by_test_id("elapsed")).not_to_be_empty()
    assert violations(page) == []
    page.get_by_test_id("cancel-call").click()
    expect(page.get_by_test_id("call-status")).to_contain_text("Cancelled after")
    expect(page.get_by_test_id("again")).to_be_focused()
    page.evaluate("go()")
    page.get_by_test_id("again").click()
    expect(page.get_by_test_id("call-status")).to_contain_text("Done after")
    for arguments, status in [
        ({"what": "bread"}, "done"),
        ({"what": "nothing"}, "tool-error"),
        ({"what": "closed"}, "failed"),
        ({"what": "cake", "number": 2}, "done"),
    ]:
        page.evaluate("arguments => run('buy', arguments)", arguments)
        expect(view).to_have_attribute("data-status", status)
        expect(history.first).to_have_attribute("data-status", status)
    page.get_by_test_id("copy-python").click()
    expect(page.get_by_test_id("copy-python")).to_have_text("Copied")
    assert "call_tool('buy', {'what': 'cake', 'number': 2})" in page.evaluate("navigator.clipboard.readText()")
    compare_calls(page)
    assert page.evaluate("window.pwned") is None
    page.get_by_test_id("clear-history").click()
    expect(history).to_have_count(0)


def compare_calls(page: Page) -> None:
    history, diffs = page.get_by_test_id("history-call"), page.get_by_test_id("diff")
    expect(history).to_have_count(4)
    history.nth(3).get_by_test_id("compare").check()
    history.nth(0).get_by_test_id("compare").check()
    expect(diffs).to_have_count(2)
    expect(diffs.first.locator("del")).to_contain_text('"what": "bread"')
    assert len(diffs.first.locator("ins").all()) == 2
    history.nth(1).get_by_test_id("compare").check()
    expect(history.nth(3).get_by_test_id("compare")).not_to_be_checked()
    handlers = page.evaluate("left()")
    history.nth(3).get_by_test_id("show-call").click()
    assert page.evaluate("left()") == handlers
    history.nth(1).get_by_test_id("show-call").click()
    expect(page.get_by_test_id("error-code")).to_have_text("Error code -32050")
    page.get_by_test_id("sent").locator("summary").click()
    expect(page.get_by_test_id("sent").locator("pre")).to_contain_text('"what": "closed"')
    expect(page.get_by_test_id("sent").locator(".shj-syn-var")).to_have_text('"what"')
    see_no_barriers(page)
    page.get_by_test_id("remove-call").click()
    expect(history).to_have_count(3)
