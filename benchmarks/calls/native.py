"""The official Python SDK on both sides, natively: `python -m benchmarks.calls.native stdio`, or `http`.

Prints the figures as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import anyio
from mcp import Client, StdioServerParameters
from mcp_types import TextContent

from benchmarks.calls.measure import measure
from benchmarks.ports import free_port, wait_for

HERE = Path(__file__).parent
SERVER = ["-m", "benchmarks.calls.echo"]


async def _figures(server: StdioServerParameters | str) -> dict[str, Any]:
    plan = json.loads((HERE / "plan.json").read_text())
    started = perf_counter()
    async with Client(server) as client:

        async def echo(text: str) -> str:
            content = (await client.call_tool("echo", {"text": text})).content[0]
            assert isinstance(content, TextContent)
            return content.text

        await client.list_tools()
        connect_ms = (perf_counter() - started) * 1000
        figures = await measure(echo, plan)
        return {"protocol": client.protocol_version, "connect_ms": connect_ms, **figures}


@contextmanager
def _http_server() -> Iterator[str]:
    port = free_port()
    with subprocess.Popen([sys.executable, *SERVER, "http", str(port)]) as server:
        try:
            wait_for(port)
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            server.terminate()


def main(kind: str) -> None:
    if kind == "http":
        with _http_server() as url:
            figures = anyio.run(_figures, url)
    else:
        figures = anyio.run(_figures, StdioServerParameters(command=sys.executable, args=[*SERVER, "stdio"]))
    print(json.dumps(figures))


if __name__ == "__main__":
    main(sys.argv[1])
