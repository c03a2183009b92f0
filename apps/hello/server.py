from mcp import Client
from mcp.server import MCPServer
from pyscript import document

mcp = MCPServer("Hello")


@mcp.tool()
def greet(name: str) -> str:
    """Greet someone. Example: Ada"""
    return f"Hello, {name}!"


async with Client(mcp) as client:
    result = await client.call_tool("greet", {"name": "Ada"})
document.getElementById("answer").textContent = result.content[0].text
