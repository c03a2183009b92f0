"""Keeps what goes between the frames: as cheaply as it comes, up to a limit. Nothing is read until somebody looks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from transom.traffic import Inspector, Traffic

KEEP_CHARS = 2_000_000
"""A longer message is kept in part."""
HEAD_CHARS = 200_000
TAIL_CHARS = 1_000
TOTAL_CHARS = 32_000_000


@dataclass(slots=True)
class Record:
    """One line of traffic, as it came."""

    number: int
    time: float
    """Milliseconds since 1970."""
    server: str
    kind: Literal["sent", "received", "dropped", "stage", "state"]
    text: str
    detail: str
    size: int
    """In characters, of the whole."""
    tail: str = ""
    """The end of a message that was cut."""
    is_json: bool = False
    """Whether somebody has read it, and it is JSON."""

    @property
    def left_out(self) -> int:
        """How many characters were not kept."""
        return self.size - len(self.text) - len(self.tail)


class Wire:
    def __init__(self, now: Callable[[], float], capacity: int = 20_000, total_chars: int = TOTAL_CHARS) -> None:
        """`now` gives milliseconds since 1970; it is called for each message."""
        self.records: deque[Record] = deque()
        self.count = 0
        """How many were recorded so far; the next one's number."""
        self.start: float | None = None
        """When the first came."""
        self.let_go = 0
        """How many were too many, and are not kept any more."""
        self._now = now
        self._capacity = capacity
        self._total_chars = total_chars
        self._chars = 0
        self._once: Callable[[], None] | None = None

    @property
    def first(self) -> int:
        """The number of the oldest that is kept."""
        return self.count - len(self.records)

    def inspector(self, server_id: str) -> Inspector:
        """What to give to the frame of a server."""

        def record(traffic: Traffic) -> None:
            self._record(server_id, traffic)

        return record

    def _record(self, server_id: str, traffic: Traffic) -> None:
        text, tail, time = traffic.text, "", self._now()
        size = len(text)
        if size > KEEP_CHARS:
            text, tail = text[:HEAD_CHARS], text[-TAIL_CHARS:]
        if self.start is None:
            self.start = time
        self.records.append(Record(self.count, time, server_id, traffic.kind, text, traffic.detail, size, tail))
        self.count += 1
        self._chars += len(text)
        if self._chars > self._total_chars or len(self.records) > self._capacity:
            self._make_room()
        if self._once is not None:
            once, self._once = self._once, None
            once()

    def _make_room(self) -> None:
        """The oldest make room."""
        while self._chars > self._total_chars or len(self.records) > self._capacity:
            self._chars -= len(self.records.popleft().text)
            self.let_go += 1

    def since(self, number: int, limit: int) -> list[Record]:
        """Up to so many of those that are kept, from a number on."""
        begin = max(number - self.first, 0)
        return [self.records[index] for index in range(begin, min(begin + limit, len(self.records)))]

    def clear(self) -> None:
        self.records.clear()
        self._chars = self.let_go = 0

    def when_new(self, call: Callable[[], None] | None) -> None:
        """Call once, when the next message has come. There is one such call; `None` takes it back."""
        self._once = call
