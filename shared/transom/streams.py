"""A channel as the pair of streams that `mcp.Client` and a server's `run` take.

The SDK's own memory streams would put every message through one more queue and one more task; these don't.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

import anyio
from mcp.shared.dispatcher import as_request_id, coerce_request_id
from mcp.shared.message import SessionMessage
from mcp_types import (
    CONNECTION_CLOSED,
    INTERNAL_ERROR,
    PROTOCOL_VERSION_META_KEY,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
)

from transom.channel import Channel, Rejected
from transom.errors import MessageRefused, NotJson, Overloaded, TransomError
from transom.jsonrpc import INVALID_REQUEST, NotJsonRpc, read_jsonrpc, write_jsonrpc

logger = logging.getLogger(__name__)

OVERLOADED = -32000
INITIALIZED = JSONRPCNotification(jsonrpc="2.0", method="notifications/initialized")


class ChannelStreams:
    """Both streams of one channel: they share which requests are open, in either direction.

    With `opens_gate`, a client that starts without `initialize` is served nonetheless: to the SDK's server it seems to
    have sent `notifications/initialized` first.
    """

    def __init__(self, channel: Channel, *, opens_gate: bool = False) -> None:
        self._channel = channel
        self._queue: deque[SessionMessage] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self._asked: dict[RequestId, RequestId] = {}
        """Our requests that are not answered, by the id that the SDK compares."""
        self._asking: set[RequestId] = set()
        """The other side's requests that are not answered."""
        self._gate = opens_gate
        self._reader_closed = False
        self._writer_closed = False
        self.reader = ChannelReader(self)
        self.writer = ChannelWriter(self)
        channel.open(self)

    # What comes from the channel

    def receive(self, text: str) -> None:
        try:
            message = read_jsonrpc(text)
        except NotJsonRpc as problem:
            self._channel.dropped["malformed"] += 1
            if self._channel.dropped["malformed"] == 1:
                logger.warning("A message was dropped, being no JSON-RPC message of MCP: %s", problem)
            if problem.id is not None:
                self.reject(Rejected(problem.id, problem.is_request, str(problem)))
            return
        self._take(message)

    def reject(self, rejected: Rejected) -> None:
        error = ErrorData(code=INVALID_REQUEST, message=f"The message was refused: {rejected.reason}.")
        if rejected.is_request:
            self._answer(rejected.id, error)
        else:
            self._take(JSONRPCError(jsonrpc="2.0", id=rejected.id, error=error))

    def end(self, error: TransomError) -> None:
        """Every request that is open gets the error; then the stream ends."""
        data = ErrorData(code=CONNECTION_CLOSED, message=str(error), data={"transom": error.code})
        for id in self._asked.values():
            self._queue.append(SessionMessage(JSONRPCError(jsonrpc="2.0", id=id, error=data)))
        self._asked.clear()
        self._asking.clear()
        self._wake()

    def _take(self, message: JSONRPCMessage) -> None:
        if self._reader_closed:
            if isinstance(message, JSONRPCRequest):
                self._answer(message.id, ErrorData(code=CONNECTION_CLOSED, message="Nobody answers here any more."))
            return
        match message:
            case JSONRPCRequest():
                if not self._admits(message):
                    return
                if self._gate:
                    self._open_gate(message)
            case JSONRPCNotification():
                # One that settles a request is always taken: the SDK never answers that then.
                if not self._is_cancelled_by(message) and self._is_full():
                    self._channel.dropped["overload"] += 1
                    return
            case JSONRPCResponse() | JSONRPCError():
                if message.id is None or self._asked.pop(coerce_request_id(message.id), None) is None:
                    self._channel.dropped["unknown-id"] += 1
                    return
        self._queue.append(SessionMessage(message))
        self._wake()

    def _admits(self, request: JSONRPCRequest) -> bool:
        key = coerce_request_id(request.id)
        if key in self._asking:
            self._answer(request.id, ErrorData(code=INVALID_REQUEST, message="A request with this id is under way."))
            return False
        if len(self._asking) >= self._channel.limits.requests or self._is_full():
            self._channel.dropped["overload"] += 1
            message = f"{len(self._asking)} requests are under way. Wait for some to finish, then try again."
            self._answer(request.id, ErrorData(code=OVERLOADED, message=message))
            return False
        self._asking.add(key)
        return True

    def _is_full(self) -> bool:
        return len(self._queue) >= self._channel.limits.queue

    def _is_cancelled_by(self, message: JSONRPCNotification) -> bool:
        """Whether this cancels a request of the other side that was not answered."""
        id = as_request_id((message.params or {}).get("requestId"))
        if message.method != "notifications/cancelled" or id is None or coerce_request_id(id) not in self._asking:
            return False
        self._asking.discard(coerce_request_id(id))
        return True

    def _open_gate(self, request: JSONRPCRequest) -> None:
        if request.method == "ping":
            return
        self._gate = False
        meta: Any = (request.params or {}).get("_meta")
        is_modern = isinstance(meta, Mapping) and PROTOCOL_VERSION_META_KEY in meta
        if request.method not in ("initialize", "server/discover") and not is_modern:
            self._queue.append(SessionMessage(INITIALIZED))

    def _answer(self, id: RequestId, error: ErrorData) -> None:
        try:
            self._channel.send(write_jsonrpc(JSONRPCError(jsonrpc="2.0", id=id, error=error)))
        except TransomError as refused:
            self._channel.close(refused)

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    # What the SDK calls

    async def next(self) -> SessionMessage:
        while self._reader_closed or not self._queue:
            if self._reader_closed:
                raise anyio.ClosedResourceError
            if self._channel.error is not None:
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
        if self._channel.error is not None:
            raise anyio.BrokenResourceError
        try:
            text = write_jsonrpc(message)
        except NotJson as problem:
            if not isinstance(message, JSONRPCResponse | JSONRPCError):
                raise
            error = ErrorData(code=INTERNAL_ERROR, message=f"The answer is not JSON: {problem}")
            message = JSONRPCError(jsonrpc="2.0", id=message.id, error=error)
            text = write_jsonrpc(message)
        try:
            self._send(message, text)
        except MessageRefused:
            raise
        except TransomError:
            raise anyio.BrokenResourceError from None

    def _send(self, message: JSONRPCMessage, text: str) -> None:
        if isinstance(message, JSONRPCRequest):
            if len(self._asked) >= self._channel.limits.requests:
                raise Overloaded(f"{len(self._asked)} calls are under way.")
            self._channel.send(text)
            self._asked[coerce_request_id(message.id)] = message.id
            return
        try:
            self._channel.send(text)
        except Overloaded as error:
            # The other side does not read: nobody is there to be told of a lost answer.
            self._channel.close(error)
            raise anyio.BrokenResourceError from None
        except MessageRefused as error:
            if not isinstance(message, JSONRPCResponse | JSONRPCError) or message.id is None:
                raise
            self._answer(message.id, ErrorData(code=INTERNAL_ERROR, message=str(error)))
        if isinstance(message, JSONRPCResponse | JSONRPCError) and message.id is not None:
            self._asking.discard(coerce_request_id(message.id))

    def forget(self, message: JSONRPCNotification) -> None:
        """A call that we cancelled is not answered."""
        id = as_request_id((message.params or {}).get("requestId"))
        if id is not None:
            self._asked.pop(coerce_request_id(id), None)

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
        if isinstance(item.message, JSONRPCNotification) and item.message.method == "notifications/cancelled":
            self._streams.forget(item.message)

    async def aclose(self) -> None:
        self._streams.close_writer()
