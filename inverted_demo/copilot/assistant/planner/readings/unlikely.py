"""Ways to take words that something else in the same question rules out."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.vocabulary import SEARCHING
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.wants import Want


def mentions_head(atom: Atom, phrase: Phrase, want: Want) -> bool:
    """`which vessel`: what is chosen among is no word in a remark."""
    if atom.role != "these" or atom.field is None or not atom.field.is_prose or not want.head:
        return False
    is_which = "which" in phrase.words[max(0, want.head.start - 3) : want.head.start]
    return is_which and want.head[-1] in atom.span and not phrase.has(*SEARCHING)


def is_of_another_noun(atom: Atom, atoms: Sequence[Atom]) -> bool:
    """`the next visit`: of visits, or what is in them, and not of anything else that has days."""
    if atom.role != "extreme" or len(atom.span) > 1:
        return False
    named = {one.kind for one in atoms if one.role == "kind" and one.span.start == atom.span.stop}
    if not named or named & {atom.kind, atom.kind.parent}:
        return False
    own = (one for one in atoms if one.role == "extreme" and one.span == atom.span and one is not atom)
    return any(named & {one.kind, one.kind.parent} for one in own)
