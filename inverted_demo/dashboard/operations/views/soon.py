"""Drawing seldom, however much changes and however often."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable

PAUSE_SECONDS = 0.05
"""From one drawing to the next: a flood of calls would be slowed down by one for each, and nobody sees more."""


def soon(*draws: Callable[[], None], pause: float = 0) -> Callable[[], None]:
    """What it returns may be called as often as one likes: `draws` are called after this turn, or after the pause."""
    waiting: list[asyncio.Handle] = []
    drawn = -math.inf

    def draw() -> None:
        nonlocal drawn
        waiting.clear()
        for one in draws:
            one()
        drawn = asyncio.get_running_loop().time()

    def ask() -> None:
        if not waiting:
            loop = asyncio.get_running_loop()
            waiting.append(loop.call_later(max(0, drawn + pause - loop.time()), draw))

    return ask
