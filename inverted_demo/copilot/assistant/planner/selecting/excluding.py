"""What is not meant: `not P-1`, `not that one`. Nothing that was said before is meant by a pronoun behind it."""

from __future__ import annotations

from dataclasses import replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import PLACES
from assistant.planner.english.vocabulary import CHANGE_VERBS, ORDER_VERBS, READ_VERBS
from assistant.planner.offer.records import Record
from assistant.planner.selecting.focus import Focus

VERBS = CHANGE_VERBS | ORDER_VERBS | READ_VERBS


def is_exclusion(clause: Clause) -> bool:
    """Whether it names what is not meant, and forbids nothing."""
    if clause.mood != "forbids" or "not" not in clause.words or clause.has("do", "must", "should"):
        return False
    after = clause.tokens[clause.words.index("not") + 1 :]
    return bool(after) and (after[0].word not in VERBS or after[0].is_noun)


def without(focus: Focus, clause: Clause) -> Focus:
    """What pronouns mean then: of several things those that are left, otherwise nothing."""
    left = [thing for thing in focus.things if not _is_named(thing, clause, focus)]
    is_told = 0 < len(left) < len(focus.things)
    return replace(focus, things=left if is_told else [], others=[], listed=[])


def _is_named(thing: Record, clause: Clause, focus: Focus) -> bool:
    words = set(clause.words)
    places = {PLACES[word] % len(focus.things) for word in words & set(PLACES) if PLACES[word] < len(focus.things)}
    is_placed = any(focus.things[at] is thing for at in places)
    return is_placed or str(thing.id).casefold() in words or thing.label.casefold() in clause.text.casefold()
