"""The rows of the wire that a person wants to see, kept up to date in slices that a page does not feel."""

from __future__ import annotations

import json
from bisect import bisect_left
from dataclasses import dataclass
from typing import get_args

from .wire import Record, Wire
from .wire_rows import Reader, Row, RowKind

KINDS: frozenset[RowKind] = frozenset(get_args(RowKind))
READ_RECORDS = 500
SEARCH_ROWS = 4_000
SLICE_CHARS = 1_000_000
"""How much of it is read, or searched, in one go."""


@dataclass(frozen=True, slots=True)
class Filter:
    server: str = ""
    """One server's id, or all."""
    kinds: frozenset[RowKind] = KINDS
    errors_only: bool = False
    search: str = ""

    def lets(self, row: Row) -> bool:
        if row.kind not in self.kinds or (self.server and row.record.server != self.server):
            return False
        return (row.is_error or not self.errors_only) and (not self.search or self._finds(row))

    def _finds(self, row: Row) -> bool:
        needle = self.search.lower()
        escaped = json.dumps(needle)[1:-1]  # some write letters beyond ASCII so
        texts = [row.title, row.record.detail, *_texts(row.record), *(_texts(row.answer) if row.answer else ())]
        return any(needle in text or escaped in text for text in map(str.lower, texts))


def _texts(record: Record) -> tuple[str, ...]:
    return (record.text, record.tail) if record.tail else (record.text,)


def number_of(row: Row) -> int:
    return row.number


class Timeline:
    """`step` does a slice of what is to be done; call it until it says that all is done."""

    def __init__(self, wire: Wire) -> None:
        self.rows: list[Row] = []
        self.shown: list[Row] = []
        """Those that the filter lets through."""
        self.filter = Filter()
        self.is_paused = False
        self.servers: dict[str, None] = {}
        """Those that have said something."""
        self._wire = wire
        self._reader = Reader(self._changed)
        self._next = 0
        self._coming: list[Row] | None = None
        """What will be shown when the filter has seen all rows."""
        self._seen = 0
        self._removed = 0

    @property
    def unread(self) -> int:
        """How many messages have come since."""
        return self._wire.count - max(self._next, self._wire.first)

    def set_filter(self, filter: Filter) -> None:
        self.filter, self._coming, self._seen = filter, [], 0

    def step(self) -> bool:
        """Whether there is more to do."""
        if not self.is_paused:
            self._trim()
            self._read()
        self._sift()
        return self._coming is not None or (self.unread > 0 and not self.is_paused)

    def take_removed(self) -> int:
        """How many rows have gone from the top of `shown` since the last time."""
        removed, self._removed = self._removed, 0
        return removed

    def clear(self) -> None:
        """Forget what is there; what comes while it is paused as well."""
        self._wire.clear()
        self._next = self._wire.count
        for row in self.rows:
            self._reader.let_go(row)
        self.rows, self.shown, self._coming, self._removed = [], [], None, 0

    def index_of(self, row: Row) -> int | None:
        """Where a row is among those that are shown."""
        at = bisect_left(self.shown, row.number, key=number_of)
        return at if at < len(self.shown) and self.shown[at] is row else None

    def _read(self) -> None:
        chars = 0
        for record in self._wire.since(self._next, READ_RECORDS):
            self._next = record.number + 1
            self.servers[record.server] = None
            if (row := self._reader.read(record)) is not None:
                self.rows.append(row)
                if self._coming is None and self.filter.lets(row):
                    self.shown.append(row)
            chars += record.size
            if chars > SLICE_CHARS:
                break

    def _sift(self) -> None:
        """Show the rows to a new filter; the list changes when all have been seen."""
        if self._coming is None:
            return
        chars, end = 0, min(self._seen + SEARCH_ROWS, len(self.rows))
        while self._seen < end and chars < SLICE_CHARS:
            row = self.rows[self._seen]
            self._seen += 1
            chars += row.size if self.filter.search else 0
            if self.filter.lets(row):
                self._coming.append(row)
        if self._seen == len(self.rows):
            self.shown, self._coming, self._removed = self._coming, None, 0

    def _trim(self) -> None:
        """Rows go with their records."""
        gone = bisect_left(self.rows, self._wire.first, key=number_of)
        if not gone:
            return
        for row in self.rows[:gone]:
            self._reader.let_go(row)
        del self.rows[:gone]
        self._seen = max(0, self._seen - gone)
        self._removed += _drop_before(self.shown, self._wire.first)
        if self._coming is not None:
            _drop_before(self._coming, self._wire.first)

    def _changed(self, row: Row) -> None:
        """A response has come: the row may be one of those that are wanted now."""
        rows = self.shown if self._coming is None else self._coming
        is_seen = self._coming is None or self._seen == len(self.rows) or row.number < self.rows[self._seen].number
        at = bisect_left(rows, row.number, key=number_of)
        if is_seen and self.filter.lets(row) and rows[at : at + 1] != [row]:
            rows.insert(at, row)


def _drop_before(rows: list[Row], number: int) -> int:
    gone = bisect_left(rows, number, key=number_of)
    del rows[:gone]
    return gone
