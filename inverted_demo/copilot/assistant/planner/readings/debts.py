"""What is still to be paid: a figure that is called so, one without what is paid of it, or one below zero."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.planner.english.stems import identifier_words
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind, Thing
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase
from assistant.planner.wishes.conditions import is_number
from assistant.planner.wishes.owing import BESIDES, OWED, PAID, is_turned

OWING = wordset("owe owes owing")
PAYING = wordset("pay paid settle settled")
HAVING = wordset("have has still needs need left got")
ASKING = wordset("how what whats")
STRENGTH = 0.97
MUCH = 0.02
"""How much rather it is a figure that is asked for, or things that have one that are chosen."""


def owing_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    span = _place(phrase)
    if span is None:
        return
    is_asked = phrase.words[phrase.begin] in ASKING
    for kind in kinds:
        if (field := owed(kind)) is not None:
            some = frozenset(thing for thing in kind.things if _owes(thing, field))
            yield Atom(span, "field", kind, STRENGTH - MUCH * (not is_asked), field)
            yield Atom(span, "these", kind, STRENGTH - MUCH * is_asked, field, some, side="owing")


def says_owing(phrase: Phrase, at: int) -> bool:
    """`owes`, `still has to pay`."""
    word, before = phrase.words[at], phrase.words[max(phrase.begin, at - 4) : at]
    is_due = before[-1:] == ["to"] and bool(HAVING & set(before))
    return (word in OWING or (word in PAYING and is_due)) and not phrase.tokens[at].is_quoted


def owes_turned(phrase: Phrase, field: Field, at: int) -> bool:
    """`who owes the most`, of a figure below zero where somebody owes: the most is the least of it."""
    return is_turned(field.slot) and any(says_owing(phrase, here) for here in range(at))


def _place(phrase: Phrase) -> range | None:
    at = next((at for at in range(phrase.begin, len(phrase.tokens)) if says_owing(phrase, at)), None)
    if at is None:
        return None
    start, stop = at, at + 1
    if phrase.words[at] in PAYING:
        start = next(here for here in range(at - 1, -1, -1) if phrase.words[here] in HAVING)
    while stop < len(phrase.tokens) and phrase.words[stop] in BESIDES:
        stop += 1
    return range(start, stop)


def owed(kind: Kind) -> Field | None:
    figures = [one for one in kind.fields if one.is_number]
    turned = (one for one in figures if is_turned(one.slot))
    named = (one for one in figures if OWED & set(one.words) and "days" not in one.words)
    left = (one for one in figures if one.less is not None and PAID in one.less[1].words)
    told = (one for one in figures if OWED & set(identifier_words(one.slot.description)) and "days" not in one.words)
    return next(turned, None) or next(named, None) or next(left, None) or next(told, None)


def _owes(thing: Thing, field: Field) -> bool:
    return any(is_number(one) and (one < 0 if is_turned(field.slot) else one > 0) for one in thing.values(field))
