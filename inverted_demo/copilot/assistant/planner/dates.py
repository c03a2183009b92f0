"""Dates, times of day and durations in plain words."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta

from assistant.planner.durations import UNIT, in_minutes
from assistant.planner.marks import blanked
from assistant.planner.numbers import NUMBER, NUMBER_WORDS, number
from assistant.planner.zones import shifted

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH = rf"(?P<month>{'|'.join(MONTHS)})[a-z]*\.?"
DAY_NUMBER = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
NOT_TOLD = "".join(rf"(?<!\b{one} )" for one in (r"\d", "am", "pm", "o'clock", *list(NUMBER_WORDS)[1:13]))
"""Not behind a time of day: `at nine this evening` is one."""
ISO = re.compile(
    r"\b(?P<date>\d{4}-\d\d-\d\d)(?:[t ](?P<clock>\d\d:\d\d)(?::\d\d)?(?:z|(?P<offset>[+-]\d\d):?(?P<rest>\d\d))?)?"
)
DAYS = (
    ISO,
    re.compile(r"(?<![\d.])(?P<day>\d{1,2})\.(?P<figure>\d{1,2})\.(?P<year>\d{4})\b"),
    re.compile(r"\b(?:on|by|since|until|from|before|after) (?:the )?(?P<day>\d{1,2})\.(?P<figure>\d{1,2})\.(?!\d)"),
    re.compile(r"(?<![\d/])(?P<day>\d{1,2})/(?P<figure>\d{1,2})/(?P<year>\d{4})\b"),
    re.compile(r"\b(?:the )?(?P<word>day after tomorrow|day before yesterday|today|tomorrow|tonight|yesterday)\b"),
    re.compile(rf"\b(?P<weekday>{'|'.join(WEEKDAYS)}) (?:of )?(?P<week>next|last|this) week\b"),
    re.compile(rf"\b(?P<week>next|last|this) week,?(?: on)? (?P<weekday>{'|'.join(WEEKDAYS)})\b"),
    re.compile(rf"\b(?:(?P<which>this|next|last|coming) )?(?P<weekday>{'|'.join(WEEKDAYS)})s?\b"),
    re.compile(
        rf"\b{DAY_NUMBER}(?= ?(?:to|-|\u2013|till|until|and) ?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH}"
        r"(?:,? (?P<year>\d{4}))?)"
    ),
    re.compile(rf"\b{DAY_NUMBER}(?: of)? {MONTH}(?:,? (?P<year>\d{{4}}))?(?![a-z])"),
    re.compile(rf"\b{MONTH} {DAY_NUMBER}(?:,? (?P<year>\d{{4}}))?\b"),
    re.compile(
        rf"\b(?:(?:in|since|before|until|by|after|of|during|for|from|through) |(?P<which>this|next|last) )"
        rf"(?P<only>{'|'.join(MONTHS)})(?:uary|ruary|ch|il|e|y|ust|tember|t|ober|ember)?\b(?: (?P<year>\d{{4}}))?"
    ),
    re.compile(r"\b(?:on )?the (?P<ordinal>\d{1,2})(?:st|nd|rd|th)\b"),
    re.compile(
        r"\b(?:later (?:on )?(?:this|in the)|(?:for |in |during )?the rest of (?:the|this)) (?P<left>week|month|year)\b"
    ),
    re.compile(rf"{NOT_TOLD}\b(?:later )?this (?P<part_of_day>morning|afternoon|evening)\b"),
    re.compile(r"\b(?P<which>this|next|last|current|past|coming|previous) (?P<span>week|month|year|weekend)\b"),
    re.compile(r"\b(?:at|on|over|during|for) (?:the )?(?P<span>weekend)\b"),
    re.compile(r"\b(?:the )?end of (?:the |this )?(?P<ending>week|month|year)\b"),
    re.compile(r"\b(?P<feast>christmas|new year)(?:'s)?(?: (?:day|eve))?\b"),
    re.compile(rf"\b(?P<which>last|past|next|coming) (?P<count>{NUMBER}) {UNIT}\b"),
    re.compile(rf"\b(?P<count>{NUMBER}) {UNIT} (?P<which>ago|from now)\b"),
    re.compile(rf"\bin (?P<count>{NUMBER}) {UNIT}\b"),
)
CLOCK = re.compile(
    r"(?:(?:\bat |@ ?)?\b(?:(?P<hour>\d{1,2}):(?P<minute>\d\d)(?: ?(?P<half>am|pm))?"
    r"|(?P<hour12>\d{1,2}) ?(?P<half12>am|pm)"
    r"|(?P<word>noon|midday|midnight|(?:(?<=before )|(?<=after )|(?<=by )|(?<=until ))lunch(?:time)?))\b"
    r"|\bat (?P<bare>\d{1,2})(?! ?(?:%|percent|ms|\d))\b)(?: o'?clock)?"
    r"(?: ?(?:utc|gmt)\b(?![+-]| [+-]))?"
)
HOUR = rf"(?:\d{{1,2}}|{'|'.join(list(NUMBER_WORDS)[1:13])})"
TOLD_CLOCK = re.compile(
    rf"\b(?:at )?(?:(?P<shift>half past|quarter past|quarter to) )?(?P<told>{HOUR})(?P<oclock> o'?clock)?"
    r"(?: ?(?P<dotted>[ap])\.m\.?|,? (?:in the |at |this )(?P<part>morning|afternoon|evening|night)"
    r"|(?P<h> ?h)\b)?(?![\w:])"
)
PARTS = {"morning": (0, 12), "afternoon": (12, 18), "evening": (17, 24)}
"""From which hour to which."""
SHIFTS = {"half past": 30, "quarter past": 15, "quarter to": -15}
BESIDE = 4
CLOCK_WORDS = {"noon": 12, "midday": 12, "midnight": 0, "lunch": 12, "lunchtime": 12}
PAST = re.compile(r"\b(?:since|did|was|were|happened|became|went|has been|have been|ago)\b")
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


def moments(text: str, now: datetime) -> list[When]:
    """The times that a text names, in its order."""
    lower = blanked(text).casefold()
    found: list[When] = []
    for pattern in DAYS:
        for match in pattern.finditer(lower):
            when = _when(match, now)
            if when is not None and not any(one.start < when.end and when.start < one.end for one in found):
                found.append(when)
    if PAST.search(lower):
        found = [_earlier(when, now, lower) for when in found]
    found = _together(_named_twice(sorted(found, key=lambda when: when.start), lower), lower)
    return [_with_side(when, lower) for when in _with_clocks(found, lower, now)]


def _together(found: list[When], text: str) -> list[When]:
    """`21 and 22 November`, `Saturday and Sunday`: days one after the other are one stretch of time."""
    result: list[When] = []
    for when in found:
        before = result[-1] if result else None
        is_joined = before and re.fullmatch(r"\s*(?:and|&|\+)\s*(?:on )?(?:the )?", text[before.end : when.start])
        if before and is_joined and timedelta() < when.first - before.last <= timedelta(seconds=1):
            result[-1] = replace(before, last=when.last, end=when.end)
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


def _earlier(when: When, now: datetime, text: str) -> When:
    """The weekday before, in a text about what has been."""
    if when.first <= now or not text[when.start : when.end].removeprefix("this ").startswith(WEEKDAYS):
        return when
    week = timedelta(weeks=1)
    return replace(when, first=when.first - week, last=when.last - week)


def _when(match: re.Match[str], now: datetime) -> When | None:
    try:
        span = _span(match.groupdict(), now)
    except (ValueError, OverflowError):
        return None
    return None if span is None else When(*span, *match.span(), has_clock=_is_exact(match.groupdict()))


def _is_exact(parts: dict[str, str | None]) -> bool:
    return bool(parts.get("clock")) or ((parts.get("unit") or "d")[0] in "mh" and parts.get("unit", "") != "month")


def _span(parts: dict[str, str | None], now: datetime) -> tuple[datetime, datetime] | None:
    today = datetime.combine(now.date(), time(), now.tzinfo)
    if parts.get("date"):
        return _iso(parts, today)
    if word := parts.get("word"):
        steps = {"tomorrow": 1, "yesterday": -1, "day after tomorrow": 2, "day before yesterday": -2}
        return _day(today + timedelta(days=steps.get(word, 0)))
    if (weekday := parts.get("weekday")) and (week := parts.get("week")):
        return _day(_calendar("week", week, today)[0] + timedelta(days=WEEKDAYS.index(weekday)))
    if weekday:
        return _day(today + timedelta(days=_days_to(weekday, parts.get("which"), today.weekday())))
    if figure := parts.get("figure"):
        day, month = int(parts["day"] or 1), int(figure)
        day, month = (month, day) if month > 12 else (day, month)
        return _day(today.replace(year=int(parts.get("year") or today.year), month=month, day=day))
    if ordinal := parts.get("ordinal"):
        first = today if int(ordinal) >= today.day else _calendar("month", "next", today)[0]
        return _day(first.replace(day=int(ordinal)))
    if month := parts.get("month"):
        year = int(parts.get("year") or today.year)
        return _day(today.replace(year=year, month=MONTHS.index(month) + 1, day=int(parts["day"] or 1)))
    if only := parts.get("only"):
        return _month(MONTHS.index(only) + 1, parts.get("year"), parts.get("which"), today)
    if ending := parts.get("ending"):
        return _day(datetime.combine(_calendar(ending, "this", today)[1].date(), time(), now.tzinfo))
    if feast := parts.get("feast"):
        day = today.replace(month=12, day=25) if feast == "christmas" else today.replace(today.year + 1, 1, 1)
        return _day(day)
    if part := parts.get("part_of_day"):
        first, last = PARTS[part]
        return today + timedelta(hours=first), today + timedelta(hours=last)
    if left := parts.get("left"):
        return now, _calendar(left, "this", today)[1]
    if span := parts.get("span"):
        return _calendar(span, parts.get("which") or "this", today)
    return _counted(parts, now)


def _month(month: int, year: str | None, which: str | None, today: datetime) -> tuple[datetime, datetime]:
    shift = -1 if which == "last" and month >= today.month else 1 if which == "next" and month <= today.month else 0
    first = today.replace(year=int(year) if year else today.year + shift, month=month, day=1)
    after = first.year * 12 + first.month
    return first, first.replace(year=after // 12, month=after % 12 + 1) - timedelta(microseconds=1)


def _iso(parts: dict[str, str | None], today: datetime) -> tuple[datetime, datetime]:
    day = datetime.fromisoformat(parts["date"] or "").replace(tzinfo=today.tzinfo)
    if not (clock := parts.get("clock")):
        return _day(day)
    moment = day.replace(hour=int(clock[:2]), minute=int(clock[3:]))
    if offset := parts.get("offset"):
        moment -= timedelta(hours=int(offset), minutes=int(f"{offset[0]}{parts.get('rest') or 0}"))
    return moment, moment


def _day(start: datetime) -> tuple[datetime, datetime]:
    return start, start + timedelta(days=1, microseconds=-1)


def _days_to(weekday: str, which: str | None, today: int) -> int:
    ahead = (WEEKDAYS.index(weekday) - today) % 7
    if which == "last":
        return ahead - 7
    return ahead or (7 if which in ("next", "coming") else 0)


def _calendar(span: str, which: str, today: datetime) -> tuple[datetime, datetime]:
    step = {"next": 1, "coming": 1, "last": -1, "past": -1, "previous": -1}.get(which, 0)
    if span in ("week", "weekend"):
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=step)
        first = monday + timedelta(days=5) if span == "weekend" else monday
        return first, monday + timedelta(days=7, microseconds=-1)
    months = today.year * 12 + today.month - 1 + step * (12 if span == "year" else 1)
    first = today.replace(day=1, year=months // 12, month=1 if span == "year" else months % 12 + 1)
    after = first.year * 12 + first.month - 1 + (12 if span == "year" else 1)
    return first, first.replace(year=after // 12, month=after % 12 + 1) - timedelta(microseconds=1)


def _counted(parts: dict[str, str | None], now: datetime) -> tuple[datetime, datetime] | None:
    minutes = in_minutes(number(parts.get("count") or "") or 0, parts.get("unit") or "")
    step = timedelta(minutes=minutes)
    which = parts.get("which")
    if which in ("last", "past"):
        return now - step, now
    if which in ("next", "coming"):
        return now, now + step
    moment = now - step if which == "ago" else now + step
    return (
        (moment, moment)
        if (parts.get("unit") or "")[:3] in ("min", "hou", "h", "hrs", "hr")
        else _day(datetime.combine(moment.date(), time(), now.tzinfo))
    )


def _with_clocks(found: list[When], text: str, now: datetime) -> list[When]:
    """Times of day belong to the day beside them; alone, to the next time that it is so late."""
    result = list(found)
    for clock, start, end in _clocks(text, found):
        open_ = [one for one in result if not one.has_clock and one.first.date() == one.last.date()]
        beside = [one for one in open_ if min(abs(start - one.end), abs(one.start - end)) <= BESIDE]
        day = beside[0] if beside else None
        moment = datetime.combine(day.first.date() if day else now.date(), clock, now.tzinfo)
        if day is None and moment < now:
            moment += timedelta(days=1)
        moment, taken = shifted(moment, text[end:])
        span = (min(day.start, start), max(day.end, end + taken)) if day else (start, end + taken)
        if day is not None:
            result.remove(day)
        result.append(When(moment, moment, *span, has_clock=True, of_day=day is not None))
    return sorted(_apart(result), key=lambda when: when.start)


def _apart(found: list[When]) -> list[When]:
    """A day and a time that stand apart in a text belong together, where there is one of each."""
    days = [one for one in found if not one.has_clock]
    clocks = [one for one in found if one.has_clock]
    if len(found) != 2 or len(days) != 1 or days[0].first.date() != days[0].last.date():
        return found
    [day], [clock] = days, clocks
    moment = datetime.combine(day.first.date(), clock.first.timetz())
    return [replace(day, first=moment, last=moment, has_clock=True, of_day=True)]


def _clocks(text: str, found: list[When]) -> list[tuple[time, int, int]]:
    """The times of day that a text names, in figures or in words."""
    result: list[tuple[time, int, int]] = []
    for pattern, read in ((TOLD_CLOCK, _told_clock), (CLOCK, _clock)):
        for match in pattern.finditer(text):
            taken = [*((one.start, one.end) for one in found), *((start, end) for _, start, end in result)]
            clock = read(match.groupdict())
            if clock is not None and not any(start < match.end() and match.start() < end for start, end in taken):
                result.append((clock, *match.span()))
    return sorted(result, key=lambda one: one[1])


def _told_clock(parts: dict[str, str | None]) -> time | None:
    """`half past nine`, `nine in the evening`, `9 p.m.`, `21h`; a number alone is none."""
    shift, half, part = parts["shift"], parts["dotted"], parts["part"]
    if not (shift or half or part or parts["oclock"] or parts["h"]):
        return None
    hour = int(number(parts["told"] or "") or 0)
    is_late = half == "p" or part in ("afternoon", "evening") or (part == "night" and hour > 5)
    hour = hour % 12 + (12 if is_late else 0) if half or part else hour
    minutes = hour * 60 + SHIFTS.get(shift or "", 0)
    return time(minutes // 60, minutes % 60) if 0 <= minutes < 1440 else None


def _clock(parts: dict[str, str | None]) -> time | None:
    if word := parts["word"]:
        return time(CLOCK_WORDS[word])
    hour = int(parts["hour"] or parts["hour12"] or parts["bare"] or 0)
    half = parts["half"] or parts["half12"]
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    minute = int(parts["minute"] or 0)
    return time(hour, minute) if hour < 24 and minute < 60 else None


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
        return replace(when, first=when.last + timedelta(microseconds=1), last=_day(midnight)[1], side="within")
    return when
