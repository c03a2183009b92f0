"""All about a thing that is only named, whatever kind of thing it is."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.answers.telling import telling_fields
from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import plural
from assistant.planner.english.words import Token
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.details import detailed
from assistant.planner.offer.names import EXACT, Binding, bindings, chosen
from assistant.planner.offer.naming import naming
from assistant.planner.offer.records import Record
from assistant.planner.offer.reply import Reply
from assistant.planner.wishes.wishes import is_naming
from assistant.planner.wishes.wording import called, joined, plain, shown, spoken, table

SURE = 0.7
MAX_NAMED = 6


async def by_name(desk: Desk, clause: Clause, whole: bool = False) -> Reply | None:
    """The thing whose name explains all words of a clause; else what has to do with the person, say, that they name.

    With `whole`, the name has to be complete.
    """
    places = [at for at, token in enumerate(clause.tokens) if _may_name(token) and at >= clause.begin]
    if not places:
        return None
    found: list[tuple[Binding, list[Record]]] = []
    for source in naming(desk.catalog, [clause.tokens[at] for at in places]):
        things, _, _ = await desk.all(source, {})
        bound = chosen(clause.tokens, bindings(clause.tokens, places, things))
        sure = [one for one in bound if one.quality >= SURE and len(one.tokens) == len(places)]
        sure = [one for one in sure if one.coverage == 1 or not whole]
        found += [(one, [thing for thing in things if _has(thing, one)]) for one in sure]
    own = [things[0] for one, things in found if one.is_name and things]
    if own:
        return Reply(await describe(desk, own[0]), own[:1])
    return _mentioned(found) if found else await _several(desk, clause, places)


async def _several(desk: Desk, clause: Clause, places: Sequence[int]) -> Reply | None:
    """Things of one kind, each called by its own name."""
    for source in naming(desk.catalog, [clause.tokens[at] for at in places]):
        things, _, _ = await desk.all(source, {})
        bound = [
            one
            for one in chosen(clause.tokens, bindings(clause.tokens, places, things))
            if one.is_name and one.quality >= SURE
        ]
        if len(bound) > 1 and {at for one in bound for at in one.tokens} >= set(places):
            meant = [thing for one in bound for thing in things if _has(thing, one)]
            return Reply(table(meant, telling_fields(meant[0])[:MAX_NAMED]), meant)
    return None


async def names_in(desk: Desk, clause: Clause) -> dict[frozenset[int], set[str]]:
    """The whole names in a clause, with what the things are called that have them."""
    places = [at for at, token in enumerate(clause.tokens) if is_naming(token) and not token.is_id]
    found: dict[frozenset[int], set[str]] = {}
    for source in naming(desk.catalog, [clause.tokens[at] for at in places]) if places else ():
        things, _, _ = await desk.all(source, {})
        for one in chosen(clause.tokens, bindings(clause.tokens, places, things)):
            if one.is_name and one.coverage == 1 and one.quality >= SURE:
                found.setdefault(one.tokens, set()).update(source.concepts)
    return {one: nouns for one, nouns in found.items() if not any(one < other for other in found)}


async def is_known(desk: Desk, words: Sequence[Token]) -> bool:
    """Whether one of these words is of a name that the server uses: what a question is about then."""
    for source in naming(desk.catalog, words):
        things, _, _ = await desk.all(source, {})
        if any(one.quality >= EXACT for one in bindings(words, range(len(words)), things)):
            return True
    return False


def _may_name(token: Token) -> bool:
    return is_naming(token) or (token.is_number and len(token.word) > 1)


def _mentioned(found: Sequence[tuple[Binding, list[Record]]]) -> Reply:
    """A name that things have in common: those things."""
    lines: list[str] = []
    for one, things in found:
        noun = things[0].source.noun
        names = joined([called(thing) for thing in things[:MAX_NAMED]])
        lines.append(
            f"- {plain(one.value)} is {spoken(one.field)} of the {noun if len(things) == 1 else plural(noun)} {names}"
        )
    return Reply("\n".join(lines), [thing for _, things in found for thing in things])


def _has(thing: Record, binding: Binding) -> bool:
    own = thing.get(binding.field)
    return own == binding.value or (isinstance(own, list) and binding.value in own)


async def describe(desk: Desk, thing: Record) -> str:
    """A thing with all its fields: from the tool for one of its kind, where there is one."""
    whole = await detailed(desk, thing) or thing
    lines = [f"- {spoken(slot.name)}: {shown(whole, slot)}" for slot in telling_fields(whole)]
    return "\n".join([f"{called(thing)}:", "", *lines]) if lines else f"{called(thing)}."
