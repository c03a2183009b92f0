"""Which of the things is the most or the least of something, or the next: superlatives, by figures and days."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

from assistant.planner.english.degrees import LEAST, MOST, superlative
from assistant.planner.english.stems import is_plural
from assistant.planner.english.vocabulary import PAIRED_ADJECTIVES, SUPERLATIVES, wordset
from assistant.planner.facts.things import Field, Kind, Thing
from assistant.planner.readings.attributes import UNITS, mention_of, unsaid
from assistant.planner.readings.debts import owes_turned
from assistant.planner.readings.dimensions import grade, is_rank, is_scale, measured
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.lexical import is_plain, lexical
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.times import DUE, MAIN, still_on
from assistant.planner.wishes.conditions import is_number, measure
from assistant.planner.wishes.earliest import GOOD_UNTIL

BEHIND = 3
"""`owes us the most`: so far before it a figure is named."""
PARTING = wordset("of for in on at with from to by does do did")
OVERDUE = frozenset({"overdue", "late"})
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
CALLED = 0.75
LOOSELY = 0.1
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


def other_way(kind: Kind, field: Field, things: frozenset[Thing]) -> frozenset[Thing]:
    """`don't have a price over 20`: those that have one, and not such."""
    return frozenset(one for one in kind.things if any(map(is_number, one.values(field))) and one not in things)


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
        named = 0.95 - LOOSELY * unsaid(phrase, field)
        yield field, named if is_said else 0.9 if MAIN & set(field.words) else 0.85 if not at else 0.7


def _said(phrase: Phrase, field: Field) -> float:
    return max((lexical(token.word, word) for token in phrase.tokens for word in field.words), default=0.0)


def extreme_of(things: Iterable[Thing], atom: Atom, now: datetime) -> list[Thing]:
    """Those of which there is the most, or the least."""
    assert atom.field is not None
    key, goal = _key(atom.field), atom.goal
    known = [(thing, key(thing)) for thing in things]
    told = [(thing, value if goal is None else abs(value - goal)) for thing, value in known if value is not None]
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
