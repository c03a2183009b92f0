"""Lengths of time in plain words."""

from __future__ import annotations

import re

from assistant.planner.english.marks import blanked
from assistant.planner.english.numbers import NUMBER, number

UNIT = r"(?P<unit>min(?:ute)?s?|h(?:ou)?rs?|h|days?|weeks?|fortnights?|months?|years?)"
MORE = re.compile(r"\b(?:more|another|extra|further|additional)\b")
COUNT = rf"(?:another )?(?P<count>{NUMBER}|an(?:other)?|a)(?P<and> and a half)?(?: {MORE.pattern})?"
DURATION = re.compile(rf"\b(?:(?P<half>half an hour)|{COUNT} ?-?{UNIT}(?P<after> and a half)?)\b")
MINUTES = {"m": 1.0, "h": 60.0, "d": 1440.0, "w": 10080.0, "f": 20160.0}


def in_minutes(count: float, unit: str) -> float:
    if unit.startswith("mon"):
        return count * 43200
    if unit == "fortnight":
        return count * 2 * MINUTES["w"]
    return count * (525600 if unit.startswith("y") else MINUTES.get(unit[:1], 1.0))


def durations(text: str) -> list[tuple[float, int, int]]:
    """The minutes of each length of time that a text names, with where it does."""
    found: list[tuple[float, int, int]] = []
    for match in DURATION.finditer(blanked(text).casefold()):
        if match["half"]:
            found.append((30.0, *match.span()))
            continue
        count = 1.0 if match["count"] in ("a", "an", "another") else number(match["count"]) or 0.0
        extra = 0.5 if match["and"] or match["after"] else 0.0
        found.append((in_minutes(count + extra, match["unit"]), *match.span()))
    return found
