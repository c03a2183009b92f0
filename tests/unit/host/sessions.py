"""A session between the host's state and a real server, in memory: in place of a frame."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, cast

from mcp.server import MCPServer
from mcp_types import (
    CreateMessageRequestParams,
    CreateMessageResult,
    ElicitRequestParams,
    ElicitResult,
    ErrorData,
    ListRootsResult,
)
from transom import SessionTransport, TransomError
from transom.errors import ClosedHere, PeerClosed
from transom.memory import memory_channels
from transom.serving import serve_channel
from transom.streams import ChannelStreams

from demo_host.state.live import LiveServer
from demo_host.state.store import Store


class MemoryTransport:
    """What the host uses of a `SessionTransport`."""

    over_port = True
    session_id = "session"
    origin = "https://server.example"

    def __init__(self, streams: ChannelStreams) -> None:
        self._streams = streams
        self.ended: asyncio.Future[TransomError] = asyncio.get_running_loop().create_future()

    async def __aenter__(self) -> tuple[Any, Any]:
        return self._streams.reader, self._streams.writer

    async def __aexit__(self, *error: object) -> None:
        self._streams.close_reader()
        self._streams.close_writer()

    async def wait_ended(self) -> TransomError:
        return await asyncio.shield(self.ended)


class MemoryFrame:
    """Loads nothing: `connect` is answered by `server`, or fails with `error`."""

    def __init__(self, server: MCPServer[Any] | None = None, error: Exception | None = None) -> None:
        self._server = server
        self._error = error
        self.transport: MemoryTransport | None = None

    @asynccontextmanager
    async def connect(self, session_id: str | None = None) -> AsyncGenerator[SessionTransport]:
        if self._error is not None:
            raise self._error
        assert self._server is not None
        near, far = memory_channels()
        serving = asyncio.ensure_future(serve_channel(self._server, far))
        self.transport = MemoryTransport(ChannelStreams(near))
        try:
            yield cast(SessionTransport, self.transport)
        finally:
            near.close(ClosedHere())
            await serving

    def end(self, error: TransomError | None = None) -> None:
        """The other page goes away."""
        assert self.transport is not None
        self.transport.ended.set_result(error or PeerClosed())


class Nobody:
    """Answers nothing that a server asks."""

    async def elicit(self, server_id: str, params: ElicitRequestParams) -> ElicitResult:
        return ElicitResult(action="decline")

    async def sample(self, server_id: str, params: CreateMessageRequestParams) -> CreateMessageResult | ErrorData:
        return ErrorData(code=-1, message="Nobody is there.")

    async def roots(self, server_id: str) -> ListRootsResult:
        return ListRootsResult(roots=[])

    def drop(self, server_id: str) -> None:
        pass


class Clock:
    """A time that goes on by one millisecond at each look."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        self.time += 1
        return self.time


def new_store() -> Store:
    return Store(lambda work: asyncio.get_running_loop().call_soon(work))


def new_live(store: Store | None = None, server_id: str = "one") -> LiveServer:
    return LiveServer(server_id, store or new_store())


async def until(store: Store, topic: str, holds: Any, seconds: float = 5) -> None:
    """Return once `holds()` is true; looks after each change of a topic."""
    changed = asyncio.Event()
    stop = store.watch(topic, changed.set)
    try:
        async with asyncio.timeout(seconds):
            while not holds():
                changed.clear()
                await changed.wait()
    finally:
        stop()
