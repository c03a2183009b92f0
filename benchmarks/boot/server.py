import js

js.performance.mark("start")

from mcp import Client
from mcp.server import MCPServer

mcp = MCPServer("Bench")


@mcp.tool()
async def add(a: int, b: int) -> int:
    return a + b


async with Client(mcp) as client:
    result = await client.call_tool("add", {"a": 2, "b": 3})
assert result.structured_content == {"result": 5}
js.performance.mark("result")
js.dispatchEvent(js.Event.new("measured"))
