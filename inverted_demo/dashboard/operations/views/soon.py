"""Drawing once, however much changes in the same turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


def soon(*draws: Callable[[], None]) -> Callable[[], None]:
    """What it returns may be called as often as one likes: `draws` are called once, after this turn."""
    waiting: list[asyncio.Handle] = []

    def draw() -> None:
        waiting.clear()
        for one in draws:
            one()

    def ask() -> None:
        if not waiting:
            waiting.append(asyncio.get_running_loop().call_soon(draw))

    return ask
