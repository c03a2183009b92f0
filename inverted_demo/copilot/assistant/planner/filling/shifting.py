"""New moments that the old one says a part of: `move it to 15:30`, of that day, and `an hour later`."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from assistant.conversation import Arguments
from assistant.planner.english.durations import MORE, durations
from assistant.planner.english.marks import blanked
from assistant.planner.filling.filling import Form
from assistant.planner.offer.periods import written
from assistant.planner.offer.records import Record
from assistant.planner.offer.schemas import Slot
from assistant.planner.wishes.conditions import as_moment

LATER = re.compile(r"\b(?:later|back|extend\w*|prolong\w*|postpon\w*|delay\w*|defer\w*|renew\w*|longer|more)\b")
EARLIER = re.compile(r"\b(?:earlier|sooner|forwards?|shorten\w*|ahead)\b")
OTHER = re.compile(r"\b(?:on|to|at) $")
"""Before `another day` that is not one more."""
NEXT_DAY = re.compile(
    r"\b(?:to|till|until) the (?:day (?:after|before)|(?:next|following) day)(?=[,.;!?]| please| pls|$)"
    r"(?:, (?:at )?(?:the )?same time)?"
)
BESIDE = re.compile(r"\b(?:by|back|forwards?|ahead)(?: by)? (?:another |a further )?$")
BEHIND = re.compile(r"^ (?:later|earlier|sooner|back|forwards?|ahead|longer)\b")


def is_moving(form: Form) -> bool:
    """Whether a part of a moment is said, and no more."""
    return not form.deed.reads and bool(_open(form))


def by_how_much(form: Form) -> set[int]:
    """The words that say how far something is moved, and nothing of what."""
    told = _told(form.clause.text) if is_moving(form) else None
    return {at for at, token in enumerate(form.clause.tokens) if told and token.start in told[1]}


def _open(form: Form) -> list[Slot]:
    moments = [one for one in form.deed.params if one.is_moment]
    if _told(form.clause.text) is None:
        return [one for one in moments if one.name in form.clocks]
    return [one for one in moments if one.name not in form.arguments]


def moved(form: Form, thing: Record | None) -> Arguments:
    """Moments of a thing that is told of, where only a time of day, or by how much, is said."""
    told = _told(form.clause.text)
    shift = told[0] if told else None
    result: Arguments = {}
    for param in _open(form)[:1] if is_moving(form) else ():
        before = as_moment(thing.get(param.name)) if thing is not None else None
        if before is None:
            continue
        if shift is None:
            before = datetime.combine(before.date(), form.clocks[param.name].timetz())
        result[param.name] = written(before + (shift or timedelta()), param)
    return result


def _told(text: str) -> tuple[timedelta, range] | None:
    """`half an hour later`, `back by two days`, `two more days`, `to the day after`; with where it is said."""
    lower = blanked(text).casefold()
    if said := NEXT_DAY.search(lower):
        return timedelta(days=-1 if "before" in said[0] else 1), range(*said.span())
    for minutes, start, end in durations(lower):
        is_more = MORE.search(lower[start:end]) is not None and not OTHER.search(lower[:start])
        if is_more or BESIDE.search(lower[:start]) or BEHIND.match(lower[end:]):
            beside = lower[:start] + lower[end:]
            is_back = EARLIER.search(beside) is not None
            is_told = is_back or is_more or LATER.search(beside) is not None
            return (timedelta(minutes=-minutes if is_back else minutes), range(start, end)) if is_told else None
    return None
