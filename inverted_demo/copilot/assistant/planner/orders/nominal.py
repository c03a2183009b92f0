"""Orders that have no verb, but all that one tool takes, and a `please`: `two lamps to Ada, back by Friday, thanks`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.english.stems import concept, is_plural
from assistant.planner.english.vocabulary import AUXILIARIES, READ_VERBS, WH, wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Asking, Desk, Stuck
from assistant.planner.offer.references import kinds_of
from assistant.planner.orders.explained import AGAINST, ENOUGH, left_of, plan_of
from assistant.planner.selecting.focus import Focus

COURTEOUS = frozenset({"please", "thanks"})
LISTING = wordset("list overview summary report count number status details info information everything anything all")


async def nominal(desk: Desk, clause: Clause, focus: Focus) -> Clause | None:
    """The clause as an order to the only tool that explains all of it."""
    if clause.mood != "states" or not COURTEOUS & set(clause.words) or _is_asked(clause, desk.catalog):
        return None
    found = tuple(token for token in clause.tokens if token.word not in COURTEOUS)
    orders: list[Clause] = []
    for deed in desk.catalog.acts:
        order = replace(clause, tokens=found, mood="orders", verb=None, begin=0, deed=deed.name)
        try:
            plan = await plan_of(desk, deed, order, focus)
        except (Asking, Stuck):
            continue
        arguments = plan.several[0][0]
        things = [one for one in deed.params if one.name in arguments and kinds_of(one, deed, desk.catalog)]
        is_all = len(arguments) >= ENOUGH and bool(things) and len(plan.several) == 1 and not deed.verbs & AGAINST
        if is_all and not await left_of(desk, plan):
            orders.append(order)
    return orders[0] if len(orders) == 1 else None


def _is_asked(clause: Clause, catalog: Catalog) -> bool:
    """`Ada's shifts this week, please`: whether it may as well be something to look up."""
    found = clause.tokens
    words = {token.word for token in found}
    is_question = bool(words & (WH | AUXILIARIES | LISTING)) or bool(pointing(clause, set())) or clause.is_unsure
    return is_question or _opens_list(found) or any(_is_listed(token, catalog) for token in found)


def _opens_list(found: Sequence[Token]) -> bool:
    first = next((token for token in found if token.word not in COURTEOUS), None)
    return first is not None and first.word in READ_VERBS and not first.is_known


def _is_listed(token: Token, catalog: Catalog) -> bool:
    is_kind = concept(token.stem) in catalog.concepts and not (token.is_known or token.is_name)
    return token.owns or (is_kind and is_plural(token.word))
