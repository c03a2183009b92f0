"""What is told before a question, and answers nothing: what it names is what the question goes on about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.facts.things import Thing
from assistant.planner.offer.desk import Desk
from assistant.planner.orders.said import appended
from assistant.planner.readings.grasping import Grasp
from assistant.planner.readings.people import is_persons
from assistant.planner.readings.reading import Reading
from assistant.planner.readings.telling import whole
from assistant.planner.selecting.focus import Focus

NAMED = 0.7
MAX_NAMED = 5


def is_only_told(clause: Clause, rest: Sequence[Clause], focus: Focus) -> bool:
    """`The surveyor's just rung. Which boat is due first?`: nothing is asked with it, but with what comes after.

    `her order, name's Hartwell`, of a lady nobody talked of before, says whom the clauses after it are about.
    """
    moods = [one.mood for one in rest]
    is_nobody = not focus.things and not focus.people and bool(pointing(clause, set()))
    is_name = any(one.owns and one.word == "name" for one in clause.tokens[:2])
    is_told = (clause.mood == "states" and not clause.is_unsure) or (clause.mood == "reads" and (is_nobody or is_name))
    return is_told and "asks" in moods and "orders" not in moods


def asked_first(found: Sequence[Clause]) -> list[Clause]:
    """`Ada is here, which room is she in?`: what may be an order asks back, so the questions come before it."""
    is_doubt = bool(found) and found[0].mood == "orders" and found[0].is_unsure
    is_asked = len(found) > 1 and all(one.mood == "asks" for one in found[1:])
    return [*found[1:], found[0]] if is_doubt and is_asked else []


async def heard(desk: Desk, told: Sequence[Clause], focus: Focus) -> Focus | None:
    """`A lady is here for her order, name's Hartwell. Is it ready?`: the things that were named are talked about.

    None, where nothing is named, and all words are known: `the overdue invoices` are asked for.
    """
    grasp = Grasp(desk, reduce(appended, told))
    await grasp.read()
    best = next((one for one in grasp.readings if _is_of_named(one)), None)
    named = best.things if best else _named(grasp.readings[:1])
    if not named:
        is_asked = len(told) == 1 and grasp.is_sure and not pointing(told[0], set())
        return None if is_asked else focus
    things = list(dict.fromkeys(map(whole, named)))
    people = [one.name for one in things if is_persons(one.kind) and one.name]
    earlier = [focus.things, *focus.earlier] if focus.things else focus.earlier
    records = [one.record for one in things]
    return replace(focus, things=records, people=[*focus.people, *people], earlier=earlier, others=[], listed=[])


def _named(found: Sequence[Reading]) -> list[Thing]:
    """`We sprayed the top orchard last week`: what is named, though nothing is known of the rest."""
    names = [one for reading in found for one in reading.atoms if one.is_name and one.strength >= NAMED]
    best = max(names, key=lambda one: (len(one.span), one.strength), default=None)
    return [one for one in best.kind.things if one in best.things] if best and len(best.things) <= MAX_NAMED else []


def _is_of_named(reading: Reading) -> bool:
    """Whether it is of what is called so, or of things of a kind that is said, that have to do with it."""
    names = [one for one in reading.atoms if one.role == "these" and one.is_name and one.strength >= NAMED]
    kinds = [one for one in reading.atoms if one.role == "kind"]
    is_own = any(one.kind is reading.target for one in (*names, *kinds))
    return bool(names) and is_own and 0 < len(reading.things) <= MAX_NAMED
