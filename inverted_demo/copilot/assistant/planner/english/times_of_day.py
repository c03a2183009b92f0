"""The times of day that a text names, in figures or in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import time, timedelta

from assistant.planner.english.numbers import NUMBER_WORDS, number

CLOCK = re.compile(
    r"(?:(?:\bat |@ ?)?\b(?:(?P<hour>\d{1,2}):(?P<minute>\d\d)(?: ?(?P<half>am|pm))?"
    r"|(?P<hour12>\d{1,2}) ?(?P<half12>am|pm)"
    r"|(?P<word>noon|midday|midnight|(?:(?<=before )|(?<=after )|(?<=by )|(?<=until ))lunch(?:time)?))\b"
    r"|\bat (?P<bare>\d{1,2})(?:\.(?P<dotted>[0-5]\d))?(?! ?(?:%|percent|ms|\d))\b)(?: o'?clock)?"
    r"(?P<zone> ?(?:utc|gmt)\b(?![+-]| [+-]))?"
)
HOUR = rf"(?:\d{{1,2}}|{'|'.join(list(NUMBER_WORDS)[1:13])})"
TOLD_CLOCK = re.compile(
    r"(?<![\d:.])\b(?:at )?(?:(?P<shift>half past|(?<=at )half|(?<=the )half|quarter past|quarter to) )?"
    rf"(?P<told>{HOUR})"
    r"(?:[:.](?P<minutes>[0-5]\d))?(?P<oclock> o'?clock)?"
    r"(?: ?(?P<dotted>[ap])\.?m\b\.?|,? (?:in the |at |this )(?P<part>morning|afternoon|evening|night)"
    r"|(?P<h> ?h)\b)?(?![\w:])"
)
TO = re.compile(r"\s*(?:utc|gmt|z)?\s*(to|until|till?|til|and|-|\u2013)\s*(?:at )?")
BETWEEN = re.compile(r"\bbetween (?:at )?$")
DAY = 1440
"""Minutes."""
SHIFTS = {"half past": 30, "half": 30, "quarter past": 15, "quarter to": -15}
LATEST = 6
"""An hour up to this is one of the afternoon, where nothing says otherwise: that is when people work."""
CLOCK_WORDS = {"noon": 12, "midday": 12, "midnight": 0, "lunch": 12, "lunchtime": 12}


def clock_times(text: str, elsewhere: Sequence[tuple[int, int]] = ()) -> list[tuple[time, int, int]]:
    """The times of day that a text names, in figures or in words, and from where to where; none in those stretches."""
    result: list[tuple[time, int, int]] = []
    for pattern, read in ((TOLD_CLOCK, _told_clock), (CLOCK, _clock)):
        for match in pattern.finditer(text):
            taken = [*elsewhere, *((start, end) for _, start, end in result)]
            clock = read(match.groupdict())
            if clock is not None and not any(start < match.end() and match.start() < end for start, end in taken):
                result.append((clock, *match.span()))
    return sorted(result, key=lambda one: one[1])


def lasting_clocks(
    found: Sequence[tuple[time, int, int]], text: str, with_ends: bool
) -> list[tuple[time, int, int, timedelta]]:
    """The same, each with how long it lasts: `from 23:30 to 0:15` is one that lasts 45 minutes."""
    result: list[tuple[time, int, int, timedelta]] = []
    for clock, start, end in found:
        before = result[-1] if result and with_ends else None
        link = TO.fullmatch(text[before[2] : start]) if before and not before[3] else None
        if before and link and (link[1] != "and" or BETWEEN.search(text[: before[1]])):
            minutes = (60 * (clock.hour - before[0].hour) + clock.minute - before[0].minute) % DAY
            result[-1] = (before[0], before[1], end, timedelta(minutes=minutes))
        else:
            result.append((clock, start, end, timedelta()))
    return result


def _told_clock(parts: dict[str, str | None]) -> time | None:
    """`half past nine`, `nine in the evening`, `9 p.m.`, `8:30 in the morning`, `21h`; a number alone is none."""
    shift, half, part = parts["shift"], parts["dotted"], parts["part"]
    if not (shift or half or part or parts["oclock"] or parts["h"]):
        return None
    hour = int(number(parts["told"] or "") or 0)
    if hour > 12 and (half or part):
        return None
    is_late = half == "p" or part in ("afternoon", "evening") or (part == "night" and 5 < hour < 12)
    hour = hour % 12 + (12 if is_late else 0) if half or part else hour if parts["h"] else by_day(hour)
    minutes = hour * 60 + SHIFTS.get(shift or "", 0) + int(parts["minutes"] or 0)
    return time(minutes // 60, minutes % 60) if 0 <= minutes < 1440 else None


def _clock(parts: dict[str, str | None]) -> time | None:
    if word := parts["word"]:
        return time(CLOCK_WORDS[word])
    hour = int(parts["hour"] or parts["hour12"] or parts["bare"] or 0)
    half = parts["half"] or parts["half12"]
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    elif parts["bare"] and not parts["zone"]:
        hour = by_day(hour)
    minute = int(parts["minute"] or parts["dotted"] or 0)
    return time(hour, minute) if hour < 24 and minute < 60 else None


def by_day(hour: int) -> int:
    """`at 3` is in the afternoon."""
    return hour + 12 if 0 < hour <= LATEST else hour
