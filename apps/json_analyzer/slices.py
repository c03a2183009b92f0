"""Runs long work in slices: between two of them the page can draw, a call can be cancelled, and progress is told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator
from time import monotonic
from typing import TypeVar

SLICE_SECONDS = 0.05

Tell = Callable[[float], Awaitable[None]]
"""Is told how much is done, from 0 to 1."""

T = TypeVar("T")


async def in_slices(steps: Generator[float, None, T], tell: Tell) -> T:
    """Run a generator to its end. It yields how much is done, often; what it returns comes back."""
    due = monotonic() + SLICE_SECONDS
    while True:
        try:
            done = next(steps)
        except StopIteration as end:
            return end.value
        if monotonic() >= due:
            await tell(done)
            await asyncio.sleep(0)
            due = monotonic() + SLICE_SECONDS


async def tell_nobody(done: float) -> None:
    """For work that nobody watches."""
