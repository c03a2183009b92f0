"""Questions about a table: which rows, grouped by what, in which order. Filters go column by column, in slices."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any, Literal

from pydantic import BaseModel, Field

from breathing import Tell, part_of, slices, tell_nobody
from columns import CONVERTERS, Cell, Column, DataError, Kind, Table, Value, as_text, listed, plural, quoted

Op = Literal["=", "!=", "<", "<=", ">", ">=", "contains", "in", "missing", "present"]
Function = Literal["count", "sum", "mean", "min", "max", "median"]
Scalar = bool | int | float | str

COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
EXAMPLES: dict[Kind, str] = {"integer": "3", "number": "21.5", "date": "2025-03-01", "boolean": "true", "text": "rye"}
GROUPS = 100_000


class Filter(BaseModel):
    """Rows to keep. A row without a value in the column is kept by `missing` alone."""

    column: str = Field(title="Column", description="Example: temperature")
    op: Op = Field(default="=", title="Comparison")
    value: Scalar | list[Scalar] | None = Field(
        default=None,
        title="Value",
        description="To compare with; a list for `in`, nothing for `missing` and `present`.",
    )


class Aggregate(BaseModel):
    """One figure of each group."""

    function: Function = Field(title="Function")
    column: str | None = Field(default=None, title="Column", description="Not needed to count rows.")

    @property
    def title(self) -> str:
        return f"{self.function} of {self.column}" if self.column is not None else "count"


class Sort(BaseModel):
    """A column of the result to sort by. Missing values come last."""

    column: str = Field(title="Column")
    descending: bool = Field(default=False, title="Largest first")


@dataclass(frozen=True, slots=True)
class Question:
    """Columns of a table, or figures of its groups."""

    columns: Sequence[str] = ()
    """None for all."""
    filters: Sequence[Filter] = ()
    group_by: Sequence[str] = ()
    aggregates: Sequence[Aggregate] = ()
    sort: Sequence[Sort] = ()
    offset: int = 0
    limit: int | None = None
    """None for all rows."""

    @property
    def is_grouped(self) -> bool:
        return bool(self.group_by or self.aggregates)


@dataclass(frozen=True, slots=True)
class Answer:
    table: Table
    total: int
    """How many rows there are besides those that the limit left."""


async def ask(table: Table, question: Question, tell: Tell = tell_nobody) -> Answer:
    rows = await select(table, question.filters, part_of(tell, 0, 0.6))
    if question.is_grouped:
        if question.columns:
            raise DataError("Choose columns, or group: the columns of groups are what they are grouped by.")
        found = await group(table, rows, question.group_by, question.aggregates, part_of(tell, 0.6, 0.9))
        order = await sort(found, range(found.rows), question.sort)
    else:
        order = await sort(table, rows, question.sort)
        names = question.columns or table.names
        found = Table(table.name, tuple(table.column(name) for name in dict.fromkeys(names)))
    await tell(0.9, "Sorted")
    end = None if question.limit is None else question.offset + question.limit
    return Answer(await take(found, order[question.offset : end]), len(order))


async def select(table: Table, filters: Sequence[Filter], tell: Tell = tell_nobody) -> Sequence[int]:
    """The rows that pass all filters."""
    rows: Sequence[int] = range(table.rows)
    for number, one in enumerate(filters, 1):
        share = part_of(tell, (number - 1) / len(filters), number / len(filters))
        test = _test_of(table.column(one.column), one, number)
        values = table.column(one.column).values
        kept: list[int] = []
        async for part in slices(len(rows), share, f"Filter {number}"):
            kept += [row for row in rows[part.start : part.stop] if test(values[row])]
        rows = kept
    return rows


def _test_of(column: Column, given: Filter, number: int) -> Callable[[Cell], bool]:
    where = f"Filter {number}, column {quoted(column.name)}"
    if given.op == "missing":
        return lambda cell: cell is None
    if given.op == "present":
        return lambda cell: cell is not None
    if given.value is None:
        raise DataError(f"{where}: “{given.op}” needs a value. Example: {EXAMPLES[column.kind]}")
    if given.op == "in":
        items = given.value if isinstance(given.value, list) else [given.value]
        wanted = {_value_for(column, item, where) for item in items}
        return lambda cell: cell in wanted
    if isinstance(given.value, list):
        raise DataError(f"{where}: a list goes with “in”. Use that, or give one value.")
    if given.op == "contains":
        words = as_text(given.value).casefold()
        return lambda cell: cell is not None and words in as_text(cell).casefold()
    compare, value = COMPARE[given.op], _value_for(column, given.value, where)
    return lambda cell: cell is not None and compare(cell, value)


def _value_for(column: Column, value: Scalar, where: str) -> Value:
    """A value that can be compared with those of a column."""
    if column.kind == "text":
        return as_text(value)
    if column.kind in ("integer", "number") and isinstance(value, int | float) and not isinstance(value, bool):
        return value
    converter = CONVERTERS["number" if column.kind == "integer" else column.kind]
    try:
        return converter(as_text(value).strip())
    except ValueError:
        problem = f"{quoted(as_text(value))} cannot be compared with {plural(column.kind)}"
        raise DataError(f"{where}: {problem}. Give a value such as {EXAMPLES[column.kind]}.") from None


async def sort(table: Table, rows: Sequence[int], by: Sequence[Sort]) -> Sequence[int]:
    """Rows in order. Rows that are alike stay as they were."""
    for one in reversed(by):
        values = table.column(one.column).values
        present: list[int] = []
        absent: list[int] = []
        async for part in slices(len(rows)):
            for row in rows[part.start : part.stop]:
                (absent if values[row] is None else present).append(row)
        present.sort(key=values.__getitem__, reverse=one.descending)  # type: ignore[arg-type]
        rows = present + absent
    return rows


async def take(table: Table, rows: Sequence[int]) -> Table:
    """Some rows, as a table of their own."""
    columns: list[Column] = []
    for column in table.columns:
        cells: list[Cell] = []
        async for part in slices(len(rows)):
            cells += [column.values[row] for row in rows[part.start : part.stop]]
        columns.append(Column(column.name, column.kind, cells, column.note))
    return Table(table.name, tuple(columns))


async def group(
    table: Table, rows: Sequence[int], by: Sequence[str], aggregates: Sequence[Aggregate], tell: Tell = tell_nobody
) -> Table:
    """A row for each combination of values in the columns `by`, in the order in which they are met."""
    keys = [table.column(name) for name in dict.fromkeys(by)]
    chosen = list({one.title: one for one in aggregates or [Aggregate(function="count")]}.values())
    sources = [_source(table, one) for one in chosen]
    members: dict[tuple[Cell, ...], list[int]] = {} if keys else {(): []}
    async for part in slices(len(rows), tell, "Grouping"):
        for row in rows[part.start : part.stop]:
            members.setdefault(tuple(key.values[row] for key in keys), []).append(row)
        if len(members) > GROUPS:
            raise DataError(
                f"There are more than {GROUPS} groups by {listed([*by])}. Group by a column with fewer values."
            )
    columns = [Column(key.name, key.kind, [one[place] for one in members]) for place, key in enumerate(keys)]
    for one, source in zip(chosen, sources, strict=True):
        cells: list[Cell] = []
        groups = list(members.values())
        async for part in slices(len(groups)):
            cells += [_figure(one, source, groups[place]) for place in part]
        columns.append(Column(one.title, _kind_of(one, source), cells))
    return Table(table.name, tuple(columns))


def _source(table: Table, given: Aggregate) -> Column | None:
    """What is counted, added or compared; nothing where rows are counted."""
    if given.column is None:
        if given.function == "count":
            return None
        raise DataError(f"“{given.function}” needs a column. Choose one of: {listed(table.names)}.")
    if given.function in ("sum", "mean", "median"):
        return table.numeric(given.column, given.function)
    return table.column(given.column)


def _kind_of(given: Aggregate, source: Column | None) -> Kind:
    if source is None or given.function == "count":
        return "integer"
    if given.function in ("mean", "median"):
        return "number"
    return "integer" if given.function == "sum" and source.kind == "boolean" else source.kind


def _figure(given: Aggregate, source: Column | None, rows: Sequence[int]) -> Cell:
    if source is None:
        return len(rows)
    present: list[Any] = [value for row in rows if (value := source.values[row]) is not None]
    if given.function == "count":
        return len(present)
    if not present:
        return None
    try:
        found = FUNCTIONS[given.function](present)
    except OverflowError:
        found = math.inf
    if isinstance(found, float) and not math.isfinite(found):
        raise DataError(f"The {given.title} is larger than any number here. Filter the largest values out.")
    return found


FUNCTIONS: dict[str, Callable[[Sequence[Any]], Value]] = {
    "sum": sum,
    "mean": lambda values: float(fmean(values)),
    "min": min,
    "max": max,
    "median": lambda values: float(median(values)),
}
