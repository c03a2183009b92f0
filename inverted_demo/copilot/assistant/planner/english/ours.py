"""Words that say only that something is here: `we sell`, `on our price list`, `in the shop`."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token

HERE = wordset("we you they u ya")
OFFERING = wordset(
    "sell stock carry offer serve keep run rent hire own provide supply make do have got list charge store handle"
)
"""What those do who have something: `what we sell`."""
SHELVES = wordset(
    "pricelist list menu catalogue catalog range assortment books shelf shelves shop store inventory programme program "
    "portfolio card site premises stock sale offer system house building"
)
"""Where it is, or where it is told: `on the menu`."""
BEFORE = wordset("on in from at of off for")
OURS = wordset("our the your my this their")
PRICES = wordset("price prices product products item items stock service services")


def says_ours(found: Sequence[Token], explained: Collection[int]) -> set[int]:
    """The places of such words, as far as nothing else explains them."""
    told = {at for at in range(len(found)) if _is_offering(found, at) or _is_shelf(found, at)}
    return {at for at in told if at not in explained and not (found[at].is_quoted or found[at].is_known)}


def _is_offering(found: Sequence[Token], at: int) -> bool:
    before = found[at - 1].word if at else ""
    after = found[at + 1] if at + 1 < len(found) else None
    is_last = after is None or not (after.is_content or after.is_number)
    return before in HERE and found[at].word in OFFERING and is_last


def _is_shelf(found: Sequence[Token], at: int) -> bool:
    """`on our price list`; the first word of two is one of such lists as well."""
    if found[at].word in PRICES and at + 1 < len(found) and found[at + 1].word in SHELVES:
        return _is_shelf(found, at + 1)
    if found[at].word not in SHELVES:
        return False
    words = [token.word for token in found[:at] if token.word not in PRICES]
    is_of_ours = words[-1:] != [] and words[-1] in OURS and bool({*words[-3:-1]} & BEFORE)
    return is_of_ours or bool({*words[-1:]} & BEFORE)
