"""What only the details of a thing hold: the parts of it that a question names, of things named or talked about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.planner.answers.telling import telling_fields
from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import concept, content_stems
from assistant.planner.english.vocabulary import SEARCHING
from assistant.planner.english.words import Token
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.names import bindings, chosen
from assistant.planner.offer.naming import naming
from assistant.planner.offer.records import Record, fields_of, records, structured, text_values
from assistant.planner.offer.references import kinds_of
from assistant.planner.offer.reply import Reply
from assistant.planner.reading.entities import SURE
from assistant.planner.selecting.focus import Focus
from assistant.planner.wishes.wishes import is_naming
from assistant.planner.wishes.wording import called, shown, spoken

MAX_THINGS = 3
MAX_PARTS = 3
ENOUGH = 0.6
"""So many of the words have to be said by a part, or to be what such parts tell of themselves."""


async def look_inside(desk: Desk, clause: Clause, focus: Focus) -> Reply | None:
    """The parts of a thing that the words of a question name, with what is known of them."""
    things, used = await _named(desk, clause)
    things = things or focus.things
    words = [
        token
        for at, token in enumerate(clause.tokens)
        if at >= clause.begin and at not in used and is_naming(token) and token.word not in SEARCHING
    ]
    if not words or not 0 < len(things) <= MAX_THINGS:
        return None
    scored = [(_score(words, part), thing, part) for thing in things for part in await _parts(desk, thing)]
    most = max((score for score, _, _ in scored), default=0.0)
    found = [(thing, part) for score, thing, part in scored if score == most]
    if most < ENOUGH or len(found) > MAX_PARTS:
        return None
    return Reply("\n".join(_line(thing, part) for thing, part in found), [part for _, part in found])


async def _named(desk: Desk, clause: Clause) -> tuple[list[Record], set[int]]:
    """The things whose whole names are there, and the words of these."""
    places = [at for at, token in enumerate(clause.tokens) if is_naming(token)]
    found: list[Record] = []
    used: set[int] = set()
    for source in naming(desk.catalog, [clause.tokens[at] for at in places]) if places else ():
        things, _, _ = await desk.all(source, {})
        for one in chosen(clause.tokens, bindings(clause.tokens, places, things)):
            if one.is_name and one.coverage == 1 and one.quality >= SURE and not one.tokens & used:
                own = [thing for thing in things if thing.get(one.field) == one.value and thing.id is not None]
                found += own
                used |= one.tokens if own else set()
    return found, used


async def _parts(desk: Desk, thing: Record) -> list[Record]:
    parts: list[Record] = []
    for source in desk.catalog.sources:
        needs = source.needs
        if source.is_list and len(needs) == 1 and thing.source in kinds_of(needs[0], source.deed, desk.catalog):
            outcome = await desk.call(source.deed, {needs[0].name: thing.id})
            parts += records(source, structured(outcome)) if outcome.state == "done" else []
    return parts


def _score(words: Sequence[Token], part: Record) -> float:
    """What share of the words such a part explains; nothing, where it says none of them."""
    values = set(_keys(text for _, text in text_values(part)))
    fields = {concept(key) for slot in fields_of(part) for key in (*slot.key, *content_stems(slot.description))}
    kinds = part.source.concepts
    keys = [concept(token.stem) for token in words]
    said = sum(key in values for key in keys)
    return said and sum(key in values | fields | kinds for key in keys) / len(keys) + said / 100


def _keys(texts: Iterable[str]) -> Iterable[str]:
    return (concept(key) for text in texts for key in content_stems(text))


def _line(thing: Record, part: Record) -> str:
    told = [f"{spoken(slot.name)}: {shown(part, slot)}" for slot in telling_fields(part)]
    name = f"{called(part)} of {called(thing)}" if part.is_called else called(thing)
    return f"{name}: {', '.join(told)}."
