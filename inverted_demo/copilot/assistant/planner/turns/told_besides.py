"""What is told before a question, and answers nothing: what it names is what the question goes on about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.english.numbers import number
from assistant.planner.english.stems import is_plural
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Thing
from assistant.planner.offer.desk import Desk
from assistant.planner.orders.said import appended
from assistant.planner.readings.grasping import Grasp
from assistant.planner.readings.people import is_persons
from assistant.planner.readings.phrase import LIGHT
from assistant.planner.readings.reading import Reading
from assistant.planner.readings.telling import whole
from assistant.planner.selecting.focus import Focus

HAVING = wordset("has have had owns own got runs leads manages keeps is are")
NAMED = 0.7
MAX_NAMED = 5
NEAR = 3


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
    clause, many = _uncounted(reduce(appended, told))
    grasp = Grasp(desk, clause)
    await grasp.read()
    found = [one for one in grasp.readings if _is_of_named(one)]
    counted = (one for one in grasp.readings[:NEAR] if many and len(one.things) == many and _says_all(grasp, one))
    best = next(counted, next(iter(found), None))
    named = best.things if best else _named(grasp.readings[:1])
    if not named:
        is_asked = len(told) == 1 and grasp.is_sure and not pointing(told[0], set())
        return None if is_asked else focus
    things = list(dict.fromkeys(map(whole, named)))
    people = [one.name for one in things if is_persons(one.kind) and one.name]
    earlier = [focus.things, *focus.earlier] if focus.things else focus.earlier
    records = [one.record for one in things]
    return replace(focus, things=records, people=[*focus.people, *people], earlier=earlier, others=[], listed=[])


def _says_all(grasp: Grasp, reading: Reading) -> bool:
    return sum(grasp.phrase.weights[at] for at in reading.left) <= LIGHT


def _uncounted(clause: Clause) -> tuple[Clause, int]:
    """`Ada has two late jobs`: her late jobs, of which there are so many."""
    for at in range(1, len(clause.tokens) - 1):
        many = number(clause.words[at])
        is_said = many == 1 or any(is_plural(word) for word in clause.words[at + 1 : at + 4])
        if clause.words[at - 1] in HAVING and many and is_said:
            return replace(clause, tokens=(*clause.tokens[:at], *clause.tokens[at + 1 :])), int(many)
    return clause, 0


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
