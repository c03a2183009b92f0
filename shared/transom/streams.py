"""A channel as the pair of streams that `mcp.Client` takes.

The SDK's own memory streams would put every message through one more queue and one more task; these don't.
"""

from __future__ import annotations

import asyncio
from collections import deque
from types import TracebackType
from typing import Self

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import (
    CONNECTION_CLOSED,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    RequestId,
)

from transom.channel import Channel
from transom.errors import TransomError
from transom.exchange import Exchange


class ChannelStreams(Exchange):
    """Both streams of one channel."""

    def __init__(self, channel: Channel) -> None:
        super().__init__(channel)
        self._queue: deque[SessionMessage] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self._reader_closed = False
        self._writer_closed = False
        self.reader = ChannelReader(self)
        self.writer = ChannelWriter(self)
        channel.open(self)

    def deliver(self, message: JSONRPCMessage) -> None:
        if not self._reader_closed:
            self._queue.append(SessionMessage(message))
            self._wake()
        elif isinstance(message, JSONRPCRequest):
            self.refuse(message.id, ErrorData(code=CONNECTION_CLOSED, message="Nobody answers here any more."))

    def finish(self, error: ErrorData, open_ids: tuple[RequestId, ...]) -> None:
        """Every request that is open gets the error; then the stream ends."""
        self._queue.extend(SessionMessage(JSONRPCError(jsonrpc="2.0", id=id, error=error)) for id in open_ids)
        self._wake()

    def has_room(self) -> bool:
        return len(self._queue) < self.channel.limits.queue

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def next(self) -> SessionMessage:
        while self._reader_closed or not self._queue:
            if self._reader_closed:
                raise anyio.ClosedResourceError
            if self.channel.error is not None:
                raise anyio.EndOfStream
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        return self._queue.popleft()

    def write(self, message: JSONRPCMessage) -> None:
        if self._writer_closed:
            raise anyio.ClosedResourceError
        try:
            self.send(message)
        except TransomError as error:
            if self.channel.error is None:
                raise
            raise anyio.BrokenResourceError from error

    def close_reader(self) -> None:
        self._reader_closed = True
        self._queue.clear()
        self._wake()

    def close_writer(self) -> None:
        self._writer_closed = True


class _Closing:
    def __init__(self, streams: ChannelStreams) -> None:
        self._streams = streams

    async def aclose(self) -> None: ...

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        await self.aclose()


class ChannelReader(_Closing):
    async def receive(self) -> SessionMessage | Exception:
        return await self._streams.next()

    async def aclose(self) -> None:
        self._streams.close_reader()

    def __aiter__(self) -> ChannelReader:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self._streams.next()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None


class ChannelWriter(_Closing):
    async def send(self, item: SessionMessage, /) -> None:
        self._streams.write(item.message)
        if isinstance(item.message, JSONRPCNotification):
            await asyncio.sleep(0)  # who sends many must leave the page its turn

    async def aclose(self) -> None:
        self._streams.close_writer()
