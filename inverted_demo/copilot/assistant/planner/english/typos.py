"""Which word was meant by one that is misspelt."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

MAX_KEPT = 32768
SHORT = 4
LONG = 8


@lru_cache(MAX_KEPT)
def distance(left: str, right: str, limit: int) -> int:
    """How many letters are missing, added, wrong or swapped (Damerau-Levenshtein); more than `limit` is not counted."""
    if abs(len(left) - len(right)) > limit or len(set(left) ^ set(right)) > 2 * limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, char in enumerate(left, 1):
        before, last, row = row, before, [i]
        for j, other in enumerate(right, 1):
            cost = min(before[j] + 1, row[-1] + 1, before[j - 1] + (char != other))
            if i > 1 and j > 1 and char == right[j - 2] and left[i - 2] == other:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return row[-1]


def allowed(word: str) -> int:
    """So many mistakes are forgiven in a word of that length: short ones are other words too soon."""
    return 0 if len(word) < SHORT else 1 if len(word) < LONG else 2


def _is_swapped(word: str, meant: str) -> bool:
    """The only mistake that is forgiven in a word of four letters: `opne`."""
    return sorted(word) == sorted(meant)


@lru_cache(8192)
def is_close(word: str, meant: str) -> bool:
    if word == meant:
        return True
    if min(len(word), len(meant)) <= SHORT and not _is_swapped(word, meant):
        return False
    limit = min(allowed(word), allowed(meant))
    return limit > 0 and word[:1] == meant[:1] and distance(word, meant, limit) <= limit


def nearest(word: str, known: Iterable[str], limit: int = 2) -> str | None:
    """The known word that is closest to one that is not known, where one is close enough."""
    limit = min(limit, allowed(word))
    if not limit:
        return None
    ranked = sorted(
        (distance(word, other, limit), word[:1] != other[:1], other)
        for other in known
        if len(other) >= SHORT and not other.isdigit() and (len(word) > SHORT or _is_swapped(word, other))
    )
    if not ranked or ranked[0][0] > limit or (ranked[0][1] and (limit < 2 or ranked[0][0] > 1)):
        return None
    return ranked[0][2]
