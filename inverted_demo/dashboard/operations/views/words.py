"""Dates, figures and states in words for people."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any

Tone = str
"""What colour a word has: `good`, `warn`, `bad`, `accent`, or none."""

TONES: dict[str, Tone] = {
    "healthy": "good",
    "degraded": "warn",
    "down": "bad",
    "active": "accent",
    "at_risk": "warn",
    "done": "good",
    "open": "bad",
    "acknowledged": "warn",
    "resolved": "good",
    "critical": "bad",
    "major": "warn",
}


def spaced(value: str) -> str:
    """`on_hold` is On hold."""
    return value.replace("_", " ").capitalize()


def clock_words(at: datetime) -> tuple[str, str]:
    """The day, and the minute."""
    at = at.astimezone(UTC)
    return f"{at:%a %-d %b %Y}, ", f"{at:%H:%M} UTC"


def day_words(day: date) -> str:
    return f"{day:%-d %b %Y}"


def moment_words(at: datetime) -> str:
    return f"{at.astimezone(UTC):%-d %b, %H:%M}"


def ago(at: datetime, now: datetime) -> str:
    minutes = int((now - at).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{minutes} min ago"
    if minutes < 24 * 60:
        return f"{minutes // 60} h ago"
    return f"{count(minutes // (24 * 60), 'day')} ago"


def span_words(start: datetime, minutes: int) -> str:
    """When something is, from the day to its end."""
    end = start + timedelta(minutes=minutes)
    return f"{start.astimezone(UTC):%a %-d %b, %H:%M}\u2013{end.astimezone(UTC):%H:%M} UTC"


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def share_words(value: float) -> str:
    """Percent, with as many digits as say something."""
    return f"{value:.0f} %" if value >= 10 else f"{value:.1f} %" if value >= 1 else f"{value:.2f} %"


def latency_words(ms: float) -> str:
    return f"{ms:.0f} ms" if ms < 1000 else f"{ms / 1000:.1f} s"


def rate_words(per_second: float) -> str:
    return f"{per_second:,.0f}".replace(",", "\u202f") + "/s"


def latency_ticks(top: float, shares: Iterable[float]) -> list[str]:
    """The figures beside an axis: exact, and all in one unit."""
    return [f"{top * share / 1000:g} s" if top >= 1000 else f"{top * share:g} ms" for share in shares]


def rate_ticks(top: float, shares: Iterable[float]) -> list[str]:
    return [rate_words(top * share) for share in shares]


def money_words(amount: float) -> str:
    return f"{amount:,.0f}".replace(",", "\u202f") + " €"


def seconds_words(seconds: float) -> str:
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    return f"{seconds:.1f} s"


def initials(name: str) -> str:
    parts = name.split()
    return "".join(part[0] for part in (parts[0], parts[-1])[: len(parts)]).upper() if parts else "?"


def clip(text: str, most: int) -> str:
    """A foreign text of any length, as much of it as there is room for."""
    return text if len(text) <= most else f"{text[:most].rstrip()} … ({count(len(text) - most, 'more character')})"


def pretty(value: Any, most: int) -> str:
    return clip(json.dumps(value, ensure_ascii=False, indent=2, default=str), most)
