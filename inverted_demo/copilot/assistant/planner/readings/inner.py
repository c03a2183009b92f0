"""`whoever drives the order`: a question within a question, whose answer is a condition of the outer one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.world import World
from assistant.planner.readings.composed import composed
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.nested import named_atoms
from assistant.planner.readings.people import is_persons
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.reading import Reading, readings
from assistant.planner.readings.wants import Want

OPENING = wordset("whoever whomever whichever")
PERSONS = wordset("person people guy guys lady man woman one someone somebody anyone colleague chap")
UNSAID = 0.5
"""So much of the inner question may be left unsaid."""
MEANT = 3
ANSWERED = 0.9


def inner_atoms(phrase: Phrase, world: World, atoms: Sequence[Atom]) -> Iterator[Atom]:
    at = _opening(phrase)
    if at is None:
        return
    inner = replace(phrase, begin=at)
    own = [one for one in atoms if one.span.start > at]
    found = readings(inner, Want("things", "who"), world, composed(inner, world, own, False) or own)
    best = found[0] if found else None
    if best is None or best.is_guess or sum(inner.weights[one] for one in best.left) > UNSAID or not best.conditions:
        return
    values = _persons(best)
    if 0 < len(values) <= MEANT:
        yield from named_atoms(range(at, len(phrase.tokens)), values, world.kinds, ANSWERED)


def _opening(phrase: Phrase) -> int | None:
    """Where an inner question for a person opens."""
    for at in range(phrase.begin + 1, len(phrase.tokens) - 1):
        word, before = phrase.words[at], phrase.words[at - 1]
        is_asked = not any(phrase.weights[phrase.begin : at])  # `name the people who …` asks for just these
        if word in OPENING or (word in ("who", "that") and before in PERSONS and not is_asked):
            return at
    return None


def _persons(best: Reading) -> set[str]:
    if is_persons(best.target):
        return {str(one.id or one.name).casefold() for one in best.things}
    return {str(value).casefold() for thing in best.things for one in best.asked for value in thing.values(one)}
