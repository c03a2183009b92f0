"""Durations, sizes, times and foreign texts in a few words."""

from __future__ import annotations

import json
import re
from datetime import datetime

SIZES = ("B", "kB", "MB", "GB")

_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


def duration_words(milliseconds: float | None) -> str:
    """As `3.1 ms`, `42 ms`, `0.42 s`, `12.5 s` or `2 min 5 s`; empty where there is none."""
    if milliseconds is None:
        return ""
    if milliseconds < 10:
        return f"{max(milliseconds, 0):.1f} ms"
    if milliseconds < 100:
        return f"{milliseconds:.0f} ms"
    seconds = milliseconds / 1000
    if seconds < 10:
        return f"{seconds:.2f} s"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s"


def size_words(count: int) -> str:
    """As `812 B` or `1.4 MB`."""
    size, unit = float(count), 0
    while size >= 1000 and unit < len(SIZES) - 1:
        size, unit = size / 1000, unit + 1
    return f"{size:.0f} {SIZES[unit]}" if unit == 0 or size >= 100 else f"{size:.1f} {SIZES[unit]}"


def count_words(count: int, one: str, many: str = "") -> str:
    """As `1 line` or `12 000 lines`."""
    return f"1 {one}" if count == 1 else f"{count:,} {many or one + 's'}".replace(",", "\N{NO-BREAK SPACE}")


def clock_words(milliseconds: float, *, exact: bool = False) -> str:
    """The time of day where the person is, with thousandths of a second when it is to be exact."""
    moment = datetime.fromtimestamp(milliseconds / 1000)
    return moment.strftime("%H:%M:%S.%f")[:-3] if exact else moment.strftime("%H:%M:%S")


def visible(text: str) -> str:
    """Control characters, turns of direction and halves of characters as the escapes that JSON has for them."""
    return _HIDDEN.sub(lambda found: json.dumps(found[0])[1:-1], text)


def short(text: str, limit: int) -> str:
    """At most so many characters of a text, in one line, without what hides or turns."""
    line = " ".join(text[: 4 * limit].split())
    is_all = len(line) <= limit and len(text) <= 4 * limit
    return visible(line if is_all else line[: limit - 1] + "…")


def cut(text: str, limit: int) -> str:
    """The beginning of a text, and how much more there is."""
    left = len(text) - limit
    return text if left <= 0 else f"{text[:limit]}… ({count_words(left, 'more character')})"
