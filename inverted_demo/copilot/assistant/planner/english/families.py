"""Words of one family: who does a thing, what it is called, and what is of it; `cookery` is cooking."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

ENDINGS = {
    "ician": 4, "iciti": 4, "istri": 4, "ical": 4, "ist": 4, "ian": 4, "eri": 4, "ial": 4, "tri": 4, "ic": 4, "al": 4,
    "i": 6, "o": 4,
}  # fmt: skip
"""Of stems, the longest first, and how long what is before them must be: `electrician`, `florist`, `cookery`."""
MIN_ROOT = 3
MAX_KEPT = 8192
STRANGERS = frozenset(
    {
        "nurseri", "galleri", "batteri", "personal", "general", "total", "special", "animal", "festival", "material",
        "capital", "tourist", "original", "technical", "classic", "classical", "musical", "signal", "formal", "portal",
        "guardian", "professional", "photo", "studio",
    }
)  # fmt: skip
"""What only looks like one of a family."""


@lru_cache(MAX_KEPT)
def root(key: str) -> str:
    """What the stems of a family have in common."""
    if key in STRANGERS:
        return key
    for ending, length in ENDINGS.items():
        rest = key.removesuffix(ending)
        if rest != key and len(rest) >= length:
            return (rest + "t" if ending == "tri" else rest).removesuffix("e")
    return key


def relative(key: str, others: Iterable[str]) -> str | None:
    """The one stem of these that is of the same family."""
    own = root(key)
    if len(own) < MIN_ROOT or key in STRANGERS:
        return None
    found = {one for one in others if one != key and root(one) == own}
    return next(iter(found)) if len(found) == 1 else None
