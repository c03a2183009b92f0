"""What has to be said yet before an order can be carried out: a value, a place's clock, what is to change."""

from __future__ import annotations

from assistant.conversation import Arguments
from assistant.planner.english.likeness import ALIKE, likeness
from assistant.planner.english.vocabulary import CHANGE_VERBS, PERSONAL
from assistant.planner.english.zones import unknown_zone
from assistant.planner.filling.filling import CHANGING, Form
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Asking, Desk
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.records import Record
from assistant.planner.offer.references import kinds_of
from assistant.planner.offer.schemas import Slot
from assistant.planner.orders.asking_back import what_value, what_value_of
from assistant.planner.selecting.ranking import head
from assistant.planner.wishes.wishes import is_naming
from assistant.planner.wishes.wording import called, joined, plain

MAX_ACTS = 5
Several = list[tuple[Arguments, Record | None]]
"""The arguments of each call, with the thing that it is about."""


def check(desk: Desk, form: Form, several: Several) -> None:
    """Raises `Asking` for what is not said yet."""
    deed = form.deed
    if len(several) > MAX_ACTS:
        names = joined([called(thing) for _, thing in several[:MAX_ACTS] if thing])
        raise Asking(f"That is {len(several)} at once, and I do {MAX_ACTS} at most: {names} come first. Which of them?")
    if twice := _taken_twice(form, several[0][0], desk.catalog):
        raise Asking(what_value(twice))
    if any(one.is_moment for one in deed.params) and (place := unknown_zone(form.clause.text, desk.now)):
        raise Asking(f"I don't know what time it is in {plain(place)}. When is that in UTC?")
    if unfit := [one for one in deed.params if not all(one.takes(each.get(one.name)) for each, _ in several)]:
        raise Asking(what_value(unfit[0]))
    if unsaid := _unsaid(form, desk.catalog):
        raise Asking(what_value(unsaid))
    if all(_changes_nothing(form, arguments, desk.catalog) for arguments, _ in several):
        raise Asking(what_value_of([one for one in deed.params if one.name not in several[0][0]]))


def _taken_twice(form: Form, arguments: Arguments, catalog: Catalog) -> Slot | None:
    """What would be the same as another one of its kind: nobody takes over from themselves."""
    things = [one for one in form.deed.params if one.is_id and isinstance(arguments.get(one.name), str)]
    return next(
        (
            other
            for at, other in enumerate(things)
            for one in things[:at]
            if arguments[one.name] == arguments[other.name]
            and set(kinds_of(one, form.deed, catalog)) & set(kinds_of(other, form.deed, catalog))
        ),
        None,
    )


def is_of_something_else(form: Form, catalog: Catalog) -> bool:
    """`order a cab`, where only other things can be ordered: a plain word that has become no argument."""
    found, begin = form.clause.tokens, form.clause.begin
    after = begin + 1 + (found[begin + 1 : begin + 2] != () and found[begin + 1].word in PERSONAL)
    at = next(iter(head(found, after)[-1:]), 0)
    is_told = form.clause.verb is not None and [one.word for one in found[after : after + 1]] in (["a"], ["an"])
    if not is_told or {at - 1, at} & form.used or not is_naming(found[at]) or found[at].is_name:
        return False
    deed = form.deed
    own = {*deed.nouns, *deed.prose, *deed.verbs, *(key for one in deed.params for key in one.key)}
    own |= {noun for source in catalog.sources for noun in source.nouns}
    return not any(likeness(found[at].stem, key) for key in own)


def _unsaid(form: Form, catalog: Catalog) -> Slot | None:
    """`Change the priority of it`: what is to change, where nothing says to what."""
    verb, deed = form.clause.verb, form.deed
    details = [one for one in deed.params if not kinds_of(one, deed, catalog)]
    given = any(one.name in form.arguments or one.required for one in details)
    if given or verb is None or verb.word not in CHANGE_VERBS:
        return None
    named = [one for one in spot(form.clause.tokens, details) if one.choice is None and one.strength >= ALIKE]
    return named[0].slot if named else None


def _changes_nothing(form: Form, arguments: Arguments, catalog: Catalog) -> bool:
    """Of a tool that changes what it is given, which is nothing but which thing."""
    deed = form.deed
    optional = [one for one in deed.params if not one.required]
    is_change = bool(CHANGING & deed.verbs) and any(one.default is None for one in optional)
    is_bare = all(kinds_of(one, deed, catalog) for one in deed.required)
    return is_change and is_bare and bool(optional) and not any(one.name in arguments for one in optional)
