"""Something that a server was asked for: what came, or what went wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, Literal, TypeVar

from mcp import MCPError
from pydantic import ValidationError
from transom import TransomError

from .problems import Problem, problem_of

Result = TypeVar("Result")
WorkStatus = Literal["idle", "running", "done", "failed", "cancelled"]


class Work(Generic[Result]):
    """One thing at a time: starting another gives the one before up."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.status: WorkStatus = "idle"
        self.result: Result | None = None
        self.problem: Problem | None = None
        self._changed = changed
        self._task: asyncio.Task[None] | None = None

    def start(self, work: Callable[[], Awaitable[Result]]) -> None:
        self._drop_task()
        self._set("running")
        self._task = asyncio.ensure_future(self._run(work))

    def cancel(self) -> None:
        if self.status == "running":
            self._drop_task()
            self._set("cancelled")

    def close(self) -> None:
        self._changed = lambda: None
        self._drop_task()

    def _drop_task(self) -> None:
        if self._task:
            self._task.cancel()
        self._task = None

    async def _run(self, work: Callable[[], Awaitable[Result]]) -> None:
        try:
            result = await work()
        except (MCPError, TransomError, ValidationError, RuntimeError, TimeoutError, ExceptionGroup) as error:
            self._set("failed", problem=problem_of(error))
        else:
            self._set("done", result)

    def _set(self, status: WorkStatus, result: Result | None = None, problem: Problem | None = None) -> None:
        self.status, self.result, self.problem = status, result, problem
        self._changed()
