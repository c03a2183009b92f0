"""Days, times and lengths of time, as ISO has them and as people say them."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta

UNITS = {"minute": 1, "hour": 60, "day": 1440, "week": 10080}
RELATIVE = {"today": 0, "tomorrow": 1, "yesterday": -1}
"""In minutes, and in days."""
_MONTHS = [one.lower() for one in calendar.month_abbr[1:]]
_DAYS = [one.lower() for one in calendar.day_abbr]

_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})[a-z]*\.?"
_YEAR = r"(?:,? (?P<year>\d{4}))?"
_DATES = (
    r"\b(?P<iso>\d{4}-\d\d-\d\d)",
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)? (?:of )?{_MONTH}{_YEAR}\b",
    rf"\b{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b{_YEAR}",
    rf"\b(?P<relative>{'|'.join(RELATIVE)})\b",
    rf"\b(?:(?P<past>last) |next |this )?(?P<weekday>{'|'.join(_DAYS)})(?:[a-z]*day)?\b",
)
_CLOCK = r"\bt?(?P<hour>\d{1,2})(?::(?P<minute>\d\d)(?::\d\d)?)? ?(?P<half>[ap]m\b)?(?P<utc> ?(?:utc|z)\b)?"
_LENGTH = rf"(?<!\bin )\b(?P<amount>\d{{1,4}}|an?|half an) (?P<unit>{'|'.join(UNITS)})s?\b"

Span = tuple[int, int]
"""Where in the text it is said."""


def moment_in(text: str, now: datetime, *, with_time: bool, is_past: bool = False) -> tuple[str, list[Span]] | None:
    """The first day that is said, with the time that is said, in ISO's form; a time alone is the next one."""
    small = text.lower()
    days = (
        (_day(one.groupdict(), now.date(), is_past), one.span()) for form in _DATES for one in re.finditer(form, small)
    )
    day, span = next((one for one in days if one[0]), (None, (0, 0)))
    clock = _clock(small[: span[0]] + " " * (span[1] - span[0]) + small[span[1] :])
    if day is None and clock is None:
        return None
    moment = time() if clock is None else clock[0]
    day = day or now.date() + timedelta(days=moment <= now.time())
    zone = "Z" if clock and clock[1] else ""
    written = f"{datetime.combine(day, moment).isoformat()}{zone}" if with_time else day.isoformat()
    return written, [span, *([clock[2]] if clock and with_time else [])]


def _day(said: Mapping[str, str | None], today: date, is_past: bool) -> date | None:
    try:
        if iso := said.get("iso"):
            return date.fromisoformat(iso)
        if relative := said.get("relative"):
            return today + timedelta(days=RELATIVE[relative])
        if weekday := said.get("weekday"):
            ahead = (_DAYS.index(weekday) - today.weekday()) % 7 or 7
            return today + timedelta(days=ahead - 7 if is_past or said.get("past") else ahead)
        found = date(int(said["year"] or today.year), _MONTHS.index(said["month"] or "") + 1, int(said["day"] or 0))
        is_past = not said["year"] and (today - found).days > 180
        return found.replace(year=found.year + 1) if is_past else found
    except (ValueError, OverflowError):
        return None


def _clock(text: str) -> tuple[time, bool, Span] | None:
    for match in re.finditer(_CLOCK, text):
        hour, minute = int(match["hour"]), int(match["minute"] or 0)
        if (match["half"] or match["minute"]) and hour < 24 and minute < 60:
            hour = hour % 12 + 12 * (match["half"] == "pm") if match["half"] else hour
            return time(hour, minute), bool(match["utc"]), match.span()
    return None


def lengths_in(text: str) -> Iterator[tuple[int, Span]]:
    """How long something takes, in minutes."""
    for match in re.finditer(_LENGTH, text.lower()):
        amount, unit = match["amount"], UNITS[match["unit"]]
        yield unit // 2 if amount == "half an" else unit * (int(amount) if amount.isdigit() else 1), match.span()
