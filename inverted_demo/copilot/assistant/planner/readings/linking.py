"""Verbs that only say that two things have to do with each other: `run on gas`, `which town does she live in`."""

from __future__ import annotations

from collections.abc import Collection

from assistant.planner.english.vocabulary import PREPOSITIONS, wordset
from assistant.planner.readings.phrase import Phrase

LINKING = wordset(
    "assigned allocated attached tied linked related connected dedicated appointed entrusted responsible accountable "
    "involved allotted pertaining"
)
"""`assigned to Ada`: that she has to do with it."""
ENDING = wordset("in on at for from with under")
DOING = wordset("does do did")


def leads_on(phrase: Phrase, at: int, covered: Collection[int]) -> bool:
    """Whether a verb says nothing but for what follows it: `run on gas`, `belong to Ada`, `assigned to Ada`."""
    if phrase.weights[at] <= 0:
        return False
    is_link = phrase.weights[at] < 1 or phrase.words[at] in LINKING
    is_led = is_link and bool(PREPOSITIONS & set(phrase.words[at + 1 : at + 2]))
    return (is_led and bool({at + 2, at + 3} & set(covered))) or _is_of_head(phrase, at, covered)


def _is_of_head(phrase: Phrase, at: int, covered: Collection[int]) -> bool:
    """`which town does Ada live in`: the town that she has to do with."""
    words, behind = phrase.words[phrase.begin :], phrase.words[at + 1 :]
    is_last = bool(behind) and set(behind) <= ENDING and not phrase.tokens[at].is_name
    return is_last and words[0] in ("which", "what") and words[2] in DOING and phrase.begin + 1 in covered
