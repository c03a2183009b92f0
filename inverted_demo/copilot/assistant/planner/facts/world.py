"""What is known of a server's data while an answer is made: read list by list, as far as it is needed."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, cast

from assistant.conversation import Arguments
from assistant.planner.english.stems import content_stems, singular
from assistant.planner.facts.things import (
    Field,
    Kind,
    Thing,
    folded,
    leaves,
    left_fields,
    open_fields,
    slots_in,
    tables,
)
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.records import Record, masked_in, structured
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import NO_KINDS, WRAPPER, Source, beginning, takes_id_of
from assistant.planner.offer.tools import Deed

WITH_ID = re.compile(r"\w\s*\(([A-Za-z]{1,5}-?\d+)\)$")
"""`Atlas migration (P-102)`: what is called so, and which that is."""
MAX_STEPS = 3
MAX_WHOLE = 25
"""So many things are asked for their details at most."""


class World:
    """The kinds of things that a server tells of, and the things that were read so far."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.kinds: list[Kind] = []
        self._parts: dict[tuple[Kind, str], Kind] = {}
        self._asked: list[tuple[Source, Arguments, Kind]] = []
        self._neighbours: dict[Thing, list[Thing]] | None = None
        for source in desk.catalog.listed():
            self._add(source)
        for source in desk.catalog.sources:
            if not source.is_list and not source.needs and not source.path:
                self._add(source)
        for kind in list(self.kinds):
            self.find_detail(kind)

    @property
    def things(self) -> Iterable[Thing]:
        return (thing for kind in self.kinds for thing in kind.things)

    @cached_property
    def told_params(self) -> Mapping[str, str]:
        """What is told of the parameters of acts, by their names."""
        return {param.name: param.description for deed in self.desk.catalog.acts for param in deed.params}

    def _add(self, source: Source, parent: Kind | None = None) -> Kind:
        kind = Kind(source, parent=parent)
        self.kinds.append(kind)
        self._add_fields(kind, source.fields)
        return kind

    def _add_fields(self, kind: Kind, slots: Sequence[Slot], is_detail: bool = False) -> None:
        kind.add(Field(kind, path, slot, is_detail) for path, slot in leaves(slots))
        kind.add(left_fields(kind))
        for slot in tables(slots):
            self._part(kind, slot)

    def _part(self, kind: Kind, slot: Slot) -> Kind:
        """The kind of the parts under a name."""
        key = (kind, slot.name)
        if key not in self._parts:
            source = kind.source
            nouns = frozenset(content_stems(slot.name))
            part = Source(source.deed, (*source.path, slot.name), slot.parts, nouns, True, singular(slot.name))
            self._parts[key] = self._add(part, kind)
        return self._parts[key]

    async def read(self, kind: Kind) -> None:
        """All things of a kind."""
        while kind.parent is not None:
            kind = kind.parent
        if kind.is_read:
            return
        kind.is_read = True
        self.take(kind, (await self.desk.all(kind.source, {}))[0])

    def find_detail(self, kind: Kind) -> None:
        """The tool that tells all of one such thing."""
        kind.detail = _detail_of(kind.source, self.desk.catalog.deeds)
        if kind.detail:
            self._add_fields(kind, _whole_slots(kind.detail[0]), is_detail=True)

    def is_detail(self, source: Source) -> bool:
        return any(kind.detail and kind.detail[0] is source.deed for kind in self.kinds)

    async def ask(self, source: Source, arguments: Arguments) -> Kind:
        """What a tool tells that has to be told something: a kind of its own, and one for each that it is told."""
        known = next((kind for own, told, kind in self._asked if own is source and told == arguments), None)
        if known is not None:
            return known
        kind = self._add(source)
        kind.is_read = True
        self.take(kind, (await self.desk.all(source, arguments))[0])
        self._asked.append((source, arguments, kind))
        return kind

    def recall(self, told: Sequence[Record]) -> None:
        """Things that were talked about, of tools that tell nothing unasked."""
        for source in {id(one.source): one.source for one in told if one.source.needs}.values():
            if not self.is_detail(source):
                kind = self._add(source)
                kind.is_read = True
                self.take(kind, (one for one in told if one.source is source))

    def take(self, kind: Kind, records: Iterable[Record]) -> None:
        found = [(dict(one.data), one.masked) for one in records]
        if not kind.source.fields:
            self._add_fields(kind, slots_in([data for data, _ in found]))
        known = {one.id: one for one in kind.things if one.id is not None}
        for data, masked in found:
            own = kind.source.id_field.name if kind.source.id_field else "id"
            if (before := known.get(str(data.get(own)))) is not None:  # which was looked up by its id
                self._merge(before, data)
                continue
            self._thing(kind, data, None).masked = masked
        self._neighbours = None

    def _thing(self, kind: Kind, data: dict[str, Any], parent: Thing | None) -> Thing:
        thing = Thing(kind, data, parent)
        kind.things.append(thing)
        if parent is not None:
            parent.parts.setdefault(kind, []).append(thing)
        kind.add(open_fields(kind, data))
        self._take_parts(thing, data)
        return thing

    def _take_parts(self, thing: Thing, data: Mapping[str, Any]) -> None:
        for name, value in data.items():
            if isinstance(value, list) and value and all(isinstance(one, Mapping) for one in cast(list[Any], value)):
                inner = cast(list[dict[str, Any]], value)
                part = self._part(thing.kind, Slot(name, "list", parts=slots_in(inner), of_objects=True))
                part.is_read = True
                for one in inner:
                    self._thing(part, dict(one), thing)

    async def look_up(self, code: str) -> bool:
        """The thing with an id that no list has shown, where a tool tells of single things with such ids."""
        for kind in [one for one in self.kinds if one.detail is not None]:
            assert kind.detail is not None
            shown = {beginning(one) for one in kind.detail[1].samples} | kind.source.id_beginnings
            shown |= {beginning(thing.id) for thing in kind.things[:1] if thing.id}
            if beginning(code) in shown and not any(
                (one.id or "").casefold() == code.casefold() for one in kind.things
            ):
                thing = self._thing(kind, {kind.source.id_field.name if kind.source.id_field else "id": code}, None)
                await self._complete(thing)
                self._neighbours = None
                if len(thing.data) > 1:
                    return True
                kind.things.remove(thing)
        return False

    async def complete(self, things: Sequence[Thing]) -> bool:
        """The details of things too, where there is a tool for them; whether there is more now than before."""
        open_ = [one for one in things if not one.is_whole and one.kind.detail and one.id is not None]
        for thing in open_[:MAX_WHOLE]:
            await self._complete(thing)
        if open_:
            self._neighbours = None
        return bool(open_)

    async def _complete(self, thing: Thing) -> None:
        assert thing.kind.detail is not None
        deed, param = thing.kind.detail
        thing.is_whole = True
        outcome = await self.desk.call(deed, {param.name: thing.data.get(_id_name(thing)) or thing.id})
        data = structured(outcome) if outcome.state == "done" else None
        if isinstance(data, Mapping):
            told = cast(Mapping[str, Any], data)
            inner = told.get(WRAPPER) if len(told) == 1 else None
            told = cast(Mapping[str, Any], inner) if isinstance(inner, Mapping) else told
            self._merge(thing, _unwrapped(thing, told))

    def _merge(self, thing: Thing, told: Mapping[str, Any]) -> None:
        new = {name: value for name, value in told.items() if _is_more(value, thing.data.get(name))}
        if not thing.kind.source.fields:
            self._add_fields(thing.kind, slots_in([told]), is_detail=bool(thing.kind.fields))
        thing.data |= new
        thing.masked |= masked_in(told)
        thing.kind.add(open_fields(thing.kind, new))
        for field in thing.kind.fields:
            if field.path[0] in new:
                field.look_again()
        for one in ("record", "name", "id"):
            thing.__dict__.pop(one, None)
        self._take_parts(thing, new)

    def neighbours(self, thing: Thing) -> list[Thing]:
        """What a thing names, what names it, what it is a part of and its parts."""
        if self._neighbours is None:
            self._neighbours = _linked(list(self.things))
        return self._neighbours.get(thing, [])

    def related(self, things: Iterable[Thing], kind: Kind) -> dict[Thing, int]:
        """The things of a kind that have to do with any of these, and over how many steps; of each the nearest."""
        found: dict[Thing, int] = {}
        for thing in things:
            for other, steps in self._nearest(thing, kind).items():
                found[other] = min(steps, found.get(other, steps))
        return found

    def _nearest(self, thing: Thing, kind: Kind) -> dict[Thing, int]:
        if thing.kind is kind:
            return {thing: 0}
        seen, border = {thing}, deque([(thing, 0)])
        found: dict[Thing, int] = {}
        while border:
            here, steps = border.popleft()
            if steps >= MAX_STEPS or (found and steps >= min(found.values())):
                break
            for other in self.neighbours(here):
                if other.kind is kind:
                    found.setdefault(other, steps + 1)
                elif other not in seen and not _goes_back(here, other, thing):
                    seen.add(other)
                    border.append((other, steps + 1))
        return found


def _is_more(value: Any, known: Any) -> bool:
    """What was not told before; the object of which a list has told only the name."""
    return not known or (isinstance(value, Mapping) and known == cast(Mapping[str, Any], value).get("name"))


def _goes_back(here: Thing, other: Thing, first: Thing) -> bool:
    """All jobs of one client have nothing to do with each other: what goes back to the first kind is no way."""
    return other.kind is first.kind


def _id_name(thing: Thing) -> str:
    field = thing.kind.source.id_field
    return field.name if field else ""


def _unwrapped(thing: Thing, told: Mapping[str, Any]) -> Mapping[str, Any]:
    """`{"job": {"id": …}, "notes": []}`: what is in the object that has the thing's id is the thing's own."""
    for value in told.values():
        if isinstance(value, Mapping) and str(thing.id) in map(str, cast(Mapping[str, Any], value).values()):
            return {**cast(Mapping[str, Any], value), **{name: one for name, one in told.items() if one is not value}}
    return told


def _whole_slots(deed: Deed) -> tuple[Slot, ...]:
    slots = deed.outputs
    return slots[0].parts if len(slots) == 1 and slots[0].name == WRAPPER and slots[0].parts else slots


def _detail_of(source: Source, deeds: Sequence[Deed]) -> tuple[Deed, Slot] | None:
    """The tool that takes nothing but the id of such a thing."""
    found: list[tuple[int, Deed, Slot]] = []
    for deed in deeds:
        if not deed.reads or len(deed.required) != 1 or deed is source.deed:
            continue
        [param] = deed.required
        names = set(param.key) - NO_KINDS
        is_own = takes_id_of(param, source) or (bool(names) and names <= source.nouns)
        is_own = is_own or (not names and bool(deed.nouns & source.nouns) and param.is_id)
        if is_own and not (names and names - source.nouns and not takes_id_of(param, source)):
            found.append((len(deed.nouns ^ source.nouns), deed, param))
    return min(found, key=lambda one: one[0])[1:] if found else None


def _linked(things: Sequence[Thing]) -> dict[Thing, list[Thing]]:
    """Which thing is beside which: by ids, by whole names, and as a part."""
    by_id: dict[str, list[Thing]] = {}
    by_name: dict[tuple[str, ...], list[Thing]] = {}
    by_code: dict[tuple[str, ...], list[Thing]] = {}
    for thing in things:
        if thing.id is not None and thing.parent is None:
            by_id.setdefault(thing.id.casefold(), []).append(thing)
        if not thing.name and thing.parent is None and (code := _code(thing)):
            by_code.setdefault(code, []).append(thing)
        if thing.name and thing.parent is None:
            by_name.setdefault(folded(thing.name), []).append(thing)
    by_code = {code: own for code, own in by_code.items() if len(own) == 1}
    links: dict[Thing, dict[Thing, None]] = {}
    for thing in things:
        others = [thing.parent] if thing.parent else []
        others += _named_by(thing, by_id, by_name, by_code)
        for other in others:
            if other is not thing:
                links.setdefault(thing, {})[other] = None
                links.setdefault(other, {})[thing] = None
    return {thing: list(others) for thing, others in links.items()}


def _code(thing: Thing) -> tuple[str, ...]:
    """What a thing without a name is known by, but for its id: the registration of a boat."""
    first = next(
        (one for one in thing.kind.fields if one.is_text and not one.slot.is_id and not one.slot.choices), None
    )
    values = thing.values(first) if first is not None else []
    return folded(str(values[0])) if values and any(map(str.isdigit, str(values[0]))) else ()


def _by_beginning(field: Field, value: Any, by_code: Mapping[tuple[str, ...], list[Thing]]) -> list[Thing]:
    """`DK 41 Nordic Folk`, of the boat that is registered so."""
    words = folded(value) if isinstance(value, str) else ()
    told = {singular(word) for word in field.words}
    found = (by_code.get(words[:size], ()) for size in range(len(words) - 1, 0, -1))
    return [one for things in found for one in things if one.kind.nouns & told]


def _named_by(
    thing: Thing,
    by_id: Mapping[str, list[Thing]],
    by_name: Mapping[tuple[str, ...], list[Thing]],
    by_code: Mapping[tuple[str, ...], list[Thing]],
) -> list[Thing]:
    found: list[Thing] = []
    own_name = thing.record.name_field
    for field in thing.kind.fields:
        if not field.is_text:
            continue
        for value in thing.values(field):
            if not isinstance(value, str | int) or isinstance(value, bool):
                continue
            coded = WITH_ID.search(str(value))
            hits = by_id.get((coded[1] if coded else str(value)).casefold(), []) or _by_beginning(field, value, by_code)
            if not hits and isinstance(value, str) and not (thing.parent is None and field.path == (own_name,)):
                hits = by_name.get(folded(value), [])
            found += [one for one in hits if one is not thing.parent]
    return found
