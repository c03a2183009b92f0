"""Words that stand for a name, `my`, `he` and `the lead of the data team`: the name is put in their place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.catalog import Catalog, Source
from assistant.planner.clauses import Clause
from assistant.planner.desk import Asking, Desk, Stuck
from assistant.planner.filling import written_tail
from assistant.planner.focus import HE, Focus
from assistant.planner.marks import CLOSE, OPEN
from assistant.planner.mentions import spot
from assistant.planner.names import bindings, chosen
from assistant.planner.people import asks_me, is_person
from assistant.planner.ranking import rank
from assistant.planner.records import Record
from assistant.planner.references import NAMING
from assistant.planner.rewording import reworded
from assistant.planner.schemas import Slot
from assistant.planner.selecting import select
from assistant.planner.vocabulary import ARTICLES, AUXILIARIES, PREPOSITIONS, SUPERLATIVES, WH
from assistant.planner.wishes import is_naming
from assistant.planner.words import Token, concept, is_plural, stem, tokens

CONTACTS = frozenset(concept(stem(word)) for word in ("phone", "email", "extension"))
SURE = 0.8
POSSESSIVE = frozenset({"my", "his", "hers", "mine", "our"})


async def substituted(desk: Desk, clause: Clause, focus: Focus) -> Clause:
    """The clause with names in the place of what stands for one."""
    clause = reworded(_he(clause, focus), desk)
    clause = await _me(desk, clause, focus)
    clause = await _extreme(desk, clause)
    clause = await _of_thing(desk, clause)
    clause = await _owned(desk, clause)
    clause = await field_of(desk, clause)
    return await _nested(desk, clause, focus)


async def _me(desk: Desk, clause: Clause, focus: Focus) -> Clause:
    source = desk.catalog.me
    places = [at for at in asks_me(clause.tokens) if at >= clause.begin and at not in _written(clause)]
    if source is None or not places:
        return clause
    ranked = rank(clause.tokens, desk.catalog, clause.begin)
    if ranked and ranked[0].source is source:
        return clause
    things, _, _ = await desk.some(source, {})
    if not things:
        return clause
    at = places[0]
    after = clause.tokens[at + 1] if at + 1 < len(clause.tokens) else None
    own = next((slot for slot in source.fields if after and slot.key == (after.stem,)), None)
    if own is not None and isinstance(things[0].get(own.name), str):
        return put(clause, at, at + 1, str(things[0].get(own.name)), owns=False)
    focus.people.append(things[0].label)
    return put(clause, at, at + 1, things[0].label, owns=clause.tokens[at].word in POSSESSIVE)


def _he(clause: Clause, focus: Focus) -> Clause:
    for at, token in enumerate(clause.tokens):
        if token.word == "their" and focus.is_one and focus.people and _is_contact(clause.tokens[at + 1 :]):
            return put(clause, at, at + 1, focus.people[-1], owns=True)
        if token.word in HE and not token.is_quoted and focus.people and at not in _written(clause):
            is_object = token.word == "her" and at + 1 == len(clause.tokens)
            return put(
                clause, at, at + 1, focus.people[-1], owns=token.word in ("his", "her", "hers") and not is_object
            )
    return clause


def _is_contact(found: Sequence[Token]) -> bool:
    """`their phone number`: of the person who was named, not of the thing that is talked about."""
    return any(concept(token.stem) in CONTACTS for token in found[:2])


def _written(clause: Clause) -> set[int]:
    """Words that are to be written down as they are."""
    tail = written_tail(clause) if clause.mood == "orders" else None
    return {at for at, token in enumerate(clause.tokens) if tail and token.start >= tail.start()}


async def _nested(desk: Desk, clause: Clause, focus: Focus) -> Clause:
    """A field of another kind of thing than what is asked for: `the projects of the lead of the data team`."""
    ranked = rank(clause.tokens, desk.catalog, clause.begin)
    if not ranked:
        return clause
    target = ranked[0].source
    for source in desk.catalog.listed():
        if source.nouns & target.nouns or source is target:
            continue
        for mention in spot(clause.tokens, [slot for slot in source.fields if slot.form == "text" and is_person(slot)]):
            end = _phrase_end(clause.tokens, mention.end, source)
            if end and mention.choice is None and mention.start > clause.begin + 1 and mention.strength >= 0.8:
                value = await _value(desk, source, clause, mention.end + 1, end, mention.slot.name)
                if value:
                    start = mention.start - (clause.tokens[mention.start - 1].word == "the")
                    return put(clause, start, end, value, owns=False)
    return clause


async def _extreme(desk: Desk, clause: Clause) -> Clause:
    """A superlative of another kind of thing than what is asked for: `the students of the cheapest course`."""
    places = [at for at, token in enumerate(clause.tokens) if at > clause.begin + 1 and token.word in SUPERLATIVES]
    ranked = rank(clause.tokens, desk.catalog, clause.begin) if places else []
    for at in places if ranked else ():
        noun = clause.tokens[at + 1].stem if at + 1 < len(clause.tokens) else ""
        for source in desk.catalog.listed():
            is_other = not source.nouns & ranked[0].source.nouns
            if is_other and noun and concept(noun) in {concept(one) for one in source.nouns}:
                thing = await _most(desk, source, clause, at)
                return clause if thing is None else put(clause, at, at + 2, thing.label, owns=False)
    return clause


async def _most(desk: Desk, source: Source, clause: Clause, at: int) -> Record | None:
    part = clause.tokens[at : at + 2]
    text = clause.text[part[0].start : part[-1].end]
    selection = await select(desk, source, Clause(text, tokens(text), "states"), Focus())
    return selection.things[0] if selection.wish.order is not None and selection.things else None


async def _of_thing(desk: Desk, clause: Clause) -> Clause:
    """`Who leads the team of P-108?`: the thing says which team."""
    found = clause.tokens
    for at in range(clause.begin + 1, len(found) - 2):
        told = any(token.is_content or token.word == "call" for token in found[clause.begin : at])
        start = _joint(found, at)
        if not start or is_plural(found[at].word) or not told:
            continue
        places = [here for here in range(start, len(found)) if is_naming(found[here])]
        for source in desk.catalog.listed() if places else ():
            if concept(found[at].stem) in {concept(noun) for noun in source.nouns}:
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
    kinds = {concept(noun) for noun in source.nouns}
    for other in desk.catalog.listed():
        if other is source or other.nouns & source.nouns or not any(_is_kind(slot, kinds) for slot in other.fields):
            continue
        things, _, _ = await desk.all(other, {})
        bound = [one for one in chosen(found, bindings(found, places, things)) if one.is_name and one.coverage == 1]
        own = {concept(noun) for noun in other.nouns}
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
    kinds = {concept(noun) for noun in source.nouns}
    while at < len(found) - 1 and not found[at].is_known and _is_before_name(found[at], kinds):
        at += 1
    if at < len(found) and found[at].is_id and found[at].word.partition("-")[0] in source.id_beginnings:
        return at + 1
    return next((span.stop for span, known in catalog.named(found) if span.start == at and source in known.own), 0)


def _is_before_name(token: Token, kinds: set[str]) -> bool:
    return token.word in ARTICLES or concept(token.stem) in kinds


def _is_kind(slot: Slot, kinds: set[str]) -> bool:
    keys = {concept(key) for key in slot.key if key not in NAMING} or {concept(key) for key in slot.key}
    return bool(keys) and keys <= kinds


async def _owned(desk: Desk, clause: Clause) -> Clause:
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
            is_kind = concept(found[at].stem) in {concept(noun) for noun in source.nouns}
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


def _phrase_end(found: Sequence[Token], at: int, source: Source) -> int:
    """Where `of the data team` ends; 0 where no such thing follows."""
    if at >= len(found) or found[at].word not in ("of", "for"):
        return 0
    kinds = {concept(noun) for noun in source.nouns}
    for here in range(at + 1, len(found)):
        if concept(found[here].stem) in kinds:
            return here + 1
        if found[here].word in PREPOSITIONS | AUXILIARIES | WH:
            return 0
    return 0


async def _value(desk: Desk, source: Source, clause: Clause, start: int, end: int, field: str) -> str | None:
    part = clause.tokens[start:end]
    text = clause.text[part[0].start : part[-1].end]
    inner = Clause(text, tokens(text), "states")
    try:
        selection = await select(desk, source, inner, Focus())
    except (Asking, Stuck):
        return None
    values = {thing.get(field) for thing in selection.things if isinstance(thing.get(field), str)}
    return next(iter(values)) if len(values) == 1 and not selection.unknown else None


def put(clause: Clause, start: int, end: int, name: str, owns: bool) -> Clause:
    """The clause with a name in the place of some of its tokens."""
    found = clause.tokens
    first, last = found[start].start, found[end - 1].end
    suffix = "'s" if owns else ""
    name = f"{OPEN}{name}{suffix}{CLOSE}"
    grown = len(name) - (last - first)
    inner = [
        replace(token, start=token.start + first, end=token.end + first, is_name=True, is_known=True, is_quoted=True)
        for token in tokens(name)
    ]
    rest = [replace(token, start=token.start + grown, end=token.end + grown) for token in found[end:]]
    text = f"{clause.text[:first]}{name}{clause.text[last:]}"
    return replace(clause, text=text, tokens=(*found[:start], *inner, *rest))
