"""`the project that Ada owns`, `a boat repaired by Bo`: whose or what it is, said of the things just before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.planner.english.vocabulary import ARTICLES, AUXILIARIES, wordset
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase

BETWEEN = wordset("that which who whom currently now still by") | ARTICLES | AUXILIARIES
GAP = 2
LEAST = 0.7
SURE = 1.0


def relative_atoms(phrase: Phrase, atoms: Sequence[Atom]) -> Iterator[Atom]:
    """One atom for all of it: a name that a field of these things has, with the verb that this field is called by."""
    names = [one for one in atoms if one.role == "these" and one.is_name and one.strength >= LEAST and not one.side]
    fields = [one for one in atoms if one.role == "field" and one.strength >= LEAST]
    for kind in (one for one in atoms if one.role == "kind" and one.strength >= LEAST):
        for name in names:
            verb = next(
                (one for one in fields if one.field is name.field and _is_joined(phrase, kind, name, one)), None
            )
            if verb is not None and name.kind is kind.kind:
                span = range(kind.span.start, max(name.span.stop, verb.span.stop))
                yield Atom(span, "these", kind.kind, SURE * name.strength, name.field, name.things, side="relative")


def _is_joined(phrase: Phrase, kind: Atom, name: Atom, verb: Atom) -> bool:
    """Whether the three stand together, the things first."""
    first, second = sorted((name.span, verb.span), key=lambda one: one.start)
    if any(phrase.tokens[at].owns for at in name.span if at < len(phrase.tokens)):
        return False
    return _follows(phrase, kind.span.stop, first.start) and _follows(phrase, first.stop, second.start)


def _follows(phrase: Phrase, stop: int, start: int) -> bool:
    return 0 <= start - stop <= GAP and BETWEEN.issuperset(phrase.words[stop:start])
