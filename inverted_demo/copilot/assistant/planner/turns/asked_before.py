"""Whom a clause before asked for, whatever it was that told who that is."""

from __future__ import annotations

from dataclasses import replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import concept
from assistant.planner.english.vocabulary import wordset
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Desk
from assistant.planner.selecting.focus import Focus
from assistant.planner.selecting.graph import neighbours
from assistant.planner.selecting.ranking import head

PERSONS = wordset("they their them he his him she her")


async def asked_before(desk: Desk, before: Clause, clause: Clause, focus: Focus) -> Focus:
    """`Which patient waits the longest, and where do they live?`: the patient, whatever has told who that is."""
    if not {token.word for token in clause.tokens} & PERSONS or not focus.is_one:
        return focus
    asked = asked_kind(before, desk.catalog)
    for source in desk.catalog.listed():
        if asked & source.concepts and not focus.things[0].source.nouns & source.nouns:
            things = await neighbours(desk, source, focus.things)
            if len(things) == 1:
                return replace(focus, things=things, is_inner=True)
    return focus


def asked_kind(clause: Clause, catalog: Catalog) -> set[str]:
    """`Which delivery brings …`: the word for what is asked for."""
    named = [concept(clause.tokens[at].stem) for at in head(clause.tokens, clause.begin)]
    return set([one for one in named if one in catalog.concepts][-1:])
