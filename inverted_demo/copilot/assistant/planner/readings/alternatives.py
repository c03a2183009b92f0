"""Conditions of which one is enough: `an anchor or radar`, `the red and the blue boats`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.english.vocabulary import ARTICLES, wordset
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase

SMALL = ARTICLES | wordset("with in on at of for from either that are is have has")
MAX_APART = 3
"""So many words are between two of them at most."""


def united(phrase: Phrase, chosen: Sequence[Atom]) -> list[Atom]:
    """The same atoms, with one for all of which any is enough."""
    found: list[Atom] = []
    for one in sorted(chosen, key=lambda each: each.span.start):
        if _is_noun_again(found, one):
            found.pop()  # `invoice 7 and invoice 8`
        last = found[-1] if found else None
        if last is not None and _is_either(phrase, last, one):
            span = range(last.span.start, one.span.stop)
            strength, is_name = min(last.strength, one.strength), last.is_name and one.is_name
            things = last.things | one.things
            found[-1] = replace(last, span=span, things=things, strength=strength, is_name=is_name, side="either")
        else:
            found.append(one)
    return found


def _is_noun_again(found: Sequence[Atom], one: Atom) -> bool:
    """Whether the last word says again of what kind the two are."""
    before, last = (found[-2], found[-1]) if len(found) > 1 else (None, None)
    if before is None or last is None or last.role != "kind" or last.kind is not one.kind is before.kind:
        return False
    is_beside = last.span.stop == one.span.start and last.span.start - before.span.stop == 1
    return is_beside and before.role == one.role == "these" and before.is_name and one.is_name


def _is_either(phrase: Phrase, one: Atom, other: Atom) -> bool:
    """Joined by `or`; joined by `and`, where nothing is both."""
    if not one.role == other.role == "these" or one.kind is not other.kind or "no" in (one.side, other.side):
        return False
    places = range(one.span.stop, min(other.span.start, len(phrase.tokens)))
    between = [phrase.words[at] for at in places if phrase.tokens[at].stem not in one.kind.nouns]
    joints = [word for word in between if word not in SMALL]
    if not between or len(between) > MAX_APART or len(joints) != 1:
        return False
    is_same = one.field is not None and one.field is other.field and not one.field.is_list
    return joints == ["or"] or (joints == ["and"] and is_same and not one.things & other.things)
