"""The server that is measured: in a page, and natively by `python -m benchmarks.calls.echo stdio`, or `http PORT`."""

from __future__ import annotations

import sys

from mcp.server import MCPServer

mcp = MCPServer("Bench", log_level="WARNING")


@mcp.tool()
async def echo(text: str) -> str:
    """The text itself."""
    return text


if __name__ == "__main__":
    if sys.argv[1] == "http":
        mcp.run("streamable-http", port=int(sys.argv[2]))
    else:
        mcp.run()
