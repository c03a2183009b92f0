"""What figures measure: a size by its unit, a rank by its name, and which of them an adjective asks for."""

from __future__ import annotations

from assistant.planner.english.vocabulary import SUPERLATIVES, wordset
from assistant.planner.facts.things import Field

MEASURED: dict[str, str] = {
    "sqm": "area size", "m2": "area size", "sqft": "area size", "hectares": "area size", "acres": "area size",
    "kg": "weight", "litres": "volume capacity", "km": "distance", "mm": "length", "minutes": "duration",
    "mins": "duration", "hours": "duration", "celsius": "temperature",
}  # fmt: skip
"""What a figure is of that is called only by its unit."""
IRREGULAR = {"far": "furthest"}
SCALES = wordset("priority severity urgency importance")
GRAVE = wordset("emergency urgent critical highest high severe serious major immediate top")
MILD = wordset("low lowest minor mild trivial routine")
RANKS = wordset("position rank place queue turn priority standing")


def measured(field: Field) -> tuple[str, ...]:
    """The words of a field, and what is measured in its unit."""
    return (*field.words, *(word for one in field.words for word in MEASURED.get(one, "").split()))


def is_scale(field: Field) -> bool:
    """Whether its words are more or less of something: `low`, `medium`, `high`."""
    return bool(field.slot.choices) and (bool(SCALES & set(field.words)) or bool(GRAVE & set(field.slot.choices)))


def grade(field: Field, value: str) -> float | None:
    """How far up it is, whichever end the server names first."""
    choices = field.slot.choices
    is_falling = bool(choices) and (choices[0] in GRAVE or choices[-1] in MILD)
    rising = tuple(reversed(choices)) if is_falling else choices
    return float(rising.index(value)) if value in rising else None


def is_rank(field: Field) -> bool:
    """Whether the first of such things is the one with the lowest figure."""
    return field.is_number and field.words[-1] in RANKS


def hints_of(adjective: str) -> frozenset[str]:
    """Which measures `how big` or `how heavy` asks for."""
    stem = adjective.removesuffix("y") + "i" if adjective.endswith("y") else adjective
    endings = (stem + "est", stem + stem[-1:] + "est", stem + "st", IRREGULAR.get(adjective, ""))
    return frozenset(word for one in endings for word in SUPERLATIVES.get(one, ("", True))[0].split())
