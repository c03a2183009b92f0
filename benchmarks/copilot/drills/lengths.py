"""Of days: how long it is until then, and how long ago it was."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from random import Random

from benchmarks.copilot.drills.drill import Drill, spoken
from benchmarks.copilot.drills.tables import Table

TODAY = date(2026, 11, 18)
"""The day on which the dashboard and the servers of practice stand."""
AHEAD = (
    "How many days are left until the {0} of {1}?",
    "how many days is it till the {0} of {1}",
    "how many more days until {1}'s {0}?",
)
AGO = (
    "How many days ago was the {0} of {1}?",
    "how long ago was {1}'s {0}",
    "how many days is it since the {0} of {1}",
)
FAR = 400


def of_lengths(table: Table, random: Random) -> Iterator[Drill]:
    for field in table.days():
        told = [(name, (date.fromisoformat(str(value)[:10]) - TODAY).days) for name, value in table.values(field)]
        for forms, side in ((AHEAD, 1), (AGO, -1)):
            near = [(name, days * side) for name, days in told if 1 < days * side < FAR]
            if near:
                name, days = random.choice(near)
                said = random.choice(forms).format(spoken(field), name)
                yield Drill("days ahead" if side > 0 else "days ago", [said], [str(days)])
