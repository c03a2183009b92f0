"""A channel's streams, with a peer that a test plays, and the messages that go between them."""

from __future__ import annotations

from typing import Any

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import (
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
)
from transom.channel import Channel, Limits
from transom.jsonrpc import read_jsonrpc, write_jsonrpc
from transom.streams import ChannelStreams


class Peer:
    """The wire of a channel, and the page behind it."""

    def __init__(self, *, knows_reading: bool = False, **limits: int) -> None:
        self.texts: list[str] = []
        self.channel = Channel(self, Limits(**limits), knows_reading=knows_reading)
        self.streams = ChannelStreams(self.channel)

    def post(self, text: str) -> None:
        self.texts.append(text)

    def ping(self, number: int) -> None: ...

    def close(self) -> None: ...

    def says(self, *messages: JSONRPCMessage | str) -> None:
        for message in messages:
            self.channel.deliver(message if isinstance(message, str) else write_jsonrpc(message))

    def heard(self) -> list[JSONRPCMessage]:
        messages = [read_jsonrpc(text) for text in self.texts]
        self.texts.clear()
        return messages

    async def taken(self) -> list[JSONRPCMessage]:
        """What the SDK would take now."""
        messages: list[JSONRPCMessage] = []
        with anyio.move_on_after(0.01):
            async for item in self.streams.reader:
                assert isinstance(item, SessionMessage)
                messages.append(item.message)
        return messages

    async def sends(self, *messages: JSONRPCMessage) -> None:
        """What the SDK would send."""
        for message in messages:
            await self.streams.writer.send(SessionMessage(message))


def request(number: int | str, method: str = "tools/list", **params: Any) -> JSONRPCRequest:
    more: dict[str, Any] = {"params": params} if params else {}
    return JSONRPCRequest(jsonrpc="2.0", id=number, method=method, **more)


def notification(method: str = "notifications/progress", **params: Any) -> JSONRPCNotification:
    more: dict[str, Any] = {"params": params} if params else {}
    return JSONRPCNotification(jsonrpc="2.0", method=method, **more)


def cancel(number: object) -> JSONRPCNotification:
    return notification("notifications/cancelled", requestId=number)


def result(number: int | str, **fields: Any) -> JSONRPCResponse:
    return JSONRPCResponse(jsonrpc="2.0", id=number, result=fields)


def error(number: int | str | None, code: int = 1, message: str = "no", data: Any = None) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=number, error=ErrorData(code=code, message=message, data=data))


def error_in(messages: list[JSONRPCMessage]) -> ErrorData:
    (message,) = messages
    assert isinstance(message, JSONRPCError)
    return message.error
