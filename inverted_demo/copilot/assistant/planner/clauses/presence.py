"""`Is anyone in room 5?`: who is in it, for a thing that says so itself."""

from __future__ import annotations

from dataclasses import replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.vocabulary import ARTICLES
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.people import is_person

ANYBODY = frozenset({"anyone", "anybody", "somebody", "someone"})


def asking_who(clause: Clause, desk: Desk) -> Clause:
    """The clause with `who` for `anyone`, where things name somebody or nobody."""
    found, begin = clause.tokens, clause.begin
    first = [token.word for token in found[begin : begin + 3]]
    is_where = (
        first[:1] == ["is"] and first[1:2] != [] and first[1] in ANYBODY and first[2:] in (["in"], ["at"], ["on"])
    )
    after = found[begin + 3 : begin + 6]
    is_told = any(one.is_number or one.is_id or one.is_known or one.word in ARTICLES for one in after)
    empty = (slot for source in desk.catalog.listed() for slot in source.fields if slot.is_nullable and is_person(slot))
    if clause.mood != "asks" or not is_where or not is_told or not any(empty):
        return clause
    who = replace(found[begin + 1], word="who", stem="who")
    return replace(clause, tokens=(*found[:begin], who, found[begin], *found[begin + 2 :]))
