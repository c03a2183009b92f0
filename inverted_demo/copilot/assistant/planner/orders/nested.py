"""What only another thing tells of: the meter of a flat, for a tool that takes a meter's number; a task of a day."""

from __future__ import annotations

from collections.abc import Collection

from assistant.conversation import Arguments
from assistant.planner.english.words import tokens
from assistant.planner.filling.filling import Form
from assistant.planner.filling.written import is_written
from assistant.planner.offer.desk import Asking, Desk
from assistant.planner.offer.records import Record
from assistant.planner.offer.references import NAMING, kinds_of, literals
from assistant.planner.offer.referring import references
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.orders.asking_back import which_of
from assistant.planner.orders.meant import told_apart
from assistant.planner.orders.own_words import skipped
from assistant.planner.selecting.focus import Focus
from assistant.planner.selecting.selecting import select
from assistant.planner.wishes.selection import Search


async def nested_thing(desk: Desk, form: Form, param: Slot, focus: Focus) -> Record | None:
    """The one that is meant of those that the thing in the text has.

    Raises `Asking` where it has several that fit.
    """
    nouns = [key for key in param.key if key not in NAMING]
    for source in desk.catalog.kinds(nouns) if param.is_id and not form.deed.reads else ():
        holder = await _holder(desk, form, source)
        if holder is None:
            continue
        name, value, at = holder
        skip = frozenset({*skipped(form, source), at})
        selection = await select(desk, source, form.clause, focus, Search(skip, {name: value}, links=False))
        things = selection.things
        things = await told_apart(desk, form, source, things, {name: value}) if len(things) > 1 else things
        if len(things) > 1:
            raise Asking(which_of(things))
        form.used |= {at} if things else set()
        return next(iter(things), None)
    return None


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


async def _holder(desk: Desk, form: Form, source: Source) -> tuple[str, object, int] | None:
    """What has to be given to see such things, with where the text has it."""
    if len(source.needs) != 1 or not source.needs[0].is_id:
        return None
    [need], found = source.needs, form.clause.tokens
    kinds = kinds_of(need, source.deed, desk.catalog)
    shown = literals(need, kinds, found, form.used)
    ids = {str(one.id).casefold(): one.id for kind in kinds[:1] for one in (await desk.all(kind, {}))[0]}
    given = [(need.name, ids[found[at].word], at) for _, at in shown if found[at].word in ids]
    given = given or [(need.name, ids[one.word], at) for at, one in enumerate(found) if one.is_id and one.word in ids]
    return given[0] if len(given) == 1 else None
