"""Which figures are money, and which of them is what something costs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.planner.english.vocabulary import wordset
from assistant.planner.offer.schemas import Slot

CURRENCY = re.compile(r"\b(?:euros?|eur|pounds?|gbp|dollars?|usd|cents?|francs?)\b|[\u20ac\u00a3$]", re.IGNORECASE)
MONEY = wordset("price cost fee fare rent tariff amount total charge sum balance owed eur gbp usd")
COINS = wordset("quid bucks pounds dollars euros francs")
"""What stands behind a sum, whatever money the server has."""
PRICES = ("price", "cost", "fee", "fare", "rent", "tariff", "rate", "charge", "amount", "total", "value")
"""What something costs may be called, the likeliest first."""
OPEN = wordset("left balance owed owing due outstanding unpaid open remaining")


def is_money(slot: Slot) -> bool:
    return slot.is_measure and bool(CURRENCY.search(f"{' '.join(slot.all_words)} {slot.description}"))


def price_of(fields: Sequence[Slot]) -> Slot | None:
    """The figure in some currency that is what a thing costs."""
    told = [slot for slot in fields if is_money(slot)]
    named = (slot for word in PRICES for slot in told if word in slot.all_words)
    return next(named, told[0] if len(told) == 1 else None)


def is_span(slot: Slot) -> bool:
    """Whether it says how long something is."""
    return bool({"days", "hours", "minutes"} & set(slot.all_words))


def sum_of(fields: Sequence[Slot], is_open: bool) -> Slot | None:
    """What a total is of, where it is not said: what is still open of unpaid things, else what they cost."""
    told = [slot for slot in fields if slot.is_measure and (is_money(slot) or MONEY & set(slot.all_words))]
    left = next((slot for slot in fields if OPEN & set(slot.all_words) and slot.is_measure and not is_span(slot)), None)
    named = (slot for word in ("amount", "total", "price", "cost") for slot in told if word in slot.all_words)
    return (left if is_open else None) or next(named, told[0] if len(told) == 1 else None)
