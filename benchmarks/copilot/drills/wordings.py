"""How people call fields and figures, and one question in many wordings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.copilot.drills.drill import MOST_SAID, Drill
from benchmarks.copilot.drills.tables import Row, Table, Values

UNITS = frozenset(["gbp", "eur", "kg", "m", "cm", "mm", "m2", "km", "kmh", "knots", "percent", "arcsec", "celsius"])
COUNTED = UNITS | {"days", "hours", "packs"}
NO_FIGURES = (
    *("position", "hook", "floor", "room", "level", "rating", "sleeps", "extension", "progress", "average_progress"),
    *("celsius", "target_celsius", "free_kg", "deck_m", "fits_from_cm", "fits_to_cm", "reorder_at", "paid", "owed"),
    *("rent_owed", "paid_eur", "outstanding_eur", "work_hours_required"),
)
"""What counts nothing, or is no noun: nobody says `a sleeps over 3`."""
NO_NOUNS = ["fleet", "activity", "forecast", "waiting list", "seed order", "team stats"]
"""Lists of which one says something else than `which of them`."""
ENDINGS = ("s", "people")


@dataclass(frozen=True)
class Measured:
    """A field with figures, as it is said."""

    field: str
    name: str
    """Without its unit."""
    is_many: bool
    """`more than 3 pallets`; else `a price over 3`."""
    told: Values
    """The lowest first."""

    @property
    def is_of_days(self) -> bool:
        """`are more than 3 days late`."""
        return self.name.startswith("days")


def can_be_asked(table: Table) -> bool:
    return table.things not in NO_NOUNS


def is_many(words: str) -> bool:
    return words.endswith(ENDINGS)


def article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def measured(table: Table) -> Iterator[Measured]:
    for field in table.fields((int, float)):
        words = field.split("_")
        said = words[:-1] if len(words) > 1 and words[-1] in UNITS else words
        is_led = words[0] in COUNTED or (is_many(words[0]) and words[1:2] in (["per"], ["in"], ["on"]))
        told = sorted(table.values(field), key=lambda one: one[1])
        if field not in NO_FIGURES and told[0][1] < told[-1][1]:
            yield Measured(field, " ".join(said), is_led or is_many(said[-1]), told)


def figure(value: float) -> str:
    return f"{round(value, 2):.15g}"


def rounded(value: float) -> list[str]:
    """A sum or an average, as it may be told."""
    return list(dict.fromkeys([f"{value:.2f}", f"{value:.1f}", f"{round(value)}", figure(value)]))


def each(
    template: str, wordings: str, has: Sequence[str | list[str]], lacks: Sequence[str] = (), **said: str
) -> Iterator[Drill]:
    """The same asked in all these ways, line by line, turns parted by `|`; where the answer is short enough."""
    lines = [line.strip() for line in wordings.splitlines() if line.strip()]
    for at, line in enumerate(lines if 0 < len(has) <= MOST_SAID else ()):
        turns = [turn.strip() for turn in line.format(**said).split(" | ")]
        yield Drill(f"{template} {at + 1}", turns, has, lacks)


def words_for(table: Table) -> dict[str, str]:
    """What the wordings say of the things of a list."""
    several = is_many(table.things)
    return {
        "things": table.things,
        "thing": table.thing,
        "have": "have" if several else "has",
        "are": "are" if several else "is",
        "were": "were" if several else "was",
        "do": "do" if several else "does",
    }


def parted(table: Table, field: str, value: object) -> tuple[list[str], list[str]]:
    """The names of those that have it, and of those that have something else."""
    told = table.values(field)
    return [name for name, own in told if own == value], [name for name, own in told if own != value]


def having(table: Table, field: str, value: object) -> list[Row]:
    return [row for row in table.rows if row.get(field) == value]
