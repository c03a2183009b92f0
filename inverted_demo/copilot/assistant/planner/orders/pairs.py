"""Two orders that come to one deed: `apologise for it and close it`, `check her in and give her room 5`."""

from __future__ import annotations

from dataclasses import replace

from assistant.planner.clauses.clauses import Clause, clauses
from assistant.planner.clauses.pointing import HE, pointing
from assistant.planner.offer.assigning import things_told
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.references import kinds_of
from assistant.planner.offer.tools import Deed
from assistant.planner.orders.deeds import find_deed

HANDING = frozenset({"give", "hand", "offer", "get", "put"})


def is_same_deed(order: Clause, clause: Clause, deed: Deed, catalog: Catalog) -> bool:
    """`apologise for it and close it`: one deed, in two orders with the same object."""
    is_object = bool(pointing(clause, set())) and clause.mood == "orders" and clause.verb is not None
    if not is_object or clause.condition or find_deed(clause, catalog) is not deed:
        return False
    return bool(_chosen(order, deed)) and not _chosen(clause, deed)


def handed(order: Clause, clause: Clause, deed: Deed, catalog: Catalog) -> Clause | None:
    """`Check her in and give her 5`: what the order left open."""
    is_handing = clause.verb is not None and clause.verb.word in HANDING and clause.has(*HE, "them", "it")
    codes = [token for token in clause.tokens[clause.begin + 1 :] if token.is_number or token.is_id]
    told = things_told(deed, order.tokens, catalog)
    left = [one for one in deed.params if not one.required and one.name not in told and kinds_of(one, deed, catalog)]
    if not is_handing or len(codes) != 1 or len(left) != 1:
        return None
    [whole] = clauses(f"{order.text}, {left[0].all_words[0]} {codes[0].text}", catalog)[:1]
    return replace(whole, condition=order.condition)


def _chosen(clause: Clause, deed: Deed) -> set[str]:
    """The parameters for which a clause has a choice."""
    return {one.slot.name for one in spot(clause.tokens, deed.params) if one.choice is not None}
