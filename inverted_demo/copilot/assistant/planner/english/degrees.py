"""Words for how much of something there is, held against others: the most, the worst, more, and verbs before them."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.stems import stem
from assistant.planner.english.vocabulary import SUPERLATIVES, wordset

MOST = wordset("most biggest largest highest greatest max maximum top")
LEAST = wordset("least fewest smallest lowest minimum min")
COMPARATIVES = {
    "cheaper": "cheapest", "dearer": "dearest", "older": "oldest", "newer": "newest", "bigger": "biggest",
    "larger": "largest", "smaller": "smallest", "longer": "longest", "shorter": "shortest", "heavier": "heaviest",
    "lighter": "lightest", "higher": "highest", "lower": "lowest", "faster": "fastest", "slower": "slowest",
    "better": "best", "worse": "worst", "younger": "youngest", "earlier": "earliest", "later": "latest",
}  # fmt: skip
WORST = wordset("worst ugliest nastiest poorest grimmest direst scariest shakiest lousiest crappiest sorriest")
BEST = wordset("best finest healthiest nicest prettiest")
COMPARED = wordset("more less fewer over under above below")
MEASURING = COMPARED | MOST | LEAST | WORST | BEST | {*SUPERLATIVES, *COMPARATIVES}
FIGURATIVELY = wordset(
    "take throw sit carry clock rack rake pull chalk notch run see face shoulder juggle handle bear boast sport show "
    "report record draw attract suffer hold pump spit push serve post rank score hit get produce return generate "
    "register log shift spew"
)
HAVING = frozenset(map(stem, FIGURATIVELY))
"""Verbs for having a figure, whatever else they are for."""
SMALL = wordset("the on up in at out to by with as its their a of about around roughly well far")
AHEAD = 4


def is_having(words: Sequence[str], at: int) -> bool:
    """`taking the heaviest traffic`, `sits on the most bugs`, `throws over 1 % errors`: that has it."""
    if stem(words[at]) not in HAVING:
        return False
    after = words[at + 1 : at + 1 + AHEAD]
    measuring = next((here for here, one in enumerate(after) if one in MEASURING or one[:1].isdigit()), None)
    return measuring is not None and all(one in SMALL for one in after[:measuring])
