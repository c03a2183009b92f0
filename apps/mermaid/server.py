"""The tools, and the text of the diagram as a resource that clients can follow.

No browser in it: what it needs of one is `Artist` and `Board` in diagram.py, and tests have others.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, MutableMapping
from contextlib import asynccontextmanager
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver import Context, Image
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, Field

from diagram import Author, Diagram, Undrawable
from followers import Followers

URI = "diagram://current"
MIME_TYPE = "text/vnd.mermaid"
MOST_CHARS = 20_000
MOST_PIXELS = 16_000_000
MOST_SIDE = 16_384
"""In pixels: what browsers take for a canvas."""

# What is drawn takes the place of the text that the person has written
DRAWS = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)
READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)

Code = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MOST_CHARS,
        description="A diagram in Mermaid's language",
        examples=["flowchart LR\n  A[Idea] --> B[Draft]"],
    ),
]
Format = Annotated[Literal["svg", "png"], Field(description="SVG can be enlarged; PNG is shown everywhere")]
Scale = Annotated[int, Field(ge=1, le=4, description="How much larger than in the page; for PNG only")]


class Drawn(BaseModel):
    """A diagram that was drawn."""

    kind: Annotated[str, Field(description="As Mermaid calls it, for example flowchart-v2 or sequence")]
    lines: int
    width: Annotated[int, Field(description="In pixels")]
    height: int


class Mistake(BaseModel):
    message: str
    line: Annotated[int | None, Field(description="The number of the line, from 1")]


class Current(BaseModel):
    """The diagram as it is now."""

    code: str
    author: Annotated[Author, Field(description="Who changed it last")]
    kind: Annotated[str, Field(description="Of the picture; empty for the one that the page came with")]
    problem: Annotated[Mistake | None, Field(description="Why it can't be drawn; the picture is then an older one")]


class Exported(BaseModel):
    format: Format
    width: Annotated[int, Field(description="In pixels")]
    height: int
    bytes: int


def make_server(diagram: Diagram, storage: Callable[[], MutableMapping[str, Any]]) -> MCPServer:
    """`storage` gives what is kept of the session, once there is one."""
    followers = Followers(URI)

    @asynccontextmanager
    async def lifespan(server: MCPServer) -> AsyncGenerator[None]:
        diagram.tell = followers.tell
        restoring = asyncio.ensure_future(diagram.restore(storage()))
        try:
            yield
        finally:
            restoring.cancel()
            diagram.tell = None

    instructions = f"Draws diagrams in a page beside the conversation. The person edits the text there; follow {URI}."
    mcp = MCPServer("Mermaid", instructions=instructions, lifespan=lifespan, subscriptions=followers.bus)
    followers.listen(mcp)

    @mcp.resource(URI, title="The diagram", mime_type=MIME_TYPE)
    async def current() -> str:
        """The text of the diagram, as the tools and the person have left it."""
        return diagram.code

    @mcp.tool(title="Draw a diagram", annotations=DRAWS)
    async def draw(context: Context, code: Code) -> Drawn:
        """Draw a diagram in the page: a flowchart, sequence, state, class, pie, gantt, mindmap or another that Mermaid
        knows. It takes the place of the one before. An error names the line; the last picture then stays, dimmed.

        Example: code="flowchart LR\\n  A[Idea] --> B[Draft] --> C[Book]"
        """
        await context.report_progress(0, 1, "Drawing")
        await diagram.change(code, "tool")
        if diagram.problem:
            raise ToolError(f"{diagram.problem} Mend the text, and draw it again.")
        await context.report_progress(1, 1, "Drawn")
        assert diagram.picture
        size = {"width": diagram.picture.width, "height": diagram.picture.height}
        return Drawn(kind=diagram.kind, lines=len(code.splitlines()), **size)

    @mcp.tool(title="Read the diagram", annotations=READS)
    async def read_diagram() -> Current:
        """The text of the diagram as it is now, who changed it last, and what is wrong with it.

        Example: no arguments
        """
        found = diagram.problem
        problem = Mistake(message=found.message, line=found.line) if found else None
        return Current(code=diagram.code, author=diagram.author, kind=diagram.kind, problem=problem)

    @mcp.tool(title="Export the picture", annotations=READS)
    async def export(format: Format = "svg", scale: Scale = 2) -> Annotated[CallToolResult, Exported]:  # noqa: A002
        """The diagram as a picture, in the colours that the page has now.

        Example: format="png", scale=2
        """
        return await export_result(diagram, format, scale)

    return mcp


async def export_result(diagram: Diagram, form: Literal["svg", "png"], scale: int) -> CallToolResult:
    if not diagram.picture and not diagram.problem:
        await diagram.draw()
    if diagram.problem or not diagram.picture:
        raise ToolError(f"The text can't be drawn. {diagram.problem} Mend it, or draw another diagram, then export.")
    picture, scale = diagram.picture, scale if form == "png" else 1
    width, height = picture.width * scale, picture.height * scale
    if form == "png" and (width * height > MOST_PIXELS or max(width, height) > MOST_SIDE):
        raise ToolError(f"A PNG of {width} by {height} pixels is too large: choose a smaller scale, or SVG.")
    try:
        data = picture.svg.encode() if form == "svg" else await diagram.png(scale)
    except Undrawable as error:
        raise ToolError(f"The browser can't make a PNG of this picture: choose SVG. ({error})") from error
    image = Image(data=data, format="svg+xml" if form == "svg" else "png").to_image_content()
    words = f"The diagram as {form.upper()}, {width} by {height} pixels, {len(data):,} bytes."
    found = Exported(format=form, width=width, height=height, bytes=len(data))
    return CallToolResult(content=[TextContent(text=words), image], structured_content=found.model_dump())
