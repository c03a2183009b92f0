"""What a text demands of things, and in which order it wants them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from assistant.planner.english.dates import When
from assistant.planner.english.numbers import Comparison
from assistant.planner.english.stems import concept, stems
from assistant.planner.offer.records import Record, as_moment

DATE_LENGTH = len("2026-01-01")
TIME_OF_DAY = re.compile(r"(\d{1,2}):(\d\d)(?::\d\d)?")
Test = Literal["is", "compares", "when", "flag", "empty"]


@dataclass(frozen=True)
class Condition:
    """That a field is something; `values` has all that would do."""

    field: str
    test: Test
    values: tuple[Any, ...] = ()
    comparison: Comparison = "eq"
    when: When | None = None
    negated: bool = False
    tokens: frozenset[int] = frozenset()
    is_name: bool = False
    choices: bool = False
    """The values are of those that the schema lists."""
    is_settled: bool = False
    """The server has seen to it: the results need not show it."""
    less: str = ""
    """The name of a figure that is taken away before: the seats without those that are taken."""

    def holds(self, record: Record) -> bool:
        """Unknown fields hold only what the server has seen to."""
        if self.field not in record.data:
            return self.is_settled
        return self._fits(self._value(record)) != self.negated

    def _value(self, record: Record) -> Any:
        value, less = record.data[self.field], record.data.get(self.less) if self.less else 0
        return value - less if self.less and is_number(value) and is_number(less) else None if self.less else value

    def _fits(self, value: Any) -> bool:
        if self.test == "empty":
            return value in (None, "", [], {})
        if self.test == "flag":
            return truth(value)
        if self.test == "when":
            moment = as_moment(value)
            return moment is not None and self.when is not None and within(moment, _whole(self.when, value))
        if self.test == "compares":
            return is_number(value) and compares(value, self.comparison, self.values[0])
        return any(_same(one, value) for one in self.values)


@dataclass(frozen=True)
class Order:
    field: str
    descending: bool
    tokens: frozenset[int] = frozenset()
    is_moment: bool = False
    ranks: tuple[str, ...] = ()
    """The choices of a field that has them, in the server's order."""
    otherwise: Order | None = None
    """What is meant where no value of the field can be put in order."""
    then: str = ""
    """The time of day, where the field is a day."""

    def among(self, things: Iterable[Record]) -> Order:
        """This one, or what is meant instead."""
        if self.otherwise is None or any(self.key(thing) is not None for thing in things):
            return self
        return self.otherwise

    def sorted(self, things: Iterable[Record]) -> list[Record]:
        known = [thing for thing in things if self.key(thing) is not None]
        return sorted(known, key=self._keys, reverse=self.descending)

    def _keys(self, thing: Record) -> tuple[float, float]:
        return self.key(thing) or 0.0, measure(thing.get(self.then)) or 0.0

    def key(self, thing: Record) -> float | None:
        value = thing.get(self.field)
        return float(self.ranks.index(value)) if value in self.ranks else measure(value)


def measure(value: Any) -> float | None:
    """A number or a moment as a number to order by."""
    if is_number(value):
        return float(value)
    if isinstance(value, str) and (told := TIME_OF_DAY.fullmatch(value)):
        return int(told[1]) * 60.0 + int(told[2])
    moment = as_moment(value)
    return moment.timestamp() if moment else None


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def truth(value: Any) -> bool:
    """A number of days, say, is a yes where it is more than nothing."""
    return value > 0 if is_number(value) else bool(value)


def _whole(when: When, value: Any) -> When:
    """A date alone may be any time of its day."""
    is_date = isinstance(value, str) and len(value) == DATE_LENGTH and when.side == "within"
    if not is_date or when.first.date() != when.last.date():
        return when
    return replace(when, first=when.first.replace(hour=0, minute=0, second=0, microsecond=0))


def _same(wanted: Any, value: Any) -> bool:
    if isinstance(value, list):
        return any(_same(wanted, one) for one in value)
    if isinstance(value, Mapping):
        return any(_same(wanted, one) for one in value.values())
    if isinstance(wanted, str) and isinstance(value, str):
        return wanted.casefold() == value.casefold()
    return wanted == value and isinstance(wanted, bool) == isinstance(value, bool)


def compares(value: float, comparison: Comparison, other: float) -> bool:
    return {
        "gt": value > other,
        "ge": value >= other,
        "lt": value < other,
        "le": value <= other,
        "eq": value == other,
    }[comparison]


def within(moment: datetime, when: When) -> bool:
    if when.side == "since":
        return moment >= when.first
    if when.side == "after":
        return moment > when.last
    if when.side == "before":
        return moment < when.first
    if when.side == "until":
        return moment <= when.last
    last = max(when.first, when.last)
    return when.first <= moment <= last


def same_words(left: str, right: str) -> bool:
    """Whether two names mean the same: `team` and `teams`, `days_overdue` and `overdue`."""
    a, b = ({concept(key) for key in stems(one)} for one in (left, right))
    return bool(a & b) and (a <= b or b <= a)
