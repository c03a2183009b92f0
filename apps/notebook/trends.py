"""A column over time: a figure for each day, week, month or year."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal, cast

from pydantic import BaseModel, Field, create_model

from breathing import Tell, part_of, slices
from columns import Cell, Column, Table
from figures import Figure, Series
from plotting import seconds_of
from queries import Aggregate, Filter, Function, group, select

Period = Literal["day", "week", "month", "year"]


class DateChoice(BaseModel):
    """Which column has the dates that are meant."""

    column: str


def choice_of(names: Sequence[str]) -> type[DateChoice]:
    """The same as a question: one of these."""
    kind: Any = Literal[tuple(names)]
    return create_model("DateChoice", __base__=DateChoice, column=(kind, Field(title="Date column")))


@dataclass(frozen=True, slots=True)
class PeriodFigure:
    period: str
    value: float | None
    rows: int


def period_of(text: str, period: Period) -> str:
    """The day, week, month or year that a date is in."""
    if period == "week":
        year, week, _ = datetime.fromisoformat(text).isocalendar()
        return f"{year:04}-W{week:02}"
    return text[: {"day": 10, "month": 7, "year": 4}[period]]


def first_day(period: str) -> str:
    """As a date that can stand on an axis."""
    if "W" in period:
        year, _, week = period.partition("-W")
        try:
            return date.fromisocalendar(int(year), int(week), 1).isoformat()
        except ValueError:  # the first week of the calendar's first year began before it
            return f"{max(int(year), 1):04}-01-01"
    return period + "-01-01"[len(period) - 4 :]


async def trend_of(
    table: Table, column: str, by: str, period: Period, each: Function, tell: Tell
) -> list[PeriodFigure]:
    """In the order of time. Rows without a date are left out."""
    if each != "count":
        table.numeric(column, "a trend")
    rows = await select(table, [Filter(column=by, op="present")], part_of(tell, 0, 0.3))
    dates, values = table.column(by).values, table.column(column)
    periods: list[Cell] = []
    kept: list[Cell] = []
    async for part in slices(len(rows), part_of(tell, 0.3, 0.7), "Reading dates"):
        periods += [period_of(cast(str, dates[row]), period) for row in rows[part.start : part.stop]]
        kept += [values.values[row] for row in rows[part.start : part.stop]]
    short = Table(table.name, (Column("period", "text", periods), Column("value", values.kind, kept)))
    figures = [Aggregate(function=each, column="value"), Aggregate(function="count")]
    grouped = await group(short, range(len(rows)), ["period"], figures, part_of(tell, 0.7, 1))
    found = [
        PeriodFigure(cast(str, name), None if value is None else float(value), cast(int, count))
        for name, value, count in zip(*(one.values for one in grouped.columns), strict=True)
    ]
    return sorted(found, key=lambda one: one.period)


def trend_figure(found: Sequence[PeriodFigure], column: str, by: str, period: Period, each: Function) -> Figure:
    drawn = [one for one in found if one.value is not None]
    series = Series("", [seconds_of(first_day(one.period)) for one in drawn], [cast(float, one.value) for one in drawn])
    y_title = f"{each} of {column}"
    return Figure("line", f"{y_title} by {period}", by, y_title, "date", (series,))
