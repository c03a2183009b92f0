"""Switches, which are true or false: what their names and descriptions say of either."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cache

from assistant.planner.english.stems import content_stems, identifier_words, is_plural, stem
from assistant.planner.english.vocabulary import ARTICLES, NEGATIONS
from assistant.planner.english.words import Token
from assistant.planner.offer.schemas import Slot

NEAR = 4
PHRASE = 3
"""So many words in a row are said because of the description; a side counts twice."""
SIDES = {"below": ("below", "under", "beneath"), "above": ("above", "over", "beyond")}
SMALL_WORDS = ARTICLES | {"only", "its", "their", "own", "his", "her", "this"}
EITHER = re.compile(r"\b(?P<value>true|false)\b(?:\s*(?:means|is|for|if|=|:|-))*(?P<words>[^;.]*)", re.IGNORECASE)
WHETHER = re.compile(r"whether (?P<words>[^;.,]+)", re.IGNORECASE)
GENERAL = frozenset(
    map(stem, ("true", "set", "known", "so", "it", "there", "now", "today", "here", "shown", "included"))
)
OPPOSITES = tuple(
    tuple(frozenset(map(stem, side.split())) for side in pair)
    for pair in (
        ("occupied taken", "vacant empty unoccupied free available"),
        ("available free", "unavailable taken borrowed lent loaned occupied gone"),
        ("open", "closed shut"),
        ("active enabled", "inactive disabled"),
        ("answered handled", "unanswered pending"),
        ("paid settled", "unpaid outstanding owing"),
        ("public", "private"),
        ("present", "absent missing"),
        ("full", "empty"),
        ("done finished", "unfinished pending open"),
    )
)


@cache
def sides(slot: Slot) -> tuple[frozenset[str], frozenset[str]]:
    """The stems that its description has for true and for false, each without those of the other."""
    found: dict[bool, set[str]] = {True: set(), False: set()}
    for match in EITHER.finditer(slot.description):
        found[match["value"].casefold() == "true"] |= set(content_stems(match["words"]))
    if not found[True] and (whether := WHETHER.match(slot.description)):
        found[True] |= set(content_stems(whether["words"])[-1:]) - GENERAL
    shared = found[True] & found[False]
    return frozenset(found[True] - shared), frozenset(found[False] - shared)


def switched(found: Sequence[Token], slot: Slot) -> list[tuple[int, bool]]:
    """The words that say whether it is to be true."""
    told, untold = sides(slot)
    names = set(slot.key)
    against = {word for one, other in OPPOSITES for mine, theirs in ((one, other), (other, one)) if names & mine
               for word in theirs} - names  # fmt: skip
    hits: list[tuple[int, bool]] = []
    for at, token in enumerate(found):
        if token.is_quoted or token.is_name or not token.is_content:
            continue
        if token.stem in told:
            hits.append((at, not _is_turned(found, at, slot, True)))
        elif token.stem in against:
            hits.append((at, _is_negated(found, at)))
        elif token.stem in untold:
            hits.append((at, _is_turned(found, at, slot, False)))
    return hits


def told_so(found: Sequence[Token], slot: Slot) -> list[tuple[int, int, bool]]:
    """Where the text says what the description does: `below their reorder level`."""
    said = [at for at, token in enumerate(found) if token.word not in SMALL_WORDS and not token.is_quoted]
    hits: list[tuple[int, int, bool]] = []
    for match in EITHER.finditer(slot.description):
        told = [_sided(word) for word in identifier_words(match["words"]) if word not in SMALL_WORDS]
        common = SequenceMatcher(
            None, [_sided(found[at].word) for at in said], told, autojunk=False
        ).find_longest_match()
        run = said[common.a : common.a + common.size]
        run = run[1:] if run and is_plural(found[run[0]].word) else run  # the kind of things
        if len(run) + any(_sided(found[at].word) in SIDES for at in run) >= PHRASE:
            hits.append((run[0], run[-1] + 1, match["value"].casefold() == "true"))
    return hits


def _sided(word: str) -> str:
    return next((side for side, words in SIDES.items() if word in words), stem(word))


def _is_turned(found: Sequence[Token], at: int, slot: Slot, value: bool) -> bool:
    """`not vacant`; but `nobody has seen to it` says the same, where the description says it so too."""
    parts = [one["words"] for one in EITHER.finditer(slot.description) if (one["value"] == "true") == value]
    return any(NEGATIONS & set(identifier_words(part)) for part in parts) != _is_negated(found, at)


def _is_negated(found: Sequence[Token], at: int) -> bool:
    return any(token.word in NEGATIONS for token in found[max(0, at - NEAR) : at])
