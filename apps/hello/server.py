"""The smallest server: `index.html` names this script, and there is no other file. ../README.md has the next steps."""

from mcp.server import MCPServer
from transom import serve, served_origin

mcp = MCPServer("Hello")


@mcp.tool()
def greet(name: str) -> str:
    """Greet someone. Example: Ada"""
    return f"Hello, {name}!"


# `allow` lists the origins of the pages that may use this one; "host" is that of the development server's demo host.
await serve(mcp, allow=[await served_origin("host")], visibility="optional", description="Says what it is.")
