"""How much two words mean the same: one word, a form of it, another word for it, or a slip of the pen."""

from __future__ import annotations

from functools import lru_cache

from assistant.planner.english.common import COMMON
from assistant.planner.english.likeness import KIN, likeness
from assistant.planner.english.stems import concept, singular, stem
from assistant.planner.english.thesaurus import WRITTEN_OTHERWISE, related
from assistant.planner.english.typos import is_close
from assistant.planner.english.vocabulary import STOPWORDS

SAME = 1.0
FORM = 0.92
ALIKE = 0.8
AKIN = 0.3
SURELY = 0.85
"""How near a word has to be that is hardly worth explaining: `can take`, `is on`."""
SHORTEST = 3
"""Letters of a word that is cut short: `mic`, `temp`."""
DERIVED = 0.75
"""What is so, and how much of it there is."""
SHORT = 5
NOUNS = frozenset({"ure", "ity", "ness", "cy", "ce"})
"""Endings of what something has that is so."""
MAX_KEPT = 65536


@lru_cache(MAX_KEPT)
def lexical(word: str, other: str) -> float:
    """Between a word that somebody said and one of the server's."""
    if word == other:
        return SAME
    if word[:1].isdigit() or other[:1].isdigit():
        return 0.0
    if singular(word) == singular(other):
        return 0.97
    one, two = stem(word), stem(other)
    if one == two:
        return FORM
    if (near := related(word, other)) >= WRITTEN_OTHERWISE:
        return FORM
    if concept(one) == concept(two):
        return ALIKE
    derived = DERIVED if _is_derived(word, other) or _is_derived(other, word) else 0.0
    if near > 0:
        return max(derived, 0.8 * near)
    return max(derived, min(likeness(one, two), KIN))


def _is_derived(adjective: str, noun: str) -> bool:
    """`moist`, `moisture`; `urgent`, `urgency`; `severe`, `severity`."""
    if len(adjective) < SHORT:
        return False
    roots = {adjective, adjective.removesuffix("e"), adjective.removesuffix("t")}
    return any(noun.startswith(root) and noun[len(root) :] in NOUNS for root in roots)


def is_plain(word: str) -> bool:
    """A word of general English, which is no name."""
    return word in STOPWORDS or word in COMMON


@lru_cache(MAX_KEPT)
def is_slip(word: str, meant: str) -> bool:
    if is_plain(word):
        return False
    short = word.removesuffix("s")
    is_short = len(short) >= SHORTEST and meant.startswith(short) and len(meant) >= len(short) + 3
    return is_short or is_close(word, meant)
