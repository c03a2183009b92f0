"""How sessions end: at once, with an error that says why, and with nothing left behind."""

from __future__ import annotations

from textwrap import indent

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from devserver.browsers import LAUNCH_ARGUMENTS, find_chromium
from tests.browser.pairs import INNER, Pair
from tests.conftest import Site, crash, wait_until

WAITING = """
import asyncio

@mcp.tool()
async def wait() -> str:
    await asyncio.Event().wait()
    return "never"

await serve(mcp, allow=[HOST])
"""

PENDING = """
frame = OuterFrame(URL, document.querySelector("main"), popup=POPUP)
try:
    async with frame.connect() as transport, Client(transport) as client:
        pending = asyncio.ensure_future(client.call_tool("wait", {}))
        await client.call_tool("greet", {"name": "Ada"})
        say("pending")
        try:
            await pending
        except MCPError as error:
            first = [reason_of(error), str(error)]
        ended = await transport.wait_ended()
        try:
            await client.call_tool("greet", {"name": "Ada"})
        except MCPError as error:
            second = str(error)
        show([*first, type(ended).__name__, second])
except* Exception as error:
    show([repr(error)])
"""


def reload(pair: Pair) -> None:
    pair.frame().evaluate("void setTimeout(() => location.reload())")


def navigate(pair: Pair) -> None:
    pair.frame().evaluate("(url) => { location.href = url }", pair.site.host())


def remove(pair: Pair) -> None:
    pair.page.evaluate("document.querySelector('iframe.transom-frame').remove()")


def close(pair: Pair) -> None:
    """As the person does."""
    pair.page.context.pages[-1].close()


def close_itself(pair: Pair) -> None:
    pair.page.context.pages[-1].evaluate("setTimeout(() => window.close())")


CLOSED, RELOADED, REMOVED = (
    ("PEER_CLOSED", "PeerClosed"),
    ("PEER_RELOADED", "PeerReloaded"),
    ("PEER_REMOVED", "PeerRemoved"),
)
"""Of some ends the page's goodbye is heard, or else what its window shows of them."""

WAYS = [
    (reload, False, (CLOSED, RELOADED)),
    (navigate, False, (CLOSED, RELOADED)),
    (remove, False, (CLOSED, REMOVED)),
    (close, True, (CLOSED, REMOVED)),
    (close_itself, True, (CLOSED, REMOVED)),
]
"""How a server's page goes, whether it is in a window of its own, and what is said of it."""

ONE_AFTER_THE_OTHER = f"""
results = []
for number, POPUP in enumerate(POPUPS):
{indent(PENDING.replace('"pending"', 'f"pending{number}"').replace("show(", "results.append("), "    ")}
show(results)
"""


def test_however_a_page_goes_away_the_pending_call_fails_at_once(site: Site, page: Page) -> None:
    popups = [popup for _, popup, _ in WAYS]
    pair = Pair.of(site, page, outer=f"POPUPS = {popups}\n{ONE_AFTER_THE_OTHER}", inner=WAITING)
    pair.open()
    for number, (go, *_) in enumerate(WAYS):
        pair.wait_for(f"pending{number}")
        go(pair)
    results = pair.result()
    for (go, _, expected), (reason, text, ended, second) in zip(WAYS, results, strict=True):
        assert (reason, ended) in expected, go.__name__
        assert "onnect again" in text, go.__name__
        assert second == "Connection closed", go.__name__


def test_a_server_that_stops_tells_why(site: Site, page: Page) -> None:
    inner = """
import asyncio

@mcp.tool()
async def wait() -> str:
    current_session().require_setup("The key has expired.", "AUTH_EXPIRED")
    await asyncio.Event().wait()
    return "never"

await serve(mcp, allow=[HOST])
"""
    outer = """
frame = OuterFrame(URL)
async with frame.connect() as transport, Client(transport) as client:
    try:
        await client.call_tool("wait", {})
    except MCPError as error:
        show([reason_of(error), str(error), type(await transport.wait_ended()).__name__])
"""
    reason, text, ended = Pair.of(site, page, outer=outer, inner=inner).run()
    assert (reason, ended) == ("SETUP_REQUIRED", "SetupRequired")
    assert "The key has expired." in text


def test_a_crash_of_the_frames_process_fails_the_pending_call(
    site: Site, browser: Browser, context: BrowserContext
) -> None:
    """Playwright takes the crash of a frame for that of its page, so what is said is read in another one."""
    page, reader = context.new_page(), context.new_page()
    outer = PENDING.replace(
        "show([*first", "import js; js.localStorage.setItem('first', json.dumps(first)); show([*first"
    )
    pair = Pair.of(site, page, outer=f"POPUP = False\n{outer}", inner=WAITING)
    reader.goto(pair.outer.rstrip("/") + "/nothing")
    pair.open()
    pair.wait_for("pending")
    crash(browser, pair.frame().url)
    wait_until(reader, "localStorage.getItem('first')")
    assert "PEER_CRASHED" in reader.evaluate("localStorage.getItem('first')")


def test_a_busy_page_is_not_dead(site: Site, page: Page) -> None:
    inner = """
import time

@mcp.tool()
def work() -> str:
    end = time.monotonic() + 2.5
    while time.monotonic() < end:
        pass
    return "done"

await serve(mcp, allow=[HOST])
"""
    outer = """
frame = OuterFrame(URL)
async with frame.connect() as transport, Client(transport) as client:
    await transport.check()
    result = await client.call_tool("work", {})
    show([result.content[0].text, transport.error is None])
"""
    assert Pair.of(site, page, outer=outer, inner=inner).run() == ["done", True]


def test_an_address_without_a_server_is_said_within_seconds(site: Site, page: Page) -> None:
    outer = """
try:
    await OuterFrame("http://localhost:9/").setup()
except PageUnreachable as error:
    show([str(error), document.querySelectorAll("iframe.transom-frame").length])
"""
    text, frames = Pair.of(site, page, outer=outer).run()
    assert text.startswith("http://localhost:9/ could not be loaded.")
    assert frames == 0


def test_a_page_that_does_not_speak_the_protocol_is_told_from_one_that_says_nothing(site: Site, page: Page) -> None:
    mute = site.add({"index.html": "<title>Mute</title>"})
    chat = "<script>setInterval(() => parent.postMessage({ jsonrpc: '2.0', method: 'x' }, '*'), 50)</script>"
    chatty = site.add({"index.html": chat})
    outer = f"""
said = []
for url in ({mute!r}, {chatty!r}):
    try:
        async with OuterFrame(url, answer_seconds=1).connect():
            pass
    except HandshakeError as error:
        said.append([type(error).__name__, url.rstrip("/") in str(error)])
show(said)
"""
    assert Pair.of(site, page, outer=outer).run() == [["NoAnswer", True], ["SpeaksOtherwise", True]]


def test_a_host_that_is_not_allowed_is_told_at_once(site: Site, page: Page) -> None:
    outer = """
try:
    async with OuterFrame(URL).connect():
        pass
except Refused as error:
    show([error.reason, str(error)])
"""
    pair = Pair.of(site, page, outer=outer, inner="await serve(mcp, allow=['https://host.example'])")
    reason, text = pair.run()
    assert reason == "ORIGIN_NOT_ALLOWED"
    assert pair.outer.rstrip("/") in text
    assert "host.example" not in text


def test_a_page_says_in_words_that_its_host_is_not_allowed(site: Site, page: Page) -> None:
    inner = site.add_script(f"{INNER}\nawait serve(mcp, allow=['https://host.example'])")
    outer = site.add({"index.html": f'<iframe src="{inner}"></iframe><script>{LATE_HOST}</script>'})
    page.goto(outer)
    card = page.frame_locator("iframe").locator(".transom-card")
    card.wait_for()
    assert card.get_by_role("heading").text_content() == "There is no connection"
    assert outer.rstrip("/") in (card.locator("p").text_content() or "")


LATE_HOST = """
addEventListener("message", ({ data, source }) => {
    if (data.type === "MCP_TRANSPORT_HANDSHAKE")
        source.postMessage({ type: "MCP_TRANSPORT_HANDSHAKE_REPLY", sessionId: "s", protocolVersion: "1.0" }, "*");
});
"""


def test_a_blocked_popup_is_said_so(site: Site, playwright: Playwright) -> None:
    browser = playwright.chromium.launch(
        executable_path=find_chromium(), args=LAUNCH_ARGUMENTS, ignore_default_args=["--disable-popup-blocking"]
    )
    outer = """
try:
    await OuterFrame(URL, popup=True).setup()
except PopupBlocked as error:
    print(error)
"""
    page = browser.new_page()
    pair = Pair.of(site, page, outer=outer)
    # Playwright's other ways of waiting count as the person's action, which opens popups.
    with page.expect_console_message(lambda message: "Allow pop-ups" in message.text):
        pair.open()
    browser.close()


def test_a_setup_is_cancelled_from_either_side(site: Site, page: Page) -> None:
    inner = """
import asyncio

async def ask(session):
    if session.session_id == "the-page-cancels":
        raise SetupCancelled
    await asyncio.Event().wait()

await serve(mcp, allow=[HOST], setup=ask)
"""
    outer = """
frame = OuterFrame(URL, document.body)
setup = asyncio.ensure_future(frame.setup("the-host-cancels"))
while not frame.visible:
    await asyncio.sleep(0.01)
setup.cancel()
try:
    await setup
except asyncio.CancelledError:
    first = document.querySelectorAll("iframe.transom-frame").length
try:
    await frame.setup("the-page-cancels")
except SetupCancelled as error:
    show([first, str(error), document.querySelectorAll("iframe.transom-frame").length])
"""
    first, text, last = Pair.of(site, page, outer=outer, inner=inner).run()
    assert (first, last) == (0, 0)
    assert "cancelled" in text


@pytest.mark.parametrize("limit", ["answer", "form"])
def test_a_setup_that_takes_too_long_ends(site: Site, page: Page, limit: str) -> None:
    inner = """
import asyncio

async def ask(session):
    await asyncio.Event().wait()

await serve(mcp, allow=[HOST], setup=ask)
"""
    silent = site.add({"index.html": "<title>Silent</title>"})
    outer = """
try:
    await OuterFrame(URL, document.body, form_seconds=0.2, answer_seconds=LIMIT).setup()
except (SetupTimedOut, NoAnswer) as error:
    show(type(error).__name__)
""".replace("LIMIT", "1" if limit == "answer" else "30")
    pair = Pair.of(site, page, outer=outer, inner=inner, inner_url=silent if limit == "answer" else "")
    assert pair.run() == ("NoAnswer" if limit == "answer" else "SetupTimedOut")


def test_nothing_is_left_of_a_session(site: Site, page: Page, browser: Browser) -> None:
    """No listener, no timer, no proxy and no task, in the page that stays."""
    outer = """
import gc, js, pyodide_js

async def once():
    async with frame.connect() as transport, Client(transport) as client:
        await client.call_tool("greet", {"name": "Ada"})

def counts():
    gc.collect()
    return [len(asyncio.all_tasks()), pyodide_js._module.pyproxy_alloc_map.size, *js.held()]

frame = OuterFrame(URL)
pyodide_js._module.enable_pyproxy_allocation_tracing()
await once()
await js.turn()
before = counts()
for _ in range(3):
    await once()
await js.turn()
show([before, counts()])
"""
    page.add_init_script("""
        let [listeners, intervals] = [[], []];
        globalThis.turn = () => new Promise((done) => setTimeout(done)); // what JavaScript still has to do is done then
        globalThis.held = () => [listeners.length, intervals.length];
        const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
        EventTarget.prototype.addEventListener = function (type, listener, ...rest) {
            if (["message", "pagehide", "load"].includes(type)) listeners.push(listener);
            return add.call(this, type, listener, ...rest);
        };
        EventTarget.prototype.removeEventListener = function (type, listener, ...rest) {
            listeners = listeners.filter((known) => known !== listener);
            return remove.call(this, type, listener, ...rest);
        };
        const { setInterval: set, clearInterval: clear } = globalThis;
        globalThis.setInterval = (...all) => {
            intervals.push(set(...all));
            return intervals.at(-1);
        };
        globalThis.clearInterval = (id) => {
            intervals = intervals.filter((known) => known !== id);
            clear(id);
        };
    """)
    before, after = Pair.of(site, page, outer=outer).run()
    assert after == before
