"""How things of different kinds have to do with each other: by the values that they share."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.stems import concept
from assistant.planner.offer.records import Record, fields_of, text_values
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.wishes.conditions import Condition


def shared(
    source: Source, things: Sequence[Record], entities: Sequence[Record], strict: bool = False
) -> Condition | None:
    """The condition that things have to do with these entities: a value in common, of a field that says so.

    With `strict`, only things that name the entities, or are named by them.
    """
    if not entities or not things:
        return None
    values = {(key, value) for thing in things for key, value in text_values(thing)}
    for entity in entities:
        calls = {str(value) for value in (entity.label, entity.id) if value is not None}
        own = [key for key, value in values if value in calls]
        if own:
            found = tuple(one for entity_ in entities for one in (entity_.label, entity_.id) if one is not None)
            return Condition(min(own), "is", found)
    name = things[0].name_field
    for slot in fields_of(entities[0]):
        is_reference = any(concept(key) in source.concepts for key in slot.key)
        found = tuple(dict.fromkeys(one.get(slot.name) for one in entities if isinstance(one.get(slot.name), str)))
        own_id = source.id_field.name if source.id_field else ""
        calls = [field for field in (name, own_id) if field and any((field, value) in values for value in found)]
        if is_reference and calls:
            return Condition(calls[0], "is", found)
    mutual = [
        slot.name
        for slot in fields_of(entities[0])
        if any((slot.name, one.get(slot.name)) in values for one in entities if _is_link(slot, one))
    ]
    if mutual and not strict:
        return Condition(mutual[0], "is", tuple(one.get(mutual[0]) for one in entities))
    return None


def _is_link(slot: Slot, entity: Record) -> bool:
    is_plain = slot.form == "text" and not slot.choices and not slot.is_moment
    return is_plain and slot.name != entity.name_field and isinstance(entity.get(slot.name), str)
