"""What Transom's runtime does in Python: before the memory snapshot, after a restore, and around a page's script."""

import asyncio
import gc
import importlib.machinery
import importlib.util
import json
import logging
import math
import random
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.machinery import ModuleSpec
from typing import Any

IMPORTS = (
    "anyio._backends._asyncio",  # anyio loads it on first use
    "concurrent.futures.thread",
    "jsonschema",
    "mcp",
    "mcp.client",
    "mcp.server",
    "pyodide.code",
    "pyodide.ffi",
    "pyodide.webloop",
    "transom",
)


REHEARSED_CALLS = 100
"""Python fits its bytecode to what it has seen, and that is in the snapshot."""

TURNS_OF_WAITING = 4

EXERCISE_ROUNDS = 30
"""Chromium keeps compiled code once a megabyte of it is optimised: about 20 rounds."""


class NativeFinder:
    """Finds extension modules, which can't be imported from a zip.

    At the front of `sys.meta_path`, as a wheel may also hold a stub folder of the extension's name.
    """

    def __init__(self, paths: dict[str, str]) -> None:
        self._paths = paths

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name not in self._paths:
            return None
        loader = importlib.machinery.ExtensionFileLoader(name, self._paths[name])
        return importlib.util.spec_from_loader(name, loader, origin=self._paths[name])


async def _run_inline(
    func: Callable[..., Any],
    *args: Any,
    abandon_on_cancel: bool = False,
    cancellable: bool | None = None,
    limiter: object = None,
) -> Any:
    """`anyio.to_thread.run_sync` where there are no threads: so that a plain `def` tool works."""
    return func(*args)


def prepare(natives: str) -> None:
    """Import everything that pages need. Runs before the snapshot, and in a plain boot."""
    sys.meta_path.insert(0, NativeFinder(json.loads(natives)))

    import transom_log

    transom_log.install()

    import anyio.to_thread

    anyio.to_thread.run_sync = _run_inline
    for name in IMPORTS:
        importlib.import_module(name)

    import transom_loop

    transom_loop.install()


class _RehearsalLoop(asyncio.BaseEventLoop):
    """An event loop that waits for nothing from outside: enough for a client and a server in one process."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = self

    def select(self, timeout: float | None) -> list[Any]:
        return []

    def _process_events(self, event_list: list[Any]) -> None: ...

    def _write_to_self(self) -> None: ...


def _rehearsal_server() -> Any:
    from mcp.server import MCPServer
    from pydantic import BaseModel

    class Answer(BaseModel):
        text: str

    server = MCPServer("Rehearsal")

    @server.tool()
    def ask(question: str, times: int = 1) -> Answer:
        """Answer."""
        return Answer(text=question * times)

    @server.tool()
    async def wait(seconds: float) -> str:
        return str(seconds)

    @server.resource("rehearsal://text")
    def text() -> str:
        return "text"

    @server.prompt()
    def prompt(topic: str) -> str:
        return topic

    return server


@asynccontextmanager
async def _streams(channel: Any) -> AsyncGenerator[Any]:
    from transom.streams import ChannelStreams

    streams = ChannelStreams(channel)
    yield streams.reader, streams.writer
    channel.close()


async def _converse(server: Any, calls: int = 1) -> None:
    """What clients of both protocol eras ask of a server, over a channel as between two pages."""
    from mcp import Client
    from transom.memory import memory_channels
    from transom.serving import serve_channel

    for mode in ("auto", "legacy"):
        near, far = memory_channels()
        serving = asyncio.ensure_future(serve_channel(server, far))
        async with Client(_streams(near), mode=mode) as client:
            await client.list_tools()
            for _ in range(calls):
                await client.call_tool("ask", {"question": "?"})
            await client.call_tool("wait", {"seconds": 1.5})
            await client.list_resources()
            await client.read_resource("rehearsal://text")
            await client.list_prompts()
            await client.get_prompt("prompt", {"topic": "frames"})
        await serving


def rehearse() -> None:
    """Talk to a server once, so that what is built on first use is in the snapshot."""
    running = asyncio.events._get_running_loop()  # Pyodide's, which runs all the time
    asyncio.events._set_running_loop(None)
    loop = _RehearsalLoop()
    try:
        loop.run_until_complete(_converse(_rehearsal_server(), REHEARSED_CALLS))
    finally:
        loop.close()
        asyncio.events._set_running_loop(running)


async def exercise(idle: Callable[[], Awaitable[None]]) -> None:
    """Run what pages run, often enough that the browser compiles it well and keeps the compiled code."""
    server = _rehearsal_server()
    for _ in range(EXERCISE_ROUNDS):
        await _until_quiet(idle)
        await _converse(server)


async def _until_quiet(idle: Callable[[], Awaitable[None]]) -> None:
    """Return when the page has done nothing else for a moment: whoever uses it comes first."""
    loop: Any = asyncio.get_running_loop()
    turns = -math.inf
    while loop.turns - turns > TURNS_OF_WAITING:
        turns = loop.turns
        await idle()


def freeze() -> None:
    """Collect the garbage of start-up and exempt what is left from later collections. Runs before the snapshot."""
    gc.collect()
    gc.freeze()


def renew() -> None:
    """Renew what a snapshot must not share. Runs after each restore."""
    random.seed()
    _renew_time_zone()
    logging._startTime = time.time_ns()  # type: ignore[attr-defined]


def _renew_time_zone() -> None:
    """What the `time` module read when it was imported, read again: the snapshot has the build machine's."""
    year = time.localtime().tm_year
    zones = [time.localtime(time.mktime((year, month, 1, 12, 0, 0, 0, 0, -1))) for month in (1, 7)]
    standard, summer = sorted(zones, key=lambda zone: zone.tm_gmtoff)
    time.timezone, time.altzone = -standard.tm_gmtoff, -summer.tm_gmtoff
    time.daylight = int(standard.tm_gmtoff != summer.tm_gmtoff)
    time.tzname = (standard.tm_zone, summer.tm_zone)


async def run_script(source: str, filename: str, started: Callable[[], None]) -> None:
    """Run a page's script; `started` is called once it has come to its first await, or its end, without an error."""
    from pyodide.code import eval_code_async

    import __main__

    task = asyncio.ensure_future(eval_code_async(source, __main__.__dict__, filename=filename))
    await asyncio.sleep(0)
    if not task.done() or not (task.cancelled() or task.exception()):
        started()
    await task
