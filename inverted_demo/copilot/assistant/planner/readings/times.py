"""What words for days say of things: those of which a day is in that time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from assistant.planner.english.dates import When
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind, Thing
from assistant.planner.offer.records import as_moment
from assistant.planner.readings.attributes import unsaid
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.lexical import lexical
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.recorded import is_recorded
from assistant.planner.wishes.conditions import within
from assistant.planner.wishes.progress import not_off

MAIN = wordset("day date start starts when time at")
"""The day of a thing itself, and not of something about it."""
NAMED = 0.97
LOOSELY = 0.02
DUE_BY = 0.88
"""`by 10 June`, of a day by which something has to be."""
DUE = wordset("due till until end ends back")
"""In the names of days from which on something is overdue."""
COMING = (("coming", "up"), ("coming",), ("soon",), ("still", "to", "come"), ("lined", "up"))
COMES = wordset("come comes coming calls calling")
VISITS = wordset("visit visits arrival arrives arriving appointment eta")
"""`is the plumber coming today`: the day on which somebody comes."""
AHEAD = 0.9
NEAR = timedelta(days=31)
"""`soon` is no later, where anything is as near."""


def time_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    for span, when in phrase.times:
        if not span:
            continue
        for kind in kinds:
            moments = [field for field in kind.fields if field.is_moment]
            for at, field in enumerate(moments):
                named = _whole_name(phrase, _beside(phrase, span, field), field)
                things = frozenset(
                    thing
                    for thing in still_on(kind, named is not None and _is_doing(phrase, named))
                    if _is_in(thing, field, when)
                )
                strength = (
                    NAMED - LOOSELY * unsaid(phrase, field)
                    if named is not None
                    else _likelihood(field, when, is_first=not at)
                )
                whole = span if named is None else range(min(span.start, named), max(span.stop, named + 1))
                whole = whole if len(whole) <= len(span) + 3 else span
                yield Atom(whole, "these", kind, strength, field, things, side="time")
            yield from _told_besides(phrase, kind, span)


def without_named_times(atoms: Sequence[Atom]) -> list[Atom]:
    """`hours this week`, of `hours_this_week`: what the figure is called, and no time of anything."""
    named = [set(one.span) for one in atoms if one.role == "field" and one.strength >= NAMED and len(one.span) > 1]
    return [one for one in atoms if one.side != "time" or not any(set(one.span) < span for span in named)]


def _is_doing(phrase: Phrase, at: int) -> bool:
    """`is leaving today`, and not `the departure today`."""
    return phrase.words[at].endswith("ing") and at > phrase.begin and phrase.words[at - 1] in ("is", "are")


def still_on(kind: Kind, is_doing: bool) -> list[Thing]:
    """Those that may come about: what was called off neither comes nor goes."""
    on = not_off(kind.flat_source) if is_doing and kind.source.fields else None
    return [thing for thing in kind.things if on is None or on.holds(thing.flat_record)]


def _likelihood(field: Field, when: When, is_first: bool) -> float:
    """How likely a day is meant that is not called by its name."""
    if when.side in ("until", "before") and (DUE | {"by", "deadline"}) & set(field.words):
        return DUE_BY
    return 0.88 if MAIN & set(field.words) else 0.8 if is_first else 0.7


def coming_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    """`any tests coming up?`, `who is leaving soon`: those of which the day is still to come."""
    span = next((one for one in map(phrase.place_of, COMING) if one), range(0))
    if len(span) == 1 and phrase.words[span.start] == "coming" and (phrase.times or phrase.has("when")):
        return  # `is she coming today`: then, and not at any time
    today = phrase.now.replace(hour=0, minute=0, second=0, microsecond=0)
    last = today + NEAR if "soon" in phrase.words[span.start : span.stop] else None
    for kind in kinds if span else ():
        for at, field in enumerate(one for one in kind.fields if one.is_moment and not is_recorded(one)):
            ahead = [thing for thing in kind.things if any(_is_from(one, today) for one in thing.values(field))]
            near = [one for one in ahead if last and any(not _is_from(each, last) for each in one.values(field))]
            ahead = near or ahead
            yield Atom(span, "these", kind, AHEAD if not at else 0.8 * AHEAD, field, frozenset(ahead), side="time")


def _is_from(value: Any, today: datetime) -> bool:
    moment = as_moment(value)
    return moment is not None and moment >= today


def _told_besides(phrase: Phrase, kind: Kind, span: range) -> Iterator[Atom]:
    """`this year`, of a figure that is described as that of this year: it is so anyway."""
    said = " ".join(phrase.words[at] for at in span)
    for field in kind.fields:
        if field.is_number and len(span) > 1 and said in field.slot.description.casefold():
            yield Atom(span, "not", kind, 0.9, field, side="time")


def _is_in(thing: Thing, field: Field, when: When) -> bool:
    return any((moment := as_moment(one)) is not None and _within(moment, one, when) for one in thing.values(field))


def _within(moment: datetime, value: Any, when: When) -> bool:
    if isinstance(value, str) and len(value) == 10:
        first = when.first.replace(hour=0, minute=0, second=0, microsecond=0)
        if when.side in ("within", "since") and first <= moment <= when.last:
            return True
        if when.side == "before":
            return moment < first
    return within(moment, when)


def _beside(phrase: Phrase, span: range, field: Field) -> int | None:
    """Where the day's name is said: `due by Friday`."""
    for at in (*range(span.start - 1, max(phrase.begin - 1, span.start - 4), -1), *range(phrase.begin, span.start)):
        said = phrase.tokens[at].word
        if any(lexical(said, word) >= 0.7 for word in field.words if len(word) > 2):
            return at
        if said in COMES and VISITS & set(field.words):
            return at
    return None


def _whole_name(phrase: Phrase, at: int | None, field: Field) -> int | None:
    """`the last service is before May`: where the name of several words begins."""
    while at is not None and at > phrase.begin and phrase.words[at - 1] in field.words:
        at -= 1
    return at
