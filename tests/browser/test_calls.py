"""What the SDK does between two pages: in both protocol eras, over a port and over the window."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.pairs import Pair
from tests.conftest import Site

SERVER = """
import asyncio

@mcp.tool()
async def count(to: int, context: Context) -> str:
    for number in range(1, to + 1):
        await context.report_progress(number, to, f"step {number}")
    return "counted"

stopped = asyncio.Event()

@mcp.tool()
async def hang() -> str:
    try:
        await asyncio.Event().wait()
    finally:
        stopped.set()
    return "never"

@mcp.tool()
async def was_stopped() -> bool:
    await stopped.wait()
    return True

@mcp.tool()
def echo(text: str) -> str:
    return text

@mcp.tool()
def fail() -> str:
    raise ValueError("out of order")

@mcp.tool()
async def grow(context: Context) -> str:
    @mcp.tool()
    def grown() -> str:
        return "new"
    await context.session.send_tool_list_changed()
    return "grown"

await serve(mcp, allow=[HOST])
"""

CLIENT = """
async def use(mode, extensions):
    frame = OuterFrame(URL, extensions=frozenset(extensions))
    progress, notes = [], []

    async def on_progress(done, total, message):
        progress.append([done, total, message])

    async def on_message(message):
        notes.append(type(message).__name__)

    async with frame.connect() as transport, Client(transport, mode=mode, message_handler=on_message) as client:
        counted = await client.call_tool("count", {"to": 3}, progress_callback=on_progress)
        hanging = asyncio.ensure_future(client.call_tool("hang", {}))
        await client.call_tool("echo", {"text": ""})
        hanging.cancel()
        stopped = await client.call_tool("was_stopped", {})
        failed = await client.call_tool("fail", {})
        big = "é€😀" * 300_000
        echoed = (await client.call_tool("echo", {"text": big})).structured_content["result"] == big
        many = await asyncio.gather(*(client.call_tool("echo", {"text": str(n)}) for n in range(500)))
        await client.call_tool("grow", {})
        names = [tool.name for tool in (await client.list_tools()).tools]
        return {
            "progress": progress,
            "counted": counted.content[0].text,
            "stopped": stopped.structured_content["result"],
            "failed": failed.is_error,
            "echoed": echoed,
            "many": [answer.content[0].text for answer in many] == [str(n) for n in range(500)],
            "grown": "grown" in names,
            "notes": notes,
            "dropped": dict(transport.dropped),
        }

show([[mode, await use(mode, extensions)] for mode in MODES for extensions in EXTENSIONS])
"""

MODES = ["legacy", "2026-07-28"]
EXTENSIONS = [["port", "heartbeat"], ["heartbeat"]]
"""Over a port, and over the window."""


def test_everything_that_the_sdk_does_crosses_the_frame(site: Site, page: Page) -> None:
    outer = f"MODES, EXTENSIONS = {MODES}, {EXTENSIONS}\n{CLIENT}"
    results = Pair.of(site, page, outer=outer, inner=SERVER).run()
    assert [mode for mode, _ in results] == ["legacy", "legacy", "2026-07-28", "2026-07-28"]
    for mode, result in results:
        assert result["progress"] == [[n, 3, f"step {n}"] for n in (1, 2, 3)]
        assert result["counted"] == "counted"
        assert result["stopped"]
        assert result["failed"]
        assert result["echoed"]
        assert result["many"]
        assert result["grown"]
        if mode == "legacy":
            assert "ToolListChangedNotification" in result["notes"]
        assert result["dropped"].get("malformed", 0) == 0


ASKING = """
from typing import Annotated
from mcp.server.mcpserver import Elicit, ElicitationResult, Resolve
from mcp.server.elicitation import AcceptedElicitation
from mcp_types import SamplingMessage, TextContent
from pydantic import BaseModel

class Colour(BaseModel):
    name: str

@mcp.tool()
async def paint(context: Context) -> str:
    answer = await context.elicit("Which colour?", Colour)
    return f"painted {answer.data.name}" if isinstance(answer, AcceptedElicitation) else "not painted"

@mcp.tool()
async def think(context: Context) -> str:
    message = SamplingMessage(role="user", content=TextContent(type="text", text="2 + 2?"))
    result = await context.session.create_message([message], max_tokens=5)
    return f"thought {result.content.text}"

async def ask() -> Elicit[Colour]:
    return Elicit("Which colour?", Colour)

@mcp.tool()
async def colour(chosen: Annotated[ElicitationResult[Colour], Resolve(ask)]) -> str:
    return f"chose {chosen.data.name}"

await serve(mcp, allow=[HOST])
"""

ASKED = """
from mcp_types import CreateMessageResult, ElicitResult, TextContent

async def elicit(context, params):
    return ElicitResult(action="accept", content={"name": "red"})

async def sample(context, params):
    return CreateMessageResult(role="assistant", model="person", content=TextContent(type="text", text="4"))

answers = []
for mode, tools in (("legacy", ["paint", "think"]), ("2026-07-28", ["colour"])):
    async with OuterFrame(URL).connect() as transport:
        async with Client(transport, mode=mode, elicitation_callback=elicit, sampling_callback=sample) as client:
            for name in tools:
                answers.append((await client.call_tool(name, {})).content[0].text)
show(answers)
"""


def test_a_server_asks_the_person_and_the_model_of_the_client_and_in_the_new_era_with_results(
    site: Site, page: Page
) -> None:
    assert Pair.of(site, page, outer=ASKED, inner=ASKING).run() == ["painted red", "thought 4", "chose red"]
