"""New moments that the old one says a part of: `move it to 15:30`, of that day, and `an hour later`."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from assistant.conversation import Arguments
from assistant.planner.english.durations import durations
from assistant.planner.english.marks import blanked
from assistant.planner.filling.filling import Form
from assistant.planner.offer.periods import written
from assistant.planner.offer.records import Record
from assistant.planner.offer.schemas import Slot
from assistant.planner.wishes.conditions import as_moment

LATER = re.compile(r"\b(?:later|back|extend\w*|prolong\w*|postpon\w*|delay\w*|defer\w*|renew\w*|longer|more)\b")
EARLIER = re.compile(r"\b(?:earlier|sooner|forwards?|shorten\w*|ahead)\b")
BESIDE = re.compile(r"\b(?:by|back|forwards?|ahead)(?: by)? (?:another |a further )?$")
BEHIND = re.compile(r"^ (?:later|earlier|sooner|back|forwards?|ahead|longer)\b")


def is_moving(form: Form) -> bool:
    """Whether a part of a moment is said, and no more."""
    return not form.deed.reads and bool(_open(form))


def _open(form: Form) -> list[Slot]:
    moments = [one for one in form.deed.params if one.is_moment]
    if _shift(form.clause.text) is None:
        return [one for one in moments if one.name in form.clocks]
    return [one for one in moments if one.name not in form.arguments]


def moved(form: Form, thing: Record | None) -> Arguments:
    """Moments of a thing that is told of, where only a time of day, or by how much, is said."""
    shift = _shift(form.clause.text)
    result: Arguments = {}
    for param in _open(form)[:1] if is_moving(form) else ():
        before = as_moment(thing.get(param.name)) if thing is not None else None
        if before is None:
            continue
        if shift is None:
            before = datetime.combine(before.date(), form.clocks[param.name].timetz())
        result[param.name] = written(before + (shift or timedelta()), param)
    return result


def _shift(text: str) -> timedelta | None:
    """`half an hour later`, `back by two days`, `extend it by a week`."""
    lower = blanked(text).casefold()
    for minutes, start, end in durations(lower):
        if BESIDE.search(lower[:start]) or BEHIND.match(lower[end:]):
            told = lower[:start] + lower[end:]
            if EARLIER.search(told):
                return timedelta(minutes=-minutes)
            return timedelta(minutes=minutes) if LATER.search(told) else None
    return None
