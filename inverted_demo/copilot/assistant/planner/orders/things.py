"""The things that a call needs, with its arguments: one call for each, when several are meant."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise

from assistant.conversation import Arguments
from assistant.planner.english.likeness import likeness
from assistant.planner.english.marks import unmarked
from assistant.planner.filling.arguments import whole
from assistant.planner.filling.filling import Form
from assistant.planner.filling.same_again import same_again, same_places
from assistant.planner.filling.shifting import by_how_much, is_moving, moved
from assistant.planner.filling.texts import take_text
from assistant.planner.filling.written import SAID
from assistant.planner.offer.assigning import assigned
from assistant.planner.offer.desk import Asking, Choosing, Desk, Stuck
from assistant.planner.offer.records import Record
from assistant.planner.offer.references import are_listed, is_of_others, kinds_of, taken
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.offer.tools import Deed
from assistant.planner.orders.asking_back import still_needed, what_value, which_kind, which_of
from assistant.planner.orders.day_before import day_before
from assistant.planner.orders.described import all_but, described, exceptions, is_compared
from assistant.planner.orders.eligible import eligible
from assistant.planner.orders.given import (
    aimed_ids,
    assigned_thing,
    beside_kind,
    given_ids,
    is_id_alone,
    is_named,
    take_led_things,
    thing_of,
    unknown_id,
)
from assistant.planner.orders.meant import EVERY, meant_things, says_every
from assistant.planner.orders.nested import nested_thing, parts_named
from assistant.planner.orders.own_words import the_one
from assistant.planner.orders.persons_given import take_person
from assistant.planner.orders.roles import sided
from assistant.planner.orders.searched import searched
from assistant.planner.orders.stories import told_of
from assistant.planner.orders.weighing import by_all_words, named_for_text, said_of, told_of_others
from assistant.planner.orders.whys import why
from assistant.planner.selecting.focus import Focus
from assistant.planner.wishes.owing import all_of_it, is_share
from assistant.planner.wishes.wording import joined


async def complete(
    desk: Desk,
    form: Form,
    focus: Focus,
    aside: Collection[int] = (),
    links: bool = True,
    every: bool = False,
    besides: str = "",
) -> list[tuple[Arguments, Record | None]]:
    """The arguments with every thing that is needed, and the thing that each is about.

    The words in `aside` say nothing about which thing; those left over name what is taken `besides`. With `every`,
    all are meant where none is named.

    Raises `Asking` where the words leave open which, and `Stuck` where there is no such thing.
    """
    take_person(form, desk.catalog)
    form.used |= by_how_much(form) | same_places(form)
    several: list[tuple[Arguments, Record | None]] = [({}, None)]
    picked: dict[str, Record] = {}
    names = assigned(form.deed, form.clause.tokens, desk.catalog, form.used) if not form.deed.reads else {}
    names = {**names, **beside_kind(desk, form)} if the_one(form.clause) is None else {}
    sides = sided(form.deed, form.clause, desk.catalog)
    if not sides:
        await take_led_things(desk, form)
    excepted = exceptions(form)
    aimed = await aimed_ids(desk, form, sides)
    found = await searched(desk, form, focus)
    for param in form.deed.params:
        kinds = kinds_of(param, form.deed, desk.catalog)
        others = {at for name, places in names.items() if name != param.name for at in places}
        others |= _of_other_roles(form, param, sides)
        others |= {at for name, places in aimed.items() if name != param.name for at in places}
        is_told = param.required or param.name == besides or param.name in names or is_named(form, param, desk)
        is_told = is_told or bool(await given_ids(desk, form, param, kinds, sides))
        if param.name in form.arguments or not is_told:
            continue
        is_many = param.form == "list"
        if excepted and (left := await all_but(desk, form, kinds, focus, aside)):
            several = [(one | {param.name: taken(param, thing)}, thing) for one, _ in several for thing in left]
        elif thing := found.get(param.name):
            several = [(one | {param.name: taken(param, thing)}, about) for one, about in several]
        elif given := await given_ids(desk, form, param, kinds, sides):
            form.used |= {at for _, at in given}
            if lost := await unknown_id(desk, form, param, kinds, given):
                raise Asking(f"There is no {kinds[0].noun} {lost}. {which_kind([], kinds)}")
            if is_many:
                several = [(one | {param.name: [value for value, _ in given]}, thing) for one, thing in several]
                continue
            if not form.deed.reads and not are_listed(form.clause.tokens, [at for _, at in given]):
                values = joined([value for value, _ in given], "or")
                raise Asking(f"Do you mean {values}? One after the other, please: say what to do with each.")
            several = [(one | {param.name: value}, None) for one, _ in several for value, _ in given]
        elif param.choices and _is_every_choice(form, param):
            several = [(one | {param.name: choice}, None) for one, _ in several for choice in param.choices]
        elif _is_nested(param, form, desk) and (thing := await nested_thing(desk, form, param, focus)):
            several = [(one | {param.name: taken(param, thing)}, thing) for one, _ in several]
        elif kinds and (thing := await assigned_thing(desk, form, kinds, names.get(param.name))):
            value = taken(param, thing)
            several = [(one | {param.name: [value] if is_many else value}, thing) for one, _ in several]
        elif kinds:
            things = await _meant(desk, form, param, kinds, focus, {*aside, *others}, links, every, picked)
            picked |= {param.name: things[0]} if len(things) == 1 else {}
            if is_many:
                values = [taken(param, thing) for thing in things]
                several = [(one | {param.name: values}, thing or things[0]) for one, thing in several]
            else:
                several = [(one | {param.name: taken(param, thing)}, thing) for one, _ in several for thing in things]
        elif param.required and (thing := await nested_thing(desk, form, param, focus)):
            several = [(one | {param.name: taken(param, thing)}, thing) for one, _ in several]
        elif param.required and not param.choices and not is_id_alone(param):
            take_text(form, param)
    if excepted and exceptions(form):
        raise Asking(which_kind([], kinds_of(form.deed.params[0], form.deed, desk.catalog)))
    if is_moving(form) or (is_share(form.clause.text) and not form.deed.reads):
        several = [(own, await thing_of(desk, form, own) or thing) for own, thing in several]
    if len(several) == 1:
        several = [({**_wholly(form, own, thing), **own}, thing) for own, thing in several]
    before = focus.things[0] if focus.is_one else None
    several = [
        ({**same_again(form, before, desk.now), **own, **moved(form, thing, before)}, thing) for own, thing in several
    ]
    if len(several) == 1 and not form.deed.reads:
        things = await things_in(desk, form.deed, {**form.arguments, **several[0][0]})
        several = [({**parts_named(form, things.values()), **own}, thing) for own, thing in several]
    several = [({**day_before(form, focus, desk.now), **own}, thing) for own, thing in several]
    several = [({**why(form, desk.catalog), **own}, thing) for own, thing in several]
    _leave_what_describes(form, several)
    if missing := [param for param in form.missing if param.name not in several[0][0]]:
        raise Asking(what_value(missing[0]))
    if needed := still_needed(form):
        raise Asking(what_value(needed))
    return [({**form.arguments, **own}, thing) for own, thing in several]


def _leave_what_describes(form: Form, several: Sequence[tuple[Arguments, Record | None]]) -> None:
    """`Ada's order on 3 May to packed`: the day that it is due already only says which one it is."""
    moments = [one for one in form.deed.params if one.is_moment and not one.required and one.name in form.arguments]
    is_said = any(one.choices and one.name in form.arguments for one in form.deed.params)
    for param in moments if is_said and not form.deed.reads else ():
        told = str(form.arguments[param.name])
        if all(thing is not None and str(thing.get(param.name)) == told for _, thing in several):
            del form.arguments[param.name]


def _is_every_choice(form: Form, param: Slot) -> bool:
    """`in all sizes`, and not `both of them`."""
    found = form.clause.tokens
    every = any(one.word in EVERY and likeness(two.stem, key) for one, two in pairwise(found) for key in param.key)
    return every and says_every(form.clause, form.used)


async def things_in(desk: Desk, deed: Deed, arguments: Arguments) -> dict[str, Record]:
    """The things whose ids are among arguments, by the names of the parameters."""
    result: dict[str, Record] = {}
    for param in (one for one in deed.params if isinstance(arguments.get(one.name), str)):
        for kind in kinds_of(param, deed, desk.catalog)[:1]:
            things = (await desk.all(kind, {}))[0] if not kind.needs else []
            given = [one for one in things if str(one.id) == arguments[param.name]]
            result |= {param.name: given[0]} if given else {}
    return result


async def _meant(
    desk: Desk,
    form: Form,
    param: Slot,
    kinds: Sequence[Source],
    focus: Focus,
    aside: Collection[int],
    links: bool,
    every: bool,
    picked: Mapping[str, Record],
) -> list[Record]:
    """What the words for it mean; of an order that leaves that open, what all its words mean together."""
    used = set(form.used)
    is_one = not form.deed.reads and is_compared(form)
    if is_one and (thing := await described(desk, form, kinds, focus, aside)) is not None:
        return [thing]
    try:
        things = await meant_things(desk, form, param, kinds, focus, aside, links, every)
    except (Asking, Stuck) as error:
        if form.deed.reads:
            raise
        form.used = used
        picked = {**await things_in(desk, form.deed, form.arguments), **picked}
        told = {at for one in picked.values() for at in await said_of(desk, form, one)}
        told |= {*await told_of_others(desk, form, param, picked), *named_for_text(desk, form)}
        if told - set(aside):
            with suppress(Asking, Stuck):
                return await meant_things(desk, form, param, kinds, focus, {*aside, *told}, links, every)
            form.used = set(used)
        is_open = not isinstance(error, Choosing)
        thing = await described(desk, form, kinds, focus, {*aside, *told}) if is_open else None
        thing = thing or (None if _is_told_of(form, used) else await _told_of(desk, form, kinds, focus))
        thing = thing or await by_all_words(desk, form, param, kinds, picked, aside)
        if thing is None or is_one:
            raise
        return [thing]
    if is_one and len(things) > 1:
        raise Choosing(which_of(things))
    return things


def _is_nested(param: Slot, form: Form, desk: Desk) -> bool:
    """Whether such things are told of by what has them, and by lists of other things that name them."""
    return param.required and not form.deed.reads and is_of_others(param, desk.catalog)


def _is_told_of(form: Form, named: Collection[int]) -> bool:
    """Whether the story before an order is about what another parameter takes: `B-2 is not dry. Update it.`"""
    said = form.clause.text.find(SAID)
    return any(form.clause.tokens[at].is_id and form.clause.tokens[at].start > said >= 0 for at in named)


async def _told_of(desk: Desk, form: Form, kinds: Sequence[Source], focus: Focus) -> Record | None:
    """The one thing that a story told before the order is about."""
    said = unmarked(form.clause.text.partition(SAID)[2])
    for kind in kinds if said else ():
        told = eligible(form, await told_of(desk, kind, said, focus), desk.now) if not kind.needs else []
        if len(told) == 1:
            return told[0]
    return None


def _of_other_roles(form: Form, param: Slot, sides: Mapping[str, frozenset[int]]) -> set[int]:
    """The words in which a parameter has nothing of its own, because of the roles of things of one kind."""
    if param.name in sides:
        return set(range(len(form.clause.tokens))) - sides[param.name]
    return {at for places in sides.values() for at in places if form.clause.tokens[at].is_id}


def _wholly(form: Form, own: Arguments, thing: Record | None) -> Arguments:
    """The amount that is missing, where all that is owed is meant, or all that there is of it."""
    amounts = [param for param in form.missing if param.form in ("whole", "number") and param.name not in own]
    if len(amounts) != 1 or form.deed.reads:
        return {}
    value = all_of_it(form.clause.text, thing, amounts[0].name)
    return {} if value is None else {amounts[0].name: whole(value, amounts[0])}
