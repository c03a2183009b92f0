"""`the owner's number`, `the phone of the client`: of the person whom the thing talked about names."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.replacing import put
from assistant.planner.english.stems import concept, is_plural, singular, stem
from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token, tokens
from assistant.planner.offer.catalog import Known
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.details import detailed
from assistant.planner.offer.records import Record, text_values
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.selecting.focus import Focus

SAID = wordset("the its their his her that this")
REACHED = wordset("phone telephone mobile number email mail address extension contact name")
OF = frozenset({"of", "for"})
MAX_LINKED = 3


async def of_role(desk: Desk, clause: Clause, focus: Focus) -> Clause:
    """The clause with the name of who has that role, where something else is asked of them."""
    if not focus.is_one or clause.mood == "orders":
        return clause
    found = clause.tokens
    for at in range(max(clause.begin, 1), len(found)):
        owns = _owns(found, at)
        is_of = at > 1 and found[at - 2].word in OF and at + 1 == len(found) and not is_plural(found[at].word)
        if found[at - 1].word not in SAID or found[at].is_quoted or not (owns or is_of):
            continue
        name = await _who(desk, focus.things[0], found[at])
        if name:
            words = tuple(one.word for one in tokens(name))
            sources = [one for one in desk.catalog.listed() if name in [each.label for each in await _all(desk, one)]]
            known = Known(words, is_person=True)
            for source in sources:
                known = known.with_source(source, is_own=True)
            desk.catalog.known[name.casefold()] = known
            return put(clause, at - 1, at + 1, name, owns)
    return clause


def _owns(found: Sequence[Token], at: int) -> bool:
    """`the owner's number`, and `the owners number`; `the owner number` too."""
    after = found[at + 1].word if at + 1 < len(found) else ""
    return found[at].owns or (after in REACHED and found[at].word not in REACHED)


async def _who(desk: Desk, thing: Record, role: Token) -> str:
    """Who has that role for a thing, or for what it names."""
    keys = {concept(role.stem), concept(stem(singular(role.word)))}
    told = [one for one in (thing, await detailed(desk, thing)) if one is not None]
    if name := next((name for one in told if (name := _named(one, keys))), ""):
        return name
    linked = (await _linked(desk, thing, told))[:MAX_LINKED]
    names = {name for one in linked if (name := _named(one, keys))}
    return names.pop() if len(names) == 1 else ""


def _named(thing: Record, keys: set[str]) -> str:
    for slot in thing.source.fields:
        value = thing.get(slot.name)
        if isinstance(value, str) and value and _is_role(slot, thing) and {concept(key) for key in slot.key} & keys:
            return value
    return ""


def _is_role(slot: Slot, thing: Record) -> bool:
    own = slot.name == thing.name_field
    return slot.form == "text" and not slot.is_id and not slot.choices and not own and len(slot.all_words) <= 2


async def _linked(desk: Desk, thing: Record, told: Sequence[Record]) -> list[Record]:
    """The things of other lists whose names or ids it has."""
    values = {value.casefold() for one in told for _, value in text_values(one)}
    return [
        one
        for source in desk.catalog.listed()
        if not source.nouns & thing.source.nouns
        for one in await _all(desk, source)
        if {str(call).casefold() for call in (one.id, one.label) if call is not None} & values
    ]


async def _all(desk: Desk, source: Source) -> list[Record]:
    return (await desk.all(source, {}))[0]
