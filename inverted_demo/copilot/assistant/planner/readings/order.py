"""In which order the lists of a server are read for a question: first what its words are the server's own names for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from assistant.planner.facts.things import Kind
from assistant.planner.facts.world import World
from assistant.planner.offer.records import Record
from assistant.planner.readings.attributes import field_atoms, kind_atoms
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.talked import POINTING
from assistant.planner.readings.values import Values, value_atoms

CALLED = 0.75
NAMED = 0.95
ASKED = 2.0
"""What it counts that a list is of what is asked for: `which team has …`."""


def batches(phrase: Phrase, head: range, world: World, told: Sequence[Record]) -> Iterator[Sequence[Kind]]:
    """Lists that the words lead to one by one, the likeliest first; then all others. At once, where it points back.

    `the owner` may be that of what was told: then both are read.
    """
    roots = [kind for kind in world.kinds if kind.parent is None]
    if told and POINTING & set(phrase.words):
        yield roots
        return
    said = _said(phrase, head, world)
    likely = sorted(said, key=lambda kind: -said[kind])
    about = [kind for kind in roots if "the" in phrase.words and any(kind.nouns & one.source.nouns for one in told)]
    if about:
        yield list(dict.fromkeys([*about, *likely]))
    else:
        for kind in likely:
            yield [kind]
    yield [kind for kind in roots if kind not in likely and kind not in about]


def _said(phrase: Phrase, head: range, world: World) -> dict[Kind, float]:
    """How much of the question is what a list and its fields and choices are called."""
    best: dict[tuple[Kind, int], float] = defaultdict(float)
    kinds = world.kinds
    for atom in (*kind_atoms(phrase, kinds), *field_atoms(phrase, kinds), *value_atoms(phrase, Values(kinds))):
        if atom.strength >= CALLED:
            if atom.role == "kind" and atom.strength >= NAMED and set(atom.span) & set(head):
                best[_root(atom.kind), -1] = ASKED
            for at in atom.span:
                key = _root(atom.kind), at
                best[key] = max(best[key], atom.strength * phrase.weights[at] * (1.0 if atom.role == "kind" else 0.9))
    found: dict[Kind, float] = defaultdict(float)
    for (kind, _), worth in best.items():
        found[kind] += worth
    return {kind: worth for kind, worth in found.items() if worth > 0}


def _root(kind: Kind) -> Kind:
    return kind if kind.parent is None else _root(kind.parent)
