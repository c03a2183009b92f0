"""What a pronoun for an inner part of the sentence comes to for things of another kind: they have to do with it."""

from __future__ import annotations

from dataclasses import replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.english.stems import concept
from assistant.planner.offer.desk import Desk
from assistant.planner.selecting.focus import Focus, Pointer
from assistant.planner.selecting.graph import linked
from assistant.planner.wishes.selection import Selection
from assistant.planner.wishes.wishes import Wish


async def linked_to(desk: Desk, selection: Selection, clause: Clause, focus: Focus, skip: set[int]) -> Pointer | None:
    """Things of another kind, which have to do with what a part of the sentence means."""
    source = selection.source
    places = frozenset(pointing(clause, skip))
    if not places or not source.is_list or source.needs or any(one.source.nouns & source.nouns for one in focus.things):
        return None
    things, _, _ = await desk.all(source, {})
    condition = await linked(desk, source, things, focus.things)
    between = _relating(selection.wish, min(places))
    return Pointer(replace(condition, tokens=places), places | between) if condition else None


def _relating(wish: Wish, pronoun: int) -> frozenset[int]:
    """`orders that hold it`: between the word for the things and the pronoun, a verb that only says how they relate."""
    kinds = wish.source.concepts
    first = next((at for at, token in enumerate(wish.found) if concept(token.stem) in kinds), pronoun)
    between = [at for at in wish.unexplained if first < at < pronoun]
    is_plain = all(not (wish.found[at].is_name or wish.found[at].is_id) for at in between)
    return frozenset(between) if len(between) == 1 and is_plain else frozenset()
