"""Lengths of time in words: `72 days`, `4 hours and 28 minutes`, `10 weeks and 2 days`."""

from __future__ import annotations

from datetime import datetime, timedelta

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
UNITS = {"minute": timedelta(minutes=1), "hour": HOUR, "day": DAY, "night": DAY, "week": 7 * DAY}
MONTHS = {"month": 1, "year": 12}
SHORT = 2 * DAY
"""What is shorter is told by the hour."""
LONG = 730 * DAY
"""What is longer is told in years."""


def length_text(first: datetime, last: datetime, unit: str = "") -> str:
    """In the unit that was asked for, and whatever is left over in smaller ones."""
    if unit in MONTHS or (not unit and last - first > LONG):
        return _by_months(first, last, unit or "year")
    length = abs(last - first)
    is_dated = unit in ("day", "night", "week") or (not unit and length >= SHORT)
    if is_dated:
        length = abs(last.date() - first.date())
    if unit == "week" and length >= 7 * DAY:
        weeks, rest = divmod(length, 7 * DAY)
        days = f" and {_many(rest.days, 'day')}" if rest else ""
        return f"{_many(weeks, 'week')}{days}" + (f" ({length.days} days)" if rest else "")
    if is_dated or (not unit and not length % DAY):
        return _many(length.days, "night" if unit == "night" else "day")
    hours, rest = divmod(length, HOUR)
    minutes = round(rest / timedelta(minutes=1))
    if unit == "minute":
        return _many(hours * 60 + minutes, "minute")
    parts = [_many(hours, "hour")] if hours or not minutes else []
    return " and ".join([*parts, *([_many(minutes, "minute")] if minutes else [])])


def _by_months(first: datetime, last: datetime, unit: str) -> str:
    first, last = min(first, last), max(first, last)
    months = 12 * (last.year - first.year) + last.month - first.month - (last.day < first.day)
    whole, rest = divmod(months, MONTHS[unit])
    return _many(whole, unit) + (f" and {_many(rest, 'month')}" if rest else "")


def _many(count: int, unit: str) -> str:
    return f"{count} {unit}{'' if count == 1 else 's'}"
