"""The table in the page: a page of its rows at a time."""

from __future__ import annotations

from typing import Any

from browser import find, listen, new
from columns import Cell, Column, Table, as_text

PAGE_ROWS = 12
CELL_CHARS = 200


class Sheet:
    def __init__(self) -> None:
        self._table = Table("", ())
        self._start = 0
        listen(find("previous"), "click", lambda event: self._go(-PAGE_ROWS, "next"))
        listen(find("next"), "click", lambda event: self._go(PAGE_ROWS, "previous"))

    def show(self, table: Table) -> None:
        self._table = table
        self._start = 0
        find("caption").textContent = f"{table.name}: {table.rows:,} rows, {len(table.columns)} columns"
        find("head").replaceChildren(*(_heading(column) for column in table.columns))
        self._draw()

    def _go(self, by: int, back: str) -> None:
        self._start = max(0, min(self._start + by, self._table.rows - 1))
        self._draw()
        if not 0 < self._start < self._table.rows - PAGE_ROWS:
            find(back).focus()  # the button that was pressed can't be any more, and would take the focus with it

    def _draw(self) -> None:
        table, start = self._table, self._start
        end = min(start + PAGE_ROWS, table.rows)
        rows = [new("tr", "", *map(_cell, row, table.columns)) for row in table.part(start, PAGE_ROWS)]
        find("body").replaceChildren(*rows)
        find("place").textContent = f"Rows {start + 1:,} to {end:,} of {table.rows:,}" if table.rows else "No rows"
        find("previous").disabled = start == 0
        find("next").disabled = end == table.rows


def _heading(column: Column) -> Any:
    node = new("th", column.name[:CELL_CHARS], new("small", column.kind), class_name=_looks(column))
    node.scope = "col"
    node.title = column.note
    return node


def _cell(value: Cell, column: Column) -> Any:
    return new("td", as_text(value)[:CELL_CHARS], class_name=_looks(column))


def _looks(column: Column) -> str:
    return "figures" if column.kind in ("integer", "number") else ""
