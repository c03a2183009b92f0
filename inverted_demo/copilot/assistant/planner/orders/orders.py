"""Orders: the one tool that does it, with arguments, or words for why not. Nothing else here changes anything."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

from assistant.conversation import Arguments, Call, Outcome
from assistant.outcomes import REFUSED
from assistant.planner.answers.telling import telling_fields
from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.english.likeness import ALIKE, likeness
from assistant.planner.english.vocabulary import CHANGE_VERBS, PERSONAL
from assistant.planner.english.zones import unknown_zone
from assistant.planner.filling.filling import CHANGING, SAID, Form, fill_plain
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Asking, Desk, Stuck
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.records import Record, structured
from assistant.planner.offer.references import kinds_of
from assistant.planner.offer.repeating import comes_on_top
from assistant.planner.offer.reply import Reply
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.offer.tools import Deed
from assistant.planner.orders.asking_back import what_value, what_value_of
from assistant.planner.orders.deeds import find_deed
from assistant.planner.orders.things import complete
from assistant.planner.selecting.focus import Focus
from assistant.planner.selecting.ranking import head
from assistant.planner.wishes.wishes import is_naming
from assistant.planner.wishes.wording import called, joined, plain, shown, spoken, value_text

Done: TypeAlias = Sequence[tuple[str, Arguments]]
"""Calls that were made before, by their tools and arguments."""
Check: TypeAlias = Callable[[str], Awaitable[Reply]]
MAX_ACTS = 5
REPORTED = ("summary", "message", "result", "text", "detail")


async def order(
    desk: Desk,
    clause: Clause,
    focus: Focus,
    done: Done = (),
    check: Check | None = None,
    corrected: Sequence[Call] = (),
) -> Reply:
    """Do what is ordered, for each thing that is meant.

    `done` are calls of before, which are not made again; `corrected` are those that this order is to set right.
    `check` is asked whether a condition holds for a thing.
    """
    deed = find_deed(clause, desk.catalog, focus.nouns if pointing(clause, set()) else ())
    if deed is None:
        raise Stuck(no_deed(clause, desk.catalog))
    form = fill_plain(desk, deed, clause, set())
    several = await complete(desk, form, focus)
    if len(several) > MAX_ACTS:
        names = joined([called(thing) for _, thing in several[:MAX_ACTS] if thing])
        raise Asking(f"That is {len(several)} at once, and I do {MAX_ACTS} at most: {names} come first. Which of them?")
    if _is_of_something_else(form, desk.catalog):
        raise Stuck(no_deed(clause, desk.catalog))
    if any(one.is_moment for one in deed.params) and (place := unknown_zone(clause.text, desk.now)):
        raise Asking(f"I don't know what time it is in {plain(place)}. When is that in UTC?")
    if unfit := [one for one in deed.params if not all(one.takes(each.get(one.name)) for each, _ in several)]:
        raise Asking(what_value(unfit[0]))
    if unsaid := _unsaid(form, desk.catalog):
        raise Asking(what_value(unsaid))
    if all(_changes_nothing(form, arguments, desk.catalog) for arguments, _ in several):
        raise Asking(what_value_of([one for one in deed.params if one.name not in several[0][0]]))
    if before := comes_on_top(deed, [arguments for arguments, _ in several], corrected, desk.catalog):
        told = f"{report(deed, before.outcome)} " if before.outcome else ""
        again = f"{spoken_deed(deed)} ({spoken_arguments(deed, several[0][0])})"
        raise Asking(f"{told}That is done, and this would come on top of it. Shall I do it all the same: {again}?")
    if clause.is_unsure:
        what = f"{spoken_deed(deed)} ({spoken_arguments(deed, several[0][0])})" if clause.deed else plain(clause.text)
        raise Asking(f"Shall I do it: {what}?")
    lines: list[str] = []
    for arguments, thing in several:
        told = await check(_subject(arguments, thing)) if check else None
        if told is not None and not told.holds:
            lines.append(f"Not done. {told.text}")
        elif (deed.name, arguments) not in done:
            lines.append(report(deed, await desk.call(deed, arguments)))
    return Reply(_lines(lines), [thing for _, thing in several if thing is not None])


def _is_of_something_else(form: Form, catalog: Catalog) -> bool:
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


def _subject(arguments: Arguments, thing: Record | None) -> str:
    """What a condition's `it` means."""
    return thing.label if thing is not None else next((str(one) for one in arguments.values()), "")


def _lines(lines: Sequence[str]) -> str:
    return lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)


def report(deed: Deed, outcome: Outcome) -> str:
    """What came of it, in the server's words."""
    if outcome.state == "refused":
        return f"Not done: it was refused. {plain(_said_first(outcome.text))}"
    if outcome.state != "done":
        return f"{deed.title} failed: {plain(outcome.text)}"
    data = structured(outcome)
    said = next((data[key] for key in REPORTED if isinstance(data.get(key), str)), "") if isinstance(data, dict) else ""
    if not said and isinstance(data, dict):
        return _result(deed, data)
    return plain(said or outcome.text) or f"Done: {deed.title}."


def _said_first(text: str) -> str:
    """The reason; what comes after it is advice for who has called."""
    return re.split(r"(?<=[.!?])\s", text.removeprefix(REFUSED), maxsplit=1)[0]


def _result(deed: Deed, data: dict[str, Any]) -> str:
    """The thing as it is now, where the server gives that and no words."""
    thing = Record(Source(deed, (), deed.outputs, deed.nouns, False, "result"), data)
    parts = [f"{spoken(slot.name)}: {shown(thing, slot)}" for slot in telling_fields(thing)]
    return f"Done: {spoken_deed(deed)}. {called(thing)}: {', '.join(parts)}."


def spoken_arguments(deed: Deed, arguments: Arguments) -> str:
    slots = {param.name: param for param in deed.params}
    return ", ".join(f"{spoken(name)} {value_text(value, slots.get(name))}" for name, value in arguments.items())


def no_deed(clause: Clause, catalog: Catalog) -> str:
    what = plain(clause.text.partition(SAID)[0].strip(" .!?"))
    if not catalog.acts:
        return f"I can't do that (“{what}”): this server only offers things to look up."
    deeds = joined([spoken_deed(deed) for deed in catalog.acts])
    return f"I can't do that (“{what}”): no tool of this server does. What I can do here: {deeds}."


def spoken_deed(deed: Deed) -> str:
    return plain(deed.title[:1].lower() + deed.title[1:])
