"""Calls of tools: each is a task of its own, and is kept until the page is closed. Arguments may be secrets."""

from __future__ import annotations

import asyncio
import copy
import math
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Literal, cast

from mcp import MCPError
from mcp_types import CONNECTION_CLOSED, LOG_LEVEL_META_KEY, CallToolResult, ErrorData, RequestParamsMeta, Tool
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError
from transom import reason_of

from .live import LiveServer, LogLine, lines_after
from .outputs import output_problem
from .problems import Problem, main_cause, problem_of, text_of
from .store import Store

CallStatus = Literal["running", "done", "tool-error", "failed", "cancelled"]

STATUS_WORDS: dict[CallStatus, str] = {
    "running": "Running",
    "done": "Done",
    "tool-error": "The tool reported an error",
    "failed": "Failed",
    "cancelled": "Cancelled",
}
KEPT_CALLS = 50
"""For each tool."""
KEPT_LINES = 1000
"""Log lines of one call."""

NOT_CONNECTED = Problem(
    "Not connected", "The server is not connected. Connect, then call it again.", "NOT_CONNECTED", ("connect",)
)
SESSION_ENDED = Problem(
    "The session ended", "It ended before the tool answered. Connect, then call it again.", "ENDED", ("connect",)
)
CLOSED = ErrorData(code=CONNECTION_CLOSED, message="Connection closed")
"""What the SDK says of a call when its session ends. Servers use the code for errors of their own as well."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a call is, as its server says. Servers say all kinds of things."""

    done: float
    total: float | None = None
    message: str = ""

    @property
    def fraction(self) -> float | None:
        """From 0 to 1; `None` where the numbers do not tell."""
        if self.total is None or self.total <= 0 or not math.isfinite(self.done):
            return None
        return min(max(self.done / self.total, 0.0), 1.0)

    @property
    def words(self) -> str:
        fraction = self.fraction
        if fraction is None or self.total is None:
            return _figure(self.done) if math.isfinite(self.done) else ""
        return f"{fraction:.0%}" if self.total in (1, 100) else f"{_figure(self.done)} of {_figure(self.total)}"


def _figure(number: float) -> str:
    return f"{number:,.10g}"


def next_progress(before: Progress | None, done: object, total: object, message: str | None) -> Progress:
    """What to show after one more report. The bar never goes back; a message stays until there is another."""
    steps, whole = _number(done), _number(total)
    text = message or (before.message if before else "")
    if steps is None or (before and steps < before.done):
        return Progress(before.done if before else 0.0, before.total if before else None, text)
    return Progress(steps, whole, text)


def _number(value: object) -> float | None:
    try:
        number = float(cast(float, value))
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


@dataclass(eq=False)
class Call:
    """One call of a tool. `Calls` alone changes it. Topic: `call:ID`."""

    id: str
    server_id: str
    tool: Tool
    arguments: dict[str, Any]
    started: float
    """Milliseconds since 1970."""
    ended: float | None = None
    status: CallStatus = "running"
    progress: Progress | None = None
    logs: deque[LogLine] = field(default_factory=lambda: deque[LogLine](maxlen=KEPT_LINES))
    """What the server logged while it ran."""
    result: CallToolResult | None = None
    problem: Problem | None = None
    error: ErrorData | None = None
    """What the server answered in place of a result."""
    schema_problem: str | None = None

    @property
    def duration(self) -> float | None:
        """Milliseconds, once it is over."""
        return None if self.ended is None else self.ended - self.started

    @property
    def is_masked(self) -> bool:
        """Whether it failed by an error whose text the SDK's server keeps from its clients."""
        texts = [getattr(content, "text", "") for content in self.result.content] if self.result else []
        return self.status == "tool-error" and texts == [f"Error executing tool {self.tool.name}"]


class Calls:
    """All calls since the page was opened. Topics: `calls:SERVER` (one came, ended or went), `call:ID`."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        """`now` gives milliseconds since 1970."""
        self._store = store
        self._now = now
        self._numbers = count(1)
        self._calls: dict[str, list[Call]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def of(self, server_id: str, tool_name: str) -> list[Call]:
        """The calls of one tool, newest first."""
        return [call for call in self._calls.get(server_id, ()) if call.tool.name == tool_name]

    def start(self, live: LiveServer, tool: Tool, arguments: Mapping[str, Any]) -> Call:
        call = Call(f"call-{next(self._numbers)}", live.id, tool, copy.deepcopy(dict(arguments)), self._now())
        self._calls.setdefault(live.id, []).insert(0, call)
        for old in self.of(live.id, tool.name)[KEPT_CALLS:]:
            if old.status != "running":
                self.remove(old)
        task = asyncio.ensure_future(self._run(call, live))
        self._tasks[call.id] = task
        task.add_done_callback(lambda _: self._tasks.pop(call.id, None))
        self._store.touch(f"calls:{live.id}")
        return call

    def cancel(self, call: Call) -> None:
        """Give a call up. The SDK tells the server."""
        self._end(call, "cancelled")
        if task := self._tasks.get(call.id):
            task.cancel()

    def remove(self, call: Call) -> None:
        self.cancel(call)
        kept = self._calls.get(call.server_id, [])
        if call in kept:
            kept.remove(call)
        self._store.touch(f"calls:{call.server_id}")

    def clear(self, server_id: str, tool_name: str | None = None) -> None:
        """Forget the calls of a server, or those of one tool that are over."""
        for call in list(self._calls.get(server_id, ())):
            if tool_name is None or (call.tool.name == tool_name and call.status != "running"):
                self.remove(call)

    async def _run(self, call: Call, live: LiveServer) -> None:
        seen = live.log[-1] if live.log else None

        def take_lines() -> None:
            nonlocal seen
            fresh = lines_after(live.log, seen)
            if fresh:
                seen = fresh[-1]
                call.logs.extend(fresh)
                self._store.touch(f"call:{call.id}")

        stop = self._store.watch(f"log:{live.id}", take_lines)
        try:
            result = await self._send(call, live)
            take_lines()
            if call.status == "running" and result is not None:
                call.result, call.schema_problem = result, output_problem(result, call.tool.output_schema)
                self._end(call, "tool-error" if result.is_error else "done")
        except (Exception, BaseExceptionGroup) as error:
            take_lines()
            self._fail(call, error)
        finally:
            stop()
            self._end(call, "cancelled")

    async def _send(self, call: Call, live: LiveServer) -> CallToolResult | None:
        if live.client is None:
            call.problem = NOT_CONNECTED
            self._end(call, "failed")
            return None

        async def on_progress(progress: float, total: float | None, message: str | None) -> None:
            if call.status == "running":
                call.progress = next_progress(call.progress, progress, total, message)
                self._store.touch(f"call:{call.id}")

        return await live.client.call_tool(
            call.tool.name, call.arguments, progress_callback=on_progress, meta=log_opt_in(live)
        )

    def _fail(self, call: Call, error: BaseException) -> None:
        if call.status != "running":
            return
        cause = main_cause(error)
        if isinstance(cause, MCPError) and reason_of(cause) is None:
            call.error = cause.error
        call.problem = call_problem(cause)
        self._end(call, "failed")

    def _end(self, call: Call, status: CallStatus) -> None:
        if call.status != "running":
            return
        call.status, call.ended = status, self._now()
        self._store.touch(f"call:{call.id}", f"calls:{call.server_id}")


def log_opt_in(live: LiveServer) -> RequestParamsMeta | None:
    """In the newer protocol each request says which log messages it wants."""
    if live.protocol_version not in MODERN_PROTOCOL_VERSIONS:
        return None
    return cast(RequestParamsMeta, {LOG_LEVEL_META_KEY: live.log_level})


def call_problem(error: BaseException) -> Problem:
    """An error of a call, for the person."""
    if isinstance(error, ValidationError):
        return Problem("The answer is no result of a tool", text_of(error), "INVALID_RESULT")
    if not isinstance(error, MCPError) or reason_of(error) is not None:
        return problem_of(error)
    if error.error == CLOSED:
        return SESSION_ENDED
    return Problem(
        "The server answered with an error", error.error.message or "It gave no reason.", str(error.error.code)
    )
