"""Figures of one thing held against each other: `above its limit`, `the one furthest below its target`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind, Thing
from assistant.planner.readings.attributes import mention_of
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase
from assistant.planner.wishes.conditions import measure

ABOVE = wordset("above over beyond exceeding")
BELOW = wordset("below under beneath")
FURTHEST = wordset("furthest farthest most further farther")
OWN = wordset("its their the his her")
STRENGTH = 0.96


def margin_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    places = [at for at in range(phrase.begin, len(phrase.tokens)) if phrase.words[at] in ABOVE | BELOW]
    for kind in kinds if places else ():
        for limit in (field for field in kind.fields if field.is_number):
            yield from _atoms(phrase, kind, limit, places)


def _atoms(phrase: Phrase, kind: Kind, limit: Field, places: Iterable[int]) -> Iterator[Atom]:
    mention = mention_of(phrase, limit)
    for at in places if mention else ():
        start = at + 1 + (at + 1 < len(phrase.tokens) and phrase.words[at + 1] in OWN)
        figure = _held_against(kind, limit)
        is_most = at > phrase.begin and phrase.words[at - 1] in FURTHEST
        if mention is None or mention[0].start != start:
            continue
        left = next((one for one in kind.fields if one.less is not None and one.less[0] is limit), None)
        if left is not None and is_most:
            span = range(at - 1, mention[0].stop)
            yield Atom(span, "extreme", kind, 1.0, left, descending=phrase.words[at] in BELOW)
        if start == at + 1 or figure is None:
            continue
        sign = 1 if phrase.words[at] in ABOVE else -1
        margins = {thing: sign * value for thing in kind.things if (value := _margin(thing, figure, limit)) is not None}
        beyond = {thing: value for thing, value in margins.items() if value > 0}
        best = max(beyond.values(), default=0.0)
        things = frozenset(thing for thing, value in beyond.items() if not is_most or value == best)
        span = range(at - is_most, mention[0].stop)
        yield Atom(span, "these", kind, STRENGTH * mention[1], figure, things, side="margin")


def _held_against(kind: Kind, limit: Field) -> Field | None:
    """The only other figure in the same unit; else the only other one."""
    others = [field for field in kind.fields if field.is_number and field is not limit]
    alike = [field for field in others if set(field.words) & set(limit.words)]
    found = alike or others
    return found[0] if len(found) == 1 else None


def _margin(thing: Thing, figure: Field, limit: Field) -> float | None:
    values = [[measure(one) for one in thing.values(field)] for field in (figure, limit)]
    own, most = (each[0] if len(each) == 1 else None for each in values)
    return None if own is None or most is None else own - most
