"""How many people something is for: a figure that is called by them, and the verbs that it says as much as."""

from __future__ import annotations

from collections.abc import Iterable

from assistant.planner.english.stems import stem
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind, count_fields
from assistant.planner.offer.people import PERSON_KEYS, RECEIVING, is_person

PEOPLE = wordset("people persons staff adults headcount occupants seats attendees party pax capacity")
COUNTED = PERSON_KEYS | set(map(stem, RECEIVING | wordset("rider adult child")))
TAKING = wordset("hold holds seat seats fit fits carry carries accommodate accommodates sleep sleeps cater take takes")


def heads(kind: Kind) -> list[Field]:
    """How many people: `seats`, `passengers`; or, of a list of `rowers`, how many there are in it."""
    figures = [one for one in kind.fields if one.is_number and _counts_people(one)]
    lists = {one.name for one in kind.fields if one.is_list and not one.slot.parts and is_person(one.slot)}
    return (figures or [one for one in count_fields(kind, ()) if one.name in lists])[:1]


def _counts_people(field: Field) -> bool:
    return bool(PEOPLE & set(field.words) or COUNTED & set(map(stem, field.words)))


def takes_people(word: str, asked: Iterable[Field]) -> bool:
    """`how many people does it hold`: that is what the figure of them says."""
    return word in TAKING and any(_counts_people(one) for one in asked)
