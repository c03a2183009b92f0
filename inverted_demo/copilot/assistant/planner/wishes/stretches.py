"""What lasts from a day until another: `closed_from` and `closed_to`, asked about for a day between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.english.dates import When
from assistant.planner.english.vocabulary import wordset
from assistant.planner.offer.schemas import Slot
from assistant.planner.wishes.conditions import Condition

BEGINS = wordset("from since start starts begin begins")
ENDS = wordset("until to till end ends through")


def lasting(slots: Sequence[Slot], slot: Slot, said: Sequence[str], when: When) -> list[Condition]:
    """`Which hut is closed on Friday?`: closed from then or before, and until then or later."""
    pair = _pair(slots, slot)
    if pair is None or when.side != "within" or (BEGINS | ENDS) & set(said):
        return []
    begins, ends = pair
    begun = replace(when, side="until")
    over = replace(when, first=when.first.replace(hour=0, minute=0), side="since")
    return [Condition(begins.name, "when", when=begun), Condition(ends.name, "when", when=over)]


def _pair(slots: Sequence[Slot], slot: Slot) -> tuple[Slot, Slot] | None:
    same = [one for one in slots if _bare(one) == _bare(slot)]
    begins = next((one for one in same if BEGINS & set(one.all_words)), None)
    ends = next((one for one in same if ENDS & set(one.all_words)), None)
    return (begins, ends) if begins and ends and _bare(slot) and slot in (begins, ends) else None


def _bare(slot: Slot) -> frozenset[str]:
    return frozenset(slot.all_words) - BEGINS - ENDS
