"""Whether one thing has more of something than another: `is P-1 bigger than P-2?`, `is it more than the last one?`"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.english.vocabulary import AUXILIARIES, PAIRED_ADJECTIVES, SUPERLATIVES
from assistant.planner.english.words import Token
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.names import bindings, chosen
from assistant.planner.offer.naming import naming
from assistant.planner.offer.records import Record
from assistant.planner.offer.reply import Reply
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.selecting.focus import Focus
from assistant.planner.wishes.conditions import is_number
from assistant.planner.wishes.ordering import by_keys
from assistant.planner.wishes.wishes import is_naming
from assistant.planner.wishes.wording import called, plain, spoken, value_text

MORE = frozenset({"more", "higher", "greater"})
LESS = frozenset({"less", "fewer", "lower"})
REACH = 4


async def compared(desk: Desk, clause: Clause, focus: Focus) -> Reply | None:
    """The answer where two things are held against each other; none where they are not."""
    found = clause.tokens
    at = next((at for at, token in enumerate(found) if token.word == "than" and not token.is_quoted), None)
    if at is None or clause.mood != "asks" or found[clause.begin].word not in AUXILIARIES:
        return None
    behind = [here for here in range(at + 1, len(found)) if is_naming(found[here])]
    before = [here for here in range(clause.begin, at) if is_naming(found[here])]
    for source in naming(desk.catalog, [found[here] for here in behind]) if behind else ():
        things, _, _ = await desk.all(source, {})
        other = _named(found, behind, things)
        thing = _named(found, before, things) or _pointed(clause, focus, source, at)
        measured = _measure(source, found[clause.begin : at], focus.asked) if thing and other else None
        if thing and other and measured:
            return _told(thing, other, *measured)
    return None


def _named(found: Sequence[Token], places: Collection[int], things: Sequence[Record]) -> Record | None:
    bound = chosen(found, bindings(found, places, things)) if places else []
    whole = [one for one in bound if one.is_name and one.coverage == 1 and one.tokens <= set(places)]
    meant = [thing for thing in things for one in whole if thing.get(one.field) == one.value]
    return meant[0] if len(meant) == 1 else None


def _pointed(clause: Clause, focus: Focus, source: Source, before: int) -> Record | None:
    is_said = any(at < before for at in pointing(clause, set()))
    return focus.things[0] if is_said and focus.is_one and focus.things[0].source.nouns & source.nouns else None


def _measure(source: Source, found: Sequence[Token], asked: Sequence[Token]) -> tuple[Slot, bool] | None:
    """The figure, and whether the first thing is to have more of it."""
    last = found[-1].word
    keys, is_more = SUPERLATIVES.get(f"{last[:-2]}est") or PAIRED_ADJECTIVES.get(last) or ("", True)
    signs = [token.word for token in found[-REACH:] if token.word in MORE | LESS]
    if keys and (order := by_keys(source, keys, False, set())):
        slot = source.field(order.field)
        return (slot, is_more != bool(LESS & set(signs))) if slot else None
    measures = [slot for slot in source.fields if slot.is_measure]
    said = [*_mentioned(found, measures), *_mentioned(asked, measures)] or (measures if len(measures) == 1 else [])
    return (said[0], signs[-1] in MORE) if said and signs else None


def _mentioned(found: Sequence[Token], measures: Sequence[Slot]) -> list[Slot]:
    mentions = [one for one in spot(found, measures) if one.choice is None]
    return [one.slot for one in sorted(mentions, key=lambda one: -one.strength)]


def _told(thing: Record, other: Record, slot: Slot, is_more: bool) -> Reply | None:
    """The other one is not set in bold: what is said next is said of the first."""
    own, its = thing.get(slot.name), other.get(slot.name)
    if not is_number(own) or not is_number(its):
        return None
    holds = own > its if is_more else own < its
    figures = f"{spoken(slot.name)} {value_text(own, slot)}, and {plain(other.label)} has {value_text(its, slot)}"
    return Reply(f"{'Yes' if holds else 'No'}. {called(thing)}: {figures}.", [thing], holds)
