"""How a copilot is told that something has changed, in either protocol era."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from mcp.server import MCPServer
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.subscriptions import InMemorySubscriptionBus, ResourceUpdated, ToolsListChanged
from mcp_types import EmptyResult, SubscribeRequestParams, UnsubscribeRequestParams
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

logger = logging.getLogger(__name__)

Asked = ServerRequestContext[Any, Any]
TOOLS = "tools"
MOST_FOLLOWED = 100


class Followers:
    """Of one session: a server is made for each."""

    def __init__(self) -> None:
        self.bus = InMemorySubscriptionBus()
        """Serves clients of the era of 2026-07-28."""
        self._session: ServerSession | None = None
        """Of a client of the older era."""
        self._followed: set[str] = set()
        self._changed: set[str] = set()
        self._wake = asyncio.Event()

    def listen(self, mcp: MCPServer[Any]) -> None:
        """Let clients of the older era follow. The SDK has no public name for that yet."""
        add = mcp._lowlevel_server.add_request_handler
        add("resources/subscribe", SubscribeRequestParams, self._subscribe)
        add("resources/unsubscribe", UnsubscribeRequestParams, self._unsubscribe)

    async def note_session(self, context: Asked, call_next: CallNext) -> HandlerResult:
        """As the server's middleware, remember whom to tell, and say that lists change."""
        if context.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            self._session = context.session
        result = await call_next(context)
        if context.method == "initialize" and isinstance(result, dict):
            # The SDK takes this from the options of its own loops only.
            result["capabilities"]["tools"]["listChanged"] = True
        return result

    async def _subscribe(self, context: Asked, params: SubscribeRequestParams) -> EmptyResult:
        if len(self._followed) < MOST_FOLLOWED:
            self._followed.add(str(params.uri))
        return EmptyResult()

    async def _unsubscribe(self, context: Asked, params: UnsubscribeRequestParams) -> EmptyResult:
        self._followed.discard(str(params.uri))
        return EmptyResult()

    def changed(self, what: str) -> None:
        """`TOOLS`, or the address of a resource. Told soon; changes that come at once are told once."""
        self._changed.add(what)
        self._wake.set()

    @asynccontextmanager
    async def telling(self) -> AsyncIterator[None]:
        teller = asyncio.ensure_future(self._tell_on())
        teller.add_done_callback(_note_failure)
        try:
            yield
        finally:
            teller.cancel()

    async def _tell_on(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            changed, self._changed = self._changed, set()
            for what in sorted(changed):
                await self._tell(what)

    async def _tell(self, what: str) -> None:
        await self.bus.publish(ToolsListChanged() if what == TOOLS else ResourceUpdated(uri=what))
        if self._session is None:
            return
        if what == TOOLS:
            await self._session.send_tool_list_changed()
        elif what in self._followed:
            await self._session.send_resource_updated(what)


def _note_failure(teller: asyncio.Future[None]) -> None:
    if not teller.cancelled() and (error := teller.exception()) is not None:
        logger.error("The copilot is not told of changes any more", exc_info=error)
