"""What things cost: the field that tells it, and the questions that ask for it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source

PRICES = wordset("price prices cost costs fee fees fare rent rate rates tariff charge charges toll")
MONEY = PRICES | wordset(
    "amount total sum balance salary pay wage deposit budget paid owed unpaid due bonus value revenue worth spent "
    "euros eur gbp usd pounds dollars"
)
COSTING = wordset("cost costs price charge charged")
SAID = re.compile(r"\b(?:euros?|pounds?|dollars?|price|costs?|currency|francs?|kroner)\b", re.IGNORECASE)
ASKS = re.compile(
    r"\bhow much (?:is|are|for|would|will|do|does|did) (?!left|there|more|longer|time|stock|space|room)"
    r"|\bhow much (?:it|they) (?:is|are|costs?)\b|\bwhat (?:do|does|did|would|will) .+ cost\b|\bthe price of\b"
)
NOT_PRICED = wordset("owe owes owed owing paid pay spend spent earn earns offer offered")


def asks_price(found: Sequence[Token]) -> bool:
    """`How much is a crown?`, `what does it cost`; but not `how much does she owe`."""
    words = [token.word for token in found]
    return ASKS.search(" ".join(words)) is not None and not NOT_PRICED & set(words)


def price_of(source: Source) -> Slot | None:
    """What a thing costs, before any other money that it tells of."""
    figures = [slot for slot in source.fields if slot.is_measure]
    named = (slot for words in (PRICES, MONEY) for slot in figures if words & set(slot.all_words))
    told = (slot for slot in figures if SAID.search(slot.description))
    return next(named, None) or next(told, None)
