"""Who is away: `who is off on Friday?`, `until when is Ada away?`, of absences with their days and of states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta

from assistant.planner.english.dates import When
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind, Thing
from assistant.planner.offer.records import as_moment
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.stretches import lasts, stretch_of

ABSENCE = wordset("away leave absence absences holiday holidays vacation vacations off unavailable sickness absent")
STATES = ABSENCE | wordset("sick ill")
SMALL = wordset("off away absent")
NAMED = wordset("leave holiday holidays vacation")
BEING = wordset("is are was were be been")
ILL = wordset("sick ill work")
RETURN = wordset("back returns return returning")
AT_WORK = wordset("working work works")
STRENGTH = 1.02
"""More than a part that is called so is: `off` says when, and not only that there is some leave."""
NEAR = 3
"""So many words after it a day may be named."""


@dataclass(frozen=True)
class Gap:
    """Where a kind of things tells of absences: days of their own, or of parts."""

    holder: Kind
    part: Kind | None
    days: tuple[Field, Field]


def absence_atoms(phrase: Phrase, kinds: Sequence[Kind]) -> Iterator[Atom]:
    for span in _said(phrase):
        is_denied = phrase.words[span.stop - 1] in AT_WORK
        for kind in kinds:
            for one in _of_kind(phrase, span, kind):
                yield replace(one, side="no") if is_denied else one


def _of_kind(phrase: Phrase, span: range, kind: Kind) -> Iterator[Atom]:
    if (gap := _gap(kind)) is not None:
        yield from _asked(phrase, span, gap) if _asks_when(phrase) else _absent(phrase, span, gap)
    yield from _by_state(phrase, span, kind)


def absent_on(kinds: Iterable[Kind], holder: Kind, when: When) -> set[Thing]:
    """Those of a kind who are away then."""
    gaps = [gap for kind in kinds if (gap := _gap(kind)) is not None and gap.holder is holder]
    away = (one for gap in gaps for one in (gap.part or gap.holder).things if lasts(one, gap.days, when))
    return {one.parent or one for one in away}


def _said(phrase: Phrase) -> Iterator[range]:
    """`off`, `off sick`, `on leave`, `back`, `not working`, said of how somebody is."""
    words = phrase.words
    for at in range(phrase.begin + 1, len(words)):
        after = words[at + 1] if at + 1 < len(words) else ""
        if phrase.tokens[at].is_quoted:
            continue
        if (words[at] in SMALL and _is_predicate(phrase, at)) or (words[at] in RETURN and _asks_when(phrase)):
            stop = at + 2 if after in ILL else at + 1
            yield range(at, stop)
        elif words[at] in NAMED and words[at - 1] == "on":
            yield range(at - 1, at + 1)
        elif words[at] in AT_WORK and (no := phrase.negated(at)) is not None:
            yield range(no, at + 1)


def _is_predicate(phrase: Phrase, at: int) -> bool:
    """`is off`, `is Ada off`; not `took it off`."""
    before = phrase.words[phrase.begin : at]
    after = phrase.words[at + 1] if at + 1 < len(phrase.words) else ""
    is_end = after in {"", *ILL, "on", "this", "next", "in", "for", "until"} or _time_at(phrase, at + 1) is not None
    return is_end and bool(BEING & set(before[-NEAR - 1 :]))


def _time_at(phrase: Phrase, at: int) -> tuple[range, When] | None:
    return next((one for one in phrase.times if one[0] and at <= one[0].start < at + NEAR), None)


def _asks_when(phrase: Phrase) -> bool:
    return phrase.has("when", "until", "long")


def _gap(kind: Kind) -> Gap | None:
    if kind.parent is not None:
        days = stretch_of([one for one in kind.fields if one.is_moment])
        is_absence = bool(ABSENCE & {*kind.source.noun.split(), *kind.source.path[-1:]})
        return Gap(kind.parent, kind, days) if days and is_absence else None
    days = stretch_of([one for one in kind.fields if one.is_moment and ABSENCE & set(one.words)])
    return Gap(kind, None, days) if days else None


def _asked(phrase: Phrase, span: range, gap: Gap) -> Iterator[Atom]:
    """`until when is she off?`: the days of the absences that are not over."""
    today = _today(phrase)
    last = gap.days[1]
    if gap.part is None:
        is_end = phrase.has("until", "long", *RETURN)
        yield Atom(span, "field", gap.holder, STRENGTH, gap.days[is_end])
        return
    coming = (
        one for one in gap.part.things if all((day := as_moment(v)) is None or day >= today for v in one.values(last))
    )
    yield Atom(span, "these", gap.part, STRENGTH, None, frozenset(coming), side="state")


def _absent(phrase: Phrase, span: range, gap: Gap) -> Iterator[Atom]:
    timed = _time_at(phrase, span.stop)
    whole = range(span.start, timed[0].stop) if timed else span
    when = timed[1] if timed else _whole_day(phrase)
    lasting = [one for one in (gap.part or gap.holder).things if lasts(one, gap.days, when)]
    no = phrase.negated(span.start) if span.stop - span.start == 1 else None
    is_truth = phrase.words[phrase.begin] in BEING
    if gap.part is not None and no is None:
        yield Atom(whole, "these", gap.part, STRENGTH - 0.01, gap.days[0], frozenset(lasting), side="state")
    if gap.part is None or not is_truth:
        found = lasting if gap.part is None else [one.parent for one in lasting if one.parent is not None]
        yield _of(gap.holder, whole, no, found, gap.days[0] if gap.part is None else None)


def _of(kind: Kind, span: range, no: int | None, found: Iterable[Thing], field: Field | None) -> Atom:
    things = frozenset(found) if no is None else frozenset(kind.things) - frozenset(found)
    whole = span if no is None else range(no, span.stop)
    return Atom(whole, "these", kind, STRENGTH, field, things, side="state" if no is None else "no")


def _by_state(phrase: Phrase, span: range, kind: Kind) -> Iterator[Atom]:
    """Who is on holiday by their status, and not yet back on the day that is said."""
    field = next((one for one in kind.fields if STATES & _words_of(one.slot.choices)), None)
    if field is None or kind.parent is not None or _asks_when(phrase):
        return
    timed = _time_at(phrase, span.stop)
    day = timed[1].first if timed else _today(phrase)
    back = next((one for one in kind.fields if one.is_moment and RETURN & set(one.words)), None)
    found = [one for one in kind.things if STATES & _words_of(map(str, one.values(field))) and _is_out(one, back, day)]
    if timed is None or back is not None or day <= _today(phrase):
        whole = range(span.start, timed[0].stop) if timed else span
        no = phrase.negated(span.start) if span.stop - span.start == 1 else None
        yield _of(kind, whole, no, found, field)


def _is_out(thing: Thing, back: Field | None, day: datetime) -> bool:
    return back is None or all((moment := as_moment(one)) is None or moment > day for one in thing.values(back))


def _words_of(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in text.casefold().replace("_", " ").split()}


def _today(phrase: Phrase) -> datetime:
    return datetime.combine(phrase.now.date(), time(), phrase.now.tzinfo)


def _whole_day(phrase: Phrase) -> When:
    today = _today(phrase)
    return When(today, today + timedelta(days=1, microseconds=-1), 0, 0)
