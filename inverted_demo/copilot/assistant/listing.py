"""Asking a server for its lists, page by page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal, Protocol

import mcp_types as types
from mcp import Client, MCPError

from assistant.offer import Offer

Kind = Literal["tools", "resources", "templates", "prompts"]
"""As the fields of an `Offer` are named."""

MAX_ITEMS = 500
MAX_PAGES = 50
"""A server that always has one more page would never end."""
NAME_CHARACTERS = 200
INSTRUCTIONS_CHARACTERS = 5000


class Page(Protocol):
    next_cursor: str | None


def introduction(client: Client) -> Offer:
    """What a server says of itself, before any list."""
    info = client.server_info
    name = (info.title or info.name) if info else ""
    return Offer(name.strip()[:NAME_CHARACTERS], (client.instructions or "")[:INSTRUCTIONS_CHARACTERS])


def kinds_of(client: Client) -> list[Kind]:
    """The lists that a server says it has."""
    offered = client.server_capabilities
    has: dict[Kind, object] = {
        "tools": offered.tools,
        "resources": offered.resources,
        "templates": offered.resources,
        "prompts": offered.prompts,
    }
    return [kind for kind, capability in has.items() if capability is not None]


async def items_of(client: Client, kind: Kind) -> tuple[Any, ...]:
    """All of a list, up to a limit. Raises what the request for it raises."""
    match kind:
        case "tools":
            return await _all(client.list_tools, lambda page: page.tools)
        case "resources":
            return await _all(client.list_resources, lambda page: page.resources)
        case "prompts":
            return await _all(client.list_prompts, lambda page: page.prompts)
        case "templates":
            return await _templates(client)


async def _templates(client: Client) -> tuple[Any, ...]:
    try:
        return await _all(client.list_resource_templates, lambda page: page.resource_templates)
    except MCPError as error:
        if error.error.code == types.METHOD_NOT_FOUND:  # many servers with resources have no templates
            return ()
        raise


async def _all(ask: Callable[..., Awaitable[Any]], items: Callable[[Any], list[Any]]) -> tuple[Any, ...]:
    found: list[Any] = []
    cursor: str | None = None
    for _ in range(MAX_PAGES):
        page = await ask(cursor=cursor, cache_mode="refresh")
        found += items(page)
        cursor = page.next_cursor
        if cursor is None or len(found) >= MAX_ITEMS:
            break
    return tuple(found[:MAX_ITEMS])
