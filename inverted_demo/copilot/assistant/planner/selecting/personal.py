"""What a server tells only of the person who uses it: never an answer about somebody else."""

from __future__ import annotations

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import concept, stem
from assistant.planner.english.vocabulary import wordset
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.names import bindings
from assistant.planner.offer.people import is_person
from assistant.planner.offer.sources import Source
from assistant.planner.wishes.wishes import is_naming

SURE = 0.7
PRIVATE = frozenset(concept(stem(word)) for word in wordset("email phone birthday salary age password extension"))


async def is_of_others(desk: Desk, clause: Clause) -> bool:
    """Whether the address, say, of a person is asked for, where no list has such a thing of anybody."""
    found = clause.tokens
    asked = {concept(token.stem) for token in found if token.is_content and not token.is_known} & PRIVATE
    slots = [slot for source in desk.catalog.sources if _is_of_many(source) for slot in source.fields]
    told = {concept(key) for slot in slots for key in slot.key}
    if clause.mood == "orders" or not asked - told:
        return False
    places = [at for at, token in enumerate(found) if is_naming(token) and concept(token.stem) not in PRIVATE]
    for source in desk.catalog.listed():
        persons = {slot.name for slot in source.fields if is_person(slot)}
        things, _, _ = await desk.all(source, {})
        bound = [one for one in bindings(found, places, things) if one.quality >= SURE]
        if any(one.is_name and one.coverage == 1 and one.field not in persons for one in bound):
            return False
        if any(one.field in persons for one in bound):
            return True
    return False


def _is_of_many(source: Source) -> bool:
    return source.is_list or bool(source.needs)
