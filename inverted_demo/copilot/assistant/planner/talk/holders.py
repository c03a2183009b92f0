"""Whom a field of a thing names, where something else is asked of them: `the email of Arthur's guardian`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.clauses.replacing import put, with_pronoun
from assistant.planner.english.likeness import ALIKE
from assistant.planner.english.vocabulary import ARTICLES
from assistant.planner.english.words import Token, tokens
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.details import detailed
from assistant.planner.offer.mentions import Mention, spot
from assistant.planner.offer.records import Record, fields_of
from assistant.planner.offer.schemas import Slot
from assistant.planner.selecting.focus import Focus


async def with_role(desk: Desk, clause: Clause, focus: Focus) -> tuple[Clause, Focus] | None:
    """`the lead of it`, `Arthur's guardian`: whom a field of a thing names, where something else is asked of them."""
    found = clause.tokens
    for thing, place in await _holders(desk, clause, focus):
        for whole in [one for one in (thing, await detailed(desk, thing)) if one is not None]:
            fields = [_without_id(slot) for slot in fields_of(whole) if _may_refer(slot, whole)]
            for mention in spot(found, fields):
                span = _role_span(found, mention, place)
                value = whole.get(mention.slot.name) or whole.get(f"{mention.slot.name}_id")
                is_told = span is not None and mention.strength >= ALIKE and isinstance(value, str)
                if not is_told or span is None or not has_content(clause, span.start):
                    continue
                if meant := await _called(desk, str(value)):
                    return with_pronoun(clause, span.start, span.stop, True), Focus([meant], is_inner=True)
                return put(clause, span.start, span.stop, str(value), owns=False), Focus(people=focus.people)
    return None


async def _holders(desk: Desk, clause: Clause, focus: Focus) -> list[tuple[Record, range]]:
    """The things of which a role may be told, with where they stand: the inner thing, or one with a possessive name."""
    found = clause.tokens
    if focus.is_inner and focus.is_one:
        places = [at for at in pointing(clause, set()) if found[at].word in ("it", "its")]
        return [(focus.things[0], range(at, at + 1)) for at in places[:1]]
    named: list[tuple[Record, range]] = []
    for span, known in desk.catalog.named(found):
        for source in known.own if found[span.stop - 1].owns else ():
            things, _, _ = await desk.all(source, {}) if source in desk.catalog.listed() else ([], True, None)
            meant = [one for one in things if tuple(token.word for token in tokens(one.label)) == known.words]
            named += [(meant[0], span)] if len(meant) == 1 else []
    return named


def _may_refer(slot: Slot, thing: Record) -> bool:
    own = thing.source.id_field
    is_text = slot.form == "text" and not slot.choices and not slot.is_moment
    return is_text and slot.name != thing.name_field and (own is None or slot.name != own.name)


def _without_id(slot: Slot) -> Slot:
    """`guardian` for `guardian_id`."""
    return replace(slot, name=slot.name.removesuffix("_id"))


def _role_span(found: Sequence[Token], mention: Mention, place: range) -> range | None:
    """Where `its lead`, `Arthur's lead`, or `the lead of it`, stands."""
    if mention.start == place.stop and (found[place.start].word == "its" or found[place.stop - 1].owns):
        return range(place.start, mention.end)
    is_of = mention.end == place.start - 1 and found[mention.end].word in ("of", "for", "on")
    start = mention.start - (found[mention.start - 1].word in ARTICLES)
    return range(start, place.stop) if is_of else None


async def _called(desk: Desk, value: str) -> Record | None:
    """The one thing of that id or name."""
    for source in desk.catalog.listed():
        if source.id_field is not None or source.field("name") is not None:
            things, _, _ = await desk.all(source, {})
            meant = [one for one in things if value in (one.id, one.label)]
            if len(meant) == 1:
                return meant[0]
    return None


def has_content(clause: Clause, end: int) -> bool:
    return any(token.is_content for token in clause.tokens[clause.begin : end])
