"""Something to look at: the weather of a year in three towns that do not exist, the same each time."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from datetime import date, timedelta

NAME = "weather"
FIRST_DAY = date(2025, 1, 1)
DAYS = 365
SEED = 5
GAUGE_FAILS = 0.03
LATEST_CHECK_DAYS = 4


@dataclass(frozen=True, slots=True)
class Town:
    name: str
    mean: float
    swing: float
    rainy: float
    """How often it rains."""


TOWNS = (Town("Fjordby", 6.5, 9.0, 0.55), Town("Kirchau", 10.0, 10.5, 0.38), Town("Sol Alto", 18.5, 8.0, 0.14))

HEADER = "day,town,temperature,rain,sun,storm,checked"


def weather() -> str:
    """As CSV: a row for each day and town, with a few readings missing."""
    chance = random.Random(SEED)  # noqa: S311  it need be the same, not secret
    lines = [HEADER]
    for number in range(DAYS):
        lines += [_line(chance, FIRST_DAY + timedelta(number), number, town) for town in TOWNS]
    return "\n".join(lines)


def _line(chance: random.Random, day: date, number: int, town: Town) -> str:
    summer = -math.cos(2 * math.pi * (number - 15) / DAYS)
    temperature = town.mean + town.swing * summer + chance.gauss(0, 2.4)
    rains = chance.random() < town.rainy
    rain = chance.expovariate(1 / 6) + 0.1 if rains else 0.0
    sun = max(0.0, 6.5 + 3.5 * summer - (4.5 if rains else 0) + chance.gauss(0, 1.5))
    storm = rains and rain > 9 and temperature > 8
    reading = "" if chance.random() < GAUGE_FAILS else f"{rain:.1f}"
    checked = day + timedelta(chance.randint(1, LATEST_CHECK_DAYS))
    return f"{day},{town.name},{temperature:.1f},{reading},{sun:.1f},{str(storm).lower()},{checked}"
