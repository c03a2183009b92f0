"""JSON-RPC over a channel: which requests are open, in either direction, and what is let in.

What the SDK is given of it is in `streams` and in `dispatcher`.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod

from mcp.shared.dispatcher import as_request_id, coerce_request_id
from mcp_types import (
    CONNECTION_CLOSED,
    INTERNAL_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
)

from transom.channel import OVERLOADED, Channel, Rejected
from transom.errors import ClosedHere, MessageRefused, NotJson, Overloaded, TransomError
from transom.jsonrpc import INVALID_REQUEST, NotJsonRpc, read_jsonrpc, write_jsonrpc

logger = logging.getLogger(__name__)


class Exchange(ABC):
    """Takes what comes out of a channel; `deliver` gets what is sound, and within the limits."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self._asked: dict[RequestId, RequestId] = {}
        """Our requests that are not answered, by the id that the SDK compares."""
        self._asking: set[RequestId] = set()
        """The other side's requests that are not answered."""

    @abstractmethod
    def deliver(self, message: JSONRPCMessage) -> None:
        """A message has come."""

    @abstractmethod
    def finish(self, error: ErrorData, open_ids: tuple[RequestId, ...]) -> None:
        """The channel is closed: these requests of ours are not answered any more."""

    def has_room(self) -> bool:
        """Whether what comes can be kept until it is taken."""
        return True

    # What comes from the channel

    def receive(self, text: str) -> None:
        try:
            message = read_jsonrpc(text)
        except NotJsonRpc as problem:
            self.channel.dropped["malformed"] += 1
            if self.channel.dropped["malformed"] == 1:
                logger.warning("A message was dropped, being no JSON-RPC message of MCP: %s", problem)
            if problem.id is not None:
                self.reject(Rejected(problem.id, problem.is_request, str(problem)))
            return
        self._take(message)

    def reject(self, rejected: Rejected) -> None:
        error = ErrorData(code=INVALID_REQUEST, message=f"The message was refused: {rejected.reason}.")
        if rejected.is_request:
            self.refuse(rejected.id, error)
        else:
            self._take(JSONRPCError(jsonrpc="2.0", id=rejected.id, error=error))

    def end(self, error: TransomError) -> None:
        open_ids = tuple(self._asked.values())
        self._asked.clear()
        self._asking.clear()
        self.finish(closed_by(error), open_ids)

    def _take(self, message: JSONRPCMessage) -> None:
        match message:
            case JSONRPCRequest():
                if not self._admits(message):
                    return
            case JSONRPCNotification():
                # One that settles a request is always taken: the SDK never answers that then.
                if not self._is_cancelled_by(message) and not self.has_room():
                    self.channel.dropped["overload"] += 1
                    return
            case JSONRPCResponse() | JSONRPCError():
                if message.id is None or self._asked.pop(coerce_request_id(message.id), None) is None:
                    self.channel.dropped["unknown-id"] += 1
                    return
        self.deliver(message)

    def _admits(self, request: JSONRPCRequest) -> bool:
        key = coerce_request_id(request.id)
        if key in self._asking:
            self.refuse(request.id, ErrorData(code=INVALID_REQUEST, message="A request with this id is under way."))
            return False
        if len(self._asking) >= self.channel.limits.requests or not self.has_room():
            self.channel.dropped["overload"] += 1
            message = f"{len(self._asking)} requests are under way. Wait for some to finish, then try again."
            self.refuse(request.id, ErrorData(code=OVERLOADED, message=message))
            return False
        self._asking.add(key)
        return True

    def _is_cancelled_by(self, message: JSONRPCNotification) -> bool:
        """Whether this cancels a request of the other side that was not answered."""
        id = cancelled_id(message)
        if id is None or id not in self._asking:
            return False
        self._asking.discard(id)
        return True

    def refuse(self, id: RequestId, error: ErrorData) -> None:
        """Answer a request that nobody else will."""
        try:
            self.channel.send(write_jsonrpc(JSONRPCError(jsonrpc="2.0", id=id, error=error)))
        except TransomError as refused:
            self.channel.close(refused)

    # What goes out

    def send(self, message: JSONRPCMessage) -> None:
        """Raises the channel's error when it is closed, and a `MessageRefused` when this message can't be sent."""
        if self.channel.error is not None:
            raise self.channel.error
        try:
            text = write_jsonrpc(message)
        except NotJson as problem:
            if not isinstance(message, JSONRPCResponse | JSONRPCError):
                raise
            error = ErrorData(code=INTERNAL_ERROR, message=f"The answer is not JSON: {problem}")
            message = JSONRPCError(jsonrpc="2.0", id=message.id, error=error)
            text = write_jsonrpc(message)
        match message:
            case JSONRPCRequest():
                self._send_request(message, text)
            case JSONRPCNotification():
                self._send_answer(None, text)
                if (id := cancelled_id(message)) is not None:  # such a call is not answered
                    self._asked.pop(id, None)
            case JSONRPCResponse() | JSONRPCError():
                self._send_answer(message.id, text)

    def _send_request(self, request: JSONRPCRequest, text: str) -> None:
        if len(self._asked) >= self.channel.limits.requests:
            raise Overloaded(f"{len(self._asked)} calls are under way.")
        self.channel.send(text)
        self._asked[coerce_request_id(request.id)] = request.id

    def _send_answer(self, id: RequestId | None, text: str) -> None:
        try:
            self.channel.send(text)
        except Overloaded as error:
            # The other side does not read: nobody is there to be told of a lost answer.
            self.channel.close(error)
            raise error from None
        except MessageRefused as error:
            if id is None:
                raise
            self.refuse(id, ErrorData(code=INTERNAL_ERROR, message=str(error)))
        if id is not None:
            self._asking.discard(coerce_request_id(id))


def cancelled_id(message: JSONRPCNotification) -> RequestId | None:
    """The id of the request that a notification cancels, as the SDK compares ids."""
    if message.method != "notifications/cancelled":
        return None
    id = as_request_id((message.params or {}).get("requestId"))
    return None if id is None else coerce_request_id(id)


def closed_by(error: TransomError | None) -> ErrorData:
    """What a call that is not answered any more fails with; see `reason_of`."""
    error = error or ClosedHere()
    return ErrorData(code=CONNECTION_CLOSED, message=str(error), data={"transom": error.code})
