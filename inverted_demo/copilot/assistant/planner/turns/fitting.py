"""What a pronoun can be by its kind: `it` is nobody, and something that the tool takes which an order is for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import HE
from assistant.planner.english.likeness import ALIKE
from assistant.planner.english.words import Token
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.people import are_people
from assistant.planner.offer.records import Record
from assistant.planner.offer.references import kinds_of
from assistant.planner.orders.deeds import find_deed
from assistant.planner.selecting.focus import Focus
from assistant.planner.wishes.wishes import is_naming

IT = frozenset({"it", "its"})
THAT = IT | {"that", "this", "them", "those", "these"}


def fitting(clause: Clause, focus: Focus, catalog: Catalog) -> Focus:
    """The focus on what `it` can mean, which may have been talked about before the last answer."""
    found = clause.tokens
    if not focus.earlier or clause.has(*HE):
        return focus
    if clause.mood == "orders" and any(_is_one_of(token, THAT) for token in found):
        kinds = _taken(clause, focus, catalog)
        if not kinds or kinds & focus.nouns:
            return focus
        return _on(focus, next((one for one in focus.earlier if len(one) == 1 and kinds & one[0].source.nouns), []))
    if not any(_is_one_of(token, IT) for token in found) or not are_persons(focus.things):
        return focus
    fields = [one for one in spot(found, focus.things[0].source.fields) if one.strength >= ALIKE]
    return focus if fields else _on(focus, next((one for one in focus.earlier if not are_persons(one)), []))


def still_about(before: Clause, clause: Clause, then: Focus, focus: Focus) -> Focus:
    """`Who leads it, and when is it due?`: the same both times, whoever was told of in between."""
    is_same = all(any(_is_one_of(token, IT) for token in one.tokens) for one in (before, clause))
    return replace(then, people=focus.people) if is_same and before.mood != "orders" and then.things else focus


def _on(focus: Focus, things: Sequence[Record]) -> Focus:
    return replace(focus, things=list(things), others=[], listed=[]) if things else focus


def _taken(clause: Clause, focus: Focus, catalog: Catalog) -> set[str]:
    """What the things are called that the tool is for, and that are not named."""
    deed = find_deed(clause, catalog, focus.nouns)
    if deed is None:
        return set()
    named = {source for _, known in catalog.named(clause.tokens) for source in known.own}
    kinds = [kinds_of(param, deed, catalog) for param in deed.required]
    return {noun for several in kinds if not named & {*several} for kind in several for noun in kind.nouns}


def is_for_others(clause: Clause, focus: Focus, catalog: Catalog) -> bool:
    """`Withdraw it`, of an offer, where the nearest tool cancels interviews: another verb, for other things."""
    found, deed = clause.tokens, find_deed(clause, catalog, focus.nouns)
    if deed is None or clause.verb is None or not focus.things or {*deed.name_words[:1]} & {*clause.words}:
        return False
    is_it = any(_is_one_of(token, IT) for token in found)
    if not is_it or any(one.is_known or one.is_id or one.is_number for one in found):
        return False
    said = spot(found, deed.params)
    if any(one.choice is not None for one in said) or {token.stem for token in found} & {*deed.verbs, *deed.prose}:
        return False
    chosen = {at for one in said for at in one.span}
    left = [one for at, one in enumerate(found) if at > clause.begin and at not in chosen and is_naming(one)]
    kinds = _taken(clause, focus, catalog)
    return bool(kinds) and not kinds & focus.nouns and not left


def are_persons(things: Sequence[Record]) -> bool:
    return bool(things) and all(are_people(one.source) for one in things)


def _is_one_of(token: Token, words: frozenset[str]) -> bool:
    return token.word in words and not token.is_quoted
