"""Calls of tools: how they run, how they end, and what is kept of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp import MCPError
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPDeprecationWarning
from mcp_types import CallToolResult, TextContent, Tool
from transom.errors import PeerReloaded

from demo_host.state.calls import KEPT_CALLS, Call, Calls, Progress, call_problem, next_progress
from demo_host.state.connection import Connection
from demo_host.state.live import LiveServer
from demo_host.state.store import Store

from .sessions import Clock, MemoryFrame, Nobody, new_live, new_store, until

pytestmark = pytest.mark.anyio


class Session:
    """A server that is connected, and the calls of its tools."""

    def __init__(self, frame: MemoryFrame, live: LiveServer, store: Store) -> None:
        self.frame, self.live, self.store = frame, live, store
        self.calls = Calls(store, Clock())

    def tool(self, name: str) -> Tool:
        return next(tool for tool in self.live.catalog.tools or [] if tool.name == name)

    def start(self, tool: str, **arguments: Any) -> Call:
        return self.calls.start(self.live, self.tool(tool), arguments)

    async def run(self, tool: str, **arguments: Any) -> Call:
        return await self.ended(self.start(tool, **arguments))

    async def ended(self, call: Call) -> Call:
        await until(self.store, f"call:{call.id}", lambda: call.status != "running")
        return call


@asynccontextmanager
async def session(mcp: MCPServer[Any]) -> AsyncGenerator[Session]:
    store, frame = new_store(), MemoryFrame(mcp)
    live = new_live(store)
    running = asyncio.ensure_future(Connection(live, Nobody(), Clock()).run(frame, "session"))
    await until(store, "live", lambda: live.status == "connected")
    yield Session(frame, live, store)
    if frame.transport and not frame.transport.ended.done():
        frame.end()
    await running


def a_server() -> MCPServer[Any]:
    mcp = MCPServer("Shop")

    @mcp.tool()
    def buy(what: str) -> str:
        return f"{what} is yours"

    @mcp.tool()
    def fail() -> str:
        raise ToolError("sold out")

    @mcp.tool()
    def crash() -> str:
        raise ValueError("the till is jammed")

    @mcp.tool()
    def refuse() -> str:
        raise MCPError(-32050, "closed on Sundays", {"opens": "Monday"})

    @mcp.tool()
    async def wait() -> str:
        await asyncio.Event().wait()
        return "never"

    return mcp


async def test_a_call_ends_with_its_result_and_its_duration() -> None:
    async with session(a_server()) as shop:
        call = shop.start("buy", what="bread")
        assert (call.status, call.duration) == ("running", None)
        await shop.ended(call)
        assert call.status == "done"
        assert call.duration is not None
        assert call.duration > 0
        assert call.result is not None
        assert call.result.structured_content == {"result": "bread is yours"}
        assert call.schema_problem is None


async def test_a_result_that_is_an_error_is_an_error() -> None:
    async with session(a_server()) as shop:
        call = await shop.run("fail")
        assert call.status == "tool-error"
        assert call.result is not None
        assert call.problem is None
        assert not call.is_masked


async def test_an_error_whose_text_the_server_keeps_to_itself_is_known_as_such() -> None:
    async with session(a_server()) as shop:
        assert (await shop.run("crash")).is_masked
        assert not (await shop.run("buy", what="bread")).is_masked


async def test_an_error_of_the_server_keeps_its_code_its_message_and_its_data() -> None:
    async with session(a_server()) as shop:
        call = await shop.run("refuse")
        assert call.status == "failed"
        assert call.problem is not None
        assert (call.problem.title, call.problem.text) == ("The server answered with an error", "closed on Sundays")
        assert call.error is not None
        assert (call.error.code, call.error.data) == (-32050, {"opens": "Monday"})


async def test_arguments_are_kept_as_they_were_sent() -> None:
    async with session(a_server()) as shop:
        arguments = {"what": "bread"}
        call = shop.calls.start(shop.live, shop.tool("buy"), arguments)
        arguments["what"] = "cake"
        await shop.ended(call)
        assert call.arguments == {"what": "bread"}


async def test_a_cancelled_call_says_so_at_once_and_its_server_is_told() -> None:
    told = asyncio.Event()
    started = asyncio.Event()
    mcp = MCPServer("Shop")

    @mcp.tool()
    async def wait() -> str:
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            told.set()
        return "never"

    async with session(mcp) as shop:
        call = shop.start("wait")
        await started.wait()
        shop.calls.cancel(call)
        assert call.status == "cancelled"
        assert call.duration is not None
        await told.wait()
        shop.calls.cancel(call)
        assert call.status == "cancelled"


async def test_a_call_that_is_cancelled_before_it_is_sent_stays_cancelled() -> None:
    async with session(a_server()) as shop:
        call = shop.start("buy", what="bread")
        shop.calls.cancel(call)
        await shop.run("buy", what="cake")
        assert (call.status, call.result) == ("cancelled", None)


async def test_the_end_of_the_session_fails_the_calls_that_run() -> None:
    async with session(a_server()) as shop:
        call = shop.start("wait")
        await shop.run("buy", what="bread")
        shop.frame.end(PeerReloaded())
        await shop.ended(call)
        assert call.status == "failed"
        assert call.problem is not None
        assert call.problem.steps[0] == "connect"


def test_the_reason_why_a_session_ended_is_the_reason_of_the_call() -> None:
    problem = call_problem(MCPError(-32000, "The page was loaded again.", {"transom": "PEER_RELOADED"}))
    assert (problem.title, problem.code) == ("The page was loaded again", "PEER_RELOADED")


def test_an_error_of_the_server_is_not_taken_for_the_end_of_the_session() -> None:
    assert call_problem(MCPError(-32000, "Connection closed")).code == "ENDED"
    assert call_problem(MCPError(-32000, "The oven is cold.")).text == "The oven is cold."


async def test_a_call_without_a_session_fails_and_says_what_to_do() -> None:
    store = new_store()
    calls = Calls(store, Clock())
    call = calls.start(new_live(store), Tool(name="buy", input_schema={}), {})
    await until(store, f"call:{call.id}", lambda: call.status != "running")
    assert call.problem is not None
    assert call.problem.code == "NOT_CONNECTED"


async def test_progress_and_log_lines_come_while_a_call_runs() -> None:
    mcp = MCPServer("Shop")
    go_on = asyncio.Event()

    @mcp.tool()
    async def bake(context: Context) -> str:
        with pytest.warns(MCPDeprecationWarning):
            await context.log("warning", "hot")
        await context.report_progress(1, 4, "kneading")
        await go_on.wait()
        return "bread"

    async with session(mcp) as shop:
        call = shop.start("bake")
        await until(shop.store, f"call:{call.id}", lambda: call.progress is not None)
        assert call.status == "running"
        assert call.progress == Progress(1, 4, "kneading")
        assert [(line.level, line.text) for line in call.logs] == [("warning", "hot")]
        go_on.set()
        await shop.ended(call)
        later = await shop.run("bake")
        assert len(later.logs) == 1


async def test_the_log_level_of_the_moment_is_asked_for() -> None:
    mcp = MCPServer("Shop")

    @mcp.tool()
    async def bake(context: Context) -> str:
        with pytest.warns(MCPDeprecationWarning):
            await context.log("debug", "flour")
        with pytest.warns(MCPDeprecationWarning):
            await context.log("error", "burnt")
        return "bread"

    async with session(mcp) as shop:
        shop.live.log_level = "error"
        assert [line.text for line in (await shop.run("bake")).logs] == ["burnt"]
        shop.live.log_level = "debug"
        assert [line.text for line in (await shop.run("bake")).logs] == ["flour", "burnt"]


async def test_calls_are_listed_newest_first_for_each_tool_and_the_oldest_go() -> None:
    async with session(a_server()) as shop:
        waiting = shop.start("wait")
        for number in range(KEPT_CALLS + 3):
            await shop.run("buy", what=str(number))
        kept = shop.calls.of("one", "buy")
        assert [call.arguments["what"] for call in kept[:2]] == [str(KEPT_CALLS + 2), str(KEPT_CALLS + 1)]
        assert len(kept) == KEPT_CALLS
        assert shop.calls.of("one", "wait") == [waiting]
        assert shop.calls.of("other", "buy") == []


async def test_clearing_the_calls_of_a_tool_spares_those_that_run() -> None:
    async with session(a_server()) as shop:
        waiting, bought = shop.start("wait"), await shop.run("buy", what="bread")
        cleared = asyncio.Event()
        shop.store.watch("calls:one", cleared.set)
        shop.calls.clear("one", "wait")
        shop.calls.clear("one", "buy")
        await cleared.wait()
        assert (shop.calls.of("one", "wait"), shop.calls.of("one", "buy")) == ([waiting], [])
        assert bought.status == "done"
        shop.calls.clear("one")
        assert (waiting.status, shop.calls.of("one", "wait")) == ("cancelled", [])


async def test_structured_content_that_breaks_the_schema_is_marked_and_kept() -> None:
    mcp = MCPServer("Shop")

    @mcp.tool()
    def price() -> int:
        return 3

    async with session(mcp) as shop:
        tool = shop.tool("price").model_copy(
            update={"output_schema": {"type": "object", "properties": {"result": {"type": "string"}}}}
        )
        call = await shop.ended(shop.calls.start(shop.live, tool, {}))
        assert call.status == "done"
        assert call.schema_problem is not None
        assert "$.result" in call.schema_problem
        assert call.result is not None
        assert call.result.structured_content == {"result": 3}


async def test_an_answer_that_is_no_result_fails_the_call() -> None:
    class Odd:
        async def call_tool(self, *args: Any, **options: Any) -> CallToolResult:
            return CallToolResult.model_validate({"content": [TextContent(text="x"), {"type": "hologram"}]})

    store = new_store()
    live, calls = new_live(store), Calls(store, Clock())
    live.client = Odd()  # type: ignore[assignment]
    call = calls.start(live, Tool(name="odd", input_schema={}), {})
    await until(store, f"call:{call.id}", lambda: call.status != "running")
    assert call.problem is not None
    assert call.problem.code == "INVALID_RESULT"


@pytest.mark.parametrize(
    ("done", "total", "fraction", "words"),
    [
        (3, 10, 0.3, "3 of 10"),
        (1234567, 50_000_000, 0.02469134, "1,234,567 of 50,000,000"),
        (0.5, 1, 0.5, "50%"),
        (7, None, None, "7"),
        (7, 0, None, "7"),
        (7, -1, None, "7"),
        (20, 10, 1.0, "20 of 10"),
        (-5, 10, 0.0, "-5 of 10"),
        (10**400, 1, None, "0"),
        (float("nan"), 1, None, "0"),
        (1e300, 1e301, 0.1, "1e+300 of 1e+301"),
    ],
)
def test_progress_is_shown_whatever_a_server_says(done: Any, total: Any, fraction: float | None, words: str) -> None:
    progress = next_progress(None, done, total, None)
    assert progress.fraction == (pytest.approx(fraction) if fraction is not None else None)
    assert progress.words == words


def test_progress_never_goes_back_and_keeps_its_last_message() -> None:
    progress = next_progress(Progress(5, 10, "mixing"), 2, 10, None)
    assert progress == Progress(5, 10, "mixing")
    assert next_progress(progress, 3, 10, "again").message == "again"
    assert next_progress(progress, 6, 10, "").message == "mixing"
