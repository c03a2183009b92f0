"""Times of day that are told beside a day, as `departs: 11:00`: the eleven o'clock, and those of the evening."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import time, timedelta

from assistant.planner.english.dates import When
from assistant.planner.facts.things import Field, Kind, Thing
from assistant.planner.offer.records import as_moment
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase

SPOKEN = 0.93
WHOLE_DAY = timedelta(hours=23)
HALF = 12


def clock_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    for span, when in phrase.times:
        for kind in kinds:
            if span and (field := _clock(kind)) is not None and _is_part(when):
                things = frozenset(thing for thing in _on_day(kind, when) if _is_at(thing, field, when))
                yield Atom(span, "these", kind, SPOKEN, field, things, side="time")


def of_that_time(kind: Kind, phrase: Phrase) -> Sequence[Thing]:
    """Of what a list of one day has, those of the time of day that is said."""
    field = _clock(kind)
    parts = [when for _, when in phrase.times if _is_part(when)]
    if field is None or not parts:
        return kind.things
    return [thing for thing in kind.things if any(_is_at(thing, field, when) for when in parts)]


def _clock(kind: Kind) -> Field | None:
    """Where it is told at which time of day something begins."""
    return next((one for one in kind.fields if one.is_clock and kind.things), None)


def _is_part(when: When) -> bool:
    """Not a whole day, nor more than one."""
    is_short = when.first.date() == when.last.date() and when.last - when.first < WHOLE_DAY
    return is_short and when.side == "within"


def _on_day(kind: Kind, when: When) -> list[Thing]:
    days = [one for one in kind.fields if one.is_moment]
    return [thing for thing in kind.things if not days or any(_is_of(thing, one, when) for one in days)]


def _is_of(thing: Thing, field: Field, when: When) -> bool:
    return any((told := as_moment(one)) is not None and told.date() == when.first.date() for one in thing.values(field))


def _is_at(thing: Thing, field: Field, when: When) -> bool:
    for value in thing.values(field):
        told = time.fromisoformat(str(value).zfill(5))
        if not when.has_clock:
            return when.first.time() <= told <= when.last.time()
        others = {told, told.replace(hour=(told.hour + HALF) % 24)} if when.first.hour < HALF else {told}
        return when.first.time().replace(tzinfo=None) in others
    return False
