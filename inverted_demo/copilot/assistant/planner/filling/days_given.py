"""The days and times of a clause, for the parameters of a tool that take them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from assistant.planner.english.dates import When, moments
from assistant.planner.english.numbers import NUMBER, number
from assistant.planner.english.times_of_day import clock_times
from assistant.planner.english.vocabulary import wordset
from assistant.planner.offer.periods import spanned, written
from assistant.planner.offer.schemas import Slot

if TYPE_CHECKING:
    from assistant.planner.filling.filling import Form

SAID = "; "
"""Between an order and what was said before it."""
LEAVING = wordset("departure departing depart departs checkout leave leaves leaving return returns returning back out")
"""In the names of days on which a stay ends that has nights before it."""
LATER = wordset("end ends ending until to finish finishes stop till last before") | LEAVING
AIMED = re.compile(r"\b(?:to|until|till)(?: the)? $")
ON = re.compile(r"\b(?:on|of|from)(?: the)? $")
BECOMING = re.compile(r"^ (?:to|as|down as) [a-z]")
NIGHTS = re.compile(rf"\b(?P<count>{NUMBER}|a|an|one) (?:nights?|nites?)\b", re.IGNORECASE)


def take_moments(form: Form, now: datetime) -> None:
    """Each time for a parameter; a stretch of time, or a day alone, for both of its ends."""
    text = form.clause.text
    params = [param for param in form.deed.params if param.name not in form.arguments and _takes_moment(param)]
    params.sort(key=lambda param: bool(LATER & set(param.all_words)))
    found = moments(text.partition(SAID)[0], now) or moments(text, now)
    if not form.deed.reads and any(param.choices and param.name in form.arguments for param in form.deed.params):
        params = (
            params
            if any(one.required for one in params)
            else params * (not any(_describes(text, one) for one in found))
        )
    if form.deed.reads and len(needed := [param for param in params if param.required]) == 2:
        _both_ends(form, found, needed)
        return
    form.times = [] if form.deed.reads else [range(when.start, when.end) for when in found]
    for when in found if form.deed.reads else _new(found, text, params):
        if form.deed.reads and when.first.date() < when.last.date():
            _span(form, when)
            continue
        if not form.deed.reads and params and params[0].form == "datetime" and not when.has_clock:
            continue  # a day is no moment: midnight would be a guess
        at = next((at for at, token in enumerate(form.clause.tokens) if token.end > when.start), -1)
        is_clock = _is_clock(text[when.start : when.end].casefold(), when)
        for param in _takers(params, when, is_clock) if at not in form.used else ():
            params.remove(param)
            if is_clock:
                form.clocks[param.name] = when.first
            form.take(param, written(when.first, param), when.start, when.end)


def _describes(text: str, when: When) -> bool:
    """`Ada's order on 3 May to packed`: which one it is."""
    return bool(ON.search(text[: when.start].casefold()) and BECOMING.match(text[when.end :].casefold()))


def _takers(params: Sequence[Slot], when: When, is_clock: bool) -> list[Slot]:
    """The next parameter for a time; a day and a time of day may be for two: `Friday at 3`."""
    days = [one for one in params if one.form == "date"]
    times = [one for one in params if one.form == "time"]
    if not days or not times:
        return list(params[:1])
    return times[:1] if is_clock else [days[0], *times[: when.has_clock]]


def _new(found: Sequence[When], text: str, params: Sequence[Slot]) -> Sequence[When]:
    """`move the trip on Friday to 15:30`: of several times, where one is taken, the one that it is moved to."""
    aimed = [when for when in found if AIMED.search(text[: when.start].casefold())]
    if len(params) == 1 and len(found) > 1 and len(aimed) == 1:
        return aimed
    days = [when for when in found if when.has_clock or when.first.date() == when.last.date()]
    return days if len(params) == 1 else found  # `next week` is no day: its first one would be a guess


def _is_clock(words: str, when: When) -> bool:
    """Whether no day was told."""
    return when.has_clock and clock_times(words) == [(when.first.time(), 0, len(words))]


def _both_ends(form: Form, found: Sequence[When], params: Sequence[Slot]) -> None:
    """`free from the 20th to the 22nd`, `free on Friday`, `two nights from Friday`: where a tool needs both ends."""
    ends = sorted(found, key=lambda when: when.first)
    if not ends:
        return
    begin, end = params
    first, last = ends[0].first, ends[-1].last if len(ends) > 1 else last_of(form.clause.text, ends[0], end)
    for when in ends:
        form.take(begin, written(first, begin), when.start, when.end)
    if nights := NIGHTS.search(form.clause.text):
        form.take(end, written(last, end), *nights.span())
    form.arguments[end.name] = written(last, end)


def last_of(text: str, when: When, end: Slot) -> datetime:
    """Where a stay ends of which only the days, or the first day and the nights, are told."""
    if nights := NIGHTS.search(text):
        return when.first + timedelta(days=int(number(nights["count"]) or 1))
    is_one_day = when.first.date() == when.last.date()
    return when.first + timedelta(days=1) if is_one_day and LEAVING & set(end.all_words) else when.last


def _span(form: Form, when: When) -> None:
    """Several days, for a tool that is asked from a day on and until another."""
    for name, value in spanned(form.deed, when).items():
        param = next(one for one in form.deed.params if one.name == name)
        if name not in form.arguments:
            form.take(param, value, when.start, when.end)


def _takes_moment(param: Slot) -> bool:
    words = set(param.all_words)
    is_told = (
        param.form == "text"
        and not (param.choices or param.is_id)
        and bool(words & {"date", "day", "when", "time", "start"})
    )
    return param.is_moment or param.form == "time" or is_told
