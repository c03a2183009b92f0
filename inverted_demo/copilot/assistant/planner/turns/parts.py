"""The parts of a clause that another turn could say otherwise: times, figures, names, fields."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import OTHER, pointing
from assistant.planner.english.dates import moments
from assistant.planner.english.durations import durations
from assistant.planner.english.numbers import figures
from assistant.planner.english.stems import concept, is_plural
from assistant.planner.english.vocabulary import ARTICLES, wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.names import bindings, chosen
from assistant.planner.offer.naming import naming
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.wishes.wishes import is_naming

COMPARING = wordset("over above under below beyond exceeding")
BOUNDS = wordset("least most")
SURE = 0.75


@dataclass(frozen=True)
class Part:
    """Words of a text that say one thing of one kind."""

    kinds: frozenset[object]
    start: int
    end: int


async def parts_of(desk: Desk, clause: Clause, orders: bool) -> list[Part]:
    """What of a clause another turn could say otherwise; in an order, a number before things says how many."""
    found = clause.tokens
    parts = [Part(frozenset({"when"}), *_tokens(found, one.start, one.end)) for one in moments(clause.text, desk.now)]
    parts += [Part(frozenset({"long"}), *_tokens(found, start, end)) for _, start, end in durations(clause.text)]
    free = [at for at in range(clause.begin, len(found)) if not any(one.start <= at < one.end for one in parts)]
    other = [at for at in pointing(clause, set()) if found[at].word in OTHER]
    if other:
        return [*parts, Part(frozenset({"it"}), _with_article(found, other[0]), len(found))]
    counting = [at for at in _figures(clause) if orders and at in free and _counts(found, at)]
    parts += [_figure(found, at) for at in counting]
    free = [at for at in free if at not in counting]
    parts += await _names(desk, clause, free)
    free = [at for at in free if not any(one.start <= at < one.end for one in parts)]
    slots = [slot for source in desk.catalog.sources for slot in source.fields]
    slots += [slot for deed in desk.catalog.deeds for slot in deed.params]
    for one in spot(found, slots):
        if set(one.span) <= set(free) and one.strength > 0.5 and one.start > clause.begin - 1:
            kind: object = ("choice", *one.slot.key) if one.choice else "field"
            if one.choice or _is_field(desk, one.slot):
                parts.append(Part(frozenset({kind}), one.start, one.end))
                free = [at for at in free if at not in one.span]
    free = [at for at in free if not any(one.start <= at < one.end for one in parts)]
    parts += [_figure(found, at) for at in _figures(clause) if at in free]
    pronouns = [at for at in pointing(clause, set()) if at in free]
    if pronouns:
        parts.append(Part(frozenset({"it"}), _with_article(found, pronouns[0]), _past_one(found, pronouns[-1])))
    return parts


def _figures(clause: Clause) -> list[int]:
    return [_tokens(clause.tokens, one.start, one.start + 1)[0] for one in figures(clause.text)]


def _figure(found: Sequence[Token], at: int) -> Part:
    """A figure with what it is compared by: `over 5`, `more than 5`, `at least 5`."""
    words = [token.word for token in found[:at]]
    is_bound = words[-1:] == ["than"] or (words[-2:-1] == ["at"] and words[-1] in BOUNDS)
    start = at - 2 if is_bound else at - 1 if words and words[-1] in COMPARING else at
    return Part(frozenset({"number"}), max(start, 0), at + 1)


def _counts(found: Sequence[Token], at: int) -> bool:
    """`12 bottles`, `6 of them`: how many, and no name with a number in it."""
    after = found[at + 1] if at + 1 < len(found) else None
    return after is not None and (after.word == "of" or (after.is_content and is_plural(after.word)))


def _is_field(desk: Desk, slot: Slot) -> bool:
    return any(slot is one for source in desk.catalog.sources for one in source.fields)


async def _names(desk: Desk, clause: Clause, free: Sequence[int]) -> list[Part]:
    """The names and ids, each with the fields that have it."""
    found = clause.tokens
    places = [at for at in free if is_naming(found[at]) or found[at].is_number or len(found) == 1]
    kinds: dict[frozenset[int], set[object]] = {}
    nouns: dict[frozenset[int], set[str]] = {}
    for source in naming(desk.catalog, [found[at] for at in places]) if places else ():
        things, _, _ = await desk.all(source, {})
        for one in chosen(found, bindings(found, places, things)):
            slot = source.field(one.field)
            if one.quality >= SURE and one.tokens <= set(free) and not (slot and slot.choices):
                own = {("value", *map(concept, source.nouns))} if one.is_name else {("value", *_key(source, one.field))}
                kinds.setdefault(one.tokens, set()).update(own)
                nouns.setdefault(one.tokens, set()).update(source.nouns if one.is_name else ())
    whole = [one for one in kinds if not any(one < other for other in kinds)]
    result = [_name(found, one, kinds[one], nouns[one]) for one in whole]
    return [
        one for one in result if not any(one is not other and one.start < other.start < one.end for other in result)
    ]


def _key(source: Source, field: str) -> tuple[str, ...]:
    slot = source.field(field)
    return tuple(map(concept, slot.key)) if slot else (field,)


def _name(found: Sequence[Token], tokens: frozenset[int], kinds: set[object], nouns: set[str]) -> Part:
    """A name with its article and its kind: `the Payments team`."""
    start, end = min(tokens), max(tokens) + 1
    own = {concept(noun) for noun in nouns}
    if end < len(found) and concept(found[end].stem) in own and not found[end - 1].owns:
        end += 1
    while start and (found[start - 1].word in ARTICLES or concept(found[start - 1].stem) in own):
        start -= 1
    return Part(frozenset(kinds), start, end)


def _with_article(found: Sequence[Token], at: int) -> int:
    while at and (
        found[at - 1].word in ARTICLES or found[at - 1].word in ("other", "first", "last", "second", "third")
    ):
        at -= 1
    return at


def _past_one(found: Sequence[Token], at: int) -> int:
    return at + 2 if at + 1 < len(found) and found[at + 1].word in ("one", "ones") else at + 1


def _tokens(found: Sequence[Token], start: int, end: int) -> tuple[int, int]:
    places = [at for at, token in enumerate(found) if start <= token.start < end]
    return (places[0], places[-1] + 1) if places else (0, 0)
