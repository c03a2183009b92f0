"""Of figures: the most, the more of two, what lies between."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.copilot.drills.drill import MOST_SAID, Drill, spoken
from benchmarks.copilot.drills.tables import Table


def of_figures(table: Table) -> Iterator[Drill]:
    for field in table.fields((int, float)):
        told = sorted(table.values(field), key=lambda one: one[1])
        (lowest, _), (second, below), (highest, top) = told[0], told[-2], told[-1]
        if below == top:
            continue
        named = spoken(field)
        yield Drill("most", [f"Which {table.thing} has the highest {named}?"], [highest], [lowest])
        turns = [f"What is the {named} of {second}?", f"And of {highest}?", f"Which of the two has the higher {named}?"]
        yield Drill("of two", turns, [highest])
        low, high = told[len(told) // 3][1], told[2 * len(told) // 3][1]
        inside = [name for name, value in told if low <= value <= high]
        outside = [name for name, value in told if not low <= value <= high]
        if low < high and len(inside) <= MOST_SAID:
            text = f"Which {table.things} have the {named} between {low} and {high}?"
            yield Drill("between figures", [text], inside, outside)
