"""What the tools give back: shown by hosts, read by models, and checked against these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from columns import Cell, Kind, Table

Rows = list[list[bool | int | float | str | None]]

CELL_CHARS = 80
SHOWN_ROWS = 50
MARKUP = frozenset(r"\`*_[]<>|#!&~")


class Result(BaseModel):
    """The strings below its fields are their descriptions, for who reads the schema."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class ColumnSummary(Result):
    name: str
    """What other tools call it."""
    kind: Kind
    """Of all its values."""
    missing: int
    """Rows without a value."""
    distinct: int
    """How many different values there are."""
    smallest: bool | int | float | str | None = None
    """The first value in the order of its kind; null where all are missing."""
    largest: bool | int | float | str | None = None
    """The last value in that order."""
    mean: float | None = None
    """Of numbers, where it can be said."""
    note: str = ""
    """Why it is of this kind, where that may surprise."""


class Summary(Result):
    """What a table holds."""

    name: str
    """Of the table."""
    rows: int
    """How many there are."""
    columns: list[ColumnSummary]
    """In the order of the table."""
    message: str
    """The same in a sentence, and what to know besides."""


class QueryResult(Result):
    columns: list[str]
    """Their names, in the order of the cells of a row."""
    rows: Rows
    """Those from `offset` on, up to `limit`."""
    total: int
    """Rows that there are, with those left out."""
    more: int
    """Rows that follow."""
    message: str
    """What to know besides."""


class PlotResult(Result):
    title: str
    """Of the plot."""
    points: int
    """How many are drawn."""
    rows: int
    """Rows that the points stand for."""
    description: str
    """What is seen, for who does not see it."""
    message: str
    """What to know besides."""


class PeriodValue(Result):
    period: str
    """For example 2025-03-01, 2025-W09, 2025-03 or 2025."""
    value: float | None
    """The figure; null where all values are missing."""
    rows: int
    """How many have a date in it."""


class TrendResult(Result):
    date_column: str
    """Whose dates the periods are of."""
    column: str
    """Whose values the figures are of."""
    periods: list[PeriodValue]
    """In the order of time."""
    more: int
    """Periods that are in the plot alone."""
    message: str
    """What to know besides."""


class Cluster(Result):
    name: str
    """From the model, or else from its place."""
    rows: int
    """How many are in it."""
    x: float
    """Of its centre."""
    y: float
    """Of its centre."""


class ClusterResult(Result):
    x: str
    """The first column."""
    y: str
    """The second column."""
    clusters: list[Cluster]
    """From the lowest x to the highest."""
    named_by: str
    """The model that named them; empty, where none did."""
    message: str
    """What to know besides."""


class ExportResult(Result):
    file: str
    """Its name."""
    rows: int
    """How many are written."""
    characters: int
    """How long it is."""
    misread: list[str]
    """Columns that a reader would take for another kind."""
    message: str
    """What to know besides."""


class SqlResult(Result):
    columns: list[str]
    """Their names, in the order of the cells of a row."""
    rows: Rows
    """Up to `limit`."""
    more: bool
    """Whether rows follow."""
    message: str
    """What to know besides."""


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
    text = str(value)
    short = text if len(text) <= CELL_CHARS else f"{text[: CELL_CHARS - 1]}…"
    return "".join(f"\\{letter}" if letter in MARKUP else letter for letter in " ".join(short.split()))


def as_rows(table: Table) -> Rows:
    return table.part(0, table.rows)
