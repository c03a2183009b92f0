"""New moments that the old one says a part of: `move it to 15:30`, of that day, and `an hour later`."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from assistant.conversation import Arguments
from assistant.planner.english.durations import MORE, durations
from assistant.planner.english.marks import blanked
from assistant.planner.filling.arguments import whole
from assistant.planner.filling.filling import Form, time_unit
from assistant.planner.filling.same_again import told_value
from assistant.planner.offer.periods import written
from assistant.planner.offer.records import Record, as_moment
from assistant.planner.offer.schemas import Slot

LATER = re.compile(r"\b(?:later|back|extend\w*|prolong\w*|postpon\w*|delay\w*|defer\w*|renew\w*|longer|more)\b")
EARLIER = re.compile(r"\b(?:earlier|sooner|forwards?|shorten\w*|ahead)\b")
OTHER = re.compile(r"\b(?:on|to|at) $")
"""Before `another day` that is not one more."""
NEXT_DAY = re.compile(
    r"\b(?:to|till|until) the (?:day (?:after|before)|(?:next|following) day)(?=[,.;!?]| please| pls|$)"
    r"(?:, (?:at )?(?:the )?same time)?"
)
BESIDE = re.compile(r"\b(?:by|back|forwards?|ahead)(?: by)? (?:another |a further )?$")
BEHIND = re.compile(
    r"^ (?:(?:later|earlier|sooner|back|forwards?|ahead|longer)\b"
    r"|(?P<side>after|before) (?:it|that|this|the (?:last|first))\b)"
)


def is_moving(form: Form) -> bool:
    """Whether a part of a moment is said, and no more."""
    return not form.deed.reads and bool(_open(form))


def by_how_much(form: Form) -> set[int]:
    """The words that say how far something is moved, and nothing of what."""
    told = _told(form) if is_moving(form) else None
    return {at for at, token in enumerate(form.clause.tokens) if told and token.start in told[1]}


def _open(form: Form) -> list[Slot]:
    moments = [one for one in form.deed.params if one.is_moment]
    if _told(form) is None:
        return [one for one in moments if one.name in form.clocks]
    return [one for one in moments if one.name not in form.arguments]


def moved(form: Form, thing: Record | None, before_it: Record | None = None) -> Arguments:
    """Moments of a thing that is told of, where only a time of day, or by how much, is said.

    Of a thing that has none, those of what was talked about `before_it`: `the same for the annexe, a day later`.
    """
    told = _told(form)
    shift = told[0] if told else None
    result: Arguments = {}
    for param in _open(form)[:1] if is_moving(form) else ():
        before = as_moment(told_value(thing, param)) if thing is not None else None
        if before is None and shift is not None and before_it is not None:
            before = as_moment(told_value(before_it, param))
        if before is None:
            continue
        if shift is None:
            before = datetime.combine(before.date(), form.clocks[param.name].timetz())
        result[param.name] = written(before + (shift or timedelta()), param)
    return result


def _told(form: Form) -> tuple[timedelta, range] | None:
    """`half an hour later`, `back by two days`, `two more days`, `to the day after`; with where it is said."""
    lower = blanked(form.clause.text).casefold()
    if said := NEXT_DAY.search(lower):
        return timedelta(days=-1 if "before" in said[0] else 1), range(*said.span())
    for minutes, start, end in durations(lower):
        if _is_taken(form, minutes):
            continue
        is_more = MORE.search(lower[start:end]) is not None and not OTHER.search(lower[:start])
        behind = BEHIND.match(lower[end:])
        if is_more or BESIDE.search(lower[:start]) or behind:
            beside = lower[:start] + lower[end:]
            side = behind["side"] if behind else None
            is_back = EARLIER.search(beside) is not None or side == "before"
            is_told = is_back or is_more or LATER.search(beside) is not None or side == "after"
            return (timedelta(minutes=-minutes if is_back else minutes), range(start, end)) if is_told else None
    return None


def _is_taken(form: Form, minutes: float) -> bool:
    """`plan 30 more minutes`: how long it is to be, and not how much later."""
    lasting = [one for one in form.deed.params if one.name in form.arguments and time_unit(one)]
    return any(form.arguments[one.name] == whole(round(minutes / time_unit(one), 4), one) for one in lasting)
