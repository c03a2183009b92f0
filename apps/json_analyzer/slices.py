"""Runs long work in slices: between two of them the page can draw, a call can be cancelled, and progress is told."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Generator, Iterator
from itertools import islice
from time import monotonic
from typing import Generic, TypeVar

SLICE_SECONDS = 0.01
TELL_SECONDS = 0.1
STEPS_AT_ONCE = 64

Tell = Callable[[float], Awaitable[None]]
"""Is told how much is done, from 0 to 1."""

T = TypeVar("T")
Done = TypeVar("Done", int, float)


class Pace(Generic[Done]):
    """For work that asks often whether it is time to pause."""

    def __init__(self, tell: Callable[[Done], Awaitable[None]]) -> None:
        self._tell = tell
        self._due = monotonic() + SLICE_SECONDS
        self._tell_due = monotonic() + SLICE_SECONDS

    async def pause(self, done: Done) -> None:
        """Leave the page its turn, if it is time to."""
        now = monotonic()
        if now < self._due:
            return
        if now >= self._tell_due:
            await self._tell(done)
            self._tell_due = now + TELL_SECONDS
        await asyncio.sleep(0)
        self._due = monotonic() + SLICE_SECONDS

    @property
    def is_due(self) -> bool:
        return monotonic() >= self._due


async def in_slices(steps: Generator[float, None, T], tell: Tell) -> T:
    """Run a generator to its end. It yields how much is done, often; what it returns comes back."""
    pace, ends = Pace[float](tell), list[T]()
    running = _noting_end(steps, ends)
    while not ends:
        for done in deque(islice(running, STEPS_AT_ONCE), maxlen=1):
            await pace.pause(done)
    return ends[0]


def _noting_end(steps: Generator[float, None, T], ends: list[T]) -> Iterator[float]:
    ends.append((yield from steps))


async def tell_nobody(done: float) -> None:
    """For work that nobody watches."""
