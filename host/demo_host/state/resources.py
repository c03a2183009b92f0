"""Reading a server's resources: by address, by template, and again when one has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

import mcp_types as types
from mcp import Client, MCPError
from mcp.shared.subscriptions import ResourceUpdated
from mcp.shared.uri_template import InvalidUriTemplate, UriTemplate
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from transom import TransomError

from .live import LiveServer

OPTIONAL = frozenset("?&;#")
"""Operators whose variables an address can do without."""


@dataclass(frozen=True, slots=True)
class TemplateField:
    name: str
    is_list: bool
    is_required: bool


class Template:
    """A template's fields, and the address that values for them make."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.problem = ""
        """Why there are no fields: then the address is typed as a whole."""
        self.fields: list[TemplateField] = []
        try:
            self._parsed = UriTemplate.parse(text)
        except InvalidUriTemplate as error:
            self.problem = str(error)
            return
        self.fields = [
            TemplateField(one.name, one.explode, one.operator not in OPTIONAL) for one in self._parsed.variables
        ]

    def missing(self, values: Mapping[str, str]) -> list[str]:
        return [field.name for field in self.fields if field.is_required and not values.get(field.name)]

    def expand(self, values: Mapping[str, str]) -> str:
        """Empty values are left out. A list is written with one value per line."""
        lists = {field.name for field in self.fields if field.is_list}
        given = {name: value for name, value in values.items() if value}
        return self._parsed.expand(
            {name: value.split("\n") if name in lists else value for name, value in given.items()}
        )


def searched(item: types.Resource | types.ResourceTemplate | types.Prompt) -> str:
    """What a search looks at."""
    address = getattr(item, "uri", None) or getattr(item, "uri_template", None)
    return " ".join(part for part in (item.name, item.title, item.description, address) if part)


def annotation_texts(annotations: types.Annotations | None) -> list[str]:
    if annotations is None:
        return []
    texts = [f"for the {' and the '.join(annotations.audience)}"] if annotations.audience else []
    if annotations.priority is not None:
        texts.append(f"priority {annotations.priority:g}")
    if annotations.last_modified:
        texts.append(f"changed {annotations.last_modified}")
    return texts


class NotConnected(RuntimeError):
    """The session has ended."""

    def __init__(self) -> None:
        super().__init__("The server is not connected. Connect it, then try again.")


def client_of(live: LiveServer) -> Client:
    if live.client is None:
        raise NotConnected
    return live.client


async def read(live: LiveServer, uri: str) -> types.ReadResourceResult:
    """Read it from the server itself, and note that its last change has been seen."""
    result = await client_of(live).read_resource(uri, cache_mode="refresh")
    if uri in live.subscribed:
        live.subscribed[uri] = False
        live.touch("updates")
    return result


def can_subscribe(live: LiveServer) -> bool:
    offered = live.capabilities.resources if live.capabilities else None
    return bool(offered and offered.subscribe)


class NotSubscribed(RuntimeError):
    """The server was asked for a resource's changes, and reports none of it."""


class Subscriptions:
    """The wish to hear of changes. In the newer protocol each is a stream that is held open."""

    def __init__(self, live: LiveServer) -> None:
        self._live = live
        self._streams = live.streams

    async def start(self, uri: str) -> None:
        client = client_of(self._live)
        if client.protocol_version in MODERN_PROTOCOL_VERSIONS:
            await self._open(client, uri)
        else:
            params = types.SubscribeRequestParams(uri=uri)
            await client.session.send_request(types.SubscribeRequest(params=params), types.EmptyResult)
        self._live.subscribed[uri] = False
        self._live.touch("updates")

    async def stop(self, uri: str) -> None:
        self._live.subscribed.pop(uri, None)
        self._live.touch("updates")
        if stream := self._streams.pop(uri, None):
            stream.cancel()
        elif (client := self._live.client) and client.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            params = types.UnsubscribeRequestParams(uri=uri)
            await client.session.send_request(types.UnsubscribeRequest(params=params), types.EmptyResult)

    async def _open(self, client: Client, uri: str) -> None:
        """Wait until the server has said that it will report changes."""
        agreed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        stream = asyncio.ensure_future(self._follow(client, uri, agreed))
        self._streams[uri] = stream
        try:
            await agreed
        except BaseException:
            stream.cancel()
            self._streams.pop(uri, None)
            raise

    async def _follow(self, client: Client, uri: str, agreed: asyncio.Future[None]) -> None:
        try:
            async with client.listen(resource_subscriptions=[uri]) as subscription:
                if not subscription.honored.resource_subscriptions:
                    raise NotSubscribed("The server does not report changes of this resource.")
                agreed.set_result(None)
                async for event in subscription:
                    if isinstance(event, ResourceUpdated):
                        self._changed(uri)
        except (MCPError, TransomError, RuntimeError, TimeoutError, ExceptionGroup) as error:
            if not agreed.done():
                agreed.set_exception(error)
        finally:
            self._ended(uri)

    def _changed(self, uri: str) -> None:
        if uri in self._live.subscribed:
            self._live.subscribed[uri] = True
            self._live.touch("updates")

    def _ended(self, uri: str) -> None:
        """The stream is over: nothing will be heard any more, and the page must not say otherwise."""
        if self._streams.get(uri) is asyncio.current_task():
            del self._streams[uri]
            self._live.subscribed.pop(uri, None)
            self._live.touch("updates")
