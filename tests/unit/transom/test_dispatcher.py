"""What a server over a channel does with handlers that go astray."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from transom.channel import Channel
from transom.jsonrpc import write_jsonrpc
from transom.memory import memory_channels
from transom.serving import serve_channel

from .streaming import cancel, request

server = MCPServer("Astray")


@server.tool()
async def leave() -> str:
    sys.exit("gone")


@server.tool()
async def report(context: Context[Any, Any]) -> str:
    for number in range(100_000):
        await context.report_progress(number)
    return "reported"


@server.tool()
async def echo(text: str) -> str:
    return text


class Heard:
    """The other side of a server, which says what a test writes."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.notifications = 0
        channel.open(self)

    def receive(self, text: str) -> None:
        message = json.loads(text)
        if "method" in message:
            self.notifications += 1
        else:
            self.answers.put_nowait(message)

    def reject(self, rejected: object) -> None: ...
    def end(self, error: object) -> None: ...

    def call(self, number: int, tool: str, **arguments: Any) -> None:
        params = {"name": tool, "arguments": arguments, "_meta": {"progressToken": number}}
        self.channel.send(write_jsonrpc(request(number, "tools/call", **params)))


async def test_a_tool_that_exits_fails_its_call_alone() -> None:
    near, far = memory_channels()
    serving = asyncio.ensure_future(serve_channel(server, far))
    heard = Heard(near)
    heard.call(1, "leave")
    assert "error" in await heard.answers.get()
    heard.call(2, "echo", text="still there")
    assert (await heard.answers.get())["result"]["content"][0]["text"] == "still there"
    near.close()
    await serving


async def test_a_tool_that_reports_all_the_time_can_be_cancelled() -> None:
    near, far = memory_channels()
    serving = asyncio.ensure_future(serve_channel(server, far))
    heard = Heard(near)
    heard.call(1, "report")
    near.send(write_jsonrpc(cancel(1)))
    heard.call(2, "echo", text="next")
    assert (await heard.answers.get())["id"] == 2
    assert heard.notifications < 100
    near.close()
    await serving


async def test_a_server_that_was_stopped_serves_no_more() -> None:
    near, far = memory_channels()
    serving = asyncio.ensure_future(serve_channel(server, far))
    heard = Heard(near)
    heard.call(1, "echo", text="first")
    await heard.answers.get()
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    heard.call(2, "echo", text="late")
    assert (await heard.answers.get())["error"]["message"]
    near.close()


async def test_a_progress_that_no_float_can_hold_is_refused_alone() -> None:
    near, far = memory_channels()
    serving = asyncio.ensure_future(serve_channel(server, far))
    heard = Heard(near)
    near.send(
        f'{{"jsonrpc":"2.0","method":"notifications/progress","params":{{"progressToken":1,"progress":1{"0" * 400}}}}}'
    )
    heard.call(1, "echo", text="after")
    assert (await heard.answers.get())["id"] == 1
    assert far.dropped["malformed"] == 1
    near.close()
    await serving
