"""What the tools give back: shown by hosts, read by models, and checked against these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, Field

from columns import Cell, Kind, Table

Rows = list[list[bool | int | float | str | None]]

CELL_CHARS = 80
SHOWN_ROWS = 50
MARKUP = frozenset(r"\`*_[]<>|#!&~")


class ColumnSummary(BaseModel):
    name: str
    kind: Kind
    missing: int
    """Rows without a value."""
    distinct: int
    smallest: bool | int | float | str | None = None
    largest: bool | int | float | str | None = None
    mean: float | None = None
    note: str = ""


class Summary(BaseModel):
    """What a table holds."""

    name: str
    rows: int
    columns: list[ColumnSummary]
    message: str


class QueryResult(BaseModel):
    columns: list[str]
    rows: Rows
    total: int
    more: int
    """Rows that follow."""
    message: str


class PlotResult(BaseModel):
    title: str
    points: int
    rows: int
    """Rows that the points stand for."""
    description: str
    message: str


class PeriodValue(BaseModel):
    period: str
    value: float | None
    rows: int


class TrendResult(BaseModel):
    date_column: str
    column: str
    periods: list[PeriodValue]
    more: int
    message: str


class Cluster(BaseModel):
    name: str
    rows: int
    x: float
    """Of its centre."""
    y: float


class ClusterResult(BaseModel):
    x: str
    y: str
    clusters: list[Cluster]
    named_by: str
    """The model that named them; empty, where none did."""
    message: str


class ExportResult(BaseModel):
    file: str
    rows: int
    characters: int
    misread: list[str]
    """Columns that a reader would take for another kind."""
    message: str


class SqlResult(BaseModel):
    columns: list[str]
    rows: Rows
    more: bool
    """Whether rows follow."""
    message: str


Limit = Annotated[int, Field(title="At most so many rows", ge=1, le=1000)]


def markdown(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """A table for people, of the first rows; what is in cells stays text."""
    if not columns or not rows:
        return "No rows."
    lines = [_line(columns), "| --- " * len(columns) + "|", *(_line(row) for row in rows[:SHOWN_ROWS])]
    left = len(rows) - SHOWN_ROWS
    return "\n".join(lines) + (f"\n\n{left} more rows are in the structured result." if left > 0 else "")


def _line(cells: Sequence[Cell]) -> str:
    return f"| {' | '.join(_cell(cell) for cell in cells)} |"


def _cell(value: Cell) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value) if len(str(value)) <= CELL_CHARS else f"{str(value)[: CELL_CHARS - 1]}…"
    plain = " ".join(text.split())
    return (
        "".join(f"\\{letter}" if letter in r"\`*_[]<>|#!&~" else letter for letter in plain)
        if plain != "---"
        else plain
    )


def as_rows(table: Table) -> Rows:
    return table.part(0, table.rows)
