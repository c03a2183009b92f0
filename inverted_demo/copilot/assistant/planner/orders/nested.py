"""What only another thing tells of: the meter of a flat, for a tool that takes a meter's number; a task of a day."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TypeAlias

from assistant.conversation import Arguments
from assistant.planner.clauses.pointing import pointing
from assistant.planner.english.words import tokens
from assistant.planner.filling.filling import Form
from assistant.planner.filling.written import SAID, is_written
from assistant.planner.offer.desk import Choosing, Desk
from assistant.planner.offer.names import bindings, chosen
from assistant.planner.offer.records import Record
from assistant.planner.offer.references import NAMING, kinds_of, literals, taken
from assistant.planner.offer.referring import references
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.offer.tools import Deed
from assistant.planner.orders.asking_back import which_of
from assistant.planner.orders.eligible import eligible
from assistant.planner.orders.meant import told_apart
from assistant.planner.orders.own_words import skipped
from assistant.planner.orders.said import merged
from assistant.planner.orders.weighing import said_of, strange
from assistant.planner.selecting.focus import Focus
from assistant.planner.selecting.selecting import select
from assistant.planner.wishes.selection import Search
from assistant.planner.wishes.wishes import is_naming

Holder: TypeAlias = tuple[str, object, set[int]]
"""The parameter that takes what has such things, its value, and the words that say so."""
SURE = 0.75
"""So well a name is said at least."""


async def nested_thing(desk: Desk, form: Form, param: Slot, focus: Focus) -> Record | None:
    """The one that is meant of those that the thing in the text has.

    Raises `Asking` where it has several that fit.
    """
    several: list[Record] = []
    for source in _within(desk, form.deed, param) if param.is_id and not form.deed.reads else ():
        holder = await _holder(desk, form, source) or await _named_holder(desk, form, source, focus)
        if holder is None:
            continue
        name, value, places = holder
        things = await _held(desk, form, source, {name: value}, places)
        things = [one for one in things if taken(param, one) is not None]
        if len(things) == 1 and not strange(desk, form, places | await said_of(desk, form, things[0])):
            form.used |= places
            return things[0]
        several = several or things
        if len(several) > 1 and source.nouns & form.deed.nouns:
            break
    if len(several) > 1:
        raise Choosing(which_of(several))
    return None


def _within(desk: Desk, deed: Deed, param: Slot) -> list[Source]:
    """The lists of such things, or of what names them, that some other thing has."""
    nouns = [key for key in param.key if key not in NAMING]
    named = [one for one in desk.catalog.sources if one.is_list and one.field(param.name) and one.needs]
    found = [one for one in dict.fromkeys((*desk.catalog.kinds(nouns), *named)) if one.needs]
    return sorted(found, key=lambda one: not one.nouns & deed.nouns)


async def _held(desk: Desk, form: Form, source: Source, fixed: Arguments, places: Collection[int]) -> list[Record]:
    """Those of the holder's that are meant; all that an order can be about, where the words part none."""
    skip = frozenset({*skipped(form, source), *places})
    selection = await select(desk, source, form.clause, Focus(), Search(skip, fixed, links=False))
    things = selection.things
    if not things or len(things) == len(selection.pool):
        things, _, _ = await desk.all(source, fixed)
    things = eligible(form, things, desk.now)
    things = await told_apart(desk, form, source, things, fixed) if len(things) > 1 else things
    said = [len(await said_of(desk, _wholly_said(form), one)) for one in things]
    return [one for one, count in zip(things, said, strict=True) if count == max(said)]


def parts_named(form: Form, things: Collection[Record]) -> Arguments:
    """`Put her on D-1, digging`, where the day has tasks, and the tool may be told one."""
    words = {token.word for token in tokens(form.clause.text)}
    result: Arguments = {}
    for param in (one for one in form.deed.params if _may_be_part(one, form)):
        own = dict.fromkeys(
            value
            for thing in things
            for key, value in references(thing)
            if key == param.name and value != thing.get(key)
        )
        said = [one for one in own if isinstance(one, str) and {token.word for token in tokens(one)} <= words]
        result |= {param.name: said[0]} if len(said) == 1 else {}
    return result


def _may_be_part(param: Slot, form: Form) -> bool:
    is_open = param.form == "text" and not (param.choices or param.is_id or param.required)
    return is_open and not form.deed.reads and param.name not in form.arguments and not is_written(param)


def _wholly_said(form: Form) -> Form:
    """The order with all that was said before it, whatever its tool has words for."""
    if form.clause.said is None:
        return form
    clause, said = merged(*form.clause.said), form.clause.text.find(SAID)
    return replace(form, clause=clause, used={at for at in form.used if form.clause.tokens[at].start < said})


async def _holder(desk: Desk, form: Form, source: Source) -> Holder | None:
    """What has to be given to see such things, with where the text has it."""
    if len(source.needs) != 1 or not source.needs[0].is_id:
        return None
    [need], found = source.needs, form.clause.tokens
    kinds = kinds_of(need, source.deed, desk.catalog)
    shown = literals(need, kinds, found, form.used)
    free = [kind for kind in kinds[:1] if not kind.needs]
    ids = {str(one.id).casefold(): one.id for kind in free for one in (await desk.all(kind, {}))[0]}
    given = [(need.name, ids[found[at].word], {at}) for _, at in shown if found[at].word in ids]
    given = given or [(need.name, ids[one.word], {at}) for at, one in enumerate(found) if one.is_id and one.word in ids]
    return given[0] if len(given) == 1 else None


async def _named_holder(desk: Desk, form: Form, source: Source, focus: Focus) -> Holder | None:
    """`Ada's fine`, `the meter of flat 12`: the same by its name, or by a pronoun for what was talked about.

    Raises `Choosing` where two are called so.
    """
    if len(source.needs) != 1 or not source.needs[0].is_id:
        return None
    [need], found = source.needs, form.clause.tokens
    for kind in (one for one in kinds_of(need, source.deed, desk.catalog) if not one.needs):
        things, _, _ = await desk.all(kind, {})
        free = [at for at in range(form.clause.begin, len(found)) if at not in form.used and is_naming(found[at])]
        bound = [one for one in chosen(found, bindings(found, free, things)) if one.is_name and one.quality >= SURE]
        named = [thing for thing in things if any(thing.get(one.field) == one.value for one in bound)]
        if len(named) > 1:
            raise Choosing(which_of(named))
        if named:
            return need.name, named[0].id, {at for one in bound for at in one.tokens}
        pointed = [one for one in focus.things if one.source.nouns & kind.nouns] if pointing(form.clause, set()) else []
        if len(pointed) == 1:
            return need.name, pointed[0].id, set()
    return None
