"""`my projects`, `what do I own`: the name of whoever asks, in the place of the words for that person."""

from __future__ import annotations

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.replacing import put
from assistant.planner.filling.written import written_places
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.speaking import asks_me
from assistant.planner.selecting.focus import Focus
from assistant.planner.selecting.ranking import rank

POSSESSIVE = frozenset({"my", "mine"})


async def with_speaker(desk: Desk, clause: Clause, focus: Focus) -> Clause:
    """The clause with the name that the server has for whoever uses it."""
    source = desk.catalog.me
    written = written_places(clause)
    places = [at for at in asks_me(clause.tokens, desk.catalog) if at >= clause.begin and at not in written]
    if source is None or not places:
        return clause
    ranked = rank(clause.tokens, desk.catalog, clause.begin)
    if ranked and ranked[0].source is source:
        return clause
    things, _, _ = await desk.some(source, {})
    if not things:
        return clause
    at = places[0]
    after = clause.tokens[at + 1] if at + 1 < len(clause.tokens) else None
    own = next((slot for slot in source.fields if after and slot.key == (after.stem,)), None)
    if own is not None and isinstance(things[0].get(own.name), str):
        return put(clause, at, at + 1, str(things[0].get(own.name)), owns=False)
    focus.people.append(things[0].label)
    return put(clause, at, at + 1, things[0].label, owns=clause.tokens[at].word in POSSESSIVE)
