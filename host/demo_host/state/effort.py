"""How much work foreign data may be: whoever works through it counts, and gives up when it is too much."""

from __future__ import annotations

MAX_STEPS = 20_000
"""A step is about what one keyword of a schema takes: 10 µs, and some times that in a page."""
SMALL = 1000
"""Characters that are worked through in less than a step."""
MAX_DEPTH = 200
"""Keywords in keywords: some libraries can't stand that Python's stack ends in them."""


class TooCostly(Exception):
    """Going on would keep the page busy for too long."""


class Effort:
    """What is left of the work for one value."""

    def __init__(self, steps: int = MAX_STEPS) -> None:
        self._steps = steps
        self.renew()

    def renew(self) -> None:
        self._left = self._steps
        self.is_partial = False
        """Whether something was left out because it would have been too much."""
        self._depth = 0

    def spend(self, steps: int = 1) -> None:
        self._left -= steps
        if self._left < 0:
            raise TooCostly

    def enter(self) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise TooCostly

    def leave(self) -> None:
        self._depth -= 1

    def spend_on(self, value: object) -> None:
        """For what looks at all of a JSON value."""
        waiting = [value]
        while waiting:
            part = waiting.pop()
            if isinstance(part, dict | list):
                self.spend(1 + len(part) // 10)
                waiting.extend(part.values() if isinstance(part, dict) else part)
            elif isinstance(part, str):
                self.spend(len(part) // SMALL)
