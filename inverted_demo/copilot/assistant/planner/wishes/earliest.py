"""Which time of things `first`, `latest` and `has been here the longest` are about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.english.stems import identifier_words
from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.mentions import DESCRIBED, Mention
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.wishes.conditions import Order

REACH = 4
"""So far behind a superlative its field is looked for."""
BEYOND = wordset("late overdue left behind notice remaining until")
"""In the names of days that are no time for which something has been so."""
RUNNING_OUT = wordset("expires expire lapses lapse ends end")
GOOD_UNTIL = wordset("until till expires expiry expire ends end valid deadline closes")
BEEN = frozenset({"been", "have"})
ENDING = wordset("departure until end ends ended due expires expiry to leaves back return returned closed closes by")
"""In the names of moments at which something is over."""
YEARS = wordset("year published built made founded since joined")
"""Figures that say when something began."""
BEGINNINGS = ("started", "time", "created", "date", "updated", "when", "timestamp")
STARTING = wordset("starts start begins begin opens departs time leaves departure")
"""In the names of times of day."""
TIMES_OF_DAY = wordset("time clock utc oclock hh:mm hh hour")
"""In the descriptions of such texts."""


def for_so_long(source: Source, found: Sequence[Token], at: int, mentions: Sequence[Mention]) -> Order | None:
    """`has been here the longest`: for the most days, or since the earliest."""
    is_time = found[at].word in ("longest", "shortest") and any(token.word in BEEN for token in found[:at])
    if not is_time:
        return None
    days = [slot for slot in source.fields if slot.is_measure and {"days", "since"} & set(slot.all_words)]
    named = [one.slot for one in mentions if one.slot in days]
    named = named or [slot for slot in days if not BEYOND & set(slot.all_words)]
    if len(set(named)) == 1:
        return Order(named[0].name, found[at].word == "longest", frozenset({at}))
    begun = [one for one in mentions if not ENDING & set(one.slot.all_words)]
    fields = tuple(slot for slot in source.fields if not (slot.is_moment and ENDING & set(slot.all_words)))
    return by_moment(replace(source, fields=fields), begun, found[at].word == "shortest", at)


def ending_first(source: Source, found: Sequence[Token], at: int, mentions: Sequence[Mention]) -> Order | None:
    """`Which of them runs out first?`: by the day until which they are good, whatever that is called."""
    is_said = at > 0 and found[at].word in ("first", "next", "soonest") and found[at - 1].word in RUNNING_OUT
    slots = [slot for slot in source.fields if slot.is_moment and GOOD_UNTIL & set(slot.all_words)]
    named = [one.slot for one in mentions if one.slot in slots and one.start == at - 1]
    slot = next(iter(named or slots), None) if is_said else None
    return Order(slot.name, False, frozenset({at - 1, at}), is_moment=True) if slot else None


def by_moment(source: Source, mentions: Sequence[Mention], is_newest: bool, at: int) -> Order | None:
    fields = [slot for slot in source.fields if slot.is_moment]
    named = [one.slot for one in mentions if one.slot in fields and one.strength > DESCRIBED]
    usual = [slot for name in BEGINNINGS for slot in fields if name in identifier_words(slot.name)]
    times = [slot for slot in source.fields if slot.form in ("time", "text") and STARTING & set(slot.all_words)]
    years = [slot for slot in source.fields if slot.is_measure and YEARS & set(slot.all_words)]
    times += [slot for slot in source.fields if _tells_time(slot) and slot not in times]
    chosen = next(iter(named + usual + fields + times + years), None)
    then = times[0].name if chosen and chosen.form == "date" and times else ""
    order = Order(chosen.name, is_newest, frozenset({at}), is_moment=chosen.is_moment, then=then) if chosen else None
    told = next((one for one in mentions if at < one.start <= at + REACH and _is_text(one.slot)), None)
    if told is None or (order is not None and told.slot.name == order.field):
        return order
    return Order(told.slot.name, is_newest, frozenset({at, *told.span}), otherwise=order)


def _is_text(slot: Slot) -> bool:
    """`the earliest cutoff`: times of day are texts to most servers."""
    return slot.form in ("text", "time", "any") and not slot.choices and not slot.is_id


def _tells_time(slot: Slot) -> bool:
    """A text whose description says that it is a time of day."""
    words = set(identifier_words(slot.description))
    return slot.form in ("time", "text") and not slot.choices and bool(words & TIMES_OF_DAY)
