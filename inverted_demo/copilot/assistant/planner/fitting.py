"""What a pronoun can be by its kind: `it` is nobody, and so the thing that was talked about before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.clauses import Clause
from assistant.planner.focus import Focus
from assistant.planner.likeness import ALIKE
from assistant.planner.mentions import spot
from assistant.planner.people import are_people
from assistant.planner.pointing import HE
from assistant.planner.records import Record
from assistant.planner.words import Token

IT = frozenset({"it", "its"})


def are_persons(things: Sequence[Record]) -> bool:
    return bool(things) and all(are_people(one.source) for one in things)


def fitting(clause: Clause, focus: Focus) -> Focus:
    """The focus on what `it` can mean, where the last answer was about persons."""
    is_it = any(_is_it(clause.tokens, at) for at in range(len(clause.tokens)))
    if not is_it or clause.has(*HE) or not focus.before or not are_persons(focus.things):
        return focus
    fields = [one for one in spot(clause.tokens, focus.things[0].source.fields) if one.strength >= ALIKE]
    return focus if fields else replace(focus, things=focus.before, others=[], listed=[])


def _is_it(found: Sequence[Token], at: int) -> bool:
    return found[at].word in IT and not found[at].is_quoted
