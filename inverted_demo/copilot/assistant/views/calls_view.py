"""The calls of an answer: one quiet line that can be opened, and beside it whatever still matters."""

from __future__ import annotations

from collections.abc import Sequence

from pyscript import document
from transom_page.dom import add, h, set_attributes

from assistant.conversation import Call
from assistant.views.call_row import CallRow


class CallsView:
    def __init__(self) -> None:
        self._rows: list[CallRow] = []
        self._quiet = set[CallRow]()
        self._words = h("span", class_="call-title", testid="calls-title")
        self._stale = h("span", "changed since", class_="call-stale", hidden=True, testid="call-stale")
        self._inside = h("div", class_="calls")
        summary = h("summary", h("span", class_="call-mark", aria_hidden="true"), self._words, self._stale)
        self._line = h("details", summary, self._inside, class_="call", data_status="done", hidden=True, testid="calls")
        self.element = h("div", self._line, class_="calls")

    def draw(self, calls: Sequence[Call]) -> bool:
        """Whether there are new ones."""
        for row in self._rows:
            row.draw()
        new = [CallRow(call) for call in calls[len(self._rows) :]]
        self._rows += new
        add(self.element, *(row.element for row in new))
        self._put_away()
        return bool(new)

    def mark_stale(self, uri: str) -> None:
        """What was read has changed since."""
        for row in self._rows:
            if row.uri == uri:
                row.mark_stale()
                set_attributes(self._stale, hidden=None)

    def _put_away(self) -> None:
        """Into the line, in their order, when there are several: each once, so that the focus stays where it is."""
        done = {row for row in self._rows if row in self._quiet or _is_quiet(row)}
        if len(done) < 2:
            return
        behind = None
        for row in (one for one in reversed(self._rows) if one in done):
            node = row.element._dom_element
            if row not in self._quiet:
                self._inside._dom_element.insertBefore(node, behind)
            behind = node
        self._quiet = done
        self._words.textContent = f"{len(done)} calls"
        set_attributes(self._line, hidden=None)


def _is_quiet(row: CallRow) -> bool:
    """Whether it came to an end as it should, and nobody looks at it."""
    node = row.element._dom_element
    return row.call.state == "done" and not node.open and not node.contains(document.activeElement)
