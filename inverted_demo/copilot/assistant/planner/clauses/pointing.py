"""The words that stand for something said before."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import is_plural
from assistant.planner.english.vocabulary import AUXILIARIES, SEARCHING, WH, wordset
from assistant.planner.english.words import Token

POINTING = wordset("it its that this them they their theirs those these both he she his her him hers one ones")
HE = frozenset({"he", "she", "him", "her", "his", "hers"})
OTHER = frozenset({"other", "others"})
PLACES = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1, "former": 0, "latter": -1}


def pointing(clause: Clause, skip: set[int]) -> list[int]:
    """The tokens that stand for something said before."""
    found = clause.tokens
    places = [at for at, token in enumerate(found) if at not in skip and _points(found, at)]
    return places or [at for at in (clause.begin,) if at not in skip and _compares(found, at)]


def _compares(found: Sequence[Token], at: int) -> bool:
    """`Which is the cheapest?`, and `which has the lowest price?`: of those talked about."""
    words = [token.word for token in found[at : at + 5]]
    is_open = words[:1] == ["which"] and words[1:2] in (["is"], ["has"], ["was"])
    return is_open and "the" in words and any(word.endswith("est") or word == "most" for word in words)


def _points(found: Sequence[Token], at: int) -> bool:
    token = found[at]
    if token.is_quoted:
        return False
    after = found[at + 1].word if at + 1 < len(found) else ""
    if token.word == "that" and after in AUXILIARIES and at > 1 and found[at - 1].is_content:
        return found[at - 2].word != "the"  # `the suit that is late` says which suit
    if token.word == "there":
        return at > 0 and found[at - 1].word not in AUXILIARIES and after not in AUXILIARIES
    if token.word in OTHER:
        is_one = after in ("", "too", "to", "as", "for", "instead") or any(
            one.word in ("one", "ones", "two") for one in found[at + 1 : at + 4]
        )
        return is_one and at > 0 and found[at - 1].word == "the"
    if token.word in PLACES:
        is_bare = after in ("", "too") or (after in ("to", "as") and found[0].word not in WH)
        return (after in ("one", "ones") or is_bare) and at > 0 and found[at - 1].word in ("the", "and", "one")
    if token.word in ("one", "ones"):
        before = [token.word for token in found[max(0, at - 2) : at]]
        return bool(before) and bool({before[-1], before[0]} & {"the", "that", "this", "which", "just", *PLACES})
    if token.word == "that":
        is_relative = at > 0 and found[at - 1].is_content and (after in AUXILIARIES or is_plural(after))
        return not is_relative and after not in SEARCHING
    if token.word in ("this", "these", "those", "that"):
        return after not in ("week", "month", "year", "weekend", "morning", "afternoon", "evening", "quarter")
    return token.word in POINTING
