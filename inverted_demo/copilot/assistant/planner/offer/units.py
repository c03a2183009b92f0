"""Units of figures, in all the ways in which they are written: `40 kilos` for `max_parcel_kg`."""

from __future__ import annotations

import re

from assistant.planner.offer.schemas import Slot

SAME_UNIT: tuple[frozenset[str], ...] = tuple(
    frozenset(line.split())
    for line in (
        "kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes",
        "g gr gram grams gramme grammes",
        "t ton tons tonne tonnes",
        "lb lbs pound pounds",
        "mm millimetre millimetres millimeter millimeters",
        "cm centimetre centimetres centimeter centimeters",
        "m metre metres meter meters",
        "km kms kilometre kilometres kilometer kilometers",
        "ft foot feet",
        "mile miles mi",
        "l litre litres liter liters ltr ltrs",
        "ml millilitre millilitres milliliter milliliters",
        "sqm m2 square",
        "kw kilowatt kilowatts",
        "kwh",
        "min mins minute minutes",
        "h hr hrs hour hours",
        "s sec secs second seconds",
        "ms millisecond milliseconds msec msecs",
        "ha hectare hectares",
        "day days",
        "week weeks",
        "month months",
        "eur euro euros quid",
        "usd dollar dollars bucks",
        "gbp pound pounds quid",
        "celsius degrees degree c",
    )
)


def is_of_unit(slot: Slot, unit: str) -> bool:
    """Whether the name of a figure, or its description, has this unit, however it is written."""
    same = [group for group in SAME_UNIT if unit.casefold() in group]
    words = {*slot.all_words, *re.findall(r"[a-z0-9]+", slot.description.casefold())}
    return any(group & words for group in same)
