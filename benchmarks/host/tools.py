"""The server that is measured: in a page, and natively by `python -m benchmarks.host.tools stdio`, or `http PORT`."""

from __future__ import annotations

import sys

from mcp.server import MCPServer
from mcp.server.mcpserver import Context

mcp = MCPServer("Bench", log_level="WARNING")


@mcp.tool()
async def echo(text: str) -> str:
    """The text itself."""
    return text


@mcp.tool()
async def count(messages: int, ctx: Context) -> str:
    """Report progress so many times."""
    for number in range(1, messages + 1):
        await ctx.report_progress(number, messages)
    return f"counted to {messages}"


if __name__ == "__main__":
    if sys.argv[1] == "http":
        mcp.run("streamable-http", port=int(sys.argv[2]))
    else:
        mcp.run()
