"""Resources and prompts: static, made from templates, changing, and failing."""

from __future__ import annotations

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp.server.mcpserver.prompts.base import AssistantMessage, Message, UserMessage
from mcp_types import (
    Annotations,
    Completion,
    CompletionArgument,
    CompletionContext,
    PromptReference,
    ResourceTemplateReference,
    SubscribeRequestParams,
    UnsubscribeRequestParams,
)

from .eras import is_modern
from .media import png
from .results import MARKDOWN, embedded_text, picture

COUNTER = "kitchen://counter"
SHELVES = {"pantry": ["flour", "salt"], "fridge": ["butter", "milk"]}
FLAVOURS = ["salty", "sour", "sweet"]


def add_offers(mcp: MCPServer) -> None:
    add_resources(mcp)
    add_counter(mcp)
    add_prompts(mcp)
    add_completion(mcp)


def add_resources(mcp: MCPServer) -> None:
    @mcp.resource("kitchen://note", title="The note", annotations=Annotations(audience=["user"], priority=0.8))
    async def note() -> str:
        """A text on the door."""
        return "Bread at noon."

    @mcp.resource("kitchen://recipe", title="The recipe", mime_type="text/markdown")
    async def recipe() -> str:
        return MARKDOWN

    @mcp.resource("kitchen://stock", mime_type="application/json")
    async def stock() -> dict[str, list[str]]:
        return SHELVES

    @mcp.resource("kitchen://photo", mime_type="image/png")
    async def photo() -> bytes:
        return png()

    @mcp.resource("kitchen://data", mime_type="application/octet-stream")
    async def data() -> bytes:
        return bytes(range(256))

    @mcp.resource("kitchen://broken")
    async def broken() -> str:
        raise ResourceError("The drawer is stuck.")

    @mcp.resource("kitchen://shelf/{place}/{item}", title="On a shelf")
    async def shelf(place: str, item: str) -> str:
        """What is on a shelf."""
        if item not in SHELVES.get(place, []):
            raise ResourceNotFoundError(f"There is no {item} in the {place}.")
        return f"{item} in the {place}"


def add_counter(mcp: MCPServer) -> None:
    count = 0
    followed: set[str] = set()

    @mcp.resource(COUNTER, title="A counter")
    async def counter() -> str:
        return str(count)

    @mcp.tool()
    async def count_up(context: Context) -> int:
        """Change the counter, and tell who follows it."""
        nonlocal count
        count += 1
        if is_modern(context):
            await context.notify_resource_updated(COUNTER)
        elif COUNTER in followed:
            await context.session.send_resource_updated(COUNTER)
        return count

    async def subscribe(context: object, params: SubscribeRequestParams) -> dict[str, object]:
        followed.add(str(params.uri))
        return {}

    async def unsubscribe(context: object, params: UnsubscribeRequestParams) -> dict[str, object]:
        followed.discard(str(params.uri))
        return {}

    mcp._lowlevel_server.add_request_handler("resources/subscribe", SubscribeRequestParams, subscribe)
    mcp._lowlevel_server.add_request_handler("resources/unsubscribe", UnsubscribeRequestParams, unsubscribe)


def add_prompts(mcp: MCPServer) -> None:
    @mcp.prompt(title="Greet")
    async def greet() -> str:
        """Takes nothing."""
        return "Greet the baker."

    @mcp.prompt(title="Order bread")
    async def order(what: str, flavour: str = "salty", count: int = 1) -> list[Message]:
        """Has one argument that is required, and two that are not."""
        return [UserMessage(f"I want {count} {flavour} {what}."), AssistantMessage("With butter?")]

    @mcp.prompt()
    async def show() -> list[Message]:
        """Gives a picture and a resource."""
        return [UserMessage("What is this?"), UserMessage(picture()), UserMessage(embedded_text())]

    @mcp.prompt()
    async def refuse() -> str:
        """Fails."""
        raise ValueError("There is no such bread.")


def add_completion(mcp: MCPServer) -> None:
    @mcp.completion()
    async def complete(
        ref: PromptReference | ResourceTemplateReference,
        argument: CompletionArgument,
        context: CompletionContext | None,
    ) -> Completion:
        known = (context.arguments if context else None) or {}
        choices = {"flavour": FLAVOURS, "place": list(SHELVES), "item": SHELVES.get(known.get("place", ""), [])}
        values = [value for value in choices.get(argument.name, []) if value.startswith(argument.value)]
        return Completion(values=values, total=len(values), has_more=False)
