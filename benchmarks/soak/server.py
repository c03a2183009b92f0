import js
from mcp.server import MCPServer
from transom import serve

mcp = MCPServer("Soak")


@mcp.tool()
def echo(text: str) -> str:
    return text


await serve(mcp, allow=[js.URLSearchParams.new(js.location.search).get("allow")])
