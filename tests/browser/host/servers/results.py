"""Tools with every kind of result."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.shared.exceptions import MCPError
from mcp_types import (
    Annotations,
    AudioContent,
    BlobResourceContents,
    CallToolResult,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextContent,
    TextResourceContents,
)
from pydantic import BaseModel

from .media import SVG, base64, png, wav

LONG_CHARS = 1_000_000
TEAPOT = 418

MARKDOWN = """# Bread

Some **strong** words, `code`, and a [link](https://example.com/).

| flour | grams |
| ----- | ----: |
| rye   |   300 |

- one
- two

```python
print("bread")
```
"""


class Weather(BaseModel):
    city: str
    degrees: float


def picture() -> ImageContent:
    return ImageContent(data=base64(png()), mime_type="image/png")


def embedded_text() -> EmbeddedResource:
    contents = TextResourceContents(uri="kitchen://recipe", mime_type="text/markdown", text="# Recipe")
    return EmbeddedResource(resource=contents)


def embedded_blob() -> EmbeddedResource:
    contents = BlobResourceContents(uri="kitchen://photo", mime_type="image/png", blob=base64(png()))
    return EmbeddedResource(resource=contents)


def note_link() -> ResourceLink:
    return ResourceLink(name="note", uri="kitchen://note", title="The note", mime_type="text/plain")


def text(words: str, **given: Any) -> TextContent:
    return TextContent(text=words, **given)


BLOCKS: dict[str, Callable[[], list[ContentBlock]]] = {
    "text": lambda: [text("Bread is ready.")],
    "markdown": lambda: [text(MARKDOWN)],
    "json_text": lambda: [text(json.dumps({"bread": ["rye", "wheat"], "count": 2, "fresh": True, "none": None}))],
    "long_text": lambda: [text("bread\n" * (LONG_CHARS // 6))],
    "long_line": lambda: [text("b" * LONG_CHARS)],
    "image": lambda: [picture()],
    "svg": lambda: [ImageContent(data=base64(SVG.encode()), mime_type="image/svg+xml")],
    "image_broken": lambda: [ImageContent(data=base64(b"no picture"), mime_type="image/png")],
    "audio": lambda: [AudioContent(data=base64(wav()), mime_type="audio/wav")],
    "resource_link": lambda: [note_link()],
    "embedded_text": lambda: [embedded_text()],
    "embedded_blob": lambda: [embedded_blob()],
    "annotated": lambda: [text("For the assistant.", annotations=Annotations(audience=["assistant"], priority=0.2))],
    "several": lambda: [text("First."), picture(), note_link(), embedded_text(), text("Last.")],
    "empty": list,
    "empty_text": lambda: [text("")],
}
"""By the name of the tool, without `result_`: its content."""

FITS = {"city": "Ulm", "degrees": 21.5}

STRUCTURED: dict[str, dict[str, Any] | None] = {
    "structured": FITS,
    "structured_misfit": {"city": 5, "extra": True},
    "structured_missing": None,
}
"""What the tools that publish `Weather` as their output schema give, fitting or not."""


async def result_error_raised() -> str:
    """Fail as a tool does."""
    raise ToolError("The oven is cold. Heat it first.")


async def result_error_returned() -> CallToolResult:
    """Fail with several blocks."""
    return CallToolResult(content=[text("The oven is cold."), picture()], is_error=True)


async def result_error_unexpected() -> str:
    """Crash in the tool."""
    raise KeyError("secret detail")


async def result_protocol_error() -> str:
    """Fail as the protocol does, with a code and data."""
    raise MCPError(code=TEAPOT, message="I am a teapot.", data={"pot": "tea", "cups": [1, 2]})


async def result_json_list() -> list[str]:
    """Give a list, with an output schema."""
    return ["rye", "wheat"]


def giving(make: Callable[[], list[ContentBlock]]) -> Callable[[], Awaitable[CallToolResult]]:
    async def tool() -> CallToolResult:
        return CallToolResult(content=make())

    return tool


def structured(value: dict[str, Any] | None) -> Callable[[], Awaitable[CallToolResult]]:
    async def tool() -> CallToolResult:
        return CallToolResult(content=[text(json.dumps(value))], structured_content=value)

    return tool


def publish_schema(mcp: MCPServer, name: str, schema: dict[str, Any]) -> None:
    """Say that a tool's results fit a schema, and don't check it."""
    tool = mcp._tool_manager.get_tool(name)
    assert tool is not None
    tool.fn_metadata.output_schema = schema


def add_results(mcp: MCPServer) -> None:
    for name, make in BLOCKS.items():
        mcp.add_tool(giving(make), name=f"result_{name}", description=f"Give {name.replace('_', ' ')}.")
    for name, value in STRUCTURED.items():
        mcp.add_tool(structured(value), name=f"result_{name}", description=f"Give {name.replace('_', ' ')} content.")
        publish_schema(mcp, f"result_{name}", Weather.model_json_schema())
    for tool in (
        result_error_raised,
        result_error_returned,
        result_error_unexpected,
        result_protocol_error,
        result_json_list,
    ):
        mcp.add_tool(tool)
