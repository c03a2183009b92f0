"""Things that are called by their time: `our 9 o'clock tomorrow`, `the 3 pm`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.dates import moments
from assistant.planner.english.stems import concept
from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.desk import Asking, Desk, Stuck
from assistant.planner.offer.records import Record
from assistant.planner.selecting.focus import Focus
from assistant.planner.selecting.selecting import select

CALLING = wordset("the our my your that")
STEADY = 60
"""So many seconds are in a time of day that is no stretch of time."""


async def timed_inner(desk: Desk, clause: Clause) -> tuple[range, list[Record]] | None:
    """Where a thing is called by the time at which it begins, and that thing."""
    found = clause.tokens
    for when in moments(clause.text, desk.now):
        places = [at for at, token in enumerate(found) if when.start <= token.start < when.end]
        is_steady = when.has_clock and (when.last - when.first).total_seconds() < STEADY
        if not places or not is_steady or places[0] <= clause.begin or not _is_called(found, places, desk):
            continue
        start = places[0] - 1
        inner = clause.text[found[places[0]].start : found[places[-1]].end]
        for source in desk.catalog.listed():
            if not any(slot.form == "datetime" for slot in source.fields):
                continue
            first = found[places[0]].start
            part = [_moved(found[at], first) for at in places]
            try:
                selection = await select(desk, source, Clause(inner, tuple(part), "states"), Focus())
            except (Asking, Stuck):
                continue
            if len(selection.things) == 1 and selection.wish.conditions and not selection.unknown:
                return range(start, places[-1] + 1), selection.things
    return None


def _is_called(found: Sequence[Token], places: Sequence[int], desk: Desk) -> bool:
    """Whether an article stands before the time, and no other noun behind it."""
    after = found[places[-1] + 1] if places[-1] + 1 < len(found) else None
    is_noun = after is not None and concept(after.stem) in desk.catalog.concepts
    return found[places[0] - 1].word in CALLING and not is_noun


def _moved(token: Token, by: int) -> Token:
    return replace(token, start=token.start - by, end=token.end - by)
