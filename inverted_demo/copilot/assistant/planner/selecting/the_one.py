"""One of several that were told, by what is said of it: `the kittiwake one`, `the one with Anna`, `the late one`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from assistant.planner.clauses.clauses import Clause, clauses
from assistant.planner.clauses.replacing import put
from assistant.planner.english.likeness import ALIKE, likeness
from assistant.planner.english.marks import unmarked
from assistant.planner.english.stems import concept, identifier_words
from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token, tokens
from assistant.planner.offer.catalog import Known
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.names import MISSPELT, alike
from assistant.planner.offer.records import Record, as_moment, text_values
from assistant.planner.selecting.focus import Focus, pointed_at
from assistant.planner.selecting.ranking import head
from assistant.planner.wishes.conditions import truth

REACH = 4
WITH = wordset("with for at in from of about on to by called named")
LATE = wordset("late overdue delayed due")
DUE = wordset("due deadline by until expires expected ends")
"""In the names of days on which something should be done."""


def the_one(desk: Desk, clause: Clause, focus: Focus) -> Clause:
    """The clause with the name of the only thing of those talked about of which that is so."""
    several = focus.things if len(focus.things) > 1 else focus.listed
    place = _one(clause) if len(several) > 1 and not _compares(clause) else None
    if place is None:
        return clause
    at, start = place
    for first, last, end in _described(clause.tokens, at, start):
        words = [token for token in clause.tokens[first:last] if token.is_content or token.is_number]
        meant = [one for one in several if words and all(_is_so(one, word, desk.now) for word in words)]
        if len(meant) == 1:
            return put_thing(desk, clause, start, end, meant[0])
    return clause


def of_another_kind(desk: Desk, clause: Clause, focus: Focus) -> Clause:
    """`Which delivery brings it?`, where no field of deliveries is for one of these: those with its id somewhere."""
    found = clause.tokens
    at = next((at for at, token in enumerate(found) if token.word == "it" and not token.is_quoted), None)
    is_named = any(token.is_known or token.is_id for token in found)
    if at is None or clause.mood not in ("asks", "reads") or not focus.is_one or is_named:
        return clause
    thing = focus.things[0]
    nouns = {concept(found[here].stem) for here in head(found, clause.begin)[:1]}
    asked = [one for one in desk.catalog.listed() if nouns & one.concepts and not one.nouns & thing.source.nouns]
    if not asked or any(pointed_at(clause, focus, one, set()) for one in asked):
        return clause
    name = str(thing.id) if thing.id is not None else thing.label
    told = clauses(unmarked(f"{clause.text[: found[at].start]}{name}{clause.text[found[at].end :]}"), desk.catalog)
    return told[0] if len(told) == 1 else clause


def _compares(clause: Clause) -> bool:
    return any(token.word == "than" for token in clause.tokens)


def _one(clause: Clause) -> tuple[int, int] | None:
    """Where `one` is, and the article before it."""
    found = clause.tokens
    for at, token in enumerate(found):
        if token.word != "one" or token.is_quoted:
            continue
        for start in range(at - 1, max(clause.begin, at - REACH - 1) - 1, -1):
            if found[start].word in ("the", "that") and not found[start].is_quoted:
                return at, start
    return None


def _described(found: Sequence[Token], at: int, start: int) -> list[tuple[int, int, int]]:
    """Where the words are that say which: before it, or behind a preposition, as many as there are."""
    if start + 1 < at:
        return [(start + 1, at, at + 1)]
    if at + 1 >= len(found) or found[at + 1].word not in WITH:
        return []
    return [(at + 2, end, end) for end in range(min(len(found), at + 2 + REACH), at + 2, -1)]


def _is_so(thing: Record, word: Token, now: datetime) -> bool:
    """Whether the thing says that word of itself."""
    if any(alike(word, part.casefold()) >= MISSPELT for _, value in text_values(thing) for part in _words(value)):
        return True
    switches = [slot for slot in thing.source.fields if slot.form == "truth" and _is_called(slot.key, word)]
    if any(truth(thing.get(slot.name)) for slot in switches):
        return True
    return word.word in LATE and is_late(thing, now)


def _is_called(keys: Sequence[str], word: Token) -> bool:
    return any(likeness(word.stem, key) >= ALIKE or concept(word.stem) == concept(key) for key in keys)


def _words(value: str) -> list[str]:
    return [token.text for token in tokens(value)] or list(identifier_words(value))


def is_late(thing: Record, now: datetime) -> bool:
    """Whether the day has gone by on which it should be done."""
    days = [slot for slot in thing.source.fields if slot.is_moment and DUE & set(slot.all_words)]
    told = (as_moment(thing.get(slot.name)) for slot in days)
    return any(one is not None and one.date() < now.date() for one in told)


def put_thing(desk: Desk, clause: Clause, start: int, end: int, thing: Record, owns: bool = False) -> Clause:
    """With the thing's id in the place of some words, or its name where it has none."""
    name = str(thing.id) if thing.id is not None else thing.label
    words = tuple(token.word for token in tokens(name))
    desk.catalog.known[name.casefold()] = Known(words).with_source(thing.source, is_own=True)
    return put(clause, start, end, name, owns)
