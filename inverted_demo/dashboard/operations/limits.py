"""How often the copilot may call."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]
"""Seconds that only go forward."""


@dataclass(frozen=True, slots=True)
class Limit:
    calls: int
    seconds: float


CALLS = Limit(30, 10)
ACTIONS = Limit(6, 60)


class Rate:
    """At most so many calls within so many seconds, whenever these begin."""

    def __init__(self, limit: Limit, clock: Clock) -> None:
        self.limit = limit
        self._clock = clock
        self._times: deque[float] = deque(maxlen=limit.calls)

    @property
    def wait(self) -> int:
        """Whole seconds until there is room; 0 where there is."""
        if len(self._times) < self.limit.calls:
            return 0
        return max(0, math.ceil(self._times[0] + self.limit.seconds - self._clock()))

    def count(self) -> None:
        self._times.append(self._clock())
