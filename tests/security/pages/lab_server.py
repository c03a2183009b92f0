"""A server in Python that listens when a test says so: `lab(command, json)` in the page's JavaScript."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import js
import pyodide_js  # type: ignore[reportMissingImports]
from mcp.server import MCPServer
from pyodide.ffi import create_proxy
from transom import InnerOptions, Limits, SessionTransport, TransomError, connect_out, serve

commands: dict[str, Callable[..., Awaitable[Any]]] = {}
warnings: list[str] = []
ran: list[str] = []
cancelled: list[str] = []
transports: list[SessionTransport] = []
listening: list[asyncio.Task[Exception | None]] = []

mcp = MCPServer("Lab")


class Warned(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        warnings.append(record.getMessage())


logging.getLogger("transom").addHandler(Warned())
logging.getLogger("transom").propagate = False


@mcp.tool()
def count() -> str:
    ran.append("count")
    return str(len(ran))


@mcp.tool()
def echo(value: Any) -> str:
    return json.dumps(value)


@mcp.tool()
async def wait() -> str:
    ran.append("wait")
    try:
        return await asyncio.get_running_loop().create_future()
    finally:
        cancelled.append("wait")


def command(function: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    commands[function.__name__] = function
    return function


async def run(name: str, text: str) -> str:
    try:
        return json.dumps({"value": await commands[name](**json.loads(text))})
    except Exception as error:
        return json.dumps({"error": type(error).__name__, "text": str(error), "code": getattr(error, "code", None)})


@command
async def listen(
    allow: str | list[str],
    any_origin: bool = False,
    limits: dict[str, int] | None = None,
    delay: bool = False,
    **given: Any,
) -> None:
    """With `delay`, the server takes what has come when `go` says so."""
    options = InnerOptions(name="Lab", limits=Limits(**limits or {}), **given)
    gate.clear() if delay else gate.set()

    async def listening_to() -> Exception | None:
        try:
            async with connect_out(allow, any_origin=any_origin, options=options) as transport:
                transports.append(transport)
                await gate.wait()
                await serve(mcp, over=transport)
                return transport.error
        except (TransomError, ValueError) as error:
            return error

    ran.clear()
    cancelled.clear()
    listening.append(asyncio.ensure_future(listening_to()))


gate = asyncio.Event()


@command
async def go() -> None:
    gate.set()


@command
async def outcome(seconds: float = 5) -> dict[str, Any]:
    """How the last session ended."""
    error = await asyncio.wait_for(asyncio.shield(listening[-1]), seconds)
    return {"type": type(error).__name__, "text": str(error)}


@command
async def stop() -> None:
    """Leave nothing of the last session."""
    if listening and not listening[-1].done():
        listening[-1].cancel()
        await asyncio.wait([listening[-1]], timeout=5)


@command
async def dropped() -> dict[str, int]:
    return dict(transports[-1].dropped)


@command
async def is_open() -> bool:
    return transports[-1].error is None


@command
async def counted() -> dict[str, list[str]]:
    return {"ran": list(ran), "cancelled": list(cancelled)}


@command
async def warned() -> list[str]:
    taken = list(warnings)
    warnings.clear()
    return taken


@command
async def heap() -> int:
    return pyodide_js._module.HEAPU8.length


js.lab = create_proxy(run)  # type: ignore[reportAttributeAccessIssue]
js.document.documentElement.dataset.lab = "ready"
