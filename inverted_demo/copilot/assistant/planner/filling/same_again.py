"""`The same length`, `at the same time`: what is to be as it is with what was talked about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, cast

from assistant.conversation import Arguments
from assistant.planner.english.dates import moments
from assistant.planner.english.likeness import ALIKE, likeness
from assistant.planner.english.marks import blanked
from assistant.planner.english.stems import identifier_words, stem
from assistant.planner.english.vocabulary import wordset
from assistant.planner.filling.arguments import whole
from assistant.planner.filling.filling import Form, time_unit
from assistant.planner.offer.periods import written
from assistant.planner.offer.records import Record, as_moment
from assistant.planner.offer.schemas import Slot
from assistant.planner.wishes.conditions import is_number

SAME = re.compile(r"\b(?:(?:the|that|this|its|her|his|their) )?(?:same|very same) (?P<what>[a-z]+)(?: of [a-z]+)?\b")
AS_LONG = re.compile(r"\bas long(?: as (?:that|it|this|the last one))?\b")
LENGTHS = wordset("length duration long stretch period amount")
TIMES = wordset("time hour clock slot start")
DAYS = wordset("day date")


def same_places(form: Form) -> set[int]:
    """The words that say that something is as before, and nothing of which thing."""
    text = blanked(form.clause.text).casefold()
    spans = [range(*one.span()) for pattern in (SAME, AS_LONG) for one in pattern.finditer(text)]
    found = enumerate(form.clause.tokens)
    return set() if form.deed.reads else {at for at, token in found if any(token.start in span for span in spans)}


def same_again(form: Form, told: Record | None, now: datetime) -> Arguments:
    """The arguments that are said to be those of the thing that was told of last."""
    text = blanked(form.clause.text).casefold()
    said = {one["what"] for one in SAME.finditer(text)} | ({"long"} if AS_LONG.search(text) else set())
    result: Arguments = {}
    for param in form.deed.params if told is not None and said and not form.deed.reads else ():
        if told is not None and param.name not in form.arguments and (value := _value(form, param, told, said, now)):
            result[param.name] = value
    return result


def _value(form: Form, param: Slot, told: Record, said: set[str], now: datetime) -> Any:
    if time_unit(param) and param.is_measure:
        value = told_value(told, param)
        return whole(value, param) if said & LENGTHS and is_number(value) else None
    if param.is_moment:
        moment = as_moment(told_value(told, param))
        return written(moment, param) if moment and (moment := _moved(form, moment, said, now)) else None
    is_said = any(likeness(stem(word), stem(own)) >= ALIKE for word in said for own in param.all_words)
    return told_value(told, param) if is_said and not param.is_id else None


def _moved(form: Form, moment: datetime, said: set[str], now: datetime) -> datetime | None:
    """`at the same time on Friday`, `on the same day`."""
    days = [one for one in moments(form.clause.text, now) if one.first.date() == one.last.date() and not one.has_clock]
    if said & TIMES and len(days) == 1:
        return datetime.combine(days[0].first.date(), moment.timetz())
    return moment if said & DAYS and said & TIMES and not days else None


def told_value(thing: Record, param: Slot) -> Any:
    """What a thing has for a parameter, also in objects: by its name, or as the only one of its sort."""
    found = list(_leaves(thing.data))
    named = [value for key, value in found if key == param.name or identifier_words(key)[-1:] == param.all_words[-1:]]
    if not named and param.is_moment:
        named = [value for _, value in found if isinstance(value, str) and as_moment(value) is not None]
        named = named if len(named) == 1 else []
    return next((one for one in named if one is not None), None)


def _leaves(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from _leaves(cast(Mapping[str, Any], value))
        elif not isinstance(value, list):
            yield key, value
