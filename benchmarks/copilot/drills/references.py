"""Which things of a server's tables name which others, in what they tell of themselves or in their details."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from assistant.planner.english.stems import stem
from assistant.planner.offer.people import PERSON_KEYS
from benchmarks.copilot.drills.drill import spoken
from benchmarks.copilot.drills.tables import DAY, LEAST_THINGS, Row, Table

UNITS = frozenset(["m", "kg", "km", "eur", "gbp", "m2", "cm", "mm", "percent", "days", "knots", "kmh", "minutes"])
SHORT = 70
FEW = 2
LEAST_TOLD = 0.6
NAMES = frozenset({"name", "title"})


@dataclass(frozen=True)
class Reference:
    """A field of the things of one table that names things of another."""

    table: Table
    other: Table
    called: str
    """`lead guide`"""
    named: Mapping[str, Row]
    """By the id of a thing that which it names."""

    @property
    def is_of_person(self) -> bool:
        own = {stem(word) for word in (*self.other.thing.split(), *self.called.split())}
        return bool(own & PERSON_KEYS) or "contact" in self.other.rows[0]

    def having(self, other: Row) -> list[Row]:
        """The things that name one of the other table."""
        return [row for row in self.table.rows if self.named.get(str(row["id"])) is other]


def references(found: Sequence[Table]) -> list[Reference]:
    every = [one for table in found for one in _of(table, found)]
    last: dict[tuple[str, str, str], Reference] = {
        (one.table.things, one.other.things, one.called): one for one in every
    }
    return list(last.values())


def _of(table: Table, found: Sequence[Table]) -> Iterator[Reference]:
    for name in table.rows[0]:
        told = {str(row["id"]): _key(row.get(name)) for row in table.rows}
        keys = {one for one in told.values() if one is not None}
        for other in found:
            rows = {key: row for row in other.rows for key in (str(row["id"]), other.name(row))}
            known = {key for key in keys if key in rows}
            if other is table or name == "id" or len(known) < FEW or len(known) < LEAST_TOLD * len(keys):
                continue
            named = {id_: rows[key] for id_, key in told.items() if key in rows}
            yield Reference(table, other, spoken(name.removesuffix("_id")), named)


def _key(value: Any) -> str | None:
    if isinstance(value, Mapping):
        value = cast(Mapping[str, Any], value).get("id")
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else None


def is_only(one: Reference, every: Sequence[Reference]) -> bool:
    """Whether the two tables have to do with each other in no other way."""
    pair = {one.table.things, one.other.things}
    return not any(other is not one and {other.table.things, other.other.things} == pair for other in every)


def told(table: Table, row: Row) -> dict[str, Any]:
    """All plain values that are told of a thing, but for what it is called."""
    whole = {**table.details.get(str(row["id"]), {}), **row}
    return {
        name: value
        for name, value in whole.items()
        if name not in NAMES and name != "id" and not name.endswith("_id") and _is_plain(name, value)
    }


def _is_plain(name: str, value: Any) -> bool:
    is_told = isinstance(value, int | float) or (isinstance(value, str) and 0 < len(value) <= SHORT)
    return is_told and not isinstance(value, bool) and name.rpartition("_")[2] not in UNITS


def called(table: Table, row: Row) -> str:
    """`The Long Ride`, `booking B-1`."""
    name = table.name(row)
    return f"{table.thing} {name}" if name == str(row["id"]) else name


@dataclass(frozen=True)
class Extreme:
    """`the boat with the highest draught`"""

    words: str
    row: Row


def extremes(table: Table) -> Iterator[Extreme]:
    """The things that alone are the first or the last by something that all have."""
    for name in table.rows[0]:
        values = [(row[name], row) for row in table.rows if row.get(name) is not None]
        if name == "id" or name.endswith("_id") or name.rpartition("_")[2] in UNITS or len(values) < LEAST_THINGS:
            continue
        is_figure = all(isinstance(value, int | float) and not isinstance(value, bool) for value, _ in values)
        is_day = all(isinstance(value, str) and DAY.match(value) for value, _ in values)
        if (is_figure or is_day) and len(values) == len(table.rows):
            values.sort(key=lambda one: one[0])
            ends = (("earliest", 0, 1), ("latest", -1, -2)) if is_day else (("lowest", 0, 1), ("highest", -1, -2))
            for words, at, beside in ends:
                if values[at][0] != values[beside][0]:
                    yield Extreme(f"the {table.thing} with the {words} {spoken(name)}", values[at][1])
