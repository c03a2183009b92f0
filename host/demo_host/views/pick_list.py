"""A list of what a server offers, with a search; one of it is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from transom_page.dom import Element, h, redraw, set_attributes

from ..state.search import matching

MOST_ROWS = 200


@dataclass(frozen=True, slots=True)
class Pick:
    key: str
    title: str
    about: str
    searched: str
    mark: str = ""


class PickList:
    """`name` is one of them in words (`resource`), `open` gets the key of what was chosen."""

    def __init__(self, key: str, name: str, open: Callable[[str], None]) -> None:
        self._name, self._open = name, open
        self._items: list[Pick] = []
        self._reason = ""
        self._drawn: object = None
        self._opened = ""
        self._search = h(
            "input", type="search", id=f"{name}-search-{key}", testid=f"{name}-search", on={"input": self._look}
        )
        self._word = h("p", class_="empty", role="status", testid=f"{name}-word")
        self._list = h("ul", class_="tool-list", aria_label=f"{name.capitalize()}s", testid=f"{name}-list")
        label = h("label", f"Search the {name}s", for_=f"{name}-search-{key}", class_="small-label")
        self.element: Element = h("div", label, self._search, self._word, self._list)

    def draw(self, items: list[Pick], reason: str = "") -> None:
        """Show these; `reason` says why there are none, or not all."""
        self._items, self._reason = items, reason
        query = self._search._dom_element.value
        if (items, reason, query) == self._drawn:
            return
        self._drawn = (items, reason, query)
        found = matching(items, query, lambda item: item.searched)
        redraw(self._list, *(h("li", self._row(item)) for item in found[:MOST_ROWS]))
        self._word.textContent = self._words(len(found))
        set_attributes(self._word, hidden=not self._word.textContent)
        set_attributes(self._search, disabled=not items)

    def _words(self, found: int) -> str:
        if self._items and not found:
            return f"No {self._name} has these words."
        more = f"{found - MOST_ROWS} more: search for what you need." if found > MOST_ROWS else ""
        return " ".join(words for words in (self._reason, more) if words)

    def show_open(self, key: str) -> None:
        self._opened = key
        for row in self._list.find("button"):
            set_attributes(row, aria_current="true" if row.getAttribute("data-name") == key else None)

    def _look(self, event: Any) -> None:
        self.draw(self._items, self._reason)

    def _row(self, item: Pick) -> Element:
        return h(
            "button",
            h("span", item.title, h("span", item.mark, class_="badge") if item.mark else None, class_="name"),
            h("span", item.about, class_="about") if item.about else None,
            type="button",
            testid=f"{self._name}-item",
            data_name=item.key,
            aria_current="true" if item.key == self._opened else None,
            on={"click": lambda event: self._open(item.key)},
        )
