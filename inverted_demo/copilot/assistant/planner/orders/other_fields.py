"""`change the owner of P-1 to Bo`, for a tool that sets something else of it: what is not offered is not done."""

from __future__ import annotations

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.likeness import ALIKE, likeness
from assistant.planner.english.vocabulary import ARTICLES, CHANGE_VERBS, wordset
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.people import is_person
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.tools import Deed
from assistant.planner.orders.matching import ordered

CHANGING = CHANGE_VERBS | wordset("rename correct amend replace")
OF, TO = wordset("of for on"), wordset("to into as from")
FAR = 3
"""So many words at most stand between the verb and the name of what is to be changed."""


def sets_another_field(deed: Deed, clause: Clause, catalog: Catalog) -> bool:
    """Whether what is to be changed is a field that this tool does not take."""
    fields = _named(clause, catalog)
    if not fields or any(_takes(deed, one) for one in fields):
        return False
    chosen = [one for one in spot(clause.tokens, deed.params) if one.choice is not None]
    return not any(_is_value(clause, one.start) for one in chosen)


def _named(clause: Clause, catalog: Catalog) -> list[Slot]:
    """The fields that are called as the words are behind the verb, before `of` and with a `to` after it."""
    found, begin = ordered(clause), clause.begin
    if clause.verb is None or clause.verb.word not in CHANGING:
        return []
    start = begin + 1 + (begin + 1 < len(found) and found[begin + 1].word in ARTICLES)
    of = next((at for at in range(start + 1, min(len(found), start + FAR)) if found[at].word in OF), None)
    if of is None or not any(token.word in TO for token in found[of + 1 :]):
        return []
    own = {token.stem for token in found[start:of]}
    if any(token.is_known or token.is_id or token.is_quoted for token in found[start:of]):
        return []
    return [slot for source in catalog.sources for slot in source.fields if slot.key and set(slot.key) == own]


def _takes(deed: Deed, field: Slot) -> bool:
    """By its name, by what the tool is for, or as what is of the same sort: a day, an amount, a person."""
    if any(likeness(key, other) >= ALIKE for key in field.key for one in deed.params for other in one.key):
        return True
    if set(field.key) & (deed.prose | deed.nouns):
        return True
    if field.is_moment:
        return any(one.is_moment for one in deed.params)
    if field.is_measure:
        return any(one.is_measure for one in deed.params)
    return is_person(field) and any(is_person(one) for one in deed.params)


def _is_value(clause: Clause, at: int) -> bool:
    """Whether a choice of the tool is what it is to be changed to."""
    return any(token.word in TO for token in clause.tokens[max(0, at - 2) : at])
