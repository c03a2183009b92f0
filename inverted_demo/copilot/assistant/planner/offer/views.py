"""All that is known of a thing, as places in which an answer may stand: what a list says, its details, its parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from assistant.planner.english.stems import concept, content_stems, singular
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.details import detailed
from assistant.planner.offer.records import Record, fields_of
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import NO_KINDS, Source

LISTED = 3
"""How far away the lists are in which the parts of a thing are."""


@dataclass
class View:
    """Things with fields in which the answer may stand."""

    slots: Sequence[Slot]
    things: Sequence[Record]
    distance: float
    name: str = ""
    """What the parts are called, where it is parts of the thing."""


@dataclass
class Place:
    """Fields of a view that words of a question are about."""

    view: View
    slots: list[Slot]
    score: float
    things: list[Record] = field(default_factory=list[Record])
    is_of_part: bool = False
    """The parts themselves are asked for by what they are called."""


async def views_of(desk: Desk, thing: Record) -> list[View]:
    """All that is known of a thing, the nearest first."""
    views = [View(_with_told(fields_of(thing), thing.source, desk), [thing], 0)]
    whole = await detailed(desk, thing)
    if whole is not None:
        views.append(View(_with_told(fields_of(whole), whole.source, desk), [whole], 1))
    for holder in (whole, thing):
        if holder is not None:
            known = {view.name for view in views}
            views += [view for view in _parts(holder) if view.name not in known]
    for view in [one for one in views if one.name]:
        views += await _listed(desk, view)
    return views


async def _listed(desk: Desk, view: View) -> list[View]:
    """What the lists say of the parts, where these have ids of things that are listed."""
    for slot in (one for one in view.slots if one.is_id):
        keys = {concept(key) for key in slot.key} - NO_KINDS
        for source in desk.catalog.listed():
            if keys and keys <= source.concepts and source.id_field is not None:
                ids = {part.get(slot.name) for part in view.things}
                things = [one for one in (await desk.all(source, {}))[0] if one.id in ids]
                return [View(source.fields, things, LISTED, view.name)] if things else []
    return []


def _parts(holder: Record) -> Iterable[View]:
    slots = {slot.name: slot for slot in (*holder.source.fields, *holder.source.deed.outputs)}
    for name, value in holder.data.items():
        rows = cast(list[Any], value) if isinstance(value, list) else []
        objects = [cast(Mapping[str, Any], one) for one in rows if isinstance(one, Mapping)]
        if objects:
            parts = slots[name].parts if name in slots else ()
            nouns = frozenset(content_stems(name))
            source = Source(holder.source.deed, (name,), parts, nouns, True, singular(name))
            records = [Record(source, one) for one in objects]
            yield View(fields_of(records[0]), records, 2, name)


def _with_told(slots: Sequence[Slot], source: Source, desk: Desk) -> list[Slot]:
    """With what is said of parameters of the same name, where nothing is said of a field."""
    told = {
        param.name: param.description
        for deed in desk.catalog.acts
        if deed.nouns & source.nouns or any(set(one.key) & source.nouns for one in deed.params if one.is_id)
        for param in deed.params
        if param.description and not param.is_id
    }
    return [slot if slot.description else replace(slot, description=told.get(slot.name, "")) for slot in slots]
