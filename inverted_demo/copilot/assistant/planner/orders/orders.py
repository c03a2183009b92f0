"""Orders: the one tool that does it, with arguments, or words for why not. Nothing else here changes anything."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

from assistant.conversation import Arguments, Call, Outcome
from assistant.outcomes import REFUSED
from assistant.planner.answers.telling import telling_fields
from assistant.planner.clauses.clauses import Clause
from assistant.planner.offer.desk import Asking, Desk
from assistant.planner.offer.records import Record, structured
from assistant.planner.offer.repeating import comes_on_top
from assistant.planner.offer.reply import Reply
from assistant.planner.offer.sources import Source
from assistant.planner.offer.tools import Deed
from assistant.planner.orders.asking_back import spoken_deed
from assistant.planner.orders.explained import planned
from assistant.planner.selecting.focus import Focus
from assistant.planner.wishes.wording import called, plain, shown, spoken, value_text

Done: TypeAlias = Sequence[tuple[str, Arguments]]
"""Calls that were made before, by their tools and arguments."""
Check: TypeAlias = Callable[[str], Awaitable[Reply]]
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
    plan = await planned(desk, clause, focus)
    deed, several = plan.form.deed, plan.several
    if before := comes_on_top(deed, [arguments for arguments, _ in several], corrected, desk.catalog):
        told = f"{report(deed, before.outcome)} " if before.outcome else ""
        again = f"{spoken_deed(deed)} ({spoken_arguments(deed, several[0][0])})"
        raise Asking(f"{told}That is done, and this would come on top of it. Shall I do it all the same: {again}?")
    if clause.is_unsure:
        what = f"{spoken_deed(deed)} ({spoken_arguments(deed, several[0][0])})" if clause.deed else plain(clause.text)
        raise Asking(f"Shall I do it: {what}?")
    lines: list[str] = []
    for arguments, thing in several:
        told = await check(_subject(deed, arguments, thing)) if check else None
        if told is not None and not told.holds:
            lines.append(f"Not done. {told.text}")
        elif (deed.name, arguments) not in done:
            lines.append(report(deed, await desk.call(deed, arguments)))
    return Reply(_lines(lines), [thing for _, thing in several if thing is not None])


def _subject(deed: Deed, arguments: Arguments, thing: Record | None) -> str:
    """What a condition's `it` means."""
    given = [str(arguments[param.name]) for param in deed.params if param.name in arguments and not param.choices]
    return thing.label if thing is not None else next(iter(given), "")


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
