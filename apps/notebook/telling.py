"""What the tools have in common: how they tell of progress, and give text beside what is structured."""

from __future__ import annotations

from mcp.server.mcpserver import Context
from mcp_types import CallToolResult, ContentBlock, TextContent, ToolAnnotations
from pydantic import BaseModel

from breathing import Tell, part_of

LOOKS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


def teller(context: Context, first: float = 0, last: float = 1) -> Tell:
    """Tells the caller how far a part of its call is."""

    async def tell(share: float, doing: str) -> None:
        await context.report_progress(round(share, 3), 1, doing)

    return part_of(tell, first, last)


def result(structured: BaseModel, text: str, *more: ContentBlock) -> CallToolResult:
    content = [TextContent(text=text), *more]
    return CallToolResult(content=content, structured_content=structured.model_dump(mode="json"))


def can_ask_person(context: Context) -> bool:
    """Whether the host shows forms. One that says nothing of kinds of questions has them: there was no other kind."""
    asks = context.client_capabilities.elicitation if context.client_capabilities else None
    return asks is not None and (asks.form is not None or asks.url is None)


def can_ask_model(context: Context) -> bool:
    return context.client_capabilities is not None and context.client_capabilities.sampling is not None
