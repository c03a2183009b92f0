"""How far things are, by the choices that a server lists: what is over, what is still open, what comes before what."""

from __future__ import annotations

from assistant.planner.english.stems import identifier_words
from assistant.planner.english.vocabulary import wordset
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.wishes.conditions import Condition

OFF = wordset(
    "cancelled canceled withdrawn rejected declined refused denied expired lapsed void voided deleted show noshow "
    "missed failed lost aborted dropped abandoned suspended archived refunded"
)
"""What will come to nothing."""
OVER = OFF | wordset(
    "done finished completed complete closed resolved delivered shipped dispatched despatched sent posted collected "
    "returned paid settled received hired filled ended sold handed departed left out past discharged graduated solved "
    "fixed accepted granted answered served handed gone"
)
UNTURNED = wordset("not un to awaiting pending waiting for partly partially part being almost nearly in")
"""Before a word for what is over, they say that it is not yet: `to_collect`, `part_paid`."""
ENDED = wordset("returned completed finished closed done delivered paid ended resolved arrived received collected left")
COME = wordset("arrived received delivered")
RANKS = wordset("priority severity urgency kind type category tier level grade size importance method channel board")
"""What has choices, but no course."""


def is_over(choice: str) -> bool:
    words = set(identifier_words(choice))
    return bool(words & OVER) and not words & UNTURNED


def is_off(choice: str) -> bool:
    words = set(identifier_words(choice))
    return bool(words & OFF) and not words & UNTURNED


def course(source: Source) -> Slot | None:
    """The field that says how far a thing is."""
    fields = [one for one in source.fields if one.choices and not RANKS & set(one.all_words)]
    told = [one for one in fields if sum(map(is_over, one.choices)) and not all(map(is_over, one.choices))]
    return next(iter(told), None)


def not_over(source: Source, tokens: frozenset[int] = frozenset()) -> Condition | None:
    """That it is not over: by its course, by the day on which it was, or by a switch."""
    if slot := course(source):
        over = tuple(one for one in slot.choices if is_over(one))
        return Condition(slot.name, "is", over, negated=True, tokens=tokens, choices=True)
    fields = source.fields
    if back := next((one for one in fields if one.is_moment and ENDED & set(one.all_words[:1])), None):
        return Condition(back.name, "empty", tokens=tokens)
    if done := next((one for one in fields if one.form == "truth" and ENDED & set(one.all_words)), None):
        return Condition(done.name, "flag", (True,), negated=True, tokens=tokens)
    return None


def not_come(source: Source) -> Condition | None:
    """That it has not arrived."""
    for slot in (one for one in source.fields if one.choices):
        over = tuple(one for one in slot.choices if COME & set(identifier_words(one)) or is_off(one))
        if any(COME & set(identifier_words(one)) for one in over) and len(over) < len(slot.choices):
            return Condition(slot.name, "is", over, negated=True, choices=True)
    come = next((one for one in source.fields if one.is_moment and COME & set(one.all_words)), None)
    return Condition(come.name, "empty") if come and come.is_nullable else not_off(source)


def not_off(source: Source, tokens: frozenset[int] = frozenset()) -> Condition | None:
    """That it has not come to nothing."""
    slot = course(source)
    off = tuple(one for one in slot.choices if is_off(one)) if slot else ()
    return Condition(slot.name, "is", off, negated=True, tokens=tokens, choices=True) if slot and off else None


def before(slot: Slot, choice: str) -> tuple[str, ...]:
    """What has not come so far: the choice that says so, else those that are listed before it."""
    bare = "_".join(identifier_words(choice))
    words = [(one, "_".join(identifier_words(one))) for one in slot.choices]
    said = tuple(one for one, word in words if word in (f"un{bare}", f"not_{bare}", f"not_yet_{bare}"))
    said = said or tuple(one for one, word in words if word.startswith("to_") and bare.startswith(word[3:]))
    at = slot.choices.index(choice)
    earlier = tuple(one for one in slot.choices[:at] if not is_off(one))
    return said or earlier or tuple(one for one in slot.choices if one != choice and not is_over(one))
