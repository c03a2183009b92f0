import asyncio
import json
from typing import Any

from mcp.server import MCPServer
from pyscript import document  # type: ignore[reportMissingImports]
from transom import SessionTransport, connect_out, serve

ALLOW = ""  # the test writes the host's origin here

mcp = MCPServer("Good")
sessions: list[SessionTransport] = []


@mcp.tool()
def greet(name: str) -> str:
    return f"Hello, {name}!"


@mcp.tool()
def echo(value: Any) -> str:
    return json.dumps(value)


@mcp.tool()
def dropped() -> str:
    return json.dumps(sessions[-1].dropped)


@mcp.tool()
async def wait() -> str:
    document.documentElement.dataset.waiting = "yes"
    return await asyncio.get_running_loop().create_future()


@mcp.tool()
async def wait_for(word: str) -> str:
    """Ends when the page's `data-word` is the word."""
    while document.documentElement.getAttribute("data-word") != word:  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    return word


async def main() -> None:
    async with connect_out(ALLOW) as transport:
        sessions.append(transport)
        await serve(mcp, over=transport)


tasks = [asyncio.ensure_future(main())]
