"""Words that the server's own description has for what is asked: `the planned maintenance`, of the next planned one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.planner.english.stems import content_stems, identifier_words, stem
from assistant.planner.facts.things import Kind
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase

DESCRIBED = 0.97
NEAR = 2
"""So many words at most are between what is asked and what is said of it."""


def described_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    """Beside the name of what is in an object: it is so of all of them, and leads to nothing else."""
    for kind in kinds:
        for name in dict.fromkeys(one.path[0] for one in kind.fields if len(one.path) > 1):
            slot = kind.source.field(name)
            told = set(content_stems(slot.description)) if slot is not None else set[str]()
            own = set(map(stem, identifier_words(name)))
            for at in _beside(phrase, own):
                if phrase.tokens[at].stem in told - own:
                    field = next(one for one in kind.fields if one.path[0] == name)
                    yield Atom(range(at, at + 1), "not", kind, DESCRIBED, field)


def _beside(phrase: Phrase, own: set[str]) -> Iterator[int]:
    places = [at for at in range(phrase.begin, len(phrase.tokens)) if phrase.tokens[at].stem in own]
    for at in range(phrase.begin, len(phrase.tokens)):
        if phrase.weights[at] > 0 and any(0 < abs(at - place) <= NEAR for place in places):
            yield at
