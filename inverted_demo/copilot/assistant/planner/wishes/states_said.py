"""What a text says of the states of things, as conditions on what a source has for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from functools import lru_cache
from itertools import accumulate

from assistant.planner.english.dates import When
from assistant.planner.english.likeness import ALIKE, likeness
from assistant.planner.english.states import STATES, State
from assistant.planner.english.stems import concept, stem, stems
from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.wishes.conditions import Condition
from assistant.planner.wishes.progress import OVER, before
from assistant.planner.wishes.resolving import Resolved, resolved
from assistant.planner.wishes.wishes import Wish, token_at

SOON = timedelta(days=14)
YET = wordset("yet still")
NOBODY = wordset("nobody")
NOT = wordset("not never nobody")
NEAR = 4
PROGRESSIVE = wordset("is are am")
MANY = wordset("many much")


@dataclass(frozen=True)
class Told:
    """A state that a text tells of, and where."""

    span: range
    resolved: Resolved
    side: str = ""


def told_states(found: Sequence[Token], source: Source) -> list[Told]:
    """The states that are said and that the source has something for, without overlaps."""
    words = tuple("\0" if token.is_quoted else token.word for token in found)
    told = _not_yet(found, source)
    taken = {at for one in told for at in one.span}
    for state, start, end in _said(words):
        span = range(start, end)
        known = None if taken & set(span) or not _fits(state, found, span) else resolved(state, source)
        if known is not None and not _is_chosen(state, found, source, known):
            told.append(Told(span, known, state.side if known.moments else ""))
            taken |= set(span)
    return told


def told_elsewhere(found: Sequence[Token], source: Source, others: Iterable[Source]) -> set[int]:
    """Words for a state that only things of another kind can be in."""
    words = tuple("\0" if token.is_quoted else token.word for token in found)
    if not _said(words):
        return set()
    own = {at for one in told_states(found, source) for at in one.span}
    return {at for other in others for one in told_states(found, other) for at in one.span} - own


def take_states(wish: Wish, told: Sequence[Told], now: datetime) -> None:
    """The conditions; a day that is named beside what comes, goes or ends is that of it."""
    today = datetime.combine(now.date(), time(), now.tzinfo)
    for one in told:
        tokens = frozenset(one.span)
        wish.conditions += [replace(each, tokens=tokens) for each in one.resolved.conditions]
        if not one.resolved.moments:
            continue
        slot = _nearest(one.resolved.moments, wish.found)
        when = next((each for each in wish.times if token_at(wish, each.end - 1) not in one.span), None)
        if one.side == "told" and when is None and one.resolved.conditions:
            continue
        if one.side in ("at", "told", "soon", "around") and when is not None:
            wish.times.remove(when)
        if one.side == "around" and one.resolved.until is not None:
            first, last = (when.first, when.last) if when else (today, now)
            begun = When(first, last, 0, 0, has_clock=True, side="until")
            ending = When(first.replace(hour=0, minute=0), last, 0, 0, has_clock=True, side="since")
            wish.conditions.append(Condition(slot.name, "when", when=begun, tokens=tokens))
            wish.conditions.append(Condition(one.resolved.until.name, "when", when=ending, tokens=tokens))
        else:
            wish.conditions.append(Condition(slot.name, "when", when=_when(one.side, slot, when, now), tokens=tokens))


def _when(side: str, slot: Slot, when: When | None, now: datetime) -> When:
    today = datetime.combine(now.date(), time(), now.tzinfo)
    begin = now if slot.form == "datetime" else today
    if side == "past":
        return When(begin, begin, 0, 0, has_clock=True, side="before")
    if side == "soon":
        return _ahead(when, begin) if when else When(begin, now + SOON, 0, 0, has_clock=True)
    return when or When(begin, begin, 0, 0, has_clock=True, side="since")


def _ahead(when: When, begin: datetime) -> When:
    """`about to run out before December`: from today until then."""
    last = when.first if when.side == "before" else when.last
    is_open = when.side in ("before", "until") and last > begin
    return When(begin, last - timedelta(microseconds=when.side == "before"), 0, 0, has_clock=True) if is_open else when


def _nearest(moments: Sequence[Slot], found: Sequence[Token]) -> Slot:
    """The day that the words name: `whose insurance has expired`."""
    said = {concept(token.stem) for token in found}
    return max(moments, key=lambda one: len(said & set(map(concept, one.key))))


@lru_cache(2048)
def _said(words: tuple[str, ...]) -> tuple[tuple[State, int, int], ...]:
    """Which states are said where, the longest first."""
    text = " ".join(words)
    starts = [0, *accumulate(len(word) + 1 for word in words)]
    hits: list[tuple[State, int, int]] = []
    for state in STATES:
        for match in state.said.finditer(text):
            ends = [at for at, start in enumerate(starts[1:], 1) if start - 1 == match.end()]
            if match.start() in starts and ends:
                hits.append((state, starts.index(match.start()), ends[0]))
    return tuple(sorted(hits, key=lambda hit: hit[1] - hit[2]))


def _fits(state: State, found: Sequence[Token], span: range) -> bool:
    words = [token.word for token in found]
    if not state.is_counted and MANY & set(words):
        return False
    if state.name == "going on":
        doing = (at for at, token in enumerate(found) if token.word.endswith("ing") and at not in span)
        return any(PROGRESSIVE & set(words[max(0, at - 3) : at]) for at in doing)
    return not any((found[at].is_name and not found[at].is_common) or _is_whole(found[at]) for at in span)


def _is_whole(token: Token) -> bool:
    """`the full list`: all of it, and not that there is no room left."""
    return token.word == "full" and token.end - token.start == len("full") and not token.is_content


def _is_chosen(state: State, found: Sequence[Token], source: Source, resolved: Resolved) -> bool:
    """`What is on hold right now?`: what is going on is said of things whose state is not said otherwise."""
    if state.name != "going on":
        return False
    slots = [
        one for one in source.fields if one.choices and any(one.name == each.field for each in resolved.conditions)
    ]
    keys = {concept(key) for slot in slots for choice in slot.choices for key in stems(choice)}
    return any(concept(token.stem) in keys for token in found)


def _not_yet(found: Sequence[Token], source: Source) -> list[Told]:
    """`nobody has rung them yet`, `still not confirmed`: what comes before that in the course of things."""
    words = [token.word for token in found]
    if not (YET | NOBODY) & set(words):
        return []
    for slot in source.fields:
        for choice in slot.choices:
            word = choice.casefold()
            if not word.isalpha() or not (word in OVER or word.endswith("ed")):
                continue
            for at, token in enumerate(found):
                is_said = not token.is_quoted and likeness(token.stem, stem(word)) >= ALIKE
                nots = [here for here in range(max(0, at - NEAR), at) if words[here] in NOT]
                if is_said and nots and (YET & set(words) or words[nots[0]] in NOBODY):
                    ends = at + 2 if words[at + 1 : at + 2] == ["yet"] else at + 1
                    condition = Condition(slot.name, "is", before(slot, choice), choices=True)
                    return [Told(range(nots[0], ends), Resolved((condition,)))]
    return []
