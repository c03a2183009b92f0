"""How a text has to be written: as its pattern, or the description of it, says."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

MAX_KEPT = 4096
PROBES: dict[Literal["date", "time"], str] = {"date": "2026-12-31", "time": "23:59"}
WORD = "x"
"""A pattern that takes it says nothing of times."""
TOLD_DATE = re.compile(r"\bYYYY-MM-DD\b(?![T ])", re.IGNORECASE)
TOLD_TIME = re.compile(r"(?<![T:\w] )(?<![T:\w])\bHH:MM\b(?!:)", re.IGNORECASE)
CODE = re.compile(r"\^?\(?(?P<start>[A-Za-z]{1,6}-?)\)?(?:\\d|\[0-9\]|\[1-9\])")


@lru_cache(MAX_KEPT)
def form_told(pattern: str, description: str) -> Literal["date", "time"] | None:
    """The days or times of day that a text takes: `^\\d\\d:\\d\\d$`, `HH:MM`, `YYYY-MM-DD`."""
    if pattern:
        return next((form for form, one in PROBES.items() if fits(one, pattern) and not fits(WORD, pattern)), None)
    is_date, is_time = TOLD_DATE.search(description), TOLD_TIME.search(description)
    return None if bool(is_date) == bool(is_time) else "date" if is_date else "time"


@lru_cache(MAX_KEPT)
def fits(value: str, pattern: str) -> bool:
    """Whether a text is written so; where Python can't read the pattern, the server has to say."""
    try:
        return re.search(pattern, value) is not None
    except re.error:
        return True


def sample_of(pattern: str) -> list[str]:
    """An id like those that a pattern takes, where they begin with letters: `B-1` for `^B-\\d+$`."""
    found = CODE.match(pattern)
    return [f"{found['start']}1"] if found else []
