"""Who works on a day, by the days of the week that they work: `who is in tomorrow?`, of `"working_days": ["mon"]`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from assistant.planner.english.dates import When
from assistant.planner.english.days import WEEKDAYS
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind, Thing, folded
from assistant.planner.readings.absences import absent_on
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase

AT_WORK = wordset("working works work")
CALLED = AT_WORK | wordset("day days weekday weekdays shift shifts hours")
STRENGTH = 1.03
"""More than an absence: who works on other days is not working then either."""
SHORTEST = 3
"""Letters of a day that is cut short: `mon`."""
NEAR = 3
LEAST = 2
"""So many different days are told at least, where these are the days that somebody works."""


def weekday_atoms(phrase: Phrase, kinds: Sequence[Kind]) -> Iterator[Atom]:
    for at in range(phrase.begin, len(phrase.tokens)):
        if phrase.words[at] not in AT_WORK or phrase.tokens[at].is_quoted:
            continue
        for days, when in phrase.times:
            if days and _is_day(when) and at < days.start <= at + NEAR:
                yield from _atoms(phrase, kinds, range(at, days.stop), when)


def _atoms(phrase: Phrase, kinds: Sequence[Kind], span: range, when: When) -> Iterator[Atom]:
    for kind in kinds:
        if (field := _days_of(kind)) is None:
            continue
        holder = kind.parent or kind
        found = (thing for thing in kind.things if _is_on(thing, field, when.first))
        own = {thing if kind.parent is None else thing.parent for thing in found} - absent_on(kinds, holder, when)
        things = frozenset(one for one in own if one is not None)
        no = phrase.negated(span.start)
        whole = span if no is None else range(no, span.stop)
        others = frozenset(holder.things) - things
        told = field if kind.parent is None else None
        side = "state" if no is None else "no"
        yield Atom(whole, "these", holder, STRENGTH, told, things if no is None else others, side=side)


def _is_day(when: When) -> bool:
    return when.side == "within" and when.first.date() == when.last.date()


def _days_of(kind: Kind) -> Field | None:
    """Where it is told on which days of the week."""
    for field in kind.fields:
        is_called = bool(CALLED & {*field.words, *kind.source.path[-1:]})
        told = {str(one).casefold() for one in field.values} if is_called and field.is_text else set[str]()
        if len(told) >= LEAST and all(map(_weekday, told)):
            return field
    return None


def _weekday(text: str) -> str:
    """The day that a text is, in full or cut short."""
    said = "".join(folded(text))
    return next((day for day in WEEKDAYS if len(said) >= SHORTEST and day.startswith(said)), "")


def _is_on(thing: Thing, field: Field, day: datetime) -> bool:
    return any(_weekday(str(one)) == WEEKDAYS[day.weekday()] for one in thing.values(field))
