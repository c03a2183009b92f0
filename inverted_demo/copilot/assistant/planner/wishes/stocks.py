"""How much there is of a thing: the figures that say so, and the words that ask for them."""

from __future__ import annotations

from assistant.planner.english.likeness import SAME
from assistant.planner.english.vocabulary import wordset
from assistant.planner.offer.mentions import Mention
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.wishes.wishes import Wish

STOCK = wordset("quantity stock units pieces copies available amount count hand remaining left inventory seats places")
STORED = wordset("quantity stock pieces copies available hand remaining left inventory")
SPARE = wordset("available free remaining left spare unreserved")
LEFT = wordset("left remaining over sell spare")
ASKING = wordset("many much any have has got still some enough")


def stock_fields(source: Source) -> list[Slot]:
    return [slot for slot in source.fields if slot.is_measure and STOCK & set(slot.all_words)]


def left_in_stock(wish: Wish) -> list[Mention]:
    """`Have we any rope left?`: how much of it there is."""
    if not ASKING & {token.word for token in wish.found}:
        return []
    figures = [slot for slot in wish.source.fields if slot.is_measure and STORED & set(slot.all_words)]
    figures.sort(key=lambda slot: not SPARE & set(slot.all_words))
    for at, token in enumerate(wish.found):
        if figures and token.word in LEFT and not token.is_quoted and at not in wish.explained:
            wish.explained.add(at)
            return [Mention(figures[0], at, at + 1, SAME)]
    return []
