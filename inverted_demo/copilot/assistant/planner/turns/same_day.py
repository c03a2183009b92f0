"""`Who is free that day?`: the day of what is talked about, in the place of the words for it."""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.planner.clauses.clauses import Clause, clauses
from assistant.planner.english.marks import unmarked
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.records import Record, as_moment
from assistant.planner.selecting.focus import Focus
from assistant.planner.selecting.happenings import MERELY_TOLD

SAME_DAY = re.compile(r"\b(?:on |for )?(?:that|the same|this same|that very) (?:day|date)\b", re.IGNORECASE)


def on_that_day(desk: Desk, clause: Clause, focus: Focus) -> Clause:
    """The clause with a date, where all that is talked about takes place on one."""
    said = SAME_DAY.search(clause.text)
    days = {_day(thing) for thing in focus.things}
    day = days.pop() if len(days) == 1 else ""
    if said is None or not day:
        return clause
    told = f"{clause.text[: said.start()]}on {day}{clause.text[said.end() :]}"
    found = clauses(unmarked(told), desk.catalog)
    return replace(found[0], condition=clause.condition) if len(found) == 1 else clause


def _day(thing: Record) -> str:
    """The first day that it tells, and on which it takes place."""
    moments = (slot for slot in thing.source.fields if slot.is_moment and not MERELY_TOLD & set(slot.all_words))
    told = (as_moment(thing.get(slot.name)) for slot in moments)
    return next((one.date().isoformat() for one in told if one is not None), "")
