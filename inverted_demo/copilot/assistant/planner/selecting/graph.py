"""How the kinds of things of a server have to do with each other, in one step or two: by what refers to what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.planner.english.stems import concept
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.details import detailed
from assistant.planner.offer.records import Record
from assistant.planner.offer.references import kinds_of, taken
from assistant.planner.offer.referring import Calls, names_any
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.selecting.links import shared
from assistant.planner.wishes.conditions import Condition

MAX_DETAILS = 30
"""The details of so many things are looked at for what they name."""
MAX_ASKED = 6
"""For so many things a list is asked which of its things have to do with them."""


async def linked(
    desk: Desk, source: Source, things: Sequence[Record], entities: Sequence[Record], far: bool = True
) -> Condition | None:
    """The condition that things have to do with some of another kind: directly, else over what names both."""
    if not entities or not things:
        return None
    found = shared(source, things, entities, strict=True) or await _next_to(desk, source, things, entities)
    if found is None and far:
        found = await _over(desk, source, things, entities)
    return found or shared(source, things, entities)


async def neighbours(desk: Desk, source: Source, entities: Sequence[Record]) -> list[Record]:
    """The things of a list that have to do with these, in one step or two."""
    things, _, _ = await desk.all(source, {})
    condition = await linked(desk, source, things, entities)
    return [one for one in things if condition.holds(one)] if condition else []


async def _next_to(
    desk: Desk, source: Source, things: Sequence[Record], entities: Sequence[Record]
) -> Condition | None:
    """Those that name these, or are named by them; in what lists show, by what a list is asked, or in details."""
    found = naming_each_other(things, entities) or await _told_by_server(desk, source, things, entities)
    if not found and len(entities) == 1 and (more := await detailed(desk, entities[0])):
        found = naming_each_other(things, [more])
    return _being(found or await _in_details(desk, source, things, entities))


async def _in_details(desk: Desk, source: Source, things: Sequence[Record], entities: Sequence[Record]) -> list[Record]:
    """`jobs that need the belt`, where only the details of a job have the list of its parts."""
    kinds = entities[0].source.concepts
    tellers = [one for one in desk.catalog.sources if not one.is_list and one.nouns & source.nouns]
    lists = [slot for one in tellers for slot in one.deed.outputs if slot.form == "list"]
    is_told = any(_may_name(slot, kinds) for slot in lists)
    if not is_told or len(things) > MAX_DETAILS:
        return []
    calls = Calls(entities)
    wholes = [(one, await detailed(desk, one)) for one in things]
    return [one for one, whole in wholes if whole is not None and names_any(whole, calls)]


def _may_name(slot: Slot, kinds: frozenset[str]) -> bool:
    """A list of such things by its name, or of objects that have a name."""
    keys = {concept(key) for part in (slot, *slot.parts) for key in part.key}
    return bool(kinds & keys) or any(part.all_words[-1:] in (("name",), ("title",)) for part in slot.parts)


def naming_each_other(things: Sequence[Record], entities: Sequence[Record]) -> list[Record]:
    calls = Calls(entities)
    found = [one for one in things if names_any(one, calls)]
    return found or [one for one in things if any(names_any(entity, Calls([one])) for entity in entities)]


async def _told_by_server(
    desk: Desk, source: Source, things: Sequence[Record], entities: Sequence[Record]
) -> list[Record]:
    """`orders` for a `product_id`, where only the server knows what is in them."""
    nouns = entities[0].source.nouns
    params = [one for one in source.deed.params if one.is_id and not one.required and not one.is_paging]
    params = [one for one in params if any(kind.nouns & nouns for kind in kinds_of(one, source.deed, desk.catalog))]
    if not params or len(entities) > MAX_ASKED:
        return []
    found: list[Record] = []
    for entity in entities:
        theirs, _, outcome = await desk.all(source, {params[0].name: taken(params[0], entity)})
        found += theirs if outcome.state == "done" else []
    ids = {_key(one) for one in found}
    return [one for one in things if _key(one) in ids]


async def _over(desk: Desk, source: Source, things: Sequence[Record], entities: Sequence[Record]) -> Condition | None:
    """Over a third kind of things: the parcels' tours have the drivers."""
    kinds = source.nouns | entities[0].source.nouns
    for between in _apart(desk.catalog.listed(), kinds):
        all_between, _, _ = await desk.all(between, {})
        first = shared(between, all_between, entities, strict=True)
        first = first or _being(naming_each_other(all_between, entities))
        joining = [one for one in all_between if first.holds(one)] if first else []
        if not joining or len(joining) == len(all_between) > 1:
            continue
        second = shared(source, things, joining, strict=True) or _being(naming_each_other(things, joining))
        if second is not None:
            return second
    return None


def _apart(sources: Iterable[Source], kinds: frozenset[str]) -> Iterable[Source]:
    return (one for one in sources if not one.nouns & kinds)


def _being(found: Sequence[Record]) -> Condition | None:
    """That a thing is one of these."""
    if not found:
        return None
    field = found[0].source.id_field
    if field is not None and all(one.id is not None for one in found):
        return Condition(field.name, "is", tuple(one.id for one in found))
    name = found[0].name_field
    return Condition(name, "is", tuple(one.get(name) for one in found)) if name else None


def _key(thing: Record) -> str:
    return str(thing.id if thing.id is not None else thing.label)
