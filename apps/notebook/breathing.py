"""Long work in slices: the page has its turn between them, progress is told, and a cancelled call ends there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
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
        await asyncio.sleep(0)
