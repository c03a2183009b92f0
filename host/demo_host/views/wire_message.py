"""One message of the wire, whole: what was sent, and what was answered."""

from __future__ import annotations

from collections.abc import Callable

from transom_page.dom import Element, h, redraw

from ..state.amounts import clock_words, duration_words, short, size_words, visible
from ..state.wire import Record
from ..state.wire_rows import Row
from ..state.wire_text import pretty
from ..state.wire_words import (
    DIRECTIONS,
    outcome_words,
    since_start,
    summary,
    without_session_id,
)
from .copying import copy_button, small_button

SHOWN_CHARS = 50_000
"""Of one text, before the person asks for all of it."""


class MessagePane:
    def __init__(self, closed: Callable[[], None]) -> None:
        self._body = h("div", class_="message-body")
        self.element: Element = h(
            *("section", self._body),
            class_="message",
            aria_label="The chosen message",
            tabindex="0",
            testid="wire-message",
            hidden=True,
        )
        self._closed = closed
        self._row: Row | None = None
        self._version = -1
        self._whole: set[int] = set()
        self._name, self._start = "", 0.0

    @property
    def is_open(self) -> bool:
        return self._row is not None

    def show(self, row: Row, name: str, start: float) -> None:
        """`name` is the server's, `start` the time from which others are counted."""
        if row is not self._row:
            self._whole = set()
        self._row, self._name, self._start = row, name, start
        self._draw()

    def refresh(self) -> None:
        """Show a response that has come since."""
        if self._row is not None and self._row.version != self._version:
            self._draw()

    def close(self) -> None:
        self._row = None
        self.element.hidden = True
        redraw(self._body)

    def _draw(self) -> None:
        row = self._row
        assert row is not None
        self._version = row.version
        self.element.hidden = False
        head = h(
            "div",
            h("h2", short(row.title, 200)),
            small_button("Close message", lambda event: self._closed(), "wire-message-close"),
            class_="message-head",
        )
        time = f"{since_start(row.record.time, self._start)} s"
        way, took, size = DIRECTIONS[row.direction], duration_words(row.ms), size_words(row.size)
        facts = [outcome_words(row), took, time, self._name, way, size]
        about = h("p", " · ".join(fact for fact in facts if fact), class_="note", data_status=row.outcome or "none")
        parts = [self._part(row, row.record, "Request" if row.kind == "request" else "Message")]
        if row.answer is not None:
            parts.append(self._part(row, row.answer, "Response"))
        what = None if row.kind in ("request", "notification") else h("p", summary(row))
        redraw(self._body, head, about, what, h("div", *parts, class_="message-parts"))

    def _part(self, row: Row, record: Record, name: str) -> Element:
        text, is_all = _laid_out(record, record.size * 100 if record.number in self._whole else SHOWN_CHARS)
        time = h("span", clock_words(record.time, exact=True), class_="note")
        box = h("pre", text, role="group", aria_label=name, testid=f"wire-{name.lower()}")
        more = None if is_all else self._more(record)
        copies = copy_button(
            f"Copy {name.lower()}",
            lambda: without_session_id(row, _laid_out(record, record.size * 100)[0]),
            f"wire-copy-{name.lower()}",
        )
        return h("div", h("div", h("h3", name), time, copies, class_="message-head"), box, more, class_="message-part")

    def _more(self, record: Record) -> Element:
        def show(event: object) -> None:
            self._whole.add(record.number)
            self._draw()

        words = f"Show all {size_words(record.size - record.left_out)}"
        return small_button(words, show, f"wire-whole-{record.number}")


def _laid_out(record: Record, limit: int) -> tuple[str, bool]:
    """The text of a record up to a limit, and whether that is all that was kept."""
    if record.is_json or record.tail:
        text, is_all = pretty(record.text, limit)
    else:
        text, is_all = visible(record.text[:limit]), len(record.text) <= limit
    if record.tail and is_all:
        text = f"{text}\n\n[{record.left_out} characters were not kept]\n\n{visible(record.tail)}"
    return text or record.detail, is_all
