"""What is in each column, in short."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from breathing import Tell, slices, tell_nobody
from columns import Column, Table
from results import ColumnSummary, Summary

NAMED_COLUMNS = 12


async def summary(table: Table, message: str, tell: Tell = tell_nobody) -> Summary:
    columns: list[ColumnSummary] = []
    for number, column in enumerate(table.columns):
        columns.append(await _column_summary(column))
        await tell((number + 1) / len(table.columns), column.name)
    return Summary(name=table.name, rows=table.rows, columns=columns, message=message)


async def _column_summary(column: Column) -> ColumnSummary:
    present: list[Any] = []
    distinct: set[Any] = set()
    async for part in slices(len(column.values)):
        some = [value for value in column.values[part.start : part.stop] if value is not None]
        present += some
        distinct.update(some)
    return ColumnSummary(
        name=column.name,
        kind=column.kind,
        missing=len(column.values) - len(present),
        distinct=len(distinct),
        smallest=min(distinct, default=None),
        largest=max(distinct, default=None),
        mean=_mean(present) if column.is_numeric else None,
        note=column.note,
    )


def _mean(values: Sequence[float]) -> float | None:
    try:
        mean = fmean(values) if values else None
    except OverflowError:
        return None
    return mean if mean is not None and math.isfinite(mean) else None


def in_words(table: Table) -> str:
    named = ", ".join(f"{column.name} ({column.kind})" for column in table.columns[:NAMED_COLUMNS])
    rest = len(table.columns) - NAMED_COLUMNS
    return f"{table.name}: {table.rows} rows of {named}{f' and {rest} more columns' if rest > 0 else ''}."
