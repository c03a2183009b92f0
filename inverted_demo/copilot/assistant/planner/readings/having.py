"""How many of other things each has: `which berth has the most stays`, `boats without repairs`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.planner.english.stems import is_plural
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Kind, Thing
from assistant.planner.facts.world import World
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase

STRENGTH = 1.02
HAVING = wordset("have has had with got")
NONE = wordset("no without")
MOST, FEWEST = wordset("most"), wordset("fewest least")


def having_atoms(phrase: Phrase, world: World, kinds: Sequence[Kind]) -> Iterator[Atom]:
    for at in range(phrase.begin + 1, len(phrase.tokens) - 1):
        word = phrase.words[at]
        if word not in NONE | MOST | FEWEST or not is_plural(phrase.words[at + 1]):
            continue
        start = _start(phrase, at)
        if phrase.words[start] not in HAVING | {"without"}:
            continue
        for kind in _named_before(phrase, start, kinds):
            for other in kinds:
                if other is not kind and _is_called(phrase, at + 1, other):
                    yield from _atoms(phrase, world, kind, other, range(start, at + 2))


def _start(phrase: Phrase, at: int) -> int:
    """`has the most …`: where the verb stands."""
    start = at
    while start > phrase.begin + 1 and phrase.words[start] not in HAVING | {"without"} and at - start < 2:
        start -= 1
    return start


def _named_before(phrase: Phrase, start: int, kinds: Sequence[Kind]) -> list[Kind]:
    return [kind for kind in kinds if phrase.tokens[start - 1].stem in kind.nouns and is_listed(kind)]


def _is_called(phrase: Phrase, at: int, kind: Kind) -> bool:
    """`shipments`, as the last word of it: neither `shipment fees` nor a figure of that name."""
    is_last = at + 1 >= len(phrase.tokens) or phrase.weights[at + 1] == 0
    return is_last and phrase.tokens[at].stem in kind.nouns and is_listed(kind)


def is_listed(kind: Kind) -> bool:
    return kind.parent is None and kind.source.is_list and not kind.source.needs


def _atoms(phrase: Phrase, world: World, kind: Kind, other: Kind, span: range) -> Iterator[Atom]:
    counts = {thing: count_of(world, thing, {*other.things}) for thing in kind.things}
    most = max(counts.values(), default=0)
    if not most:
        return
    said = set(phrase.words[span.start : span.stop])
    wanted = 0 if said & NONE else most if said & MOST else min(counts.values())
    things = frozenset(thing for thing, count in counts.items() if count == wanted)
    yield Atom(span, "these", kind, STRENGTH, None, things, side="no" if said & NONE else "")


def count_of(world: World, thing: Thing, others: set[Thing]) -> int:
    """How many of these a thing has."""
    return len(others & {*world.neighbours(thing)})
