"""What an order gives that a tool takes, whatever its verb: a day, so many of a unit, somebody's name."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.dates import moments
from assistant.planner.english.stems import stem
from assistant.planner.english.vocabulary import UNIT_WORDS, wordset
from assistant.planner.english.words import Token
from assistant.planner.filling.filling import SAID
from assistant.planner.offer.people import is_person
from assistant.planner.offer.tools import Deed
from assistant.planner.orders.matching import LIKE_TOLD_VERB, match_of, ordered

CHANGING = frozenset(map(stem, wordset("change update set edit move transfer switch swap exchange assign reassign")))
"""Verbs of tools that make something different of what there is."""
HANDING = wordset("give hand pass assign reassign delegate")
MAX_BETWEEN = 5


def gives_moment(deed: Deed, clause: Clause) -> bool:
    """`make it Tuesday at ten`, for a tool that needs a day or a time."""
    needed = {param.form for param in deed.required if param.is_moment}
    told = moments(clause.text, datetime.now(UTC)) if needed else ()
    return any(when.has_clock or "date" in needed for when in told)


def gives_new_moment(deed: Deed, clause: Clause) -> bool:
    """`move the order to Friday`, for a tool that changes what it is told, and that takes a day."""
    ends = [token.end for token in ordered(clause) if token.word in ("to", "till", "until")]
    is_change = bool(CHANGING & deed.verbs) or match_of(deed, clause) >= LIKE_TOLD_VERB
    if not is_change or not any(param.is_moment for param in deed.params):
        return False
    text = clause.text.partition(SAID)[0]
    return any(0 <= when.start - end <= 1 for when in moments(text, datetime.now(UTC)) for end in ends)


def gives_measure(deed: Deed, found: Sequence[Token]) -> bool:
    """`30.8 kg`, for a tool that needs so many of just that."""
    units = {word for param in deed.required if param.is_measure for word in param.all_words if word in UNIT_WORDS}
    return any(at and found[at - 1].is_number and token.word in units for at, token in enumerate(found))


def gives_person(deed: Deed, clause: Clause) -> bool:
    """`give it to Ida`, for a tool that changes what it takes, and who sees to that."""
    found = ordered(clause)
    is_handed = clause.verb is not None and clause.verb.word in HANDING
    if not is_handed or not CHANGING & deed.verbs or not any(_is_who(deed)):
        return False
    behind = range(clause.begin + 2, min(len(found) - 1, clause.begin + 2 + MAX_BETWEEN))
    return any(found[at].word == "to" and (found[at + 1].is_known or found[at + 1].is_name) for at in behind)


def _is_who(deed: Deed) -> list[bool]:
    return [is_person(one) and one.form == "text" and not (one.is_id or one.choices) for one in deed.params]
