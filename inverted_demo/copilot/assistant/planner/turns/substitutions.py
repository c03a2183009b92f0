"""Words that stand for a name, `my`, `he` and `the lead of the data team`: the name is put in their place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.clauses.clauses import Clause, clauses
from assistant.planner.clauses.particles import with_verb
from assistant.planner.clauses.pointing import HE
from assistant.planner.clauses.replacing import put
from assistant.planner.english.marks import unmarked
from assistant.planner.english.stems import concept, stem
from assistant.planner.english.words import Token
from assistant.planner.filling.written import written_places
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.people import are_people, is_person
from assistant.planner.offer.records import text_values
from assistant.planner.offer.references import kinds_of
from assistant.planner.orders.deeds import find_deed
from assistant.planner.orders.rewording import reworded
from assistant.planner.reading.speaker import with_speaker
from assistant.planner.selecting.focus import Focus
from assistant.planner.selecting.the_one import put_thing, the_one
from assistant.planner.turns.same_day import on_that_day

CONTACTS = frozenset(concept(stem(word)) for word in ("phone", "email", "extension"))
OVERDUE = concept(stem("overdue"))
BY_TIME = {"late": "latest", "later": "latest", "early": "earliest", "earlier": "earliest"}
OF_SO_MANY = re.compile(
    r"\bof (?:the|these|those) (?P<count>two|three|four|five|[2-5])"
    r"(?= (?:is|are|was|were|has|have|do|does|can)\b|\W*$)",
    re.IGNORECASE,
)
COUNTS = {"five": 5, "5": 5, "two": 2, "2": 2, "three": 3, "3": 3, "four": 4, "4": 4}
OWN = frozenset({"his", "her"})


async def substituted(desk: Desk, clause: Clause, focus: Focus) -> Clause:
    """The clause with names in the place of what stands for one."""
    clause = the_one(desk, on_that_day(desk, _of_them(desk, clause, focus), focus), focus)
    clause = _of_who_is_named(desk, clause)
    clause = with_verb(_by_time(_he(_theirs(desk, clause, focus), focus), focus), desk.catalog)
    return await with_speaker(desk, reworded(clause, desk), focus)


def _of_them(desk: Desk, clause: Clause, focus: Focus) -> Clause:
    """`Which of the two is cheaper?`: of those that are talked about, where they are so many."""
    said = OF_SO_MANY.search(clause.text)
    if said is None or len(focus.things) != COUNTS[said["count"].casefold()]:
        return clause
    found = clauses(unmarked(f"{clause.text[: said.start()]}of them{clause.text[said.end() :]}"), desk.catalog)
    return found[0] if len(found) == 1 else clause


def _by_time(clause: Clause, focus: Focus) -> Clause:
    """`the late one` of several that have a time and are not overdue: the latest."""
    found = list(clause.tokens)
    fields = focus.things[0].source.fields if len(focus.things) > 1 else ()
    is_timed = any(slot.is_moment or slot.form == "time" or slot.name.startswith("start") for slot in fields)
    if not is_timed or any(concept(key) == OVERDUE for slot in fields for key in slot.key):
        return clause
    for at, token in enumerate(found[:-1]):
        if token.word in BY_TIME and found[at + 1].word == "one" and not token.is_quoted:
            word = BY_TIME[token.word]
            found[at] = replace(token, word=word, stem=stem(word))
    return replace(clause, tokens=tuple(found))


def _he(clause: Clause, focus: Focus) -> Clause:
    for at, token in enumerate(clause.tokens):
        if token.word == "their" and focus.is_one and focus.people and _is_contact(clause.tokens[at + 1 :]):
            return put(clause, at, at + 1, focus.people[-1], owns=True)
        if token.word in HE and not token.is_quoted and focus.people and at not in written_places(clause):
            is_object = token.word == "her" and at + 1 == len(clause.tokens)
            return put(
                clause, at, at + 1, focus.people[-1], owns=token.word in ("his", "her", "hers") and not is_object
            )
    return clause


def _of_who_is_named(desk: Desk, clause: Clause) -> Clause:
    """`Has Ada paid her bill?`: hers, and not that of somebody who was named before."""
    found = clause.tokens
    named = [
        span.stop for span, known in desk.catalog.named(found) if known.is_person or any(map(are_people, known.own))
    ]
    at = next((at for at, token in enumerate(found) if token.word in OWN and not token.is_quoted), None)
    is_inner = at is not None and any(clause.begin < end <= at for end in named) and at + 1 < len(found)
    return replace(clause, tokens=(*found[:at], *found[at + 1 :])) if at is not None and is_inner else clause


def _theirs(desk: Desk, clause: Clause, focus: Focus) -> Clause:
    """`Check her in`: of the things just told that the tool takes, the one that names her."""
    at = next((at for at, token in enumerate(clause.tokens) if token.word in HE and not token.is_quoted), None)
    deed = find_deed(clause, desk.catalog, focus.nouns) if at is not None and clause.mood == "orders" else None
    if at is None or deed is None or not focus.people or at in written_places(clause):
        return clause
    kinds = {noun for param in deed.required for kind in kinds_of(param, deed, desk.catalog) for noun in kind.nouns}
    takes_persons = any(is_person(param) for param in deed.required)
    fitting = [one for one in focus.things if one.source.nouns & kinds]
    own = [one for one in fitting if focus.people[-1] in [value for _, value in text_values(one)]]
    return put_thing(desk, clause, at, at + 1, own[0]) if len(own) == 1 and not takes_persons else clause


def _is_contact(found: Sequence[Token]) -> bool:
    """`their phone number`: of the person who was named, not of the thing that is talked about."""
    return any(concept(token.stem) in CONTACTS for token in found[:2])
