"""A list in the page, one element for each thing: what has not changed stays as it is, with its focus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pyscript import document
from transom_page.dom import Element, add, remove

Item = TypeVar("Item")


@dataclass(slots=True)
class Row(Generic[Item]):
    item: Item
    element: Element


class Rows(Generic[Item]):
    """`make` gives an item's element; items are compared by value."""

    def __init__(self, place: Element, make: Callable[[Item], Element], key: Callable[[Item], object]) -> None:
        self._place, self._make, self._key = place, make, key
        self._rows: dict[object, Row[Item]] = {}
        place._dom_element.replaceChildren()

    def draw(self, items: Sequence[Item]) -> None:
        keys = [self._key(item) for item in items]
        for gone in self._rows.keys() - set(keys):
            remove(self._rows.pop(gone).element)
        for at, (key, item) in enumerate(zip(keys, items, strict=True)):
            self._put(at, self._row(key, item).element._dom_element)

    def _row(self, key: object, item: Item) -> Row[Item]:
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = Row(item, self._make(item))
            add(self._place, row.element)
        elif row.item != item:
            old, row.item, row.element = row.element, item, self._make(item)
            take_over(old, row.element)
        return row

    def _put(self, at: int, node: Any) -> None:
        place = self._place._dom_element
        there = place.children.item(at)
        if there != node:
            place.insertBefore(node, there)


def take_over(old: Element, new: Element) -> None:
    """Put an element in the place of another, with what is open in that, and with its focus."""
    was, becomes, focused = old._dom_element, new._dom_element, document.activeElement
    has_focus = focused and was.contains(focused)
    pairs = zip(was.querySelectorAll("details"), becomes.querySelectorAll("details"), strict=False)
    for before, after in pairs:
        after.open = before.open
    was.before(becomes)
    remove(old)
    if has_focus:
        becomes.tabIndex = -1  # where what had the focus is gone, it is the row itself
        testid = focused.getAttribute("data-testid")
        there = testid and becomes.querySelector(f'[data-testid="{testid}"]')
        (there or becomes).focus()
