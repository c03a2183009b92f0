from mcp.server import MCPServer
from transom import serve, served_origin

mcp = MCPServer("Hello")


@mcp.tool()
def greet(name: str) -> str:
    """Greet someone. Example: Ada"""
    return f"Hello, {name}!"


await serve(mcp, allow=[await served_origin("host")], visibility="optional", description="Says what it is.")
