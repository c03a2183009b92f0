"""The calls of an answer that were many, and of which nothing came but what it says: one row, to be opened."""

from __future__ import annotations

from collections.abc import Sequence

from transom_page.dom import h, set_attributes

from assistant.views.call_row import CallRow

LATEST = 3
"""So many stay as they are until there is something to read."""
FEWEST = 4
"""Fewer are not put away."""


class EarlierCalls:
    def __init__(self) -> None:
        self._taken = set[CallRow]()
        self._words = h("span", class_="call-title", testid="earlier-calls-title")
        self._rows = h("div", class_="calls")
        summary = h("summary", h("span", class_="call-mark", aria_hidden="true"), self._words)
        self.element = h(
            "details",
            summary,
            self._rows,
            class_="call earlier-calls",
            data_status="done",
            testid="earlier-calls",
            hidden=True,
        )

    def take(self, rows: Sequence[CallRow], kept: int) -> None:
        """Put away those that are quiet, but for so many of the latest. Each is put away once, and in their order."""
        new = {row for row in rows[: max(0, len(rows) - kept)] if row not in self._taken and row.is_quiet}
        if not new or len(self._taken) + len(new) < FEWEST:
            return
        self._taken |= new
        behind = None
        for row in (one for one in reversed(rows) if one in self._taken):
            node = row.element._dom_element
            if row in new:
                self._rows._dom_element.insertBefore(node, behind)
            behind = node
        self._words.textContent = f"{len(self._taken)} earlier calls"
        set_attributes(self.element, hidden=None)
