"""What a handler gets of the message that it handles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import anyio
from mcp.shared.dispatcher import CallOptions, Outbound
from mcp.shared.exceptions import NoBackChannelError
from mcp.shared.transport_context import TransportContext
from mcp_types import ProgressToken, RequestId


class _Dispatcher(Outbound, Protocol):
    transport: TransportContext


@dataclass(slots=True)
class Context:
    """The SDK's `DispatchContext`: the way back to the other side, as long as the message is handled."""

    dispatcher: _Dispatcher
    request_id: RequestId | None = None
    progress_token: ProgressToken | None = None
    message_metadata: None = None
    is_open: bool = True
    _cancel_requested: anyio.Event | None = field(default=None, init=False)

    @property
    def transport(self) -> TransportContext:
        return self.dispatcher.transport

    @property
    def can_send_request(self) -> bool:
        return self.transport.can_send_request and self.is_open

    @property
    def cancel_requested(self) -> anyio.Event:
        # Made when it is asked for: few handlers do.
        self._cancel_requested = self._cancel_requested or anyio.Event()
        return self._cancel_requested

    async def send_raw_request(
        self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None
    ) -> dict[str, Any]:
        if not self.can_send_request:
            raise NoBackChannelError(method)
        return await self.dispatcher.send_raw_request(method, params, opts)

    async def notify(self, method: str, params: Mapping[str, Any] | None, opts: CallOptions | None = None) -> None:
        if self.is_open:
            await self.dispatcher.notify(method, params, opts)

    async def progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        if self.progress_token is None:
            return
        params: dict[str, Any] = {"progressToken": self.progress_token, "progress": progress}
        given = {"total": total, "message": message}
        params |= {name: value for name, value in given.items() if value is not None}
        await self.notify("notifications/progress", params)
