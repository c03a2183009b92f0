"""Words that name a figure as well as a state: which of both is meant."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.mentions import Mention

BEING = wordset("is are was were been be not still already currently now yet all fully")
AMOUNTS = (("how", "much"), ("how", "long"))


def is_of_state(mention: Mention, mentions: Sequence[Mention], found: Sequence[Token], kinds: Collection[int]) -> bool:
    """`How many bills are paid?`, `the open positions`: not the sum that was paid, nor the number of openings."""
    if mention.choice is not None or not (mention.slot.is_measure or mention.slot.is_moment):
        return False
    is_state = any(one.choice == found[one.start].word and one.span == mention.span for one in mentions)
    return is_state and says_state(found, mention.start, kinds)


def says_state(found: Sequence[Token], at: int, kinds: Collection[int]) -> bool:
    """Whether a word is said of things, and asks for no amount: `are paid`, `paid bills`."""
    if any((before.word, after.word) in AMOUNTS for before, after in pairwise(found)):
        return False
    is_what = "what" in [token.word for token in found[:at]] and not any(here < at for here in kinds)
    return at + 1 in kinds or (at > 0 and found[at - 1].word in BEING and not is_what)
