"""A server with one tool for every schema and every kind of result, and with all else that a server may offer.

With names of parts in its address, such as `?results` or `?calls,offers`, it has those alone, and starts sooner.
"""

from __future__ import annotations

from collections.abc import Callable

from mcp.server import MCPServer

from .asks import add_asks
from .calls import add_calls
from .echoes import add_echoes
from .offers import add_offers
from .results import add_results

PARTS: dict[str, Callable[[MCPServer], None]] = {
    "echoes": add_echoes,
    "results": add_results,
    "calls": add_calls,
    "asks": add_asks,
    "offers": add_offers,
}


def new_server(*parts: str) -> MCPServer:
    """All parts, or those named."""
    mcp = MCPServer("Kitchen", title="The kitchen", version="1.2.3", instructions="Ask for **bread**.")
    for part in parts or PARTS:
        PARTS[part](mcp)
    return mcp


async def start(host: str) -> None:
    from pyscript import window
    from transom import serve

    parts = [part for part in window.location.search.removeprefix("?").split(",") if part]
    await serve(new_server(*parts), allow=[host])
