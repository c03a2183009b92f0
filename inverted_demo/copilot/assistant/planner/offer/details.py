"""What only the tool for one thing tells of it, where there is such a tool."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from assistant.planner.offer.desk import Desk
from assistant.planner.offer.records import Record, flat, records, structured


async def detailed(desk: Desk, thing: Record) -> Record | None:
    """The thing with all its fields."""
    for source in desk.catalog.sources:
        needs = source.needs
        is_list = source.is_list and bool(source.fields or source.path)
        if is_list or len(needs) != 1 or thing.id is None or not needs[0].is_id:
            continue
        if source.nouns & thing.source.nouns:
            outcome = await desk.call(source.deed, {needs[0].name: thing.id})
            if outcome.state == "done":
                data = structured(outcome)
                if not source.fields and isinstance(data, Mapping):
                    return Record(source, flat(cast(Mapping[str, Any], data)))
                return next(iter(records(source, data)), None)
    return None
