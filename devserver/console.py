"""What the commands print: one line for each step, and how long it took."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


def say(text: str = "") -> None:
    print(text, flush=True)


class Steps:
    """Steps one after the other, each ended by the next. On a terminal the seconds of the present one count up."""

    def __init__(self) -> None:
        self._text = ""
        self._started = 0.0
        self._live = sys.stdout.isatty()
        self._over = threading.Event()

    def __call__(self, text: str) -> None:
        self.end()
        self._text, self._started, self._over = text, time.monotonic(), threading.Event()
        if self._live:
            threading.Thread(target=self._count, args=(self._over,), daemon=True).start()
        else:
            say(f"{text} ...")

    def _count(self, over: threading.Event) -> None:
        while True:
            print(f"\r{self._text} ... {time.monotonic() - self._started:.0f} s ", end="", flush=True)
            if over.wait(1):
                return

    def end(self) -> None:
        if not self._text:
            return
        self._over.set()
        seconds = f"{time.monotonic() - self._started:.1f} s"
        say(f"\r{self._text} ... {seconds} " if self._live else f"  done in {seconds}")
        self._text = ""


@contextmanager
def steps() -> Iterator[Steps]:
    present = Steps()
    try:
        yield present
    finally:
        present.end()
