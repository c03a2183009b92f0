"""What a source has for a state that its things may be in: a switch, choices, a figure, or a day."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from assistant.planner.english.state import State
from assistant.planner.english.stems import concept, identifier_words, stem, stems
from assistant.planner.english.vocabulary import wordset
from assistant.planner.offer.choices import is_called
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.wishes.conditions import Condition
from assistant.planner.wishes.progress import OVER, before, not_come, not_off, not_over
from assistant.planner.wishes.remainders import kept_pair, left_figure, pair_of
from assistant.planner.wishes.wishes import counterpart

BEGINS = wordset("from since start starts begin begins")
ENDS = wordset("until till to end ends through")
BACK = wordset("back return returns")
BESIDE = wordset("is only has are show include currently now yet")
UNITS = wordset("days hours minutes weeks months by is in")
DATING = wordset("by on at date day time")
MONEY = wordset("paid spent spending")
"""What is left of money is no room for anybody."""
OVERDUE = concept(stem("overdue"))


@dataclass(frozen=True)
class Resolved:
    """What a source has for a state."""

    conditions: tuple[Condition, ...] = ()
    moments: tuple[Slot, ...] = ()
    """Days that tell it; the likeliest first."""
    until: Slot | None = None


@lru_cache(8192)
def resolved(state: State, source: Source) -> Resolved | None:
    if (state.name == "late" and tells_lateness(source)) or (
        state.is_arriving and state.side == "past" and not _moments(state, source)
    ):
        return None
    open_ = not_come(source) if state.is_arriving else not_over(source) if state.is_open else None
    beside = (open_,) if open_ else ()
    if switch := _switch(state, source):
        return Resolved((switch,))
    if state.room in ("some", "none") and (figure := _figure(state, source)):
        on = not_over(source) if state.room == "some" else None
        return Resolved((figure, on) if on else (figure,))
    if chosen := _choice(state, source):
        return Resolved((chosen,))
    if state.short_of and (short := _short(state, source)):
        return Resolved((short,))
    if figure := _figure(state, source):
        return Resolved((figure,))
    if state.side == "around":
        return _away(state, source)
    if moments := _moments(state, source):
        off = not_off(source) if state.side in ("at", "soon") else None
        return Resolved((*beside, *((off,) if off else ())), moments)
    if state.name in ("not sent", "still open") and beside:
        return Resolved(beside)
    return _paying(source) if state.name == "part paid" else None


def tells_lateness(source: Source) -> bool:
    """Whether a field or a choice says what is late."""
    return _has_word(source, OVERDUE)


def _has_word(source: Source, key: str) -> bool:
    """Whether a field or a choice is called so: then the words mean that."""
    slots = (*source.fields, *source.deed.params)
    return any(key in map(concept, stems(name)) for slot in slots for name in (slot.name, *slot.choices))


def _switch(state: State, source: Source) -> Condition | None:
    """A field, or else a parameter, that is true or false then."""
    if not state.flags and not state.unflags:
        return None
    slots = [one for one in (*source.fields, *source.deed.params) if one.form == "truth"]
    for words, negated in ((state.flags, False), (state.unflags, True)):
        for slot in slots:
            own = set(slot.all_words) - BESIDE
            shown = counterpart(source, slot)
            if own and own <= words and (shown is None or shown.form == "truth") and not (shown is None and negated):
                name = shown.name if shown else slot.name
                return Condition(name, "flag", (True,), negated=negated, is_settled=shown is None)
    return None


def _choice(state: State, source: Source) -> Condition | None:
    slots = [one for one in (*source.fields, *source.deed.params) if one.choices and not one.is_paging]
    for group in state.choices:
        for slot in slots:
            fits = tuple(one for one in slot.choices if any(is_called(one, phrase) for phrase in group))
            if fits and len(fits) < len(slot.choices):
                shown = counterpart(source, slot)
                name, values = (shown.name, fits) if shown else (slot.name, fits[:1])
                return Condition(name, "is", values, choices=True, is_settled=shown is None)
    return None


def _short(state: State, source: Source) -> Condition | None:
    """What is listed before the first that would be so."""
    for slot in source.fields:
        reached = [one for one in slot.choices if state.short_of & set(identifier_words(one))]
        if reached and (earlier := before(slot, reached[0])):
            return Condition(slot.name, "is", earlier, choices=True)
    return None


def _figure(state: State, source: Source) -> Condition | None:
    measures = [one for one in source.fields if one.is_measure]
    for slot in measures:
        own = set(slot.all_words)
        if state.figures & own and own - UNITS <= state.figures:
            return Condition(slot.name, "compares", (0,), "gt")
    if not state.room or not source.is_list:
        return None
    if state.room == "little":
        pair = kept_pair(source.fields)
        return Condition(pair[0].name, "compares", (0,), "le", less=pair[1].name) if pair else None
    comparison = "gt" if state.room == "some" else "le"
    if left := left_figure(source.fields):
        return Condition(left.name, "compares", (0,), comparison)
    pair = pair_of(source.fields)
    if pair is None or MONEY & set(pair[1].all_words):
        return None
    return Condition(pair[0].name, "compares", (0,), comparison, less=pair[1].name)


def _moments(state: State, source: Source) -> tuple[Slot, ...]:
    slots = [one for one in source.fields if one.is_moment and not OVER & set(one.all_words)]
    for word in state.moments:
        named = [one for one in slots if word in one.all_words and _is_plainly(one, state)]
        named = named or [one for one in slots if word in identifier_words(one.description)]
        if named:
            return tuple(named)
    return ()


def _is_plainly(slot: Slot, state: State) -> bool:
    """`mot_due` is no day on which a vehicle itself is due."""
    return not state.is_open or set(slot.all_words) - DATING <= set(state.moments)


def _away(state: State, source: Source) -> Resolved | None:
    """From a day until another, or until somebody is back."""
    slots = [one for one in source.fields if one.is_moment and set(state.moments) & set(one.all_words)]
    begins = next((one for one in slots if BEGINS & set(one.all_words)), None)
    ends = next((one for one in slots if (ENDS | BACK) & set(one.all_words)), None)
    return Resolved((), (begins,), ends) if begins and ends else None


def _paying(source: Source) -> Resolved | None:
    """Something is paid, and something is left to pay."""
    measures = [one for one in source.fields if one.is_measure]
    paid = next((one for one in measures if "paid" in one.all_words), None)
    left = next(
        (one for one in measures if {"left", "balance", "outstanding", "owed", "due"} & set(one.all_words)), None
    )
    if paid is None or left is None:
        return None
    return Resolved((Condition(paid.name, "compares", (0,), "gt"), Condition(left.name, "compares", (0,), "gt")))
