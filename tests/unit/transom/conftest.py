"""Time passes for these tests only when nothing else is left to do, and then at once."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable
from typing import Any

import pytest


class _Selector(selectors.DefaultSelector):
    """Reports what is there, and skips the wait."""

    skipped = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout is None:
            raise AssertionError("The test waits for something that nobody will ever do.")
        if not ready and timeout:
            self.skipped += timeout
        return ready


class SkippingLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._skipping = _Selector()
        super().__init__(self._skipping)

    def time(self) -> float:
        return self._skipping.skipped


@pytest.fixture(scope="module")
def anyio_backend() -> tuple[str, dict[str, Callable[[], Any]]]:
    return "asyncio", {"loop_factory": SkippingLoop}
