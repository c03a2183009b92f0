"""What is so now: `at the moment`, of things that come to an end, leaves those that have not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Kind
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase
from assistant.planner.wishes.progress import not_over

NOW = (["right", "now"], ["at", "the", "moment"], ["at", "present"], ["these", "days"])
NOW_WORDS = wordset("atm rn currently presently")
MEANT = 0.6
"""Less than whatever else is said of how far things are: `closed right now`."""


def ongoing_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    span = _now(phrase)
    for kind in kinds if span else ():
        if kind.source.fields and (open_ := not_over(kind.flat_source)) is not None:
            things = frozenset(thing for thing in kind.things if open_.holds(thing.flat_record))
            yield Atom(span, "these", kind, MEANT, None, things, side="ongoing")


def _now(phrase: Phrase) -> range:
    for at, word in enumerate(phrase.words):
        if at >= phrase.begin and word in NOW_WORDS:
            return range(at, at + 1)
        for one in NOW:
            if at >= phrase.begin and phrase.words[at : at + len(one)] == one:
                return range(at, at + len(one))
    return range(0)
