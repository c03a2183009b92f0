"""Which things of a kind are meant by what is said of them, and of what has to do with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assistant.planner.facts.things import Kind, Thing
from assistant.planner.facts.world import World
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.measures import extreme_of
from assistant.planner.readings.phrase import Phrase


def meant(world: World, target: Kind, chosen: Sequence[Atom], phrase: Phrase) -> list[Thing]:
    """The things of a kind of which all is so that is said of them and of what has to do with them."""
    groups = things_by_kind(world, target, chosen, phrase)
    things = groups.pop(target, set(target.things))
    for others in nearest_first(world, groups).values():
        things &= set(world.related(others, target))
    things = _led(world, target, chosen, groups, things)
    ordered = [thing for thing in target.things if thing in things]
    for one in chosen:
        if one.role == "extreme" and one.kind is target:
            ordered = extreme_of(ordered, one, phrase.now)
    return ordered


def things_by_kind(world: World, target: Kind, chosen: Sequence[Atom], phrase: Phrase) -> dict[Kind, set[Thing]]:
    """Of each kind those of which is so what is said of that kind."""
    groups: dict[Kind, set[Thing]] = {}
    for one in chosen:
        if one.role == "these":
            own = groups.get(one.kind)
            groups[one.kind] = set(one.things) if own is None else own & one.things
    for one in chosen:
        if one.role == "extreme" and one.kind is not target:
            own = groups.get(one.kind, set(one.kind.things))
            for other, others in groups.items():
                if other is not one.kind:
                    own = own & set(world.related(others, one.kind)) or own
            groups[one.kind] = set(extreme_of(own, one, phrase.now))
    return groups


def _led(
    world: World, target: Kind, chosen: Sequence[Atom], groups: Mapping[Kind, set[Thing]], things: set[Thing]
) -> set[Thing]:
    """`the phone of the director of …`: of all that have to do with it, those that this field of it names."""
    for one in chosen:
        if one.role != "field" or one.field is None or one.kind is target:
            continue
        near = set(one.kind.things)
        for others in groups.values():
            near = near & set(world.related(others, one.kind)) or near
        named = {str(value).casefold() for thing in near for value in thing.values(one.field)}
        things = {thing for thing in things if named & {str(thing.id).casefold(), str(thing.name).casefold()}} or things
    return things


def nearest_first(world: World, groups: dict[Kind, set[Thing]]) -> dict[Kind, set[Thing]]:
    """Each group, narrowed by those that are nearer to it than the target is."""
    near: dict[Kind, set[Thing]] = {}
    for kind, things in groups.items():
        narrowed = things
        for other, others in groups.items():
            if other is not kind:
                narrowed = narrowed & set(world.related(others, kind)) or narrowed
        near[kind] = narrowed
    return near
