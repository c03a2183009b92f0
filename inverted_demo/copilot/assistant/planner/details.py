"""What only the tool for one thing tells of it, where there is such a tool."""

from __future__ import annotations

from assistant.planner.desk import Desk
from assistant.planner.records import Record, records, structured


async def detailed(desk: Desk, thing: Record) -> Record | None:
    """The thing with all its fields."""
    for source in desk.catalog.sources:
        needs = source.needs
        if source.is_list or len(needs) != 1 or thing.id is None or not needs[0].is_id:
            continue
        if source.nouns & thing.source.nouns:
            outcome = await desk.call(source.deed, {needs[0].name: thing.id})
            if outcome.state == "done":
                return next(iter(records(source, structured(outcome))), None)
    return None
