"""Where the work is done, one thing at a time, whoever asked for it: a tool, or the person in the page."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Protocol

from mcp.server.mcpserver.exceptions import ToolError

from digits import all_at_once, one_by_one
from run import Run

REPORT_SECONDS = 0.1
SLICE_SECONDS = 0.010

Report = Callable[[float, float, str], Awaitable[None]]
"""Takes how much is done, of how much, and what to say of it."""


class Board(Protocol):
    """What the page shows."""

    def show_run(self, run: Run) -> None: ...
    def show_digits(self, digits: str) -> None: ...
    def show_busy(self, busy: bool) -> None: ...
    def say(self, words: str) -> None: ...
    def clear(self) -> None: ...


class Desk:
    def __init__(self, board: Board) -> None:
        self._board = board
        self._is_busy = False
        self._is_stopped = False

    def stop(self) -> None:
        """Have what is being calculated end early, with what there is."""
        self._is_stopped = self._is_busy

    def clear(self) -> None:
        with self._alone():
            self._board.clear()
            self._board.say("Cleared.")

    async def throw(self, wanted: int, seed: int | None, report: Report) -> Run:
        with self._alone():
            self._board.say(f"Throwing {wanted:,} points.")
            run, pace = Run(wanted, seed), Pace(report)
            try:
                while not (run.is_done or self._is_stopped):
                    run.throw_slice()
                    self._board.show_run(run)
                    await pace.report(run.thrown, wanted, f"About {run.estimate().estimate:.5f}")
            except asyncio.CancelledError:
                self._board.say(f"Cancelled after {run.thrown:,} of {wanted:,} points.")
                raise
            run.stopped = not run.is_done
            self._board.say(f"{'Stopped' if run.stopped else 'Done'} after {run.thrown:,} points.")
            return run

    async def write_at_once(self, count: int) -> str:
        with self._alone():
            self._board.say(f"Calculating {count:,} digits.")
            try:
                digits = await _with_pauses(all_at_once(count))
            except asyncio.CancelledError:
                self._board.say("Cancelled before there were digits.")
                raise
            self._board.show_digits(digits)
            self._board.say(f"Done: {count:,} digits.")
            return digits

    async def write_one_by_one(self, count: int, report: Report) -> str:
        with self._alone():
            self._board.say(f"Writing {count:,} digits.")
            spigot, pace = one_by_one(), Pace(report)
            whole, digits = next(spigot), ""
            try:
                while len(digits) < count and not self._is_stopped:
                    end = time.perf_counter() + SLICE_SECONDS
                    while len(digits) < count and time.perf_counter() < end:
                        digits += next(spigot)
                    self._board.show_digits(f"{whole}.{digits}")
                    await pace.report(len(digits), count, f"{len(digits):,} digits")
            except asyncio.CancelledError:
                self._board.say(f"Cancelled after {len(digits):,} of {count:,} digits.")
                raise
            self._board.say(f"{'Done' if len(digits) == count else 'Stopped'}: {len(digits):,} digits.")
            return f"{whole}.{digits}"

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if self._is_busy:
            raise ToolError("Something is being calculated already. Wait for its end, or cancel it, and try again.")
        self._is_busy, self._is_stopped = True, False
        self._board.show_busy(True)
        try:
            yield
        finally:
            self._is_busy = False
            self._board.show_busy(False)


async def _with_pauses(steps: Generator[None, None, str]) -> str:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value
        await asyncio.sleep(0)


class Pace:
    """Gives the page its turn, and reports progress a few times a second."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._reported = 0.0

    async def report(self, done: float, total: float, words: str) -> None:
        if done == total or time.perf_counter() - self._reported > REPORT_SECONDS:
            self._reported = time.perf_counter()
            await self._report(done, total, words)
        await asyncio.sleep(0)
