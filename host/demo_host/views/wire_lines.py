"""The lines of the wire's list: what is in each of their cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..state.amounts import clock_words, duration_words, short, size_words
from ..state.wire import Wire
from ..state.wire_filter import Timeline
from ..state.wire_words import DIRECTIONS, outcome_words, since_start, summary

COLUMNS = {
    "time": "Time",
    "server": "Server",
    "way": "Way",
    "title": "Message",
    "about": "About",
    "outcome": "Outcome",
    "took": "Took",
    "size": "Size",
}
ARROWS = {"out": "→", "in": "←", "": "·"}
TITLE_CHARS = 120


class WireLines:
    def __init__(self, timeline: Timeline, wire: Wire, name_of: Callable[[str], str]) -> None:
        self._timeline, self._wire, self._name_of = timeline, wire, name_of

    def count(self) -> int:
        return len(self._timeline.shown)

    def stamp(self, index: int) -> object:
        row = self._timeline.shown[index]
        return row, row.version, self._name_of(row.record.server)

    def write(self, index: int, row: Any, cells: list[Any]) -> None:
        it = self._timeline.shown[index]
        row.setAttribute("data-kind", it.kind)
        row.setAttribute("data-status", it.outcome or "none")
        time = since_start(it.record.time, self._wire.start or 0)
        what = short(it.title, TITLE_CHARS), summary(it), outcome_words(it)
        amounts = duration_words(it.ms), size_words(it.size)
        texts = (time, self._name_of(it.record.server), ARROWS[it.direction], *what, *amounts)
        for cell, text in zip(cells, texts, strict=True):
            cell.textContent = text
        cells[0].title = clock_words(it.record.time, exact=True)
        cells[2].setAttribute("aria-label", DIRECTIONS[it.direction])
