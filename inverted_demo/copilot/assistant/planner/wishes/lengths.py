"""Lengths of time that figures are held against: `an hour or longer`, `shorter than half an hour`."""

from __future__ import annotations

from assistant.planner.english.durations import durations
from assistant.planner.english.numbers import Figure, comparison_of
from assistant.planner.english.vocabulary import wordset
from assistant.planner.offer.schemas import Slot
from assistant.planner.wishes.conditions import Condition
from assistant.planner.wishes.wishes import Wish

IN_MINUTES = {"minutes": 1.0, "minute": 1.0, "mins": 1.0, "min": 1.0, "hours": 60.0, "hour": 60.0}
"""What figures for lengths of time are called, and how many minutes are one of them."""
LASTING = wordset("take takes taking last lasts lasting run runs long longer shorter over under least most more or")


def take_lengths(wish: Wish, text: str, numbers: list[Figure]) -> None:
    """Where one figure of the things is a length of time; the numbers in its words are used up."""
    slots = [slot for slot in wish.source.fields if slot.is_measure and _unit(slot)]
    for minutes, start, end in durations(text) if len(slots) == 1 else ():
        compared = comparison_of(text, start, end)
        if compared is None or minutes >= 1440:
            continue
        tokens = frozenset(at for at, one in enumerate(wish.found) if start <= one.start < end)
        value = minutes / _unit(slots[0])
        wish.conditions.append(Condition(slots[0].name, "compares", (value,), compared, tokens=tokens))
        wish.explained |= tokens | {at for at, one in enumerate(wish.found) if one.word in LASTING}
        numbers[:] = [one for one in numbers if not start <= one.start < end]


def _unit(slot: Slot) -> float:
    return next((IN_MINUTES[word] for word in slot.all_words if word in IN_MINUTES), 0.0)
