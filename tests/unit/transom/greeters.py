"""A page with tools, and a host that opens it."""

from __future__ import annotations

from typing import Any

import anyio
import mcp_types as types
from mcp import Client
from mcp.server import MCPServer
from transom.inner import current_session, serve
from transom.outer import OuterFrame

from tests.unit.transom.world import HOST, FakePage, Script, World


def greeter(**options: Any) -> Script:
    """A page with tools."""

    async def script(page: FakePage) -> object:
        server = MCPServer("Greeter")

        @server.tool()
        async def greet(name: str) -> str:
            return f"Hello, {name}!"

        @server.tool()
        async def sleep() -> str:
            await anyio.sleep_forever()
            return "never"

        @server.tool()
        async def session() -> str:
            return current_session().session_id

        return await serve(server, **{"allow": HOST, "page": page, **options})

    return script


def frame_for(world: World, url: str, **options: Any) -> OuterFrame:
    return OuterFrame(url, page=world.host, **options)


async def call(client: Client, tool: str, /, **arguments: object) -> str:
    result = await client.call_tool(tool, arguments)
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    return content.text
