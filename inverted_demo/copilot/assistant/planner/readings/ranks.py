"""How many of the most, or the how-manieth: `the two lowest prices`, `which boat has the second highest rate`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from assistant.planner.english.degrees import KNOWN
from assistant.planner.english.numbers import number
from assistant.planner.english.stems import is_plural
from assistant.planner.english.vocabulary import wordset
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase

NTH = {"second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5, "5th": 5}
MOST_SAID = 10
"""More than so many are no short list of the first."""
PARTING = wordset("of among than over under least")
HAVING = wordset("with that which who whose have has had got are were cost costs the")
TOP = wordset("top bottom")
AHEAD = 3
TOLD = 0.9


def ranked(phrase: Phrase, atoms: Iterable[Atom]) -> Iterator[Atom]:
    """The superlatives, with their rank and their number where one is said."""
    for one in atoms:
        at = next((here for here in one.span if here < len(phrase.tokens) and phrase.words[here] in KNOWN), None)
        if one.role != "extreme" or at is None:
            yield one
        elif at > phrase.begin and phrase.words[at - 1] in NTH:
            yield replace(one, span=_from(one.span, at - 1), rank=NTH[phrase.words[at - 1]])
        elif (found := _number_at(phrase, at)) is not None:
            place, many = found
            span = range(min(place, one.span.start), max(place + 1, one.span.stop))
            is_near = len(span) <= len(one.span) + 1
            yield replace(one, span=span if is_near else one.span, many=many)
            if not is_near:
                yield Atom(range(place, place + 1), "not", one.kind, TOLD, one.field)
        else:
            yield one


def _from(span: range, start: int) -> range:
    return range(min(start, span.start), span.stop)


def _number_at(phrase: Phrase, at: int) -> tuple[int, int] | None:
    """`the two highest`, `the top 3 by price`, `which two boats have the highest …`; not `which of the two …`."""
    beside = [at - 1, at + 1] if phrase.words[at] in TOP else [at - 1]
    for here in beside:
        if phrase.begin <= here < len(phrase.tokens) and (many := _many(phrase, here)):
            return here, many
    for here in range(at - 2, phrase.begin - 1, -1):
        between = phrase.words[here + 1 : at]
        if (many := _many(phrase, here)) and is_plural(between[0]):
            is_near = len(between) <= AHEAD + 1 and HAVING.issuperset(between[-2:]) and len(between) > 1
            return (here, many) if is_near else None
    return None


def _many(phrase: Phrase, at: int) -> int:
    before = phrase.words[max(phrase.begin, at - 2) : at]
    value = number(phrase.words[at])
    is_whole = value is not None and 2 <= value <= MOST_SAID and value == int(value)
    is_all = bool(PARTING & set(before)) or before[-1:] in (["these"], ["those"])
    return int(value) if value is not None and is_whole and not is_all else 0
