"""Whether the page on the other side lives. Its Python may be busy for long: that is no sign of death."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from transom.protocol import Ping, write_message

ANSWER_SECONDS = 0.5
"""How long a page that has lost its sign of life has to answer. See `mark` in border.js."""


class Control(Protocol):
    def send_control(self, text: str) -> None: ...


class Pulse:
    """Pings the other page. Its border answers, before Python."""

    def __init__(self, control: Control, crashed: Callable[[], None]) -> None:
        self._control = control
        self._crashed = crashed
        self._number = 0
        self._waiting: dict[int, Callable[[], None]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def ping(self, answered: Callable[[], None]) -> None:
        self._number += 1
        self._waiting[self._number] = answered
        self._control.send_control(write_message(Ping(id=self._number)))

    def hear(self, number: int) -> None:
        if answered := self._waiting.pop(number, None):
            answered()

    def suspect(self) -> None:
        """The sign of life is gone: so is the process, unless the page answers."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(ANSWER_SECONDS, self._crashed)
            self.ping(self._acquit)

    def _acquit(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def stop(self) -> None:
        self._acquit()
        self._waiting.clear()
