"""Which words are English at all: common ones, those of the thesaurus, and their regular forms."""

from __future__ import annotations

from functools import cache, lru_cache

from assistant.planner.english.common import COMMON
from assistant.planner.english.stems import MAX_KEPT
from assistant.planner.english.thesaurus import thesaurus
from assistant.planner.english.vocabulary import CHANGE_VERBS, ORDER_VERBS, READ_VERBS, STOPWORDS

SHORTEST = 3
FORMS = (
    ("s", ""), ("es", ""), ("ies", "y"), ("d", ""), ("ed", ""), ("ied", "y"), ("ing", ""), ("ing", "e"), ("er", ""),
    ("r", ""), ("est", ""), ("ly", ""), ("ily", "y"), ("ally", "al"), ("ness", ""), ("ment", ""),
)  # fmt: skip
"""Endings of regular forms, and what stands there in the word itself."""


@lru_cache(MAX_KEPT)
def is_english(word: str) -> bool:
    """Whether it is a word of general English, or a regular form of one."""
    if word in english_words():
        return True
    for ending, instead in FORMS:
        bare = word.removesuffix(ending) + instead
        if word.endswith(ending) and len(bare) >= SHORTEST and (bare in english_words() or _once(bare)):
            return True
    return False


def _once(bare: str) -> bool:
    """`planning`, of `plan`."""
    return bare[-1] == bare[-2:-1] and bare[:-1] in english_words()


@cache
def english_words() -> frozenset[str]:
    return (
        frozenset(word for listed in thesaurus().groups for word in listed.split())
        | COMMON
        | STOPWORDS
        | READ_VERBS
        | ORDER_VERBS
        | CHANGE_VERBS
    )
