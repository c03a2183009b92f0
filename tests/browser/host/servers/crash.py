"""A server whose page goes away, hangs, or ends the session, each in a call."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Protocol

from mcp.server import MCPServer
from transom import InnerOptions, connect_out, serve


class Location(Protocol):
    def reload(self) -> None: ...
    def assign(self, url: str) -> None: ...


@dataclass(frozen=True)
class Ways:
    """How the page goes away: its address, and an event that ends the session."""

    location: Location
    closing: asyncio.Event


def new_server(ways: Ways) -> MCPServer:
    mcp = MCPServer("Crash")

    async def never() -> str:
        return await asyncio.get_running_loop().create_future()

    @mcp.tool()
    async def greet(name: str = "Ada") -> str:
        """Show that the server lives."""
        return f"Hello, {name}!"

    @mcp.tool()
    async def reload_page() -> str:
        """Load the page again, and never answer."""
        ways.location.reload()
        return await never()

    @mcp.tool()
    async def navigate(url: str = "./plain.html") -> str:
        """Go to another page, and never answer."""
        ways.location.assign(url)
        return await never()

    @mcp.tool()
    async def hang(seconds: float = 3) -> str:
        """Keep Python busy."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            pass
        return f"Busy for {seconds} seconds."

    @mcp.tool()
    async def close_session() -> str:
        """End the session, and never answer."""
        ways.closing.set()
        return await never()

    return mcp


async def start(host: str) -> None:
    from pyscript import window

    ways = Ways(window.location, asyncio.Event())
    async with connect_out([host], options=InnerOptions(name="Crash")) as transport:
        serving = asyncio.ensure_future(serve(new_server(ways), over=transport))
        closing = asyncio.ensure_future(ways.closing.wait())
        await asyncio.wait((serving, closing), return_when=asyncio.FIRST_COMPLETED)
        closing.cancel()
