"""A host in Python that does what a test says: `lab(command, json)` in the page's JavaScript."""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

import js
import pyodide_js  # type: ignore[reportMissingImports]
import transom.browser
import transom.outer
from mcp import Client
from mcp.shared.exceptions import MCPError
from pyodide.ffi import create_proxy
from transom import Limits, OuterFrame, SessionTransport, reason_of
from transom.link import Link

Kept = TypeVar("Kept")

Command = Callable[..., Coroutine[Any, Any, Any]]

commands: dict[str, Command] = {}
warnings: list[str] = []
proxies: list[Any] = []
links: list[Link] = []
calls: dict[str, asyncio.Task[Any]] = {}


class Warned(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        warnings.append(record.getMessage())


logging.getLogger("transom").addHandler(Warned())
logging.getLogger("transom").propagate = False


def note_proxy(value: object) -> Any:
    proxies.append(create_proxy(value))
    return proxies[-1]


transom.browser.create_proxy = note_proxy


class NotedLink(Link):
    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        links.append(self)


transom.outer.Link = NotedLink


@dataclass
class Session:
    frame: OuterFrame
    opened: asyncio.Future[None]
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[Exception | None] | None = None
    transport: SessionTransport | None = None
    client: Client | None = None

    async def run(self, mode: str) -> None:
        async with self.frame.connect() as self.transport:
            if mode == "bare":
                self.opened.set_result(None)
                await self.closing.wait()
                return
            async with Client(self.transport, mode=mode) as self.client:
                self.opened.set_result(None)
                await self.closing.wait()


sessions: dict[str, Session] = {}


async def kept(coroutine: Coroutine[Any, Any, Kept]) -> Kept | Exception:
    """Its error is for whoever asks later, not for the console."""
    try:
        return await coroutine
    except Exception as error:
        return error


def command(function: Command) -> Command:
    commands[function.__name__] = function
    return function


async def run(name: str, text: str) -> str:
    try:
        return json.dumps({"value": await commands[name](**json.loads(text))})
    except MCPError as error:
        return json.dumps(
            {"error": type(error).__name__, "text": str(error), "code": reason_of(error), "number": error.code}
        )
    except Exception as error:
        return json.dumps({"error": type(error).__name__, "text": str(error), "code": getattr(error, "code", None)})


@command
async def connect(
    name: str, url: str, mode: str = "legacy", limits: dict[str, int] | None = None, **options: Any
) -> dict[str, Any]:
    """`mode` is the client's; with "bare" there is none."""
    if "extensions" in options:
        options["extensions"] = frozenset(options["extensions"])
    frame = OuterFrame(url, limits=Limits(**limits or {}), **options)
    session = Session(frame, asyncio.get_running_loop().create_future())
    session.task = asyncio.ensure_future(kept(session.run(mode)))
    await asyncio.wait([session.task, session.opened], return_when=asyncio.FIRST_COMPLETED)
    if not session.opened.done():
        session.opened.cancel()
        error = await session.task
        assert error is not None
        raise error
    sessions[name] = session
    assert session.transport is not None
    return {"session_id": session.transport.session_id, "port": session.transport.over_port}


@command
async def begin_connect(key: str, **given: Any) -> None:
    """A connection that is waited for later."""
    calls[key] = asyncio.ensure_future(kept(connect(**given)))
    await asyncio.sleep(0)


@command
async def drops_of_last() -> dict[str, int]:
    """What the last connection dropped, even if it came to nothing."""
    return dict(links[-1].drops())


@command
async def close(name: str) -> None:
    session = sessions.pop(name)
    session.closing.set()
    assert session.task is not None
    if error := await asyncio.wait_for(session.task, 5):
        raise error


@command
async def call(name: str, tool: str, arguments: dict[str, Any]) -> str:
    client = sessions[name].client
    assert client is not None
    result = await client.call_tool(tool, arguments)
    text: str = getattr(result.content[0], "text", "")
    if result.is_error:
        raise RuntimeError(text)
    return text


@command
async def call_with(name: str, tool: str, what: str) -> str:
    """A call whose argument is no JSON."""
    cycle: list[Any] = []
    cycle.append(cycle)
    values: dict[str, Any] = {
        "nan": float("nan"),
        "infinity": float("inf"),
        "cycle": cycle,
        "set": {1},
        "bytes": b"\xff",
        "object": object(),
        "function": lambda: None,
        "node": js.document.body,
        "js function": js.alert,
        "proxy": create_proxy([1]),
        "map": js.Map.new(),
    }
    return await call(name, tool, {"value": values[what]})


@command
async def begin(key: str, **given: Any) -> None:
    """A call that is waited for later."""
    calls[key] = asyncio.ensure_future(kept(call(**given)))
    await asyncio.sleep(0)


@command
async def finish(key: str, seconds: float = 5) -> str:
    outcome = await asyncio.wait_for(calls.pop(key), seconds)
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


@command
async def many(name: str, tool: str, arguments: dict[str, Any], times: int) -> dict[str, int]:
    """Calls at once that nobody answers; how each one fails, or "pending"."""
    tasks = [asyncio.ensure_future(kept(call(name, tool, arguments))) for _ in range(times)]
    await asyncio.wait(tasks, timeout=0.5)
    outcomes: dict[str, int] = {}
    for task in tasks:
        word = type(task.result()).__name__ if task.done() else "pending"
        outcomes[word] = outcomes.get(word, 0) + 1
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return outcomes


@command
async def ended(name: str, seconds: float = 5) -> dict[str, Any]:
    """Why the session ended, and how long that took from now."""
    transport = sessions[name].transport
    assert transport is not None
    since = time.monotonic()
    error = await asyncio.wait_for(transport.wait_ended(), seconds)
    return {"code": error.code, "text": str(error), "seconds": time.monotonic() - since}


@command
async def dropped(name: str) -> dict[str, int]:
    transport = sessions[name].transport
    assert transport is not None
    return dict(transport.dropped)


@command
async def is_open(name: str) -> bool:
    transport = sessions[name].transport
    assert transport is not None
    return transport.error is None


@command
async def warned() -> list[str]:
    taken = list(warnings)
    warnings.clear()
    return taken


def is_destroyed(proxy: Any) -> bool:
    try:
        proxy.unwrap()
    except Exception as error:
        return "destroyed" in str(error)
    return False


@command
async def proxies_left() -> int:
    await asyncio.sleep(0)
    return sum(not is_destroyed(proxy) for proxy in proxies)


@command
async def left() -> list[str]:
    """The tasks that are under way, by what they run."""
    return sorted(str(task.get_coro().__qualname__) for task in asyncio.all_tasks())  # type: ignore[union-attr]


@command
async def heap() -> int:
    return pyodide_js._module.HEAPU8.length


js.lab = create_proxy(run)  # type: ignore[reportAttributeAccessIssue]
js.document.documentElement.dataset.lab = "ready"
