"""Of fields with choices: those that have one, those that don't, and how many they are."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.copilot.drills.drill import MOST_SAID, Drill, spoken
from benchmarks.copilot.drills.tables import Table

LEFT_OUT = (
    "Which {0} are there, leaving out those with {1}?",
    "all {0} besides the ones that have {1}",
    "Not counting those with {1}, which {0} are there?",
    "show me the {0}, but skip the ones with {1}",
)


def of_choices(table: Table, random: Random) -> Iterator[Drill]:
    for field in table.fields(str):
        told = table.values(field)
        if not {value for _, value in told} <= table.choices:
            continue
        choice = random.choice(sorted({value for _, value in told}))
        those = [name for name, value in told if value == choice]
        others = [name for name, value in told if value != choice]
        having = f"the {spoken(field)} {spoken(choice)}"
        yield Drill("how many", [f"How many {table.things} have {having}?"], [str(len(those))])
        if others and len(those) <= MOST_SAID:
            yield Drill("such", [f"Which {table.things} have {having}?"], those, others)
            left_out = random.choice(LEFT_OUT).format(table.things, having)
            yield Drill("all but", [left_out], others[:MOST_SAID], those)
            yield Drill("no such", [f"Which {table.things} do not have {having}?"], others[:MOST_SAID], those)
