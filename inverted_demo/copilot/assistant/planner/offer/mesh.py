"""What names what, whatever kinds of things there are: the things next to one, and those next to these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from assistant.planner.english.stems import concept, content_stems
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.details import detailed
from assistant.planner.offer.records import Record
from assistant.planner.offer.referring import references

SHORT = 80


@dataclass(frozen=True)
class Step:
    """A thing that was reached, and the words for what is on the way to it."""

    thing: Record
    keys: frozenset[str]
    way: tuple[Record, ...]


class Mesh:
    """All that lists tell, by what names it."""

    def __init__(self, things: Sequence[Record]) -> None:
        self.calls: dict[str, list[Record]] = {}
        self.naming: dict[str, list[tuple[str, Record]]] = {}
        for thing in things:
            for call in {plain_call(one) for one in (thing.id, thing.label) if one is not None}:
                self.calls.setdefault(call, []).append(thing)
            for key, value in references(thing):
                for part in _calls_in(value):
                    self.naming.setdefault(part, []).append((key, thing))

    def meant(self, key: str, value: object) -> Iterator[Record]:
        """The things that a value of such a field is for."""
        for part in _calls_in(value):
            for thing in self.calls.get(part, ()):
                if not part.isdigit() or words_of(key) & thing.source.concepts:
                    yield thing


async def mesh_of(desk: Desk) -> Mesh:
    return Mesh([one for source in desk.catalog.listed() for one in (await desk.all(source, {}))[0]])


def _calls_in(value: object) -> Iterable[str]:
    """`Flat 2, Elm Lodge` names Elm Lodge too."""
    if isinstance(value, bool) or not isinstance(value, str | int) or len(str(value)) > SHORT:
        return ()
    plain = plain_call(value)
    return dict.fromkeys((plain, plain.partition(" (")[0], *(part.strip() for part in plain.split(",")[1:])))


def plain_call(value: object) -> str:
    return str(value).casefold().strip()


def words_of(name: str) -> frozenset[str]:
    return frozenset(map(concept, content_stems(name)))


def named_in(mesh: Mesh, names: set[str]) -> list[Step]:
    """The things of that name, and where there are none, those that say it of themselves."""
    own = [Step(one, one.source.concepts, ()) for name in names for one in mesh.calls.get(name, ())]
    naming = [(key, one) for name in names for key, one in mesh.naming.get(name, ())]
    said = [Step(one, one.source.concepts | words_of(key), ()) for key, one in naming]
    return own or list({id(one.thing): one for one in said}.values())


async def next_to(desk: Desk, mesh: Mesh, step: Step) -> list[Step]:
    """What a thing names, and what names it."""
    told = [one for whole in await wholes(desk, step.thing) for one in references(whole)]
    found = [_step(step, key, one) for key, value in told for one in mesh.meant(key, value)]
    kinds = step.thing.source.concepts
    for call in {plain_call(one) for one in (step.thing.id, step.thing.label) if one is not None}:
        naming = mesh.naming.get(call, ())
        found += [_step(step, key, one) for key, one in naming if not call.isdigit() or words_of(key) & kinds]
    return [one for one in found if one.thing is not step.thing]


def _step(step: Step, key: str, thing: Record) -> Step:
    return Step(thing, step.keys | thing.source.concepts | words_of(key), (*step.way, step.thing))


async def wholes(desk: Desk, thing: Record) -> list[Record]:
    return [one for one in (thing, await detailed(desk, thing)) if one is not None]
