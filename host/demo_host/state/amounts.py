"""Durations, sizes and long texts in a few words."""

from __future__ import annotations

SIZES = ("bytes", "kB", "MB", "GB")


def duration_words(milliseconds: float) -> str:
    """As `3 ms`, `0.42 s`, `12.5 s` or `2 min 5 s`."""
    if milliseconds < 100:
        return f"{max(milliseconds, 0):.0f} ms"
    seconds = milliseconds / 1000
    if seconds < 10:
        return f"{seconds:.2f} s"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s"


def size_words(count: int) -> str:
    """As `1 byte`, `812 bytes` or `1.4 MB`."""
    if count == 1:
        return "1 byte"
    size, unit = float(count), 0
    while size >= 1000 and unit < len(SIZES) - 1:
        size, unit = size / 1000, unit + 1
    return f"{size:.0f} {SIZES[unit]}" if unit == 0 or size >= 100 else f"{size:.1f} {SIZES[unit]}"


def count_words(count: int, one: str, many: str = "") -> str:
    """As `1 line` or `12 000 lines`."""
    return f"1 {one}" if count == 1 else f"{count:,} {many or one + 's'}".replace(",", "\N{NO-BREAK SPACE}")


def short(text: str, limit: int) -> str:
    """At most so many characters of a text, in one line."""
    line = " ".join(text[: 4 * limit].split())
    return line if len(line) <= limit and len(text) <= 4 * limit else line[: limit - 1] + "…"
