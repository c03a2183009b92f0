"""Long work in slices: the page has its turn between them, progress is told, and a cancelled call ends there."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Protocol

SLICE_ROWS = 10_000


class Tell(Protocol):
    """Is told how much of the work is done, from 0 to 1, and what is being done."""

    async def __call__(self, share: float, doing: str) -> None: ...


async def tell_nobody(share: float, doing: str) -> None:
    """For work that nobody watches."""


def part_of(tell: Tell, first: float, last: float) -> Tell:
    """Tells of a part of the work as of the whole: its 0 is `first`, its 1 is `last`."""

    async def tell_part(share: float, doing: str) -> None:
        await tell(first + share * (last - first), doing)

    return tell_part


async def slices(
    count: int, tell: Tell = tell_nobody, doing: str = "Working", size: int = SLICE_ROWS
) -> AsyncIterator[range]:
    """The numbers below `count`, in ranges."""
    for start in range(0, count, size):
        end = min(start + size, count)
        yield range(start, end)
        if count > size:
            await tell(end / count, doing)
        await pause()


async def pause() -> None:
    """Give the page its turn."""
    if not gc.isenabled():
        gc.freeze()  # what is there by now is not looked through for garbage, then or later
    await asyncio.sleep(0)


@contextmanager
def without_collections(*, is_large: bool) -> Iterator[None]:
    """While a large table is loaded: to look for garbage among its rows would hold the page, and there is none."""
    if not is_large:
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
