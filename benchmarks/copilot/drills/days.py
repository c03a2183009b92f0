"""Of days: what lies between two."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.copilot.drills.drill import MOST_SAID, Drill, spoken
from benchmarks.copilot.drills.tables import LEAST_THINGS, Table


def of_days(table: Table) -> Iterator[Drill]:
    for field in table.days():
        told = sorted((str(value)[:10], name) for name, value in table.values(field))
        if len(told) < LEAST_THINGS:
            continue
        low, high = told[len(told) // 3][0], told[2 * len(told) // 3][0]
        inside = [name for day, name in told if low <= day <= high]
        outside = [name for day, name in told if not low <= day <= high]
        if low < high and outside and len(inside) <= MOST_SAID:
            those = f"Show me the {table.things} with the {spoken(field)}"
            yield Drill("from to", [f"{those} from {low} to {high}."], inside, outside)
            yield Drill("between days", [f"{those} between {low} and {high}."], inside, outside)
