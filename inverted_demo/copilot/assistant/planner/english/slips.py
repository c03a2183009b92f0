"""Small words that are misspelt, read as what they are: `wich`, `betwen`, `thier`, `oldset`, `todsy`."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from assistant.planner.english.days import WEEKDAYS
from assistant.planner.english.degrees import KNOWN
from assistant.planner.english.dictionary import is_english
from assistant.planner.english.numbers import NUMBER_WORDS
from assistant.planner.english.spans import QUOTED
from assistant.planner.english.stems import MAX_KEPT
from assistant.planner.english.typos import distance
from assistant.planner.english.vocabulary import AUXILIARIES, PREPOSITIONS, PRONOUNS, WH, wordset

SMALL = (
    WH
    | AUXILIARIES
    | PREPOSITIONS
    | PRONOUNS
    | wordset(
        "whichever whoever together still already currently today tonight tomorrow yesterday week weeks month months "
        "year years hour hours minute minutes days more less fewer older newer higher lower longer shorter cheaper "
        "bigger smaller earlier later sooner first second third fourth fifth last next number total other another "
        "every each some many much please show list give tell find than there here because until never without nobody "
        "anyone anybody everyone everybody somebody someone something anything nothing people arrange arranged change "
        "cancel move again about only besides except apart leaving excluding including"
    )
    | {*WEEKDAYS, *NUMBER_WORDS, *KNOWN}
)
LEAST = 4
"""Letters of a word that may be such a slip, and of what it is a slip of one more or as many."""
MANY = re.compile(r"\b(how )may(?= (?!i\b|we\b|you\b|they\b|he\b|she\b))", re.IGNORECASE)
WORD = re.compile(r"(?<![\w'\u2019@/.-])[A-Za-z]{4,}(?![\w'\u2019@/-])")


def without_slips(text: str, known: Collection[str]) -> str:
    """The text with them written right; what is quoted, and every word that is `known`, stays as it is."""
    quoted = [range(one.start(), one.end()) for one in QUOTED.finditer(text)]

    def right(match: re.Match[str]) -> str:
        word = match[0].casefold()
        is_first = not text[: match.start()].strip() or text[: match.start()].rstrip()[-1:] in ".?!:"
        is_written = match[0].islower() or (is_first and match[0][1:].islower())
        if not is_written or word in known or any(match.start() in one for one in quoted):
            return match[0]
        meant = _meant(word)
        return match[0] if meant is None else meant.capitalize() if match[0][:1].isupper() else meant

    return WORD.sub(right, MANY.sub(r"\1many", text))


@lru_cache(MAX_KEPT)
def _meant(word: str) -> str | None:
    if word in SMALL or is_english(word):
        return None
    near = (one for one in SMALL if one[0] == word[0] and distance(word, one, 1) == 1)
    near = (one for one in near if len(one) > LEAST or sorted(one) == sorted(word) or _is_doubled(word, one))
    return min(near, key=lambda one: (not _is_slip(word, one), one not in WH, one), default=None)


def _is_slip(word: str, meant: str) -> bool:
    """Letters swapped, doubled or left out, as fingers do."""
    return sorted(word) == sorted(meant) or set(word) <= set(meant)


def _is_doubled(word: str, meant: str) -> bool:
    return any(word == meant[:at] + meant[at - 1 :] for at in range(1, len(meant) + 1))
