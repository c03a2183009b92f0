"""Sessions between two pages of different origins, both with Python."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.pairs import Pair
from tests.conftest import Site, wait_for_status

GREET = """
async with frame.connect() as transport, Client(transport) as client:
    tools = await client.list_tools()
    result = await client.call_tool("greet", {"name": "Ada"})
    show([[tool.name for tool in tools.tools], result.content[0].text, transport.over_port])
"""


WAYS = """
for popup, options in ((False, {}), (True, {"extensions": frozenset()})):
    frame = OuterFrame(URL, popup=popup, **options)
    async with frame.connect() as transport:
"""
"""In a frame over a port, and in a window of its own over the window."""


def test_a_client_in_the_outer_page_calls_a_tool_in_the_inner_one(site: Site, page: Page) -> None:
    outer = f"""
answers = []
{WAYS}
        async with Client(transport) as client:
            tools = await client.list_tools()
            result = await client.call_tool("greet", {{"name": "Ada"}})
            answers.append([[tool.name for tool in tools.tools], result.content[0].text, transport.over_port])
show(answers)
"""
    assert Pair.of(site, page, outer=outer).run() == [[["greet"], "Hello, Ada!", port] for port in (True, False)]
    assert page.locator("iframe.transom-frame").count() == 0


def test_a_client_in_the_inner_page_calls_a_tool_in_the_outer_one(site: Site, page: Page) -> None:
    outer = f"""
from mcp.server import MCPServer
mcp = MCPServer("Dashboard")
noted = []

@mcp.tool()
def note(text: str) -> str:
    noted.append([text, len(text)])
    return text.upper()

{WAYS}
        ended = await serve(mcp, over=transport)
show(noted)
"""
    inner = """
async with connect_out([HOST]) as transport, Client(transport) as client:
    result = await client.call_tool("note", {"text": "from below"})
    assert result.content[0].text == "FROM BELOW"
"""
    pair = Pair.of(site, page, outer=outer, inner=inner)
    assert pair.run() == [["from below", 10]] * 2


def test_a_person_sets_a_server_up_and_the_session_finds_what_was_stored(site: Site, page: Page) -> None:
    inner = """
import asyncio
from pyscript import document, when

async def ask(session):
    done = asyncio.get_running_loop().create_future()
    document.body.insertAdjacentHTML("beforeend", "<label>Name <input></label> <button>Save</button>")
    @when("click", "button")
    def save(event):
        done.set_result(document.querySelector("input").value)
    session.storage["name"] = await done
    return SetupDone(display_name="Named", message="Saved.", visibility=Visibility(requirement="required"))

@mcp.tool()
def who() -> str:
    return current_session().storage["name"]

await serve(mcp, allow=[HOST], setup=ask)
"""
    outer = """
frame = OuterFrame(URL, document.querySelector("main"))
result = await frame.setup()
async with frame.connect(result.session_id) as transport, Client(transport) as client:
    answer = await client.call_tool("who", {})
try:
    async with frame.connect() as transport, Client(transport) as client:
        await client.call_tool("who", {})
    other = "served"
except (SetupRequired, MCPError) as error:
    other = getattr(error, "code", None) or reason_of(error)
show([result.display_name, result.message, result.visibility.requirement, answer.content[0].text, other])
"""
    pair = Pair.of(site, page, outer=outer, inner=inner)
    pair.open()
    frame = page.frame_locator("iframe.transom-frame")
    frame.get_by_label("Name").fill("Ada")
    frame.get_by_role("button", name="Save").click()
    assert pair.result() == ["Named", "Saved.", "required", "Ada", "SETUP_REQUIRED"]


def test_without_storage_a_server_asks_to_be_set_up_again(site: Site, page: Page) -> None:
    inner = """
async def ask(session):
    session.storage["name"] = "Ada"

await serve(mcp, allow=[HOST], setup=ask)
"""
    outer = """
frame = OuterFrame(URL)
result = await frame.setup()
try:
    async with frame.connect(result.session_id) as transport, Client(transport) as client:
        show("served")
except SetupRequired as error:
    show(str(error))
"""
    page.add_init_script("""
        if (window !== top) {
            const denied = () => { throw new DOMException("The operation is insecure.", "SecurityError"); };
            Object.defineProperty(window, "localStorage", { get: denied });
            Object.defineProperty(window, "indexedDB", { get: denied });
        }
    """)
    assert "has to be set up first" in Pair.of(site, page, outer=outer, inner=inner).run()


def test_a_sandboxed_page_without_an_origin_is_served_over_a_port(site: Site, page: Page) -> None:
    host = site.url("hello")
    script = """
from mcp.server import MCPServer
from transom import serve
mcp = MCPServer("Opaque")

@mcp.tool()
def greet(name: str) -> str:
    import js
    return f"Hello, {name}, from {js.window.origin}!"

await serve(mcp, allow="*", any_origin=True)
"""
    assert host
    inner = site.add({"index.html": INLINE.format(script=script)})
    pair = Pair.of(site, page, outer=f"frame = OuterFrame(URL, opaque=True)\n{GREET}", inner_url=inner)
    assert pair.run() == [["greet"], "Hello, Ada, from null!", True]


INLINE = """<!doctype html>
<title>Inline</title>
<script type="module" src="/runtime/page.js"></script>
<script type="py">{script}</script>
"""


def test_a_page_of_another_site_is_served(site: Site, page: Page) -> None:
    pair = Pair.of(site, page, outer=f"frame = OuterFrame(URL)\n{GREET}", hostname="127.0.0.1")
    assert pair.run() == [["greet"], "Hello, Ada!", True]


def test_sessions_follow_each_other_on_one_frame(site: Site, page: Page) -> None:
    inner = """
import itertools
count = itertools.count(1)

@mcp.tool()
def number() -> int:
    return next(count)

await serve(mcp, allow=[HOST])
"""
    outer = """
frame = OuterFrame(URL)
numbers, ids = [], set()
for _ in range(3):
    async with frame.connect() as transport, Client(transport) as client:
        ids.add(transport.session_id)
        for _ in range(2):
            numbers.append((await client.call_tool("number", {})).structured_content["result"])
show([numbers, len(ids)])
"""
    assert Pair.of(site, page, outer=outer, inner=inner).run() == [[1, 2] * 3, 3]


def test_an_optional_frame_is_shown_and_hidden(site: Site, page: Page) -> None:
    outer = """
frame = OuterFrame(URL, document.querySelector("main"), title="A server")
async with frame.connect() as transport, Client(transport) as client:
    element = document.querySelector("iframe.transom-frame")
    states = [element.hidden, element.inert]
    frame.show()
    states += [element.hidden, element.inert]
    frame.hide()
    states += [element.hidden, element.title]
    show(states)
"""
    assert Pair.of(site, page, outer=outer).run() == [True, True, False, False, True, "A server"]


def test_permissions_are_asked_for_and_given_to_that_origin_alone(site: Site, page: Page) -> None:
    inner = """
from transom import PermissionRequirement
needs = (
    PermissionRequirement(name="camera", phase=("setup", "transport"), required=True, purpose="To take pictures"),
    PermissionRequirement(name="microphone", phase=("setup",), required=False, purpose="To hear you"),
    PermissionRequirement(name="no-such-thing", phase=("setup",), required=False, purpose="Nobody knows"),
)
import js

@mcp.tool()
def policy() -> list[bool]:
    return [js.document.featurePolicy.allowsFeature(name) for name in ("camera", "microphone")]

async def ask(session):
    return SetupDone(message=str(policy()))

await serve(mcp, allow=[HOST], options=InnerOptions(name="Camera", setup=ask, permissions=needs))
"""
    outer = """
asked = []

async def ask(requirements):
    asked.extend([need.name, need.purpose, need.required] for need in requirements)
    return ["camera"]

frame = OuterFrame(URL, ask=ask)
result = await frame.setup()
async with frame.connect(result.session_id) as transport, Client(transport) as client:
    policy = (await client.call_tool("policy", {})).structured_content["result"]
show([asked, result.message, policy, sorted(result.permissions), dict(result.decisions)])
"""
    asked, message, policy, permissions, decisions = Pair.of(site, page, outer=outer, inner=inner).run()
    assert asked == [["camera", "To take pictures", True], ["microphone", "To hear you", False]]
    assert message == "[True, False]"
    assert policy == [True, False]
    assert permissions == ["camera"]
    assert decisions == {"camera": True, "microphone": False}


def test_a_page_that_nobody_opened_says_so(site: Site, page: Page) -> None:
    page.goto(site.url("hello"))
    wait_for_status(page, "ready")
    page.get_by_text("No host is connected").wait_for()
    assert page.locator("html").get_attribute("data-session") == "alone"
    assert page.locator(".transom-card").count() == 0
