"""What somebody takes in hand, in other words than `take`: `put my name on I-3`, `sign me up for it`."""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.planner.clauses.clauses import Clause, clauses
from assistant.planner.english.spans import uncapitalized
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.people import are_people, is_person
from assistant.planner.offer.references import kinds_of
from assistant.planner.offer.tools import Deed
from assistant.planner.orders.deeds import find_deed

OPENING = r"^(?:please |pls |now |and |then |so |ok |okay |can you |could you |you can |just |if not )*"
ENDING = r"(?: (?:please|pls|then|thanks|thx))*\W*$"
MINE = (
    rf"{OPENING}(?:put|write|stick|pencil|note|pop) my name (?:down )?(?:on|for|against|beside|next to|to) (?P<a>.+?)",
    rf"{OPENING}(?:put|write|pencil|note|pop) me (?:down |in )?(?:on|for|against|beside|to) (?P<b>.+?)",
    rf"{OPENING}(?:sign|count) me (?:up|in) (?:for|on|to) (?P<c>.+?)",
    rf"{OPENING}(?:assign|leave|hand|pass) (?P<d>.+?) (?:over )?to me",
    rf"{OPENING}give me (?P<e>.+?) to (?:do|handle|sort out|look after|look into|deal with|fix|sort)",
    rf"{OPENING}let me (?:take|handle|have|do|deal with|look after|see to) (?P<f>.+?)",
    rf"{OPENING}i(?: wi|'|\u2019)?ll (?:have|handle|do|deal with|look after|see to|grab|own) (?P<g>.+?)",
)
TAKEN = [re.compile(f"{one}{ENDING}", re.IGNORECASE | re.DOTALL) for one in MINE]


def taking(catalog: Catalog, clause: Clause) -> Clause | None:
    """Such an order in plain words, where a tool takes things in the person's name."""
    said = next((match for one in TAKEN if (match := one.match(clause.text))), None)
    if said is None or clause.mood in ("forbids", "asks"):
        return None
    what = next(part for part in said.groups() if part)
    order = clauses(f"take {uncapitalized(what)}", catalog)
    deed = find_deed(order[0], catalog) if len(order) == 1 and order[0].mood == "orders" else None
    if deed is None or _takes_person(deed, catalog):
        return None
    first = order[0]
    return replace(clause, text=first.text, tokens=first.tokens, mood="orders", verb=first.verb, begin=first.begin)


def _takes_person(deed: Deed, catalog: Catalog) -> bool:
    """Whether it is told who does it."""
    kinds = (kind for param in deed.params for kind in kinds_of(param, deed, catalog))
    return any(map(is_person, deed.params)) or any(map(are_people, kinds))
