"""Things that other things say: `the team of P-108`, `the driver of T-7`, `Ada's room`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.replacing import put
from assistant.planner.english.stems import concept, is_plural
from assistant.planner.english.vocabulary import ARTICLES, AUXILIARIES
from assistant.planner.english.words import Token
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.names import bindings, chosen
from assistant.planner.offer.references import NAMING
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source, beginning
from assistant.planner.selecting.ranking import rank
from assistant.planner.wishes.wishes import is_naming

SURE = 0.8


async def of_thing(desk: Desk, clause: Clause) -> Clause:
    """`Who leads the team of P-108?`: the thing says which team."""
    found = clause.tokens
    for at in range(clause.begin + 1, len(found) - 2):
        told = any(token.is_content or token.word == "call" for token in found[clause.begin : at])
        start = _joint(found, at)
        if not start or is_plural(found[at].word) or not told:
            continue
        places = [here for here in range(start, len(found)) if is_naming(found[here])]
        for source in desk.catalog.listed() if places else ():
            if concept(found[at].stem) in source.concepts:
                value = await _value_of(desk, source, found, places)
                return put(clause, at + 1, places[-1] + 1, value, owns=False) if value else clause
    return clause


def _joint(found: Sequence[Token], at: int) -> int:
    """Where the thing begins in `the team of …`, `the team that runs …`, `the team running …`; 0 where none is."""
    after = found[at + 1].word
    if after in ("of", "behind"):
        return at + 2
    if after in ("which", "that") and at + 3 < len(found) and found[at + 2].word not in AUXILIARIES:
        return at + 3
    return at + 2 if after.endswith("ing") and at + 2 < len(found) else 0


async def _value_of(desk: Desk, source: Source, found: Sequence[Token], places: Sequence[int]) -> str:
    """What a thing of another kind, which is named there, has for one of this kind."""
    kinds = source.concepts
    for other in desk.catalog.listed():
        if other is source or other.nouns & source.nouns or not any(_is_kind(slot, kinds) for slot in other.fields):
            continue
        things, _, _ = await desk.all(other, {})
        bound = [one for one in chosen(found, bindings(found, places, things)) if one.is_name and one.coverage == 1]
        own = other.concepts
        whole = [one for one in bound if one.tokens >= {at for at in places if concept(found[at].stem) not in own}]
        meant = [thing for thing in things for one in whole if thing.get(one.field) == one.value]
        values = [thing.get(slot.name) for thing in meant[:1] for slot in other.fields if _is_kind(slot, kinds)]
        if values and isinstance(values[0], str):
            return values[0]
    return ""


async def field_of(desk: Desk, clause: Clause) -> Clause:
    """`the mobile of the driver of T-7`: the thing that is named says who drives; but not where that alone is asked."""
    found = clause.tokens
    for source in desk.catalog.listed():
        fields = [slot for slot in source.fields if slot.form == "text" and not slot.choices and not slot.is_moment]
        fields = [slot for slot in fields if slot is not source.id_field]
        for mention in spot(found, fields):
            end = _named_end(found, mention.end, source, desk.catalog)
            before = found[clause.begin + (clause.verb is not None) : max(mention.start - 1, 0)]
            is_inner = clause.mood == "orders" or any(token.is_content for token in before)
            if not end or mention.choice is not None or mention.strength < SURE or not is_inner:
                continue
            things = (await desk.all(source, {}))[0]
            places = range(mention.end, end)
            bound = [one for one in chosen(found, bindings(found, places, things)) if one.is_name]
            bound = [one for one in bound if one.tokens <= set(places)]
            meant = [thing for thing in things for one in bound if thing.get(one.field) == one.value]
            values = {thing.get(mention.slot.name) for thing in meant}
            if len(values) == 1 and isinstance(value := values.pop(), str):
                start = mention.start - (found[mention.start - 1].word in ARTICLES)
                return put(clause, start, end, value, owns=False)
    return clause


def _named_end(found: Sequence[Token], at: int, source: Source, catalog: Catalog) -> int:
    """Where `of tour T-7` ends, after a field; 0 where no thing of this source is named there."""
    if at >= len(found) or found[at].word not in ("of", "for", "on"):
        return 0
    at += 1
    kinds = source.concepts
    while at < len(found) - 1 and not found[at].is_known and _is_before_name(found[at], kinds):
        at += 1
    if at < len(found) and found[at].is_id and beginning(found[at].word) in source.id_beginnings:
        return at + 1
    return next((span.stop for span, known in catalog.named(found) if span.start == at and source in known.own), 0)


def _is_before_name(token: Token, kinds: frozenset[str]) -> bool:
    return token.word in ARTICLES or concept(token.stem) in kinds


def _is_kind(slot: Slot, kinds: frozenset[str]) -> bool:
    keys = {concept(key) for key in slot.key if key not in NAMING} or {concept(key) for key in slot.key}
    return bool(keys) and keys <= kinds


async def owned(desk: Desk, clause: Clause) -> Clause:
    """`Is anything broken in Ada's room?`: the room that is hers."""
    found = clause.tokens
    for at in range(clause.begin + 1, len(found)):
        if not found[at - 1].owns or is_plural(found[at].word):
            continue
        first = at - 1
        while first > clause.begin and found[first - 1].is_name and not found[first - 1].owns:
            first -= 1
        told = [here for here, one in enumerate(found) if one.is_content and here not in range(first, at + 1)]
        for source in desk.catalog.listed() if told else ():
            is_kind = concept(found[at].stem) in source.concepts
            if is_kind and not _explains(desk, clause, source, told):
                value = await _value_of(desk, source, found, range(first, at))
                told = put(clause, first, at + 1, f"{found[at].word} {value}", owns=False) if value else clause
                plain = [replace(one, is_name=False) if one.word == found[at].word else one for one in told.tokens]
                return replace(told, tokens=tuple(plain))
    return clause


def _explains(desk: Desk, clause: Clause, source: Source, told: Sequence[int]) -> bool:
    """Whether things of this kind have words for all that is asked."""
    ranked = rank(clause.tokens, desk.catalog, clause.begin)
    return any(one.source is source and set(told) <= one.explained for one in ranked)
