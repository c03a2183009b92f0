"""Which lists a text leads to, before any is read: those that its words are about come first."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.vocabulary import CHANGE_VERBS, LOOSE_VERBS, ORDER_VERBS
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.references import kinds_of
from assistant.planner.offer.sources import Source
from assistant.planner.orders.arranging import arranged
from assistant.planner.orders.deeds import find_deed
from assistant.planner.selecting.ranking import best, rank

MAX_LIKELY = 2


@dataclass(frozen=True)
class Likely:
    """Lists in the order to look at them for the names in a text."""

    ordered: list[Source]
    """Of the things that an order takes: each of them may be named."""
    near: list[Source]
    """Of what the words are about."""
    others: list[Source]
    has_orders: bool
    is_in_vain: bool
    """Nothing is said but an order that no tool does: then no name matters."""


def likely_lists(text: str, catalog: Catalog) -> Likely:
    """The lists in which the names in a text may be."""
    ordered: list[Source] = []
    near: list[Source] = []
    others: list[Source] = []
    found = arranged(text, catalog).clauses
    for clause in found:
        deed = find_deed(clause, catalog) if clause.mood == "orders" else None
        ordered += [kind for param in deed.params for kind in kinds_of(param, deed, catalog)] if deed else []
        ranked = rank(clause.tokens, catalog, clause.begin)
        near += [one for each in best(ranked)[:MAX_LIKELY] for one in _listing(each.source, catalog) if deed is None]
        others += [one for each in ranked for one in _listing(each.source, catalog)]
    listed = dict.fromkeys((*ordered, *near, *others, *catalog.listed()))
    rest = [one for one in listed if not one.needs and one not in ordered]
    return Likely(
        [one for one in dict.fromkeys(ordered) if not one.needs],
        [one for one in rest if one in near],
        [one for one in rest if one not in near],
        any(clause.mood == "orders" for clause in found),
        bool(found) and all(_is_undoable(clause, catalog) for clause in found),
    )


def _listing(source: Source, catalog: Catalog) -> list[Source]:
    """The list itself; for what has to be asked for by a thing, the lists of such things."""
    if not source.needs:
        return [source] if source.is_list else []
    return [kind for need in source.needs for kind in kinds_of(need, source.deed, catalog)]


def _is_undoable(clause: Clause, catalog: Catalog) -> bool:
    is_sure = clause.verb is not None and clause.verb.word in ORDER_VERBS - CHANGE_VERBS - LOOSE_VERBS
    return clause.mood == "orders" and is_sure and not clause.condition and find_deed(clause, catalog) is None
