"""A JSON value as a tree. Only what is open is built, and long lists a hundred entries at a time."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Any

from transom_page.dom import Element, add, forget, h

from ..state.json_values import Path, children, is_container, kind_of, line_text, path_text
from ..state.snippets import pretty
from .copying import copy_button

ENTRIES = 100
"""Of one list or object, before the person asks for more."""
OPEN_ROWS = 60
"""As many are shown from the start, if they fit."""


@dataclass(slots=True)
class Row:
    value: Any
    path: Path
    drawn: int = 0
    """How many of its children are there."""
    more_of: Row | None = None
    """Of whom this is not an entry, but the offer of more entries."""


class JsonTree:
    """Arrow keys move, open and close, as in any tree; the row that was chosen can be copied."""

    def __init__(self, value: Any, label: str = "JSON") -> None:
        self._rows: dict[str, Row] = {}
        self._row_numbers = count(1)
        root = self._item(Row(value, ()), None)
        self._chosen: Any = root._dom_element
        self._path = h("code", path_text(()), class_="tree-path", testid="tree-path")
        bar = h(
            "div",
            self._path,
            copy_button("Copy value", self._value_text, "copy-value"),
            copy_button("Copy path", lambda: path_text(self._row(self._chosen).path), "copy-path"),
            class_="tree-bar",
        )
        handlers = {"click": self._click, "keydown": self._key, "focusin": self._focused}
        tree = h("ul", root, role="tree", aria_label=label, class_="tree", on=handlers)
        self.element = h("div", bar, tree, class_="json", testid="json-tree")
        self._choose(self._chosen)
        self._open_some(self._chosen)

    def close(self) -> None:
        forget(self.element)
        self._rows.clear()

    def _value_text(self) -> str:
        value = self._row(self._chosen).value
        return value if isinstance(value, str) else pretty(value)

    def _row(self, node: Any) -> Row:
        return self._rows[node.getAttribute("data-row")]

    def _item(self, row: Row, name: str | int | None) -> Element:
        number = str(next(self._row_numbers))
        self._rows[number] = row
        shown = [h("span", f"{name}", class_="tree-key"), ": "] if name is not None else []
        value = h("span", line_text(row.value), class_=f"tree-{kind_of(row.value)}")
        return self._node(number, [*shown, value], is_container(row.value) and bool(row.value))

    def _more(self, parent: Row) -> Element:
        number = str(next(self._row_numbers))
        self._rows[number] = Row(None, parent.path, more_of=parent)
        left = len(parent.value) - parent.drawn
        words = f"Show {min(left, ENTRIES)} more of {left:,} that are left".replace(",", "\N{NO-BREAK SPACE}")
        return self._node(number, [h("span", words, class_="tree-more")], False)

    def _node(self, number: str, line: list[Element | str], opens: bool) -> Element:
        return h(
            "li",
            h("span", *line, class_="tree-line"),
            role="treeitem",
            tabindex="-1",
            data_row=number,
            aria_expanded="false" if opens else None,
            aria_selected="false",
        )

    def _open_some(self, root: Any) -> None:
        """Open what fits, from the outside in."""
        waiting, room = [root], OPEN_ROWS
        while waiting and room > 0:
            node = waiting.pop(0)
            if node.hasAttribute("aria-expanded") and (node is root or len(self._row(node).value) <= room):
                self._open(node)
                room -= self._row(node).drawn
                waiting += list(node.lastElementChild.children)

    def _open(self, node: Any) -> None:
        row = self._row(node)
        if not row.drawn:
            add(Element(dom_element=node), h("ul", self._entries(row), role="group"))
        node.lastElementChild.hidden = False
        node.setAttribute("aria-expanded", "true")

    def _close(self, node: Any) -> None:
        node.lastElementChild.hidden = True
        node.setAttribute("aria-expanded", "false")

    def _entries(self, row: Row) -> list[Element]:
        parts = list(children(row.value, row.drawn, ENTRIES))
        row.drawn += len(parts)
        items = [self._item(Row(part, (*row.path, name)), name) for name, part in parts]
        return [*items, self._more(row)] if row.drawn < len(row.value) else items

    def _show_more(self, node: Any, row: Row) -> None:
        group = Element(dom_element=node.parentElement)
        add(group, self._entries(row))
        self._choose(node.nextElementSibling)
        self._chosen.focus()
        del self._rows[node.getAttribute("data-row")]
        node.remove()

    def _choose(self, node: Any) -> None:
        self._chosen.setAttribute("tabindex", "-1")
        self._chosen.setAttribute("aria-selected", "false")
        self._chosen = node
        node.setAttribute("tabindex", "0")
        node.setAttribute("aria-selected", "true")
        self._path.textContent = path_text(self._row(node).path)

    def _focused(self, event: Any) -> None:
        if event.target.getAttribute("role") == "treeitem":
            self._choose(event.target)

    def _click(self, event: Any) -> None:
        if line := event.target.closest(".tree-line"):
            line.parentElement.focus()
            self._toggle(line.parentElement)

    def _toggle(self, node: Any) -> None:
        row = self._row(node)
        if row.more_of is not None:
            self._show_more(node, row.more_of)
        elif node.hasAttribute("aria-expanded"):
            (self._close if _is_open(node) else self._open)(node)

    def _key(self, event: Any) -> None:
        if event.ctrlKey or event.metaKey or event.altKey:
            return
        node = self._chosen
        match event.key:
            case "Enter" | " ":
                self._toggle(node)
            case "ArrowRight" if node.hasAttribute("aria-expanded") and not _is_open(node):
                self._open(node)
            case "ArrowLeft" if _is_open(node):
                self._close(node)
            case "ArrowDown" | "ArrowRight" | "ArrowUp" | "ArrowLeft" | "Home" | "End":
                if target := self._target(event.key, node):
                    target.focus()
            case _:
                return
        event.preventDefault()

    def _target(self, key: str, node: Any) -> Any:
        tree = self.element._dom_element.lastElementChild
        match key:
            case "ArrowDown":
                return _below(node)
            case "ArrowUp":
                return _above(node)
            case "ArrowRight":
                return node.lastElementChild.firstElementChild if _is_open(node) else None
            case "ArrowLeft":
                return node.parentElement.closest("[role=treeitem]")
            case "Home":
                return tree.firstElementChild
            case _:
                return _last(tree.lastElementChild)


def _is_open(node: Any) -> bool:
    return node.getAttribute("aria-expanded") == "true"


def _below(node: Any) -> Any:
    if _is_open(node):
        return node.lastElementChild.firstElementChild
    while node and not node.nextElementSibling:
        node = node.parentElement.closest("[role=treeitem]")
    return node.nextElementSibling if node else None


def _above(node: Any) -> Any:
    before = node.previousElementSibling
    return _last(before) if before else node.parentElement.closest("[role=treeitem]")


def _last(node: Any) -> Any:
    """The lowest row that can be seen in a row."""
    while _is_open(node):
        node = node.lastElementChild.lastElementChild
    return node
