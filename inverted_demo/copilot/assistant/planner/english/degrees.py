"""Words for how much of something there is, held against others: the most, the worst, more, and verbs before them."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.stems import stem
from assistant.planner.english.vocabulary import NEWEST, OLDEST, SUPERLATIVES, wordset

MOST = wordset("most biggest largest highest greatest max maximum top")
LEAST = wordset("least fewest smallest lowest minimum min")
IRREGULAR = {"better": "best", "worse": "worst", "lower": "lowest"}
WORST = wordset("worst ugliest nastiest poorest grimmest direst scariest shakiest lousiest crappiest sorriest")
BEST = wordset("best finest healthiest nicest prettiest")
KNOWN = MOST | LEAST | WORST | BEST | NEWEST | OLDEST | {*SUPERLATIVES}
COMPARED = wordset("more less fewer over under above below")
FIGURATIVELY = wordset(
    "take throw sit carry clock rack rake pull chalk notch run see face shoulder juggle handle bear boast sport show "
    "report record draw attract suffer hold pump spit push serve post rank score hit get produce return generate "
    "register log shift spew"
)
HAVING = frozenset(map(stem, FIGURATIVELY))
"""Verbs for having a figure, whatever else they are for."""
SMALL = wordset("the on up in at out to by with as its their a of about around roughly well far")
AHEAD = 4


def superlative(word: str) -> str:
    """`busiest`, for `busier`: the superlative of a comparative, where that is known; else the word itself."""
    most = IRREGULAR.get(word) or (f"{word[:-1]}st" if word.endswith("er") else "")
    return most if most in KNOWN else word


def is_having(words: Sequence[str], at: int) -> bool:
    """`taking the heaviest traffic`, `sits on the most bugs`, `throws over 1 % errors`: that has it."""
    if stem(words[at]) not in HAVING:
        return False
    after = words[at + 1 : at + 1 + AHEAD]
    measuring = next((here for here, one in enumerate(after) if _measures(one)), None)
    return measuring is not None and all(one in SMALL for one in after[:measuring])


def _measures(word: str) -> bool:
    is_known = superlative(word) in KNOWN and word not in NEWEST | OLDEST
    return is_known or word in COMPARED or word[:1].isdigit()
