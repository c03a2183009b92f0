"""What lasts from a day to another, as a booking or a leave: what lasts on a day, and what is free then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta

from assistant.planner.english.dates import When
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind, Thing
from assistant.planner.offer.records import as_moment
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase

FIRSTS = wordset("from start starts first since out begin begins leaves opens")
LASTS = wordset("to until end ends last back till due closes through returns")
ENDS = LASTS | wordset("expires expiry expire expired deadline closing leaves departure valid by")
"""In the names of what says until when."""
FREE = wordset("free available unbooked")
TAKEN = wordset("taken booked out away busy reserved lent off used")
LASTING = 0.86
SPOKEN = 0.95
NEAR = 3
"""So many words may stand between `free` and the day."""


def stretch_of(moments: Sequence[Field]) -> tuple[Field, Field] | None:
    """The first day and the last, where there is one of each."""
    begins = [one for one in moments if FIRSTS & set(one.words[-1:] + one.words[:1])]
    ends = [one for one in moments if LASTS & set(one.words[-1:] + one.words[:1])]
    return (begins[0], ends[0]) if len(begins) == len(ends) == 1 and begins != ends else None


def stretch_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    for kind in kinds:
        moments = [field for field in kind.fields if field.is_moment]
        stretch = stretch_of(moments)
        if stretch is None:
            continue
        for span, when in phrase.times:
            if span and when.side == "within":
                lasting = [thing for thing in kind.things if lasts(thing, stretch, when)]
                yield Atom(span, "these", kind, LASTING, stretch[0], frozenset(lasting), side="time")
                yield from _taken(phrase, kind, stretch[0], span, lasting)


def _taken(phrase: Phrase, kind: Kind, begin: Field, span: range, lasting: Sequence[Thing]) -> Iterator[Atom]:
    """`free on Friday`: the things of which no part lasts then; `taken this weekend`: those parts."""
    for at in range(max(phrase.begin, span.start - NEAR), span.start):
        word, whole = phrase.words[at], range(at, span.stop)
        is_free = word in FREE and phrase.negated(at) is None
        if is_free and kind.parent is not None:
            others = frozenset(kind.parent.things) - {one.parent for one in lasting}
            yield Atom(whole, "these", kind.parent, SPOKEN, None, frozenset(others), side="said")
        elif word in TAKEN or word in FREE:
            yield Atom(whole, "these", kind, SPOKEN, begin, frozenset(lasting), side="said")


def lasts(thing: Thing, stretch: tuple[Field, Field], when: When) -> bool:
    first, last = (next(map(as_moment, thing.values(one)), None) for one in stretch)
    return first is not None and first <= when.last and (last is None or last + timedelta(days=1) > when.first)
