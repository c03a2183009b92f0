"""What fits: `a parcel of 40 kilos`, where a figure says how much is the most, or the least, that things take."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.numbers import Comparison, Figure
from assistant.planner.english.stems import identifier_words
from assistant.planner.english.vocabulary import wordset
from assistant.planner.offer.mentions import Mention
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.units import is_of_unit
from assistant.planner.wishes.conditions import Condition
from assistant.planner.wishes.wishes import Wish, is_field, is_naming, token_at

MOST = wordset("max maximum limit capacity sleeps seats holds fits accommodates upto places covers")
LEAST = wordset("min minimum least")
TOLD_MOST = wordset("longest largest heaviest biggest highest most maximum max tallest widest")
TOLD_LEAST = wordset("shortest smallest lightest least minimum lowest youngest")
"""In the description of a figure: `the longest boat that fits`."""
SOULS = wordset("people persons person ppl pax folk folks guests adults heads kids children of us players friends")
HOLDING = wordset("sleeps seats capacity places covers holds accommodates people persons guests players")
FITTING = wordset(
    "take takes taking fit fits hold holds carry carries accommodate accommodates handle handles seat seats sleep "
    "sleeps accept accepts manage manages suit suits lift lifts cope bear bears support supports allow allows join"
)
"""What is said of things into or onto which something goes."""
AGE = frozenset({"year", "years", "yr", "yrs", "aged"})
REACH = 6


def take_fitting(wish: Wish, figure: Figure, mentions: Sequence[Mention]) -> bool:
    """Hold a figure against the most or the least that things take; whether there is one for it."""
    at = token_at(wish, figure.start)
    is_upto = figure.comparison == "le" and (bool(_fitting_before(wish, at)) or _is_for(wish, at))
    if figure.comparison is not None and not is_upto:
        return False
    found = [slot for slot in wish.source.fields if _bound(slot) and _is_meant(wish, slot, figure)]
    for slot in found:
        bound: Comparison = _bound(slot) or "ge"
        wish.conditions.append(Condition(slot.name, "compares", (figure.value,), bound, tokens=frozenset({at})))
    if found:
        _explain(wish, at, figure)
    return bool(found)


def _is_for(wish: Wish, at: int) -> bool:
    """`for boats up to 12 metres`"""
    return [token.word for token in wish.found[max(0, at - 4) : at]][:1] == ["for"]


def _bound(slot: Slot) -> Comparison | None:
    words, told = set(slot.all_words), set(identifier_words(slot.description))
    if not slot.is_measure:
        return None
    if words & MOST or (told & TOLD_MOST and not words & LEAST):
        return "ge"
    return "le" if words & LEAST or told & TOLD_LEAST else None


def _is_meant(wish: Wish, slot: Slot, figure: Figure) -> bool:
    """Whether it is in the unit of the figure, or how many persons there is room for."""
    at = token_at(wish, figure.start)
    before = wish.found[at - 1].word if at else ""
    words = {*slot.all_words, *identifier_words(slot.description)}
    if figure.unit in AGE or before == "aged":
        return "age" in slot.all_words
    if figure.unit in SOULS or (not figure.unit and before in ("for", "sleeps", "seats", "holds", "sleep", "seat")):
        return bool(HOLDING & words) and is_field(wish.source, slot)
    return is_of_unit(slot, figure.unit)


def _fitting_before(wish: Wish, at: int) -> list[int]:
    near = range(max(0, at - REACH), at)
    return [here for here in near if wish.found[here].word in FITTING and not wish.found[here].is_quoted]


def _explain(wish: Wish, at: int, figure: Figure) -> None:
    """The figure, its unit, and what is to go in."""
    wish.explained.add(at)
    if at + 1 < len(wish.found) and wish.found[at + 1].word == figure.unit:
        wish.explained.add(at + 1)
        wish.explained |= {here for here in (at + 2, at + 3) if _is_thing(wish, here)}
    said = _fitting_before(wish, at)
    wish.explained |= {here for here in range(said[0] if said else at - 3, at) if here >= 0 and _is_thing(wish, here)}


def _is_thing(wish: Wish, at: int) -> bool:
    token = wish.found[at] if at < len(wish.found) else None
    return token is not None and is_naming(token) and not (token.is_name or token.is_known or token.is_quoted)
