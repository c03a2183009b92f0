"""Tools that give back what arrived: one for each schema."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp_types import CallToolResult, TextContent
from pydantic_core import to_json

from .schemas import ARGUMENTS

DESCRIPTIONS = {
    "examples": "Give back examples. Example: Ada",
    "text": """Give back a text.

    Args:
        text: Any text. Example: Hello
    """,
}


async def echo(context: Context, **understood: Any) -> CallToolResult:
    """The text is how Python understood the arguments; the structured content is what arrived."""
    params = context.request_context.params or {}
    content = [TextContent(text=to_json(understood, serialize_unknown=True).decode())]
    return CallToolResult(content=list(content), structured_content=params.get("arguments") or {})


def with_arguments(types: Mapping[str, Any]) -> Any:
    """The echo under a signature of its own."""

    async def tool(context: Context, **understood: Any) -> CallToolResult:
        return await echo(context, **understood)

    parameters = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind) for name, kind in types.items()
    ]
    vars(tool)["__signature__"] = inspect.Signature(parameters, return_annotation=CallToolResult)
    return tool


def add_echoes(mcp: MCPServer) -> None:
    for name, types in ARGUMENTS.items():
        description = DESCRIPTIONS.get(name, f"Give back what arrived: {name.replace('_', ' ')}.")
        mcp.add_tool(with_arguments(types), name=f"echo_{name}", description=description)
