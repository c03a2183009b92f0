"""A server with something to see, always; with `?optional` or `?hidden` in its address, on demand or never."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast

from mcp.server import MCPServer
from transom import serve

DESCRIPTIONS = {"required": "Shows the board.", "optional": "Shows the board, if you like.", "hidden": None}


def new_server(write: Callable[[str], None]) -> MCPServer:
    """`write` puts a text on the board."""
    mcp = MCPServer("Shown")

    @mcp.tool()
    async def chalk(text: str) -> str:
        """Write on the board."""
        write(text)
        return f"The board says {text}."

    return mcp


async def start(host: str) -> None:
    from pyscript import document, window

    board = document.createElement("output")
    board.id = "board"
    document.querySelector("main").append(board)

    def write(text: str) -> None:
        board.textContent = text

    visibility = cast(Literal["required", "optional", "hidden"], window.location.search.removeprefix("?") or "required")
    description = DESCRIPTIONS[visibility]
    await serve(new_server(write), allow=[host], visibility=visibility, description=description)
