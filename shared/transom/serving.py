"""One session of a server: in the protocol era that its client opens it with.

What the SDK's `Server.run` does over streams, over a `ChannelDispatcher`; by the parts that the SDK exports for that.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mcp.server import MCPServer, Server
from mcp.server.connection import Connection, NotifyOnlyOutbound
from mcp.server.runner import ServerRunner, aclose_shielded, serve_one
from mcp.shared.dispatcher import DispatchContext
from mcp.shared.exceptions import MCPError
from mcp.shared.inbound import InboundLadderRejection, InboundModernRoute, classify_inbound_request
from mcp.shared.jsonrpc_dispatcher import handler_exception_to_error_data
from mcp.shared.transport_context import TransportContext
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_REQUEST,
    PROTOCOL_VERSION_META_KEY,
    UNSUPPORTED_PROTOCOL_VERSION,
    UnsupportedProtocolVersionErrorData,
)
from mcp_types.version import LATEST_MODERN_VERSION, MODERN_PROTOCOL_VERSIONS

from transom.channel import Channel
from transom.dispatcher import ChannelDispatcher

logger = logging.getLogger(__name__)

Dispatched = DispatchContext[TransportContext]
Params = Mapping[str, Any] | None
NO_GATE = ("ping", "initialize", "server/discover")
"""What a client may send before it is initialized."""


async def serve_channel(server: MCPServer[Any] | Server[Any], channel: Channel) -> None:
    """Serve until the channel is closed."""
    # The SDK has no public name for it yet.
    actual: Server[Any] = server._lowlevel_server if isinstance(server, MCPServer) else server  # type: ignore[reportPrivateUsage]
    async with actual.lifespan(actual) as state:
        dispatcher = ChannelDispatcher(channel)
        session = _Session(actual, dispatcher, state)
        try:
            await dispatcher.run(session.on_request, session.on_notify)
        finally:
            await aclose_shielded(session.connection)


class _Session:
    def __init__(self, server: Server[Any], dispatcher: ChannelDispatcher, state: Any) -> None:
        self._server = server
        self._dispatcher = dispatcher
        self._state = state
        self._outbound = NotifyOnlyOutbound(dispatcher)
        self._is_modern: bool | None = None
        """Which era the first request has opened; `None` before it."""
        self._known: tuple[object, Connection] | None = None
        self.connection = Connection.for_loop(dispatcher)
        self._runner = ServerRunner(server, self.connection, state)

    async def on_request(self, context: Dispatched, method: str, params: Params) -> dict[str, Any]:
        is_modern = method != "initialize" and _has_envelope(params)
        if self._is_modern is None:
            self._choose(is_modern)
        if self._is_modern:
            return await self._serve_modern(context, method, params)
        if is_modern:
            message = "This connection is of the handshake era: a request with an envelope is of the other."
            raise MCPError(code=INVALID_REQUEST, message=message)
        if method not in NO_GATE and not self.connection.initialize_accepted:
            # The reference's client never sends `initialize`, and is served nonetheless.
            self.connection.initialized.set()
        return await self._runner.on_request(context, method, params)

    def _choose(self, is_modern: bool) -> None:
        self._is_modern = is_modern
        if is_modern:
            # In this era a server sends no requests of its own.
            self._dispatcher.transport = replace(self._dispatcher.transport, can_send_request=False)

    async def _serve_modern(self, context: Dispatched, method: str, params: Params) -> dict[str, Any]:
        if method == "initialize":
            message = f"This connection is of the era of {LATEST_MODERN_VERSION}, which has no `initialize`."
            raise MCPError(code=UNSUPPORTED_PROTOCOL_VERSION, message=message, data=_supported(params))
        route = classify_inbound_request({"method": method, "params": params})
        if isinstance(route, InboundLadderRejection):
            raise MCPError(code=route.code, message=route.message, data=route.data)
        connection = self._connection(route)
        try:
            return await serve_one(
                self._server, context, method, params, connection=connection, lifespan_state=self._state
            )
        except Exception as error:  # what a handler raises must not reach the wire
            if handler_exception_to_error_data(error) is not None:
                raise
            logger.exception("The handler of %r failed", method)
            raise MCPError(code=INTERNAL_ERROR, message="Internal server error") from error

    def _connection(self, route: InboundModernRoute) -> Connection:
        """The connection of one request. Who asks is the same in all of them, as a rule, and is read once."""
        envelope = (route.protocol_version, route.client_info, route.client_capabilities)
        if self._known is None or self._known[0] != envelope:
            version, info, capabilities = envelope
            known = Connection.from_envelope(version, info, capabilities, outbound=self._outbound)
            self._known = (envelope, known)
            return known
        known = self._known[1]
        connection = Connection(
            self._outbound, protocol_version=route.protocol_version, client_params=known.client_params
        )
        connection.client_capabilities = known.client_capabilities
        connection.initialized.set()
        return connection

    async def on_notify(self, context: Dispatched, method: str, params: Params) -> None:
        if not self._is_modern:
            await self._runner.on_notify(context, method, params)
            return
        connection = Connection.from_envelope(LATEST_MODERN_VERSION, None, None, outbound=self._outbound)
        try:
            await ServerRunner(self._server, connection, self._state).on_notify(context, method, params)
        finally:
            await aclose_shielded(connection)


def _has_envelope(params: Params) -> bool:
    meta = (params or {}).get("_meta")
    return isinstance(meta, Mapping) and PROTOCOL_VERSION_META_KEY in meta


def _supported(params: Params) -> dict[str, Any]:
    requested = (params or {}).get("protocolVersion")
    if not isinstance(requested, str):
        return {"supported": list(MODERN_PROTOCOL_VERSIONS)}
    data = UnsupportedProtocolVersionErrorData(supported=list(MODERN_PROTOCOL_VERSIONS), requested=requested)
    return data.model_dump(mode="json")
