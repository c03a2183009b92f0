"""Lists that are wished for: `I need the tickets that are late`, `get me all members with a boat`. Nothing is done."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.planner.english.common import is_past
from assistant.planner.english.stems import concept, is_plural
from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.catalog import Catalog

WISHING = re.compile(
    r"^(?:(?:(?:i|we) )?(?:want|need|would like)(?: to have)?|(?:get|fetch|bring|grab|find|pass) (?:me|us)|i am after)"
    r" (?=(?:the|all|every|those) )"
)
ALL = wordset("the all every those of our")
RELATIVE = wordset("that which who whose")
NARROWING = RELATIVE | wordset("with without of in from")
MAX_WORDS = 3


def wished_list(rest: str, found: Sequence[Token], begin: int, catalog: Catalog) -> int:
    """Where the things begin that are to be shown; 0, where no list of them is wished for.

    What is said behind them tells which they are, and not what is to become of them: `I need the rooms cleaned`.
    """
    wish = WISHING.match(rest)
    start = begin + len(wish[0].split()) if wish else len(found)
    at = next((here for here in range(start, len(found)) if found[here].word not in ALL), len(found))
    near = range(at, min(at + MAX_WORDS, len(found)))
    noun = next((here for here in near if _is_kind(found[here], catalog)), None)
    if noun is None:
        return 0
    if noun == len(found) - 1:  # `I need the cancelled bookings`
        return start if noun > at and is_past(found[noun - 1].word) else 0
    if found[noun + 1].word not in NARROWING:
        return 0
    is_told = bool(RELATIVE & {token.word for token in found[noun:]})
    return start if is_told or not is_past(found[-1].word) else 0


def _is_kind(token: Token, catalog: Catalog) -> bool:
    return is_plural(token.word) and concept(token.stem) in catalog.concepts
