"""Servers for the copilot: one without a session, which remembers what was called, and real ones in memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import mcp_types as types
from mcp.server import MCPServer
from transom import TransomError
from transom.errors import ClosedHere, PeerClosed
from transom.memory import memory_channels
from transom.serving import serve_channel
from transom.streams import ChannelStreams

from assistant.conversation import Arguments, Outcome, Turn
from assistant.following import Following
from assistant.model import Disconnected
from assistant.offer import Offer


def tool(name: str, *required: str, **fields: Any) -> types.Tool:
    schema = {"type": "object", "properties": {one: {"type": "string"} for one in required}, "required": [*required]}
    return types.Tool(name=name, input_schema=schema, **fields)


def question(text: str) -> list[Turn]:
    return [Turn("person", text)]


class Shelf:
    """A `Server` that remembers what was called, and gives what it is told to."""

    def __init__(self, *tools: types.Tool, **outcomes: Outcome) -> None:
        self.offer = Offer("Shelf", tools=tools)
        self.outcomes = outcomes
        self.calls: list[tuple[str, Arguments]] = []
        self.texts = {"shelf://note": "Bread at noon."}
        self.is_gone = False
        self.is_waited_for = asyncio.Event()
        """The tool `wait` was called, which never answers."""

    async def call(self, tool: str, arguments: Arguments) -> Outcome:
        self.calls.append((tool, arguments))
        if self.is_gone:
            raise Disconnected("The page was closed.")
        if tool == "wait":
            self.is_waited_for.set()
            await asyncio.Event().wait()
        return self.outcomes.get(tool) or Outcome("done", f"{tool} is done", {"tool": tool})

    async def read(self, uri: str) -> str:
        if self.is_gone:
            raise Disconnected("The page was closed.")
        if uri not in self.texts:
            raise LookupError(f"There is no {uri}.")
        return self.texts[uri]


class MemorySession:
    """What `Following` uses of a `SessionTransport`."""

    def __init__(self, streams: ChannelStreams) -> None:
        self._streams = streams
        self._ended: asyncio.Future[TransomError] = asyncio.get_running_loop().create_future()

    async def __aenter__(self) -> tuple[Any, Any]:
        return self._streams.reader, self._streams.writer

    async def __aexit__(self, *error: object) -> None:
        self._streams.close_reader()
        self._streams.close_writer()

    async def wait_ended(self) -> TransomError:
        return await asyncio.shield(self._ended)

    def end(self, error: TransomError | None = None) -> None:
        """The other page goes away."""
        error = error or PeerClosed()
        self._streams.channel.close(error)
        self._ended.set_result(error)


class Notes:
    """A `Watcher`: what it was told, and a way to wait for it."""

    def __init__(self) -> None:
        self.updated: list[str] = []
        self.offers: list[tuple[Offer, Offer]] = []
        self._changed = asyncio.Event()

    def state_changed(self) -> None:
        self._changed.set()

    def offer_changed(self, before: Offer, after: Offer) -> None:
        self.offers.append((before, after))
        self._changed.set()

    def resource_changed(self, uri: str) -> None:
        self.updated.append(uri)
        self._changed.set()

    async def until(self, holds: Any) -> None:
        async with asyncio.timeout(5):
            while not holds():
                self._changed.clear()
                await self._changed.wait()


@asynccontextmanager
async def followed(
    mcp: MCPServer[Any], notes: Notes, **options: Any
) -> AsyncGenerator[tuple[Following, MemorySession]]:
    """A copilot that follows a real server, once it is connected."""
    near, far = memory_channels()
    serving = asyncio.ensure_future(serve_channel(mcp, far))
    session = MemorySession(ChannelStreams(near))
    following = Following(notes, **options)
    running = asyncio.ensure_future(following.run(session))
    try:
        await notes.until(lambda: following.state != "waiting")
        yield following, session
    finally:
        running.cancel()
        await asyncio.wait([running])
        near.close(ClosedHere())
        await serving


async def whole(words: Any) -> str:
    return "".join([word async for word in words])


def names(offer: Offer) -> Sequence[str]:
    return [one.name for one in offer.tools]
