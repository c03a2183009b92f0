"""Who is asked for: the persons that fields name, by what they do, or as somebody who was not named yet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import TITLES
from assistant.planner.facts.things import Field, Kind, Thing, folded
from assistant.planner.offer.people import is_person
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase

WITH = "with"
ANYTHING = wordset("anything something everything nothing")
HOLDERS = wordset(
    "holder keeper borrower tenant occupant occupier hirer renter lessee custodian bearer leaseholder loanee"
)
LOANS = wordset("loan loaned lent hire hired borrowed checked")
RECEIVERS = wordset("customer client guest patient recipient household pupil beneficiary consignee payer buyer for")
LEADS = wordset("lead leader organiser organizer host manager head coordinator chair captain supervisor director")
BY_VERB = (
    (wordset("got has have having borrowed hired rented keeps keeping holding"), HOLDERS | LOANS),
    (
        wordset("run runs running lead leads leading head heads heading organise organises host hosts manage manages"),
        LEADS,
    ),
)
"""Verbs for what somebody does, and what who does it is called."""
DEEDS = frozenset(word for said, _ in BY_VERB for word in said)
NAME_PARTS = (2, 3)


def has_full_names(field: Field) -> bool:
    """`night_watch`, of which all values are written as `Mo Larch`."""
    parts = [str(one).split() for one in field.values]
    return bool(parts) and not field.slot.choices and all(len(one) in NAME_PARTS and _is_titled(one) for one in parts)


def _is_titled(words: Sequence[str]) -> bool:
    return all(word[:1].isupper() and word.replace("-", "").replace("'", "").isalpha() for word in words)


def tells_person(field: Field) -> bool:
    return is_person(field.slot) or (bool(field.path[:-1]) and field.path[-1] in ("name", "full_name"))


def persons(fields: Sequence[Field]) -> list[Field]:
    return [one for one in fields if tells_person(one) and not one.slot.is_id and not one.slot.choices]


def held_by(phrase: Phrase, kind: Kind) -> list[Field]:
    """`who's got the ladder?`, `who runs it?`, `who is it for?`: who is told to, and nobody else."""
    if phrase.has(*ANYTHING):
        return []
    roles = (words for said, words in BY_VERB if phrase.has(*said))
    roles = [*roles, RECEIVERS] if phrase.words[-1] == "for" else [*roles]
    found = (one for words in roles for one in persons(kind.fields) if words & set(one.words))
    return list(found)[:1]


def others(phrase: Phrase, fields: Sequence[Field], kind: Kind, chosen: Sequence[Atom]) -> list[Field]:
    found = persons(fields)
    return (unnamed(phrase, found, kind, chosen) if asks_with_whom(phrase) else []) or found


def is_other_party(phrase: Phrase, kind: Kind, chosen: Sequence[Atom], asked: Sequence[Field]) -> bool:
    """`who is it with?`: the only one who was not named before."""
    return asks_with_whom(phrase) and unnamed(phrase, persons(kind.fields), kind, chosen) == list(asked)


def asks_with_whom(phrase: Phrase) -> bool:
    """`who with`, `with whom`, `who is her next lesson with`."""
    words = phrase.words[phrase.begin :]
    is_who = "who" in words or "whom" in words
    return is_who and (words[-1:] == [WITH] or bool({*pairwise(words)} & {(WITH, "who"), (WITH, "whom")}))


def are_named(phrase: Phrase, things: Sequence[Thing], asked: Sequence[Field]) -> bool:
    """Whether all who would be told were named by whoever asks."""
    told = [str(value) for thing in things for one in asked for value in thing.values(one)]
    told = told if asked else [thing.name or "" for thing in things]
    return all(_is_said(phrase, one) for one in told)


def unnamed(phrase: Phrase, fields: Sequence[Field], kind: Kind, chosen: Sequence[Atom]) -> list[Field]:
    """The fields for persons in which nobody stands who was named before."""
    things = {thing for one in chosen if one.role == "these" and one.kind is kind for thing in one.things}
    said = [(one, str(value)) for one in fields for thing in things for value in thing.values(one)]
    return [one for one in fields if not any(_is_said(phrase, value) for field, value in said if field is one)]


def _is_said(phrase: Phrase, name: str) -> bool:
    return bool((set(folded(name)) - TITLES) & (phrase.said | set(phrase.words)))
