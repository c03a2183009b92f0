"""How much words mean the same, and where a text has words like others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from assistant.planner.english.stems import concept
from assistant.planner.english.words import Token

SAME = 1.0
ALIKE = 0.8
KIN = 0.7
MAX_KEPT = 16384
SHORTEST = 2
MIN_KIN = 5
MAX_ENDING = 2
ENDINGS = frozenset({"al", "or", "ag"})
"""Of nouns for what a short verb does: `rental`, `sailor`, `postage`."""


@lru_cache(MAX_KEPT)
def likeness(key: str, other: str) -> float:
    """How much two stems mean the same: `moist` and `moistur` nearly do."""
    if key == other:
        return SAME
    if concept(key) == concept(other):
        return ALIKE
    short, long = sorted((key, other), key=len)
    if not long.startswith(short) or len(long) - len(short) > MAX_ENDING:
        return 0.0
    return KIN if len(short) >= MIN_KIN or (len(short) > SHORTEST and long[len(short) :] in ENDINGS) else 0.0


class Keys:
    """The stems of a text, to see at once that it has nothing like a key."""

    def __init__(self, found: Sequence[Token]) -> None:
        stems_ = {token.stem for token in found if not token.is_quoted}
        self._concepts = set(map(concept, stems_))
        self._beginnings = {one[:SHORTEST] for one in stems_}

    def may_have(self, key: str) -> bool:
        return concept(key) in self._concepts or key[:SHORTEST] in self._beginnings


def phrases(found: Sequence[Token], key: Sequence[str]) -> list[tuple[int, int, float]]:
    """Where these stems stand one after the other, with at most one small word between them."""
    hits: list[tuple[int, int, float]] = []
    for start, _ in plain_tokens(found):
        at, strength = start, SAME
        for number, wanted in enumerate(key):
            if number and at < len(found) and not likeness(found[at].stem, wanted) and not found[at].is_content:
                at += 1
            alike = likeness(found[at].stem, wanted) if at < len(found) and not found[at].is_quoted else 0.0
            strength = min(strength, alike)
            at += 1
            if not strength:
                break
        if key and strength:
            hits.append((start, at, strength))
    return hits


def plain_tokens(found: Sequence[Token]) -> Iterable[tuple[int, Token]]:
    return ((at, token) for at, token in enumerate(found) if not token.is_quoted)
