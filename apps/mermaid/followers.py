"""Who follows a resource, and how they are told that it has changed, in either protocol era."""

from __future__ import annotations

from typing import Any

from mcp.server import MCPServer
from mcp.server.context import ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import InMemorySubscriptionBus, ResourceUpdated
from mcp_types import EmptyResult, SubscribeRequestParams, UnsubscribeRequestParams

Asked = ServerRequestContext[Any, Any]


class Followers:
    """Of one resource. A page has one session, so there is one follower at most in the older era."""

    def __init__(self, uri: str) -> None:
        self.bus = InMemorySubscriptionBus()
        """Serves clients of the era of 2026-07-28."""
        self._uri = uri
        self._session: ServerSession | None = None

    def listen(self, mcp: MCPServer) -> None:
        """Let clients of the older era follow. The SDK has no public name for that yet."""
        add = mcp._lowlevel_server.add_request_handler
        add("resources/subscribe", SubscribeRequestParams, self._subscribe)
        add("resources/unsubscribe", UnsubscribeRequestParams, self._unsubscribe)

    async def _subscribe(self, context: Asked, params: SubscribeRequestParams) -> EmptyResult:
        if str(params.uri) == self._uri:
            self._session = context.session
        return EmptyResult()

    async def _unsubscribe(self, context: Asked, params: UnsubscribeRequestParams) -> EmptyResult:
        if str(params.uri) == self._uri:
            self._session = None
        return EmptyResult()

    async def tell(self) -> None:
        await self.bus.publish(ResourceUpdated(uri=self._uri))
        if self._session:
            await self._session.send_resource_updated(self._uri)
