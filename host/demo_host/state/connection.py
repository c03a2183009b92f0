"""One session with a server, from opening its page to the end: keeps what the server offers up to date."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol

import mcp_types as types
from mcp import Client, MCPError
from mcp.client.session import ClientRequestContext
from mcp.shared.subscriptions import (
    PromptsListChanged,
    ResourcesListChanged,
    ResourceUpdated,
    ServerEvent,
    ToolsListChanged,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError
from transom import SessionTransport, TransomError

from .amounts import cut, short
from .live import Catalog, LiveServer, LogLine
from .problems import problem_of, text_of

HOST_INFO = types.Implementation(name="transom-host", title="Transom host", version="1")
LIST_SECONDS = 30.0
LISTEN_SECONDS = 2.0
"""A change before a server has agreed to tell of changes is not told, so lists are asked for afterwards."""
LINE_CHARACTERS = 10_000
LOGGER_CHARACTERS = 200
MAX_ITEMS = 2000
MAX_PAGES = 100
"""A server that always has one more page would never end."""

log = logging.getLogger(__name__)


class Frame(Protocol):
    """A place for the server's page: `transom.OuterFrame`."""

    def connect(self, session_id: str | None = None) -> AbstractAsyncContextManager[SessionTransport]: ...


class Asks(Protocol):
    """What a server may ask of the person, by way of this host."""

    async def elicit(self, server_id: str, params: types.ElicitRequestParams) -> types.ElicitResult: ...
    async def sample(
        self, server_id: str, params: types.CreateMessageRequestParams
    ) -> types.CreateMessageResult | types.ErrorData: ...
    async def roots(self, server_id: str) -> types.ListRootsResult: ...
    def drop(self, server_id: str) -> None:
        """The session ends: nobody waits for the answers."""
        ...


@dataclass(frozen=True, slots=True)
class Page:
    items: list[Any]
    next_cursor: str | None


class Connection:
    def __init__(self, live: LiveServer, asks: Asks, now: Callable[[], float]) -> None:
        """`now` gives milliseconds since 1970."""
        self._live = live
        self._asks = asks
        self._now = now
        self._reloads: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    async def run(self, frame: Frame, session_id: str) -> None:
        """Connect, stay until the session ends, and leave the reason in the server's status."""
        live = self._live
        started = self._now()
        live.set_status("loading")
        try:
            async with frame.connect(session_id) as transport:
                live.set_status("connecting")
                async with self._client(transport) as client:
                    self._introduce(client, transport)
                    async with self._following(client), self._asking():
                        await self._list_all(client)
                        live.connected_ms = self._now() - started
                        live.set_status("connected")
                        raise await transport.wait_ended()
        except asyncio.CancelledError:
            live.set_status("disconnected")
            raise
        except (Exception, BaseExceptionGroup) as error:
            if isinstance(error, BaseExceptionGroup) and error.subgroup(asyncio.CancelledError):
                live.set_status("disconnected")
                raise asyncio.CancelledError from None
            opened = live.client is not None
            live.set_status("ended" if opened else "failed", problem_of(error))
        finally:
            live.client = None
            live.list_again = None
            live.subscribed.clear()
            for task in list(self._reloads.values()):
                task.cancel()

    def _client(self, transport: SessionTransport) -> Client:
        return Client(
            transport,
            client_info=HOST_INFO,
            elicitation_callback=self._elicit,
            sampling_callback=self._sample,
            list_roots_callback=self._roots,
            logging_callback=self._log,
            message_handler=self._hear,
            log_level=self._live.log_level,
        )

    def _introduce(self, client: Client, transport: SessionTransport) -> None:
        live = self._live
        live.client = client
        live.info = client.server_info
        live.instructions = client.instructions
        live.capabilities = client.server_capabilities
        live.protocol_version = client.protocol_version
        live.over_port = transport.over_port
        live.list_again = lambda: [self._reload(client, kind) for kind in self._kinds(client)]
        # What does not fit its schema is shown, and marked, rather than lost.
        client.session.validate_tool_result = _accept_result

    async def _list_all(self, client: Client) -> None:
        before, self._live.catalog = self._live.catalog, Catalog()
        kinds = self._kinds(client)
        for kind in kinds:  # what was there stays to be seen until the new list is
            setattr(self._live.catalog, kind, getattr(before, kind))
        await asyncio.gather(*(self._list(client, kind) for kind in kinds))

    def _kinds(self, client: Client) -> list[str]:
        """The lists that the server says it has."""
        offered = client.server_capabilities
        kinds = {
            "tools": offered.tools,
            "resources": offered.resources,
            "templates": offered.resources,
            "prompts": offered.prompts,
        }
        return [kind for kind, capability in kinds.items() if capability is not None]

    async def _list(self, client: Client, kind: str) -> None:
        """Bring one list up to date. A list that can't be had is said to be so; the session goes on."""
        catalog = self._live.catalog
        try:
            async with asyncio.timeout(LIST_SECONDS):
                items = await _all_pages(getattr(self, f"_page_of_{kind}"), client)
        except (MCPError, ValidationError, TimeoutError, RuntimeError) as error:
            if isinstance(error, MCPError) and error.error.code == types.METHOD_NOT_FOUND and kind == "templates":
                items = []
            else:
                catalog.problems[kind] = text_of(error)
                self._live.touch("catalog")
                return
        catalog.problems.pop(kind, None)
        catalog.cut.discard(kind)
        if len(items) > MAX_ITEMS:
            catalog.cut.add(kind)
        setattr(catalog, kind, items[:MAX_ITEMS])
        self._live.touch("catalog")

    async def _page_of_tools(self, client: Client, cursor: str | None) -> Page:
        page = await client.list_tools(cursor=cursor, cache_mode="refresh")
        return Page(page.tools, page.next_cursor)

    async def _page_of_resources(self, client: Client, cursor: str | None) -> Page:
        page = await client.list_resources(cursor=cursor, cache_mode="refresh")
        return Page(page.resources, page.next_cursor)

    async def _page_of_templates(self, client: Client, cursor: str | None) -> Page:
        page = await client.list_resource_templates(cursor=cursor, cache_mode="refresh")
        return Page(page.resource_templates, page.next_cursor)

    async def _page_of_prompts(self, client: Client, cursor: str | None) -> Page:
        page = await client.list_prompts(cursor=cursor, cache_mode="refresh")
        return Page(page.prompts, page.next_cursor)

    @contextlib.asynccontextmanager
    async def _following(self, client: Client) -> AsyncGenerator[None]:
        """Hear of changes: from a stream in the newer protocol; the older one sends them by itself."""
        if client.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            yield
            return
        listening = asyncio.Event()
        task = asyncio.ensure_future(self._listen(client, listening))
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LISTEN_SECONDS):
                    await listening.wait()
            yield
        finally:
            task.cancel()

    @contextlib.asynccontextmanager
    async def _asking(self) -> AsyncGenerator[None]:
        """Questions end with the session, before its end cancels them as if the server had taken them back."""
        try:
            yield
        finally:
            self._asks.drop(self._live.id)

    async def _listen(self, client: Client, listening: asyncio.Event) -> None:
        try:
            async with client.listen(
                tools_list_changed=True, prompts_list_changed=True, resources_list_changed=True
            ) as subscription:
                listening.set()
                async for event in subscription:
                    self._changed(client, event)
        except (MCPError, TransomError, RuntimeError, TimeoutError) as error:  # a server may have no such stream
            log.info("Changes of %s are not followed: %s", self._live.id, text_of(error))
        finally:
            listening.set()

    def _changed(self, client: Client, event: ServerEvent) -> None:
        match event:
            case ToolsListChanged():
                self._reload(client, "tools")
            case PromptsListChanged():
                self._reload(client, "prompts")
            case ResourcesListChanged():
                self._reload(client, "resources")
                self._reload(client, "templates")
            case ResourceUpdated():
                self.resource_updated(event.uri)
            case _:
                pass

    def _reload(self, client: Client, kind: str) -> None:
        """List something again; once more when that changes meanwhile, however often it does."""
        if kind in self._reloads:
            self._again.add(kind)
            return
        task = self._reloads[kind] = asyncio.ensure_future(self._list(client, kind))
        task.add_done_callback(lambda _: self._reloaded(client, kind))

    def _reloaded(self, client: Client, kind: str) -> None:
        del self._reloads[kind]
        if kind in self._again and self._live.client is client:
            self._again.discard(kind)
            self._reload(client, kind)

    def resource_updated(self, uri: str) -> None:
        live = self._live
        if uri in live.subscribed:
            live.subscribed[uri] = True
        live.touch("updates")

    async def _hear(self, message: object) -> None:
        client = self._live.client
        if client is None:
            return
        match message:
            case types.ToolListChangedNotification():
                self._reload(client, "tools")
            case types.PromptListChangedNotification():
                self._reload(client, "prompts")
            case types.ResourceListChangedNotification():
                self._reload(client, "resources")
                self._reload(client, "templates")
            case types.ResourceUpdatedNotification():
                self.resource_updated(str(message.params.uri))
            case _:
                pass

    async def _log(self, params: types.LoggingMessageNotificationParams) -> None:
        text = params.data if isinstance(params.data, str) else json.dumps(params.data, ensure_ascii=False)
        line = LogLine(
            self._now(), params.level, short(params.logger or "", LOGGER_CHARACTERS), cut(text, LINE_CHARACTERS)
        )
        self._live.log.append(line)
        self._live.touch("log")

    async def _elicit(self, context: ClientRequestContext, params: types.ElicitRequestParams) -> types.ElicitResult:
        return await self._asks.elicit(self._live.id, params)

    async def _sample(
        self, context: ClientRequestContext, params: types.CreateMessageRequestParams
    ) -> types.CreateMessageResult | types.ErrorData:
        return await self._asks.sample(self._live.id, params)

    async def _roots(self, context: ClientRequestContext) -> types.ListRootsResult:
        return await self._asks.roots(self._live.id)


async def _accept_result(name: str, result: types.CallToolResult) -> None:
    return None


async def _all_pages(list_page: Callable[[Client, str | None], Awaitable[Page]], client: Client) -> list[Any]:
    items: list[Any] = []
    cursor: str | None = None
    for _ in range(MAX_PAGES):
        page = await list_page(client, cursor)
        items += page.items
        cursor = page.next_cursor
        if cursor is None or len(items) > MAX_ITEMS:
            break
    return items
