"""Who is the oldest and who the youngest: by a figure for the age, or by the day of birth."""

from __future__ import annotations

from assistant.planner.english.vocabulary import wordset
from assistant.planner.offer.sources import Source
from assistant.planner.wishes.conditions import Order

AGES = {"oldest": True, "eldest": True, "youngest": False}
"""Whether the most years are meant."""
BIRTH = wordset("born birth birthday dob birthdate")


def aged_by(source: Source, word: str, at: int) -> Order | None:
    figure = next((slot for slot in source.fields if slot.is_measure and "age" in slot.all_words), None)
    born = next((slot for slot in source.fields if slot.is_moment and BIRTH & set(slot.all_words)), None)
    if figure is not None:
        return Order(figure.name, AGES[word], frozenset({at}))
    return Order(born.name, not AGES[word], frozenset({at}), is_moment=True) if born else None
