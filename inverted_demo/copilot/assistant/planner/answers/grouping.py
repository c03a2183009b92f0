"""Counts for each value of a field: `projects per team`, `who has the most projects`."""

from __future__ import annotations

from collections import Counter

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import concept, is_plural, plural
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.people import is_person
from assistant.planner.offer.records import fields_of
from assistant.planner.offer.reply import Reply
from assistant.planner.offer.schemas import Slot
from assistant.planner.wishes.selection import Selection
from assistant.planner.wishes.wording import bold, counted, spoken, value_text

PER = frozenset({"per", "each", "every", "by"})
MOST = frozenset({"most", "fewest", "least"})


def grouped(selection: Selection, clause: Clause) -> Reply | None:
    """The answer to a question for counts by a field, where a clause is one."""
    if not selection.source.is_list or not selection.things:
        return None
    fields = [slot for slot in fields_of(selection.things[0]) if slot.form == "text" and not slot.is_moment]
    by = _per(clause, fields)
    if by is not None and (clause.has("many", "number", "count", "breakdown") or clause.has("per")):
        return _table(selection, by)
    having = _having_most(clause, selection, fields)
    return _top(selection, having, clause.has("most")) if having is not None else None


def _per(clause: Clause, fields: list[Slot]) -> Slot | None:
    """The field behind `per`, `by` or `for each`."""
    named = [one for one in spot(clause.tokens, fields) if one.choice is None and one.start and one.strength > 0.5]
    return next((one.slot for one in named if clause.tokens[one.start - 1].word in PER), None)


def _having_most(clause: Clause, selection: Selection, fields: list[Slot]) -> Slot | None:
    """The field that `who has the most projects` or `which team has the fewest incidents` asks for."""
    kinds = selection.source.concepts
    words = clause.tokens
    for at, token in enumerate(words[:-1]):
        if token.word in MOST and any(
            concept(after.stem) in kinds and is_plural(after.word) for after in words[at + 1 : at + 4]
        ):
            before = [one for one in spot(words[:at], fields) if one.choice is None and one.strength > 0.5]
            people = [slot for slot in fields if is_person(slot)] if clause.has("who") else []
            return before[0].slot if before else people[0] if people else None
    return None


def _counts(selection: Selection, slot: Slot) -> Counter[str]:
    values = (thing.get(slot.name) for thing in selection.things)
    return Counter(str(value) for value in values if value is not None)


def _table(selection: Selection, slot: Slot) -> Reply:
    counts = _counts(selection, slot)
    lines = [f"- {value_text(value, slot)}: {bold(count)}" for value, count in counts.most_common()]
    name = plural(selection.source.noun).capitalize()
    return Reply(f"{name} by {spoken(slot.name)}:\n\n" + "\n".join(lines), selection.things)


def _top(selection: Selection, slot: Slot, is_most: bool) -> Reply:
    counts = _counts(selection, slot)
    if not counts:
        return Reply(f"No {selection.source.noun} has a {spoken(slot.name)}.")
    best = max(counts.values()) if is_most else min(counts.values())
    names = [value for value, count in counts.items() if count == best]
    having = [thing for thing in selection.things if str(thing.get(slot.name)) in names]
    shown = " and ".join(bold(name) for name in names)
    return Reply(f"{shown}: {counted(best, selection.source)}{' each' if len(names) > 1 else ''}.", having)
