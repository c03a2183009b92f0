"""Ways to take words that something else in the same question rules out."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.vocabulary import SEARCHING
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.wants import Want

CLEARLY = 0.7


def mentions_head(atom: Atom, phrase: Phrase, want: Want) -> bool:
    """`which vessel`: what is chosen among is no word in a remark."""
    if atom.role != "these" or atom.field is None or not atom.field.is_prose or not want.head:
        return False
    is_which = "which" in phrase.words[max(0, want.head.start - 3) : want.head.start]
    return is_which and want.head[-1] in atom.span and not phrase.has(*SEARCHING)


def _is_vague_state(atom: Atom) -> bool:
    """`resolved incidents`: what is only like a state of projects says nothing of incidents."""
    is_state = atom.role == "these" and not atom.is_name and atom.field is not None and bool(atom.field.slot.choices)
    return is_state and atom.strength < CLEARLY


def is_of_another_noun(atom: Atom, atoms: Sequence[Atom]) -> bool:
    """`the next visit`: of visits, or what is in them, and not of anything else that has days."""
    if len(atom.span) > 1 or not (atom.role == "extreme" or _is_vague_state(atom)):
        return False
    named = {one.kind for one in atoms if one.role == "kind" and one.span.start == atom.span.stop}
    if not named or named & {atom.kind, atom.kind.parent}:
        return False
    if atom.role == "these":
        return True
    own = (one for one in atoms if one.role == "extreme" and one.span == atom.span and one is not atom)
    return any(named & {one.kind, one.kind.parent} for one in own)
