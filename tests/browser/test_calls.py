"""What the SDK does between two pages: in both protocol eras, over a port and over the window."""

from __future__ import annotations

import pytest
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
frame = OuterFrame(URL, extensions=frozenset(EXTENSIONS))
progress, notes = [], []

async def on_progress(done, total, message):
    progress.append([done, total, message])

async def on_message(message):
    notes.append(type(message).__name__)

async with frame.connect() as transport, Client(transport, mode=MODE, message_handler=on_message) as client:
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
    show({
        "progress": progress,
        "counted": counted.content[0].text,
        "stopped": stopped.structured_content["result"],
        "failed": failed.is_error,
        "echoed": echoed,
        "many": [answer.content[0].text for answer in many] == [str(n) for n in range(500)],
        "grown": "grown" in names,
        "notes": notes,
        "dropped": dict(transport.dropped),
    })
"""


@pytest.mark.parametrize("extensions", [["port", "heartbeat"], ["heartbeat"]], ids=["port", "window"])
@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_everything_that_the_sdk_does_crosses_the_frame(
    site: Site, page: Page, mode: str, extensions: list[str]
) -> None:
    outer = f"MODE, EXTENSIONS = {mode!r}, {extensions!r}\n{CLIENT}"
    result = Pair.of(site, page, outer=outer, inner=SERVER).run()
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

frame = OuterFrame(URL)
answers = []
async with frame.connect() as transport:
    async with Client(transport, mode=MODE, elicitation_callback=elicit, sampling_callback=sample) as client:
        for name in TOOLS:
            answers.append((await client.call_tool(name, {})).content[0].text)
show(answers)
"""


def test_a_server_asks_the_person_and_the_model_of_the_client(site: Site, page: Page) -> None:
    outer = f"MODE, TOOLS = 'legacy', ['paint', 'think']\n{ASKED}"
    assert Pair.of(site, page, outer=outer, inner=ASKING).run() == ["painted red", "thought 4"]


def test_in_the_new_era_questions_travel_with_results(site: Site, page: Page) -> None:
    outer = f"MODE, TOOLS = '2026-07-28', ['colour']\n{ASKED}"
    assert Pair.of(site, page, outer=outer, inner=ASKING).run() == ["chose red"]
