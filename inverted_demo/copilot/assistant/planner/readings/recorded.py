"""Days of what is told of a thing, and not of the thing: when it was entered, reported or changed."""

from __future__ import annotations

from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field

RECORDED = wordset("posted created added updated modified recorded logged reported written edited entered noted")


def is_recorded(field: Field) -> bool:
    """`reported_on`, `created`"""
    return bool(RECORDED & set(field.words))
