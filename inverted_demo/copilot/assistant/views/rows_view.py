"""The things that an answer tells of: a line each, which opens to all the rest of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from transom_page.dom import Child, Element, add, h, set_attributes
from transom_page.markdown import pieces

from assistant.conversation import Row
from assistant.outcomes import cut
from assistant.suggestions import spoken

SHOWN = 20
"""So many at first."""
TITLE_CHARACTERS = 300
FIELD_CHARACTERS = 2000
MAX_FIELDS = 60


class RowsView:
    def __init__(self, grown: Callable[[], None]) -> None:
        self._rows: Sequence[Row] = ()
        self._grown = grown
        self._drawn = 0
        self._shown = SHOWN
        self._list = h("ul", class_="rows", testid="rows")
        self._all = h("button", type="button", class_="small", hidden=True, testid="rows-all", on={"click": self._more})
        self.element = h("div", self._list, self._all)

    def draw(self, rows: Sequence[Row]) -> None:
        """All of them, of which there may be more than before."""
        self._rows = rows
        for row in rows[self._drawn : self._shown]:
            add(self._list, h("li", _line(row)))
        self._drawn = min(len(rows), self._shown)
        self._all.textContent = f"Show all {len(rows)}"
        set_attributes(self._all, hidden=len(rows) <= self._shown)

    def _more(self, event: Any) -> None:
        last = self._drawn
        self._shown = len(self._rows)
        self.draw(self._rows)
        first_new = self._list._dom_element.children[last].querySelector("summary")
        if first_new:  # the button, which had the focus, has gone
            first_new.focus()
        self._grown()


def _line(row: Row) -> Element:
    telling = [
        h("span", h("span", f"{spoken(name)} ", class_="row-label"), _text(value), class_="row-field")
        for name, value in row.telling.items()
    ]
    title = h("span", _text(row.title), class_="row-title")
    if not row.rest:
        return h("p", title, *telling, class_="row", testid="row")
    body = h("dl")

    def fill(event: Any) -> None:
        if not body._dom_element.firstChild:
            for name, value in list(row.rest.items())[:MAX_FIELDS]:
                add(body, h("dt", spoken(name)), h("dd", _value(value)))

    return h("details", h("summary", title, *telling), body, class_="row", testid="row", on={"toggle": fill})


def _text(words: str) -> list[Child]:
    return pieces(cut(words, TITLE_CHARACTERS))


def _value(value: Any) -> Child:
    match value:
        case dict() | list():
            text = json.dumps(value, ensure_ascii=False, indent=2, default=str)
            return h("pre", cut(text, FIELD_CHARACTERS), tabindex="0", role="group", aria_label="Value")
        case None | "":
            return "not said"
        case bool():
            return "yes" if value else "no"
        case _:
            return pieces(cut(str(value), FIELD_CHARACTERS))
