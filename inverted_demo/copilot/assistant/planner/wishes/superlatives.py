"""Where a text has superlatives, and whether they are said of anything: `the dearest thing`."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.vocabulary import PAIRED_ADJECTIVES, SUPERLATIVES
from assistant.planner.english.words import Token
from assistant.planner.wishes.earliest import BEEN
from assistant.planner.wishes.ordering import EXTREMES


def superlatives(found: Sequence[Token]) -> list[tuple[int, str]]:
    """The places of superlatives, with the words of what they are about."""
    places: list[tuple[int, str]] = []
    for at, token in enumerate(found):
        after = found[at + 1].word if at + 1 < len(found) else ""
        is_lasting = token.word in ("longest", "shortest") and any(one.word in BEEN for one in found[:at])
        if token.word in SUPERLATIVES and not token.is_quoted and not is_lasting:
            places.append((at, SUPERLATIVES[token.word][0]))
        elif token.word in EXTREMES and after in PAIRED_ADJECTIVES:
            places.append((at + 1, PAIRED_ADJECTIVES[after][0]))
    return places


def is_anything(found: Sequence[Token], phrase: Sequence[int]) -> bool:
    """`the dearest thing`: whatever there is of that."""
    named = [at for at in phrase if found[at].word not in SUPERLATIVES]
    return not named or found[named[0]].word in PAIRED_ADJECTIVES
