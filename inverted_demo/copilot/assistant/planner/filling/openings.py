"""The days that a list of things has to be asked for, where it is given by days only."""

from __future__ import annotations

from datetime import timedelta

from assistant.conversation import Arguments
from assistant.planner.clauses.clauses import Clause
from assistant.planner.filling.filling import Form, fill_plain
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.periods import BEGIN_WORDS, END_WORDS, written
from assistant.planner.offer.sources import Source

AHEAD = timedelta(days=30)
BECOMING = frozenset({"to", "till", "until"})
"""Before a time to which something is moved, and where it is not to be found yet."""


def opens(source: Source) -> bool:
    """Whether times are all that it needs."""
    return all(need.is_moment for need in source.needs)


def opened_by(desk: Desk, source: Source, form: Form) -> Arguments:
    """The same for what an order is about: `cover her slot on Friday` is about a slot of that day, too."""
    timed = {at for at, token in enumerate(form.clause.tokens) if any(token.start in one for one in form.times)}
    is_moved = any(token.word in BECOMING and at + 1 in timed for at, token in enumerate(form.clause.tokens))
    return opening(desk, source, form.clause, form.used if is_moved else form.used - timed)


def opening(desk: Desk, source: Source, clause: Clause, used: set[int]) -> Arguments:
    """The days that a text names, else those to come."""
    if not source.needs:
        return {}
    moments = [param for param in source.deed.params if param.is_moment]
    filled = fill_plain(desk, source.deed, clause, used).arguments
    told = {param.name: filled[param.name] for param in moments if param.name in filled}
    if told:
        return told
    ends = [one for one in moments if END_WORDS & set(one.all_words) and not BEGIN_WORDS & set(one.all_words)]
    begins = [one for one in moments if one not in ends]
    result = {param.name: written(desk.now, param) for param in begins[:1]}
    return result | {param.name: written(desk.now + AHEAD, param) for param in ends[:1]}
