"""Words that hold the figures and days of things against something: times, numbers, superlatives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from assistant.planner.english.dates import When
from assistant.planner.english.degrees import LEAST, MOST, superlative
from assistant.planner.english.numbers import Comparison, Figure
from assistant.planner.english.stems import is_plural
from assistant.planner.english.vocabulary import PAIRED_ADJECTIVES, SUPERLATIVES, wordset
from assistant.planner.facts.things import Field, Kind, Thing
from assistant.planner.readings.attributes import UNITS, mention_of
from assistant.planner.readings.counting import counted_at
from assistant.planner.readings.debts import owes_turned
from assistant.planner.readings.dimensions import grade, is_rank, is_scale, measured
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.lexical import is_plain, lexical
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.recorded import is_recorded
from assistant.planner.wishes.amounts import has_unit
from assistant.planner.wishes.conditions import as_moment, compares, is_number, measure, within
from assistant.planner.wishes.earliest import GOOD_UNTIL
from assistant.planner.wishes.progress import not_off

BEHIND = 3
"""`owes us the most`: so far before it a figure is named."""
PARTING = wordset("of for in on at with from to by does do did")
BETWEEN = 2
"""So many words stand between the two ends of a range: a unit, and `and`."""
MAIN = wordset("day date start starts when time at")
"""The day of a thing itself, and not of something about it."""
NAMED = 0.97
DUE_BY = 0.88
"""`by 10 June`, of a day by which something has to be."""
OVERDUE = frozenset({"overdue", "late"})
DUE = wordset("due till until end ends back")
"""In the names of days from which on something is overdue."""
DATED = 0.85
"""A figure that is called so goes before such a day."""
NEWEST = wordset("latest newest last recent")
OLDEST = wordset("oldest earliest first")
LASTING = wordset("been gone stood sat waited lain")
"""`has been open the longest`: since when."""
SINCE = 1.05
"""How much rather a day is meant than a figure by what has been so the longest."""
AKIN = 0.6
"""So near is a word at least to the name of that day which is nearest."""
PERCENT = wordset("% percent pct")
SHARES = wordset("half")
"""`less than half`: of a hundred percent."""
HUNDRED = 100
COMING = (("coming", "up"), ("coming",), ("soon",), ("still", "to", "come"), ("lined", "up"))
COMES = wordset("come comes coming calls calling")
VISITS = wordset("visit visits arrival arrives arriving appointment eta")
"""`is the plumber coming today`: the day on which somebody comes."""
AHEAD = 0.9
NEAR = timedelta(days=31)
"""`soon` is no later, where anything is as near."""
CALLED = 0.75
WHOLE = 0.9
"""How well a figure's name is said that leaves no other."""
BESIDE = 0.88
"""`the most listened to`, by the average of listeners: what stands beside is in the name of the figure."""
TO_COME = wordset(
    "due ends end ending finishes finish starts start leaves leave arrives arrive expires expire closes opens"
)
RANKED = wordset("first next last")
SIZES = wordset("biggest largest smallest")
"""No day is the biggest."""
SCALES: dict[str, tuple[float, str]] = {
    "tonne": (1000, "kg"), "tonnes": (1000, "kg"), "ton": (1000, "kg"), "tons": (1000, "kg"), "kilo": (1, "kg"),
    "kilos": (1, "kg"), "kg": (1, "kg"), "hour": (60, "minutes"), "hours": (60, "minutes"), "hrs": (60, "minutes"),
    "minute": (1, "minutes"), "minutes": (1, "minutes"), "mins": (1, "minutes"), "metre": (1, "m"), "metres": (1, "m"),
}  # fmt: skip
"""Units, and how much each is in one of another."""


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
                strength = NAMED if named is not None else _likelihood(field, when, is_first=not at)
                whole = span if named is None else range(min(span.start, named), max(span.stop, named + 1))
                whole = whole if len(whole) <= len(span) + 3 else span
                yield Atom(whole, "these", kind, strength, field, things, side="time")
            yield from _told_besides(phrase, kind, span)


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


def figure_atoms(phrase: Phrase, kinds: Sequence[Kind]) -> Iterator[Atom]:
    for span, figure, highest in _ranges(phrase.figures):
        scale, unit = SCALES.get(figure.unit, (1.0, ""))
        is_count = any(counted_at(phrase, span, kind) for kind in kinds)
        for kind in kinds:
            for field in kind.fields:
                if not field.is_number:
                    continue
                named = _named(phrase, span, field)
                is_half = phrase.words[span.start] in SHARES and figure.comparison is not None
                is_share = figure.unit in PERCENT or is_half
                is_unit = has_unit(field.slot, "percent") if is_share else bool(unit) and unit in field.words
                if is_share and not is_unit:
                    continue
                if named is None and not is_unit and (figure.comparison is None or is_count):
                    continue
                factor = HUNDRED if is_half else scale if is_unit and not is_share else 1
                comparison: Comparison = figure.comparison or ("ge" if is_unit and not is_share else "eq")
                things = frozenset(
                    thing
                    for thing in kind.things
                    if any(
                        is_number(one)
                        and compares(one, comparison, figure.value * factor)
                        and (highest is None or one <= highest * factor)
                        for one in thing.values(field)
                    )
                )
                start = min(span.start, named) if named is not None else span.start
                no = phrase.negated(start) if named is not None and figure.comparison is not None else None
                if no is not None:
                    whole = range(no, max(span.stop, (named or 0) + 1))
                    yield Atom(whole, "these", kind, 0.97, field, _other_way(kind, field, things), side="no")
                    continue
                stop = max(span.stop + is_unit, named + 1 if named is not None else 0)
                strength = 0.95 if named is not None else 0.85 if is_unit else 0.6
                if stop - start <= len(span) + 4:
                    yield Atom(range(start, stop), "these", kind, strength, field, things, side="figure")


def _other_way(kind: Kind, field: Field, things: frozenset[Thing]) -> frozenset[Thing]:
    """`don't have a price over 20`: those that have one, and not such."""
    return frozenset(one for one in kind.things if any(map(is_number, one.values(field))) and one not in things)


def _ranges(found: Iterable[tuple[range, Figure]]) -> Iterator[tuple[range, Figure, float | None]]:
    """`between 35 and 45`: one range, and not one figure or the other."""
    told = list(found)
    at = 0
    while at < len(told):
        span, figure = told[at]
        after = told[at + 1] if at + 1 < len(told) else None
        is_range = figure.comparison == "ge" and after is not None and after[1].comparison == "le"
        if is_range and after is not None and after[0].start - span.stop <= BETWEEN:
            yield range(span.start, after[0].stop), figure, after[1].value
            at += 2
        else:
            yield span, figure, None
            at += 1


def _named(phrase: Phrase, span: range, field: Field) -> int | None:
    near = (
        *range(span.stop, min(len(phrase.tokens), span.stop + 2)),
        *range(max(phrase.begin, span.start - 4), span.start),
    )
    for at in near:
        if any(lexical(phrase.tokens[at].word, word) >= 0.75 for word in field.words if len(word) > 1):
            return at
    return None


def extreme_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    timed = {at for span, _ in phrase.times for at in span}
    for at, token in enumerate(phrase.tokens):
        if at < phrase.begin or token.is_quoted or at in timed or phrase.words[max(0, at - 1)] == "at":
            continue
        is_many = token.word == "upcoming" and any(is_plural(word) for word in phrase.words[at + 1 : at + 3])
        for kind in kinds:
            if is_many:
                yield from _ahead(phrase, at, kind)
                continue
            for field, strength, descending, span, side in _extremes(phrase, at, kind):
                yield Atom(span, "extreme", kind, strength, field, descending=descending, side=side)


def _ahead(phrase: Phrase, at: int, kind: Kind) -> Iterator[Atom]:
    """`the upcoming sessions`: all that are ahead, where one would be the next."""
    today = phrase.now.replace(hour=0, minute=0, second=0, microsecond=0).timestamp()
    for field, strength in _moments(phrase, kind):
        key = _key(field)
        things = frozenset(thing for thing in kind.things if (value := key(thing)) is not None and value >= today)
        yield Atom(range(at, at + 1), "these", kind, strength, field, things, side="time")


def _extremes(phrase: Phrase, at: int, kind: Kind) -> Iterator[tuple[Field, float, bool, range, str]]:
    word = superlative(phrase.tokens[at].word)
    one = range(at, at + 1)
    if word in RANKED:
        yield from ((field, 0.92, word == "last", one, "") for field in kind.fields if is_rank(field))
    if word in ("next", "upcoming") or (word == "last" and phrase.has("was", "did", "had")):
        for field, strength in _moments(phrase, kind):
            yield field, strength, word == "last", one, "ahead" if word != "last" else "past"
        return
    if word == "last" and _is_at_end(phrase, at):
        yield from ((field, strength, True, one, "") for field, strength in _moments(phrase, kind))
        return
    if word in NEWEST | OLDEST:
        for field, strength in _moments(phrase, kind):
            is_ahead = word == "first" and bool(GOOD_UNTIL & set(field.words)) and not phrase.has("was", "did", "had")
            yield field, strength, word in NEWEST, one, "past" if word == "last" else "ahead" if is_ahead else ""
        if word != "last":
            return
    hints, descending = SUPERLATIVES.get(word, ("", True))
    after = phrase.tokens[at + 1].word if at + 1 < len(phrase.tokens) else ""
    if word == "longest":
        is_since = phrase.has(*LASTING)
        for field, strength in _moments(phrase, kind):
            yield field, (SINCE if is_since else 0.9) * strength, False, one, "past" if is_since else ""
        if is_since:
            return
    if word == "most" and after in OVERDUE:
        for field in (one for one in kind.fields if one.is_moment and DUE & set(one.words)):
            yield field, DATED, False, range(at, at + 2), "past"
    if word in ("most", "least") and after in PAIRED_ADJECTIVES:
        hints, descending = PAIRED_ADJECTIVES[after]
        descending, one = descending == (word == "most"), range(at, at + 2)
    is_any = word in MOST | LEAST
    if not hints and not is_any:
        return
    descending = descending if hints and not is_any else word in MOST if is_any else descending
    told = _told_behind(phrase, at, kind) if is_any else None
    for field in kind.fields:
        is_figure = field.is_number or (field.is_moment and word not in SIZES)
        if not is_figure or (told is not None and field is not told):
            continue
        mention = mention_of(phrase, field) if is_any else None
        hinted = max((lexical(hint, each) for hint in hints.split() for each in measured(field)), default=0.0)
        is_most = descending != (is_any and owes_turned(phrase, field, at))
        is_before = mention is not None and at - BEHIND <= mention[0].start < at and not is_of_something(phrase, at)
        if mention is not None and mention[1] >= 0.7 and is_before and not is_parted(phrase, mention[0].stop, at):
            yield field, 0.97 * mention[1], is_most, range(mention[0].start, at + 1), ""
        elif mention is not None and mention[1] >= 0.7 and at < mention[0].start <= at + 2:
            yield field, 0.97 * mention[1], is_most, range(at, mention[0].stop), ""
        elif hinted >= 0.7:
            yield field, 0.9 * hinted, is_most, one, ""
        elif is_any and field.is_number:
            beside = (lexical(after, each) for each in field.words[-2:] if each not in UNITS)
            if max(beside, default=0.0) >= CALLED and not is_plain(after):
                yield field, BESIDE, is_most, range(at, at + 2), ""
                continue
            said = max((lexical(token.word, each) for token in phrase.tokens[at:] for each in field.words), default=0.0)
            yield field, 0.6 if said >= 0.7 else 0.4, is_most, one, ""


def is_of_something(phrase: Phrase, at: int) -> bool:
    """`which day has the most hours`: the hours, and no figure that is named before."""
    return phrase.words[at] in MOST | LEAST and at + 1 < len(phrase.tokens) and phrase.weights[at + 1] >= 1


def _told_behind(phrase: Phrase, at: int, kind: Kind) -> Field | None:
    """`the most minor faults`: of no other faults."""
    told = [(one, mention_of(phrase, one)) for one in kind.fields if one.is_number]
    near = [(one, said) for one, said in told if said and said[0].start == at + 1 and said[1] >= WHOLE]
    best = max((said[1] for _, said in near), default=0.0)
    return next((one for one, said in near if said[1] == best), None)


def _is_at_end(phrase: Phrase, at: int) -> bool:
    """`which is due last`, `what ends last of all`: the latest, also of what is to come; not `the last delivery`."""
    behind = phrase.words[at + 1 :]
    is_end = not behind or behind[0] in ("of", "and", "or")
    return is_end and phrase.words[at - 1] in TO_COME and not phrase.has("was", "did", "had")


def is_parted(phrase: Phrase, start: int, stop: int) -> bool:
    """`the members of the most …`: what is before is asked of it."""
    return bool(PARTING & set(phrase.words[start:stop]))


def _moments(phrase: Phrase, kind: Kind) -> Iterator[tuple[Field, float]]:
    moments = [field for field in kind.fields if field.is_moment or field.is_clock]
    said = {field: _said(phrase, field) for field in moments}
    nearest = max(moments, key=lambda one: said[one], default=None)
    for at, field in enumerate(moments):
        is_said = said[field] >= 0.7 or (field is nearest and said[field] >= AKIN)
        yield field, 0.95 if is_said else 0.9 if MAIN & set(field.words) else 0.85 if not at else 0.7


def _said(phrase: Phrase, field: Field) -> float:
    return max((lexical(token.word, word) for token in phrase.tokens for word in field.words), default=0.0)


def extreme_of(things: Iterable[Thing], atom: Atom, now: datetime) -> list[Thing]:
    """Those of which there is the most, or the least."""
    assert atom.field is not None
    key = _key(atom.field)
    known = [(thing, key(thing)) for thing in things]
    told = [(thing, value) for thing, value in known if value is not None]
    today = now.replace(hour=0, minute=0, second=0, microsecond=0).timestamp()
    if atom.side in ("ahead", "past"):
        on = {*still_on(atom.kind, is_doing=True)}
        told = [one for one in told if one[0] in on] or told
    if atom.side == "ahead":
        begin = now.timestamp() if _has_clock(atom.field) else today
        told = [one for one in told if one[1] >= begin]
    if atom.side == "past":
        told = [one for one in told if one[1] <= now.timestamp()] or told
    if not told:
        return []
    ordered = sorted((value for _, value in told), reverse=atom.descending)
    if atom.many > 1:
        last = ordered[min(atom.many, len(ordered)) - 1]
        told = sorted(told, key=lambda one: one[1], reverse=atom.descending)
        return [thing for thing, value in told if (value >= last if atom.descending else value <= last)]
    best = ordered[atom.rank - 1] if atom.rank <= len(ordered) else None
    return [thing for thing, value in told if value == best]


def _has_clock(field: Field) -> bool:
    """Whether its moments have a time of day: what was this morning is not ahead any more."""
    return any(isinstance(one, str) and len(one) > len("2026-01-01") for one in field.values)


def _key(field: Field) -> Callable[[Thing], float | None]:
    if is_scale(field):
        return lambda thing: next((grade(field, str(one)) for one in thing.values(field)), None)
    return lambda thing: next((value for one in thing.values(field) if (value := measure(one)) is not None), None)
