"""How a server tells of changes, in both protocol eras: list changes, and updates of resources that were read."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Callable
from typing import Any

import mcp_types as types
from mcp import Client, MCPError
from mcp.shared.subscriptions import (
    PromptsListChanged,
    ResourcesListChanged,
    ResourceUpdated,
    ServerEvent,
    ToolsListChanged,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from transom import TransomError

from assistant.listing import Kind
from assistant.outcomes import words_of

AGREED_SECONDS = 2.0
"""A change before the server has agreed to tell of changes is not told, so lists are asked for afterwards."""
MAX_RESOURCES = 20
"""So many are followed; beyond them, the one that was read first is let go."""

log = logging.getLogger(__name__)


class Changes:
    """`listed` is called with each list that has changed, `updated` with the address of each resource that has."""

    def __init__(self, listed: Callable[[Kind], None], updated: Callable[[str], None]) -> None:
        self._listed = listed
        self._updated = updated
        self._streams: dict[str, asyncio.Task[None] | None] = {}
        """By address: what holds its stream open, where the protocol has streams."""

    async def hear(self, message: object) -> None:
        """Notifications as the older era sends them: the client's `message_handler`."""
        match message:
            case types.ToolListChangedNotification():
                self._listed("tools")
            case types.PromptListChangedNotification():
                self._listed("prompts")
            case types.ResourceListChangedNotification():
                self._resources_changed()
            case types.ResourceUpdatedNotification():
                self._updated(str(message.params.uri))
            case _:
                pass

    @contextlib.asynccontextmanager
    async def followed(self, client: Client) -> AsyncGenerator[None]:
        """Hear of changes until the end of the block."""
        agreed = asyncio.Event()
        lists = {"tools_list_changed": True, "prompts_list_changed": True, "resources_list_changed": True}
        stream = asyncio.ensure_future(self._listen(client, agreed, lists)) if is_modern(client) else None
        try:
            if stream:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(agreed.wait(), AGREED_SECONDS)
            yield
        finally:
            for task in (stream, *self._streams.values()):
                if task:
                    task.cancel()
            self._streams.clear()

    async def follow_resource(self, client: Client, uri: str) -> None:
        """From now on, hear when a resource has changed, if the server tells."""
        offered = client.server_capabilities.resources
        if uri in self._streams or not (offered and offered.subscribe):
            return
        if len(self._streams) >= MAX_RESOURCES:
            await self._let_go(client, next(iter(self._streams)))
        self._streams[uri] = None
        if is_modern(client):
            agreed = asyncio.Event()
            self._streams[uri] = asyncio.ensure_future(self._listen(client, agreed, {"resource_subscriptions": [uri]}))
        else:
            await _tell(client, types.SubscribeRequest(params=types.SubscribeRequestParams(uri=uri)))

    async def _let_go(self, client: Client, uri: str) -> None:
        if stream := self._streams.pop(uri):
            stream.cancel()
        else:
            await _tell(client, types.UnsubscribeRequest(params=types.UnsubscribeRequestParams(uri=uri)))

    async def _listen(self, client: Client, agreed: asyncio.Event, wishes: dict[str, Any]) -> None:
        try:
            async with client.listen(**wishes) as subscription:
                agreed.set()
                async for event in subscription:
                    self._take(event)
        except (MCPError, TransomError, RuntimeError, TimeoutError, ExceptionGroup) as error:
            log.info("Changes are not told: %s", words_of(error))
        finally:
            agreed.set()

    def _take(self, event: ServerEvent) -> None:
        match event:
            case ToolsListChanged():
                self._listed("tools")
            case PromptsListChanged():
                self._listed("prompts")
            case ResourcesListChanged():
                self._resources_changed()
            case ResourceUpdated():
                self._updated(event.uri)
            case _:
                pass

    def _resources_changed(self) -> None:
        self._listed("resources")
        self._listed("templates")


def is_modern(client: Client) -> bool:
    return client.protocol_version in MODERN_PROTOCOL_VERSIONS


async def _tell(client: Client, request: types.SubscribeRequest | types.UnsubscribeRequest) -> None:
    try:
        await client.session.send_request(request, types.EmptyResult)
    except MCPError as error:
        log.info("Updates of a resource are not told: %s", words_of(error))
