"""From a table to a figure: which rows make a point, and how many points a figure can hold."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast

from breathing import Tell, part_of, tell_nobody
from columns import Cell, Column, DataError, Table, as_text, quoted
from figures import COLOURS, Figure, FigureKind, Series, XKind
from queries import Aggregate, Filter, Function, group, select

POINTS = 3_000
BARS = 40
LARGEST = 1e100
NO_VALUE = "no value"


@dataclass(frozen=True, slots=True)
class Plot:
    """What somebody wants to see."""

    kind: FigureKind
    x: str
    y: str
    by: str | None = None
    """A series for each of its values."""
    each: Function = "mean"
    """What becomes of several rows with the same x: in lines and bars."""
    filters: Sequence[Filter] = ()
    title: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    figure: Figure
    rows: int
    note: str


async def draw(table: Table, plot: Plot, tell: Tell = tell_nobody) -> Drawn:
    x = table.column(plot.x)
    if plot.each != "count" or plot.kind == "scatter":
        table.numeric(plot.y, "the height of a plot")
    if plot.kind == "scatter" and x.kind not in ("integer", "number", "date"):
        raise DataError(f"A scatter plot needs numbers or dates across; {quoted(x.name)} has none. Ask for a bar plot.")
    rows = await select(table, [*plot.filters, Filter(column=plot.x, op="present")], part_of(tell, 0, 0.5))
    points, y_title = await _points(table, plot, rows, part_of(tell, 0.5, 0.9))
    x_kind: XKind = "date" if x.kind == "date" else "text" if x.kind in ("text", "boolean") else "number"
    if plot.kind == "bar":
        x_kind = "text"  # a bar stands over its label, whatever that is
    labels: tuple[str, ...] = ()
    if x_kind == "text":
        points, labels = _labelled(points, x)
    series, note = _thinned(_in_series(points, plot.by is not None, x_kind), POINTS)
    across, title = plot.x, plot.title or f"{y_title} by {plot.x}{f' and {plot.by}' if plot.by else ''}"
    return Drawn(Figure(plot.kind, title, across, y_title, x_kind, series, labels), len(rows), note)


Point = tuple[Cell, Cell, float]
"""Where across, of which series, how high."""


async def _points(table: Table, plot: Plot, rows: Sequence[int], tell: Tell) -> tuple[list[Point], str]:
    keys = [plot.x] if plot.by is None or plot.by == plot.x else [plot.x, plot.by]
    if plot.kind == "scatter":
        x, y, by = table.column(plot.x).values, table.column(plot.y).values, table.column(keys[-1]).values
        found = [(x[row], by[row], cast(float, up)) for row in rows if (up := y[row]) is not None]
        return found, plot.y
    aggregate = Aggregate(function=plot.each, column=plot.y)
    grouped = await group(table, rows, keys, [aggregate], tell)
    across, names, heights = (column.values for column in (grouped.columns[0], *grouped.columns[-2:]))
    found = [(at, name, cast(float, up)) for at, name, up in zip(across, names, heights, strict=True) if up is not None]
    return found, plot.y if grouped.rows == len(rows) and plot.each != "count" else aggregate.title


def _labelled(points: list[Point], x: Column) -> tuple[list[Point], tuple[str, ...]]:
    values = sorted({point[0] for point in points}, key=lambda value: (isinstance(value, str), value))
    if len(values) > BARS:
        advice = f"Filter the rows, or choose a column with {BARS} values at most."
        raise DataError(
            f"The column {quoted(x.name)} has {len(values)} values, too many to stand side by side. {advice}"
        )
    places = {value: place for place, value in enumerate(values)}
    return [(places[at], name, up) for at, name, up in points], tuple(as_text(value) for value in values)


def _in_series(points: Sequence[Point], is_many: bool, x_kind: XKind) -> list[Series]:
    named: dict[Cell, list[tuple[float, float]]] = {}
    for at, name, up in points:
        across = seconds_of(cast(str, at)) if x_kind == "date" else float(cast(float, at))
        if max(abs(across), abs(up)) > LARGEST:
            raise DataError(f"There is a value beyond {LARGEST:g}, which no axis can show. Filter it out.")
        named.setdefault(name if is_many else None, []).append((across, float(up)))
    if len(named) > len(COLOURS):
        advice = "Filter the rows, or leave the series out."
        raise DataError(f"That is {len(named)} series, and {len(COLOURS)} can be told apart. {advice}")
    series: list[Series] = []
    for name in sorted(named, key=as_text):
        xs, ys = zip(*sorted(named[name]), strict=True)
        series.append(Series((as_text(name) or NO_VALUE) if is_many else "", xs, ys))
    return series


def seconds_of(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


def _thinned(series: Sequence[Series], most: int) -> tuple[tuple[Series, ...], str]:
    """As many points as can be seen: evenly some of them, where there are more."""
    count = sum(len(one.xs) for one in series)
    step = math.ceil(count / most)
    if step < 2:
        return tuple(series), ""
    kept = tuple(Series(one.name, one.xs[::step], one.ys[::step]) for one in series)
    return kept, f"One point of {step} is drawn, as there are {count}."
