"""`which of the two has more left, and by how much?`: the figures of those that are held against each other."""

from __future__ import annotations

import re

from assistant.planner.facts.world import World
from assistant.planner.offer.reply import Reply
from assistant.planner.readings.meaning import meant
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.reading import Reading
from assistant.planner.readings.telling import called, whole
from assistant.planner.wishes.conditions import is_number
from assistant.planner.wishes.wording import bold, spoken, value_text

TAIL = re.compile(
    r"\band (?:by )?how (?:much|many)(?: (?:more|less|fewer|is (?:that|it)|exactly|points|percent|hours|days))?\W*$",
    re.IGNORECASE,
)
TOLD = 5
"""So many of them are told at most."""


def by_how_much(phrase: Phrase, world: World, best: Reading) -> Reply | None:
    """All that are compared, by the figure that they are compared by, and how far the first is ahead."""
    extremes = [one for one in best.conditions if one.role == "extreme" and one.kind is best.target]
    if TAIL.search(phrase.text) is None or len(extremes) != 1 or not best.things:
        return None
    [extreme] = extremes
    field = extreme.field
    if field is None or not field.is_number or extreme.goal is not None:
        return None
    among = meant(world, best.target, [one for one in best.atoms if one is not extreme], phrase)
    told = [(thing, value) for thing in among for value in thing.values(field)[:1] if is_number(value)]
    told.sort(key=lambda one: one[1], reverse=extreme.descending)
    if not told:
        return None
    lines = [f"- {called(thing)}: {spoken(field.name)} {value_text(value, field.slot)}" for thing, value in told[:TOLD]]
    apart = abs(told[0][1] - told[1][1]) if len(told) > 1 else None
    text = f"{called(told[0][0])}"
    if apart is not None:
        text += f", by {bold(value_text(round(apart, 4), field.slot))}"
    return Reply("\n".join([f"{text}:", "", *lines]), [whole(told[0][0]).record])
