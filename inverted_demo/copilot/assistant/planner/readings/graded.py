"""Adjectives of degree: `which lines are slow?`, of figures that say no limit, those that stand out from the others."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

from assistant.planner.english.vocabulary import PAIRED_ADJECTIVES, SUPERLATIVES, wordset
from assistant.planner.facts.things import Field, Kind, Thing
from assistant.planner.readings.phrase import Phrase
from assistant.planner.wishes.conditions import is_number

BEING = wordset("is are was were")
APART = 2
"""So many times the middle one stands out."""
LEAST = 4
"""Of fewer, nothing can be said to stand out."""


def direction(word: str) -> bool | None:
    """Whether much is meant: of `slow`, by `slowest`; of no adjective of degree, nothing."""
    forms = (
        f"{word[:-1]}st" if word.endswith("er") else "",
        f"{word}est",
        f"{word}st",
        f"{word[:-1]}iest",
        f"{word}{word[-1:]}est",
    )
    known = next((SUPERLATIVES[one] for one in forms if one in SUPERLATIVES), PAIRED_ADJECTIVES.get(word))
    return None if known is None else known[1]


def standing_out(things: Iterable[Thing], field: Field, is_much: bool) -> frozenset[Thing]:
    """Those of which there is at least twice as much as of the middle one, or at most half."""
    told = [(thing, float(one)) for thing in things for one in thing.values(field)[:1] if is_number(one)]
    if len(told) < LEAST:
        return frozenset()
    middle = median(value for _, value in told)
    return frozenset(thing for thing, one in told if (one >= middle * APART if is_much else one * APART <= middle))


def much_of(phrase: Phrase, kind: Kind, field: Field, span: range) -> frozenset[Thing]:
    """`overdue`: those that are so at all; `slow`, where all take some time: those that stand out."""
    some = (one for one in kind.things if any(is_number(value) and value > 0 for value in one.values(field)))
    things = frozenset(some)
    is_much = direction(phrase.words[span.start])
    is_all = is_much is not None and len(things) == len(kind.things)
    return (standing_out(things, field, bool(is_much)) if is_all else None) or things


def asks_degree(phrase: Phrase, field: Field, span: range) -> bool:
    """`is the ferry slow?`: not what time it takes, but whether that is much."""
    is_truth = bool(BEING & {*phrase.words[phrase.begin : phrase.begin + 1]}) and span.stop == len(phrase.tokens)
    return is_truth and field.is_number and direction(phrase.words[span.start]) is not None
