"""Figures held against the average of them: `which crews have a cost above the average?`, `rates below average`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind, Thing
from assistant.planner.readings.attributes import mention_of
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase
from assistant.planner.wishes.conditions import measure

AVERAGE = wordset("average mean")
ABOVE = wordset("above over beyond exceeding than")
BELOW = wordset("below under beneath")
LESS = wordset("less fewer lower smaller cheaper shorter")
MORE = wordset("more higher greater larger bigger")
BETWEEN = wordset("the its our")
REACH = 2
STRENGTH = 0.97
BEFORE = 5


def average_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    held = held_place(phrase)
    for kind in kinds if held else ():
        for field in (one for one in kind.fields if one.is_number and not one.slot.is_id):
            mention = mention_of(phrase, field)
            if held is None or mention is None or abs(mention[0].start - held.start) > BEFORE:
                continue
            values = {thing: value for thing in kind.things if (value := _value(thing, field)) is not None}
            if not values:
                continue
            mean = sum(values.values()) / len(values)
            is_less = _is_less(phrase, held)
            things = frozenset(one for one, value in values.items() if (value < mean if is_less else value > mean))
            start = min(held.start, mention[0].start)
            start -= start > phrase.begin and phrase.words[start - 1] in LESS | MORE
            span = range(start, max(held.stop, mention[0].stop))
            yield Atom(span, "these", kind, STRENGTH * mention[1], field, things, side="margin")


def held_place(phrase: Phrase) -> range | None:
    """Where something is held against the average, and the average is not what is asked for."""
    for at in range(phrase.begin + 1, len(phrase.tokens)):
        before = [here for here in range(max(phrase.begin, at - REACH), at) if phrase.words[here] not in BETWEEN]
        if phrase.words[at] in AVERAGE and before and phrase.words[before[-1]] in ABOVE | BELOW:
            return range(before[-1], at + 1)
    return None


def _is_less(phrase: Phrase, held: range) -> bool:
    sign = phrase.words[held.start]
    return sign in BELOW or (sign == "than" and bool(LESS & {*phrase.words[max(0, held.start - BEFORE) : held.start]}))


def _value(thing: Thing, field: Field) -> float | None:
    values = [measure(one) for one in thing.values(field)]
    return values[0] if len(values) == 1 else None
