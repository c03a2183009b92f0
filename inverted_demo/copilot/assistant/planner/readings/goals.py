"""`closest to 50 percent`, `nearest to being finished`: of which a figure is least away from another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from assistant.planner.english.numbers import Figure
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind
from assistant.planner.offer.money import COINS
from assistant.planner.readings.attributes import mention_of
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.figures import PERCENT, SCALES
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.shares import PROGRESS
from assistant.planner.readings.wanted import MONEY
from assistant.planner.wishes.amounts import has_unit

CLOSEST = wordset("closest nearest closer nearer")
FURTHEST = wordset("furthest farthest")
TO, FROM = wordset("to at on"), wordset("from")
LED = wordset("being be the its their a about around of it having been")
END = wordset("done finished complete completed completion finish end ready over")
STRENGTH = 0.97
WHOLE = 100.0
BEFORE = 3
"""So far before it stands the name of the figure: `a latency closest to 100 ms`."""
CALLED = 0.7


def goal_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    told = [at for at in range(phrase.begin, len(phrase.tokens) - 2) if phrase.words[at] in CLOSEST | FURTHEST]
    for kind in kinds if told else ():
        for at in told:
            yield from _atoms(phrase, kind, at)


def _atoms(phrase: Phrase, kind: Kind, at: int) -> Iterator[Atom]:
    is_near = phrase.words[at] in CLOSEST
    here = at + 2
    if phrase.words[at + 1] not in (TO if is_near else FROM):
        return
    while here < len(phrase.tokens) - 1 and phrase.words[here] in LED:
        here += 1
    if phrase.words[here] in END:
        for field in kind.fields:
            if field.is_number and PROGRESS & set(field.words) and has_unit(field.slot, "percent"):
                goal = WHOLE if is_near else None
                yield Atom(range(at, here + 1), "extreme", kind, STRENGTH, field, descending=False, goal=goal)
        return
    figure = next(((span, one) for span, one in phrase.figures if here in span), None)
    if figure is None or not is_near:
        return
    span, said = figure
    scale, unit = SCALES.get(said.unit, (1.0, said.unit))
    for field, start in _fields(phrase, kind, at, said, unit):
        stop = span.stop + (bool(said.unit) and said.unit != "%" and span.stop < len(phrase.tokens))
        factor = scale if unit in field.words else 1.0
        yield Atom(range(start, stop), "extreme", kind, STRENGTH, field, descending=False, goal=said.value * factor)


def _fields(phrase: Phrase, kind: Kind, at: int, said: Figure, unit: str) -> Iterator[tuple[Field, int]]:
    """The figures that may be meant, and where what is said of them begins."""
    own = [one for one in kind.fields if one.is_number and not one.slot.is_id and one.less is None]
    named = [(one, found[0].start) for one in own if (found := mention_of(phrase, one)) and found[1] >= CALLED]
    near = [(one, start) for one, start in named if at - BEFORE <= start < at]
    if near:
        yield from near
        return
    yield from ((one, at) for one in ([one for one, _ in named] or own) if _is_in(one, said, unit, own))


def _is_in(field: Field, said: Figure, unit: str, own: Sequence[Field]) -> bool:
    if said.unit in PERCENT:
        return has_unit(field.slot, "percent")
    is_money = said.unit in COINS and bool(MONEY & set(field.words))
    return is_money or (bool(unit) and (unit in field.words or has_unit(field.slot, unit))) or len(own) == 1
