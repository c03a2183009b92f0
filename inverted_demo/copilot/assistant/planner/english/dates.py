"""The moments and stretches of time that a text names."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta

from assistant.planner.english.days import DAYS, MONTHS, PARTS, WEEKDAYS, span_of, whole_day
from assistant.planner.english.marks import blanked
from assistant.planner.english.times_of_day import clock_times, lasting_clocks
from assistant.planner.english.zones import shifted

BESIDE = 4
NOON = 12
EVENING = 4
"""`tonight at 4` is no early morning, as it is at one."""
PART_OF_DAY = re.compile(r",? (?:in the |at )?(morning|afternoon|evening|night)\b")
PAST = re.compile(r"\b(?:since|did|was|were|happened|became|went|has been|have been|ago)\b")
DONE_IN = re.compile(
    r"(?<!\bbe )\b(?!scheduled|planned|booked|expected|promised|needed|reserved|supposed|invited|announced)"
    r"\w{3,}ed (?:in|on) "
)
"""`opened in January`: in that which has been."""
BETWEEN = re.compile(r"\bbetween (?:the )?$")
FROM = re.compile(r"\bfrom (?:the )?$")
TO = re.compile(r"\s*(?:(?:up )?to|until|till?|through|thru|-|\u2013)\s*(?:and including )?(?:the )?")
SIDES = (
    (re.compile(r"(?:since|from|starting|as of)(?: the)?$"), "since"),
    (re.compile(r"(?:after|later than)(?: the)?$"), "after"),
    (re.compile(r"(?:before|earlier than)(?: the)?$"), "before"),
    (re.compile(r"(?:until|till|by|up to|through|no later than)(?: the)?$"), "until"),
)


@dataclass(frozen=True, slots=True)
class When:
    """A stretch of time that a text names, and where it does."""

    first: datetime
    last: datetime
    start: int
    end: int
    has_clock: bool = False
    side: str = "within"
    """`within`, `since`, `after`, `before` or `until`: what the words before it make of it."""
    of_day: bool = False
    """The text names a time of day and its day."""
    clock: tuple[int, int] = (0, 0)
    """Where the time of day stands, apart from its day."""
    is_stretch: bool = False
    """Both of its ends are said."""


def moments(text: str, now: datetime, with_ends: bool = False) -> list[When]:
    """The times that a text names, in its order; `from 2:00 to 2:45` as one that lasts, if ends are asked for."""
    lower = blanked(text).casefold()
    found: list[When] = []
    for pattern in DAYS:
        for match in pattern.finditer(lower):
            when = _when(match, now)
            if when is not None and not any(one.start < when.end and when.start < one.end for one in found):
                found.append(when)
    if PAST.search(lower):
        found = [_earlier(when, now, lower) for when in found]
    elif DONE_IN.search(lower):
        found = [_earlier(when, now, lower) if _is_of_month(when, lower) else when for when in found]
    found = [_part_of(when, lower) for when in found]
    found = _together(_named_twice(sorted(found, key=lambda when: when.start), lower), lower)
    return [_with_side(when, lower) for when in _with_clocks(found, lower, now, with_ends)]


def _part_of(when: When, text: str) -> When:
    """`friday evening`: of that day the evening."""
    part = PART_OF_DAY.match(text, when.end)
    midnight = datetime.combine(when.first.date(), time(), when.first.tzinfo)
    if part is None or when.has_clock or when.first != midnight or when.last.date() != when.first.date():
        return when
    first, last = (midnight + timedelta(hours=hour) for hour in PARTS[part[1]])
    return replace(when, first=first, last=last - timedelta(microseconds=1), end=part.end())


def _together(found: list[When], text: str) -> list[When]:
    """`21 and 22 November`, `Saturday and Sunday`: days one after the other are one stretch of time."""
    result: list[When] = []
    for when in found:
        before = result[-1] if result else None
        is_joined = before and re.fullmatch(r"\s*(?:and|&|\+)\s*(?:on )?(?:the )?", text[before.end : when.start])
        if before and is_joined and (opening := BETWEEN.search(text[: before.start])):
            last = when.last if when.last > before.last else when.last + timedelta(weeks=1)
            result[-1] = replace(before, last=last, start=opening.start(), end=when.end, is_stretch=True)
        elif before and is_joined and timedelta() < when.first - before.last <= timedelta(seconds=1):
            result[-1] = replace(before, last=when.last, end=when.end)
        else:
            result.append(when)
    return result


def stretched(found: list[When], text: str) -> list[When]:
    """`from the 23rd to the 27th`, `Monday to Friday`: all that is between two days, for whoever asks about it."""
    lower, result = blanked(text).casefold(), list[When]()
    for when in found:
        before = result[-1] if result else None
        is_day = before is not None and not before.has_clock and not when.has_clock
        if before and is_day and TO.fullmatch(lower[before.end : when.start]):
            last = when.last if when.last > before.first else when.last + timedelta(weeks=1)
            opening = FROM.search(lower[: before.start])
            start = opening.start() if opening else before.start
            result[-1] = replace(before, last=last, start=start, end=when.end, side="within", is_stretch=True)
        else:
            result.append(when)
    return result


def _named_twice(found: list[When], text: str) -> list[When]:
    """`Saturday, 28 November`: one day, as the date says."""
    result: list[When] = []
    for when in found:
        before = result[-1] if result else None
        is_weekday = before is not None and text[before.start : before.end].startswith(WEEKDAYS)
        if before and is_weekday and re.fullmatch(r"[\s,(]*(?:the )?", text[before.end : when.start]):
            result[-1] = replace(when, start=before.start)
        else:
            result.append(when)
    return result


def _is_of_month(when: When, text: str) -> bool:
    """Whether it is named by its month, and no year."""
    said = text[when.start : when.end]
    return bool(re.search(rf"\b(?:{'|'.join(MONTHS)})", said)) and not re.search(r"\d{4}|next", said)


def _year_before(moment: datetime) -> datetime:
    return moment.replace(year=moment.year - 1, day=min(moment.day, 28) if moment.month == 2 else moment.day)


def _earlier(when: When, now: datetime, text: str) -> When:
    """The weekday, or the month, before, in a text about what has been."""
    said = text[when.start : when.end]
    if when.first <= now:
        return when
    if _is_of_month(when, text):
        return replace(when, first=_year_before(when.first), last=_year_before(when.last))
    if not said.removeprefix("this ").startswith(WEEKDAYS):
        return when
    week = timedelta(weeks=1)
    return replace(when, first=when.first - week, last=when.last - week)


def _when(match: re.Match[str], now: datetime) -> When | None:
    try:
        span = span_of(match.groupdict(), now)
    except (ValueError, OverflowError):
        return None
    return None if span is None else When(*span, *match.span(), has_clock=_is_exact(match.groupdict()))


def _is_exact(parts: dict[str, str | None]) -> bool:
    return bool(parts.get("clock")) or ((parts.get("unit") or "d")[0] in "mh" and parts.get("unit", "") != "month")


def _with_clocks(found: list[When], text: str, now: datetime, with_ends: bool) -> list[When]:
    """Times of day belong to the day beside them; alone, to the next time that it is so late."""
    result = list(found)
    clocks = clock_times(text, [(one.start, one.end) for one in found])
    for clock, start, end, lasting in lasting_clocks(clocks, text, with_ends):
        open_ = [one for one in result if not one.has_clock and one.first.date() == one.last.date()]
        beside = [one for one in open_ if min(abs(start - one.end), abs(one.start - end)) <= BESIDE]
        day = beside[0] if beside else None
        if day is not None and clock.hour < NOON and (day.first.hour >= NOON or _is_night(day, clock, text)):
            clock = clock.replace(hour=clock.hour + NOON)  # `friday evening at 7`
        elif day is not None and day.last.hour < NOON <= clock.hour:
            clock = clock.replace(hour=clock.hour - NOON)  # `tomorrow morning at 5`
        moment = datetime.combine(day.first.date() if day else now.date(), clock, now.tzinfo)
        if day is None and moment < now:
            moment += timedelta(days=1)
        moment, taken = shifted(moment, text[end:])
        span = (min(day.start, start), max(day.end, end + taken)) if day else (start, end + taken)
        if day is not None:
            result.remove(day)
        result.append(When(moment, moment + lasting, *span, has_clock=True, of_day=day is not None))
    return sorted(_apart(result), key=lambda when: when.start)


def _is_night(day: When, clock: time, text: str) -> bool:
    """`tonight at 8`"""
    return "night" in text[day.start : day.end] and clock.hour >= EVENING


def _apart(found: list[When]) -> list[When]:
    """A day and a time that stand apart in a text belong together, where there is one of each."""
    days = [one for one in found if not one.has_clock]
    clocks = [one for one in found if one.has_clock]
    if len(found) != 2 or len(days) != 1 or days[0].first.date() != days[0].last.date():
        return found
    [day], [clock] = days, clocks
    if clock.of_day:
        return found  # it has a day of its own
    moment = datetime.combine(day.first.date(), clock.first.timetz())
    apart, last = (clock.start, clock.end), moment + (clock.last - clock.first)
    return [replace(day, first=moment, last=last, has_clock=True, of_day=True, clock=apart)]


def _with_side(when: When, text: str) -> When:
    before = text[: when.start].rstrip()
    inner = re.match(r"(since|before|until|by|after|from|through) ", text[when.start : when.end])
    before = f"{before} {inner[1]}" if inner else before
    side = next((side for pattern, side in SIDES if pattern.search(before)), "within")
    return _on_its_day(replace(when, side=side))


def _on_its_day(when: When) -> When:
    """`before ten tomorrow`: not today."""
    midnight = datetime.combine(when.first.date(), time(), when.first.tzinfo)
    if when.of_day and when.side == "before" and when.first > midnight:
        return replace(when, first=midnight, last=when.first - timedelta(microseconds=1), side="within")
    if when.of_day and when.side == "after":
        return replace(when, first=when.last + timedelta(microseconds=1), last=whole_day(midnight)[1], side="within")
    return when
