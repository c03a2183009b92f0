"""How many of other things each has, held against a number: `which teams have more than one late job`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from assistant.planner.english.numbers import Comparison, comparison_of
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Kind, Thing
from assistant.planner.facts.world import World
from assistant.planner.offer.reply import Reply
from assistant.planner.readings.counting import counted_at
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.having import HAVING, count_of, is_listed
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.reading import Reading
from assistant.planner.readings.telling import whole
from assistant.planner.wishes.conditions import compares
from assistant.planner.wishes.wording import bold, plain, value_text

STRENGTH = 1.02
CALLED = 0.85
UNSAID = 0.25
TIMES = {"once": 1.0, "twice": 2.0}
ANY = wordset("any anything a single one")
FAR = 3
"""So far behind what is denied stands that it is so of none."""
WHICH = wordset("which who what whose whom")


def quantity_atoms(phrase: Phrase, world: World, kinds: Sequence[Kind], atoms: Sequence[Atom]) -> Iterator[Atom]:
    named = [one for one in atoms if one.role == "kind" and one.strength >= CALLED and is_listed(one.kind)]
    for span, figure in phrase.figures:
        for other in kinds if figure.comparison is not None else ():
            if not is_listed(other) or not counted_at(phrase, span, other):
                continue
            noun = next(at for at in range(span.stop, len(phrase.tokens)) if phrase.tokens[at].stem in other.nouns)
            counted, stop = _counted(other, atoms, range(span.stop, noun), noun + 1)
            for one in named:
                have = _verb(phrase, one.span.stop, span.start)
                if one.kind is not other and have is not None and figure.comparison is not None:
                    own = (thing for thing in one.kind.things)
                    things = frozenset(
                        thing
                        for thing in own
                        if compares(count_of(world, thing, counted), figure.comparison, figure.value)
                    )
                    yield Atom(range(have, stop), "these", one.kind, STRENGTH, None, things)


def _verb(phrase: Phrase, start: int, stop: int) -> int | None:
    """Where it is said that they have so many, right before the number."""
    places = [at for at in range(start, stop) if phrase.words[at] in HAVING]
    return places[0] if places and not any(phrase.weights[places[0] + 1 : stop]) else None


def _counted(kind: Kind, atoms: Sequence[Atom], before: range, after: int) -> tuple[set[Thing], int]:
    """`late jobs`, `jobs past their date`: those of which that is so, and where that ends."""
    own = [one for one in atoms if one.role == "these" and one.kind is kind and one.strength >= CALLED]
    own = [one for one in own if set(one.span) <= set(before) or one.span.start == after]
    things, stop = set(kind.things), after
    for span in {one.span for one in own if one.things and one.side != "count"}:
        things &= max((one for one in own if one.span == span), key=lambda one: one.strength).things
        stop = max(stop, span.stop)
    return things, stop


def none_atoms(phrase: Phrase, world: World, kinds: Sequence[Kind], atoms: Sequence[Atom]) -> Iterator[Atom]:
    """`which team is not late with anything`: of no job of which that is so."""
    named = [one for one in atoms if one.role == "kind" and one.strength >= CALLED and is_listed(one.kind)]
    for denied in (one for one in atoms if one.side == "no" and is_listed(one.kind)):
        stop = denied.span.stop
        at = next((at for at in range(stop, min(stop + FAR, len(phrase.tokens))) if phrase.words[at] in ANY), None)
        if at is None or any(phrase.weights[stop:at]):
            continue
        positive = {*denied.kind.things} - denied.things
        for one in named:
            if one.kind is not denied.kind and one.span.stop <= denied.span.start and positive:
                things = frozenset(thing for thing in one.kind.things if not count_of(world, thing, positive))
                span = range(denied.span.start, _end(phrase, at, denied.kind))
                yield Atom(span, "these", one.kind, STRENGTH, None, things, side="no")


def _end(phrase: Phrase, at: int, kind: Kind) -> int:
    """Behind `a single job`, `anything`."""
    while at + 1 < len(phrase.tokens) and (
        phrase.words[at + 1] == "single" or phrase.tokens[at + 1].stem in kind.nouns
    ):
        at += 1
    return at + 1


def often(phrase: Phrase, reading: Reading) -> Reply | None:
    """`which customers have more than one order`, of orders that each name a customer: those that so many name."""
    held = _held(phrase, reading)
    fields = [one for one in reading.asked if one.is_text and one.kind is reading.target]
    opening = phrase.words[phrase.begin : phrase.begin + 1]
    unsaid = sum(phrase.weights[at] for at in reading.left if phrase.words[at] not in TIMES)
    if (
        held is None
        or len(fields) != 1
        or reading.is_guess
        or unsaid > UNSAID
        or reading.target.parent is not None
        or not WHICH & set(opening)
    ):
        return None
    comparison, value = held
    told = Counter(one for thing in reading.things for one in thing.values(fields[0]))
    found = [(one, count) for one, count in told.most_common() if compares(count, comparison, value)]
    noun = reading.target.source.noun
    if not found:
        return Reply(f"There is none with so many {plain(noun)}s.")
    lines = [f"- {bold(value_text(one, fields[0].slot))}: {count}" for one, count in found]
    names = {one for one, _ in found}
    records = [whole(thing).record for thing in reading.things if names & set(thing.values(fields[0]))]
    return Reply("\n".join([f"By the number of {plain(noun)}s:", "", *lines]), records)


def _held(phrase: Phrase, reading: Reading) -> tuple[Comparison, float] | None:
    for span, figure in phrase.figures:
        if figure.comparison is not None and counted_at(phrase, span, reading.target):
            return figure.comparison, figure.value
    for token in phrase.tokens[phrase.begin :]:
        if token.word in TIMES and (comparison := comparison_of(phrase.text, token.start, token.end)):
            return comparison, TIMES[token.word]
    return None
