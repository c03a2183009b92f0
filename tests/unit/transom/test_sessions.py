"""The SDK's client and server over a channel, in both eras of the protocol: calls."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp import Client, MCPError
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from transom.channel import Limits
from transom.errors import PeerReloaded
from transom.memory import memory_channels
from transom.serving import serve_channel
from transom.session import reason_of

from tests.unit.transom.sessions import Pair, connected, era, text_in


def greeter() -> MCPServer:
    server = MCPServer("Greeter")

    @server.tool()
    async def greet(name: str) -> str:
        return f"Hello, {name}!"

    return server


@era
async def test_a_tool_is_listed_and_called(mode: str) -> None:
    async with connected(greeter(), mode=mode) as client:
        tools = await client.list_tools()
        assert [tool.name for tool in tools.tools] == ["greet"]
        assert text_in(await client.call_tool("greet", {"name": "Ada"})) == "Hello, Ada!"
        legacy = client.protocol_version < "2026"
    assert legacy == (mode == "legacy")


@era
async def test_progress_is_reported_in_order(mode: str) -> None:
    server = MCPServer("Worker")
    seen: list[float] = []

    @server.tool()
    async def work(ctx: Context) -> str:
        for step in range(5):
            await ctx.report_progress(step, 5, f"step {step}")
        return "done"

    async def watch(progress: float, total: float | None, message: str | None) -> None:
        assert (total, message) == (5, f"step {int(progress)}")
        seen.append(progress)

    async with connected(server, mode=mode) as client:
        await client.call_tool("work", {}, progress_callback=watch)
        await anyio.sleep(0.01)
    assert seen == [0, 1, 2, 3, 4]


def sleeper() -> tuple[MCPServer, list[str]]:
    server, log = MCPServer("Sleeper"), []

    @server.tool()
    async def sleep() -> str:
        log.append("started")
        try:
            await anyio.sleep_forever()
        except anyio.get_cancelled_exc_class():
            log.append("cancelled")
            raise
        return "never"

    @server.tool()
    async def fail() -> str:
        raise MCPError(code=7, message="no")

    @server.tool()
    async def crash() -> str:
        raise LookupError("no")

    return server, log


@era
async def test_calls_that_end_in_any_way_leave_no_room_taken(mode: str) -> None:
    server, log = sleeper()
    async with connected(server, Limits(requests=3), mode=mode) as client:
        for _ in range(5):
            with anyio.move_on_after(0.1):
                await client.call_tool("sleep", {})
            with pytest.raises(MCPError, match="timed out"):
                await client.call_tool("sleep", {}, read_timeout_seconds=0.1)
            with pytest.raises(MCPError, match="no"):
                await client.call_tool("fail", {})
            assert (await client.call_tool("crash", {})).is_error
            await anyio.sleep(0.1)
        assert log == ["started", "cancelled"] * 10
        async with anyio.create_task_group() as calls:
            for _ in range(3):
                calls.start_soon(client.call_tool, "crash", {})


@era
async def test_calls_beyond_the_limit_fail_and_the_others_do_not(mode: str) -> None:
    server, _ = sleeper()
    outcomes: list[str] = []
    async with connected(server, Limits(requests=3), mode=mode) as client:

        async def call() -> None:
            try:
                await client.call_tool("sleep", {}, read_timeout_seconds=1)
            except Exception as error:
                outcomes.append(type(error).__name__)

        async with anyio.create_task_group() as calls:
            for _ in range(5):
                calls.start_soon(call)
        assert sorted(outcomes) == ["MCPError"] * 3 + ["Overloaded"] * 2
        assert (await client.call_tool("crash", {})).is_error


@era
async def test_five_hundred_calls_are_in_flight_at_once(mode: str) -> None:
    server = MCPServer("Counter")
    all_there = asyncio.Event()
    waiting = 0

    @server.tool()
    async def echo(number: int) -> int:
        nonlocal waiting
        waiting += 1
        if waiting == 500:
            all_there.set()
        await all_there.wait()
        return number

    answers: dict[int, str] = {}
    async with connected(server, mode=mode) as client:

        async def call(number: int) -> None:
            answers[number] = text_in(await client.call_tool("echo", {"number": number}))

        async with anyio.create_task_group() as calls:
            for number in range(500):
                calls.start_soon(call, number)
    assert answers == {number: str(number) for number in range(500)}


@era
async def test_a_payload_of_a_million_characters_goes_both_ways(mode: str) -> None:
    server = MCPServer("Echo")

    @server.tool(structured_output=False)
    async def echo(text: str) -> str:
        return text

    text = "aé😀\n" * 250_000
    async with connected(server, mode=mode) as client:
        assert text_in(await client.call_tool("echo", {"text": text})) == text


@era
async def test_an_answer_that_can_not_be_sent_fails_its_call_alone(mode: str) -> None:
    server = MCPServer("Echo")

    @server.tool(structured_output=False)
    async def large() -> str:
        return "x" * 20_000

    @server.tool()
    async def halved() -> str:
        return "\ud800"

    @server.tool()
    async def large_error() -> str:
        raise MCPError(code=7, message="x" * 20_000)

    @server.tool()
    async def odd_error() -> str:
        raise MCPError(code=7, message="no", data=object())

    async with connected(server, Limits(message_chars=10_000), mode=mode) as client:
        for name, problem in (
            ("large", "10000 is the limit"),
            ("halved", "not JSON"),
            ("large_error", "10000 is the limit"),
            ("odd_error", "not JSON"),
        ):
            with pytest.raises(MCPError, match=problem):
                await client.call_tool(name, {})
        assert len((await client.list_tools()).tools) == 4


@era
@pytest.mark.parametrize("by", ["client", "server"])
async def test_a_channel_that_ends_fails_the_pending_call_with_the_reason(mode: str, by: str) -> None:
    server, log = sleeper()
    near, far = memory_channels()
    serving = asyncio.ensure_future(serve_channel(server, far))
    async with Client(Pair(near), mode=mode) as client:
        call = asyncio.ensure_future(client.call_tool("sleep", {}))
        await anyio.sleep(1)
        assert log == ["started"]
        (near if by == "client" else far).close(PeerReloaded())
        with pytest.raises(MCPError) as caught:
            await call
        assert reason_of(caught.value) == ("PEER_RELOADED" if by == "client" else "PEER_CLOSED")
        with pytest.raises(MCPError, match="Connection closed"):
            await client.list_tools()
    await serving
    assert log == ["started", "cancelled"]


async def test_a_client_that_never_initializes_is_served_from_id_0() -> None:
    near, far = memory_channels()
    serving = asyncio.ensure_future(serve_channel(greeter(), far))
    answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    class Bare:
        def receive(self, text: str) -> None:
            answers.put_nowait(json.loads(text))

        def reject(self, rejected: object) -> None: ...
        def end(self, error: object) -> None: ...

    near.open(Bare())
    near.send('{"method":"tools/list","jsonrpc":"2.0","id":0}')
    listed = await answers.get()
    assert (listed["id"], listed["result"]["tools"][0]["name"]) == (0, "greet")
    params = '{"name":"greet","arguments":{"name":"Ada"}}'
    near.send(f'{{"method":"tools/call","params":{params},"jsonrpc":"2.0","id":1}}')
    called = await answers.get()
    assert (called["id"], called["result"]["content"][0]["text"]) == (1, "Hello, Ada!")
    near.close()
    await serving


@era
async def test_two_sessions_on_one_server_do_not_share_ids(mode: str) -> None:
    server = MCPServer("Shared")
    release = asyncio.Event()
    sessions: dict[str, int] = {}

    @server.tool()
    async def who(name: str, ctx: Context) -> str:
        sessions[name] = id(ctx.session)
        await release.wait()
        return f"{name} {ctx.request_id}"

    async with connected(server, mode=mode) as one, connected(server, mode=mode) as other:
        calls = [
            asyncio.ensure_future(client.call_tool("who", {"name": name}))
            for client, name in ((one, "one"), (other, "other"))
        ]
        await anyio.sleep(1)
        release.set()
        first, second = [text_in(await call).split() for call in calls]
    assert (first[0], second[0]) == ("one", "other")
    assert first[1] == second[1]
    assert sessions["one"] != sessions["other"]


@pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
async def test_log_messages_arrive_before_the_result() -> None:
    server = MCPServer("Talker")
    heard: list[Any] = []

    @server.tool()
    async def talk(ctx: Context) -> str:
        await ctx.info("first")
        await ctx.info("second")
        return "done"

    async def log(params: types.LoggingMessageNotificationParams) -> None:
        heard.append(params.data)

    async with connected(server, mode="legacy", logging_callback=log) as client:
        await client.call_tool("talk", {})
        await anyio.sleep(0.01)
    assert heard == ["first", "second"]
