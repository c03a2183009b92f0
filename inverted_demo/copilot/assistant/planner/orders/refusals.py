"""Turns that take back what was said before: `never mind`, `actually leave it`, `no, keep it`."""

from __future__ import annotations

import re

from assistant.planner.clauses.clauses import Clause
from assistant.planner.offer.catalog import Catalog
from assistant.planner.orders.deeds import find_deed

LEFT = "All right: nothing is changed."
SIGHS = (
    r"(?:(?:actually|hm+|oh|ah|ok|okay|sorry|please|pls|well|but|and|then|wait|hold on|you know what"
    r"|on second thoughts?|no|nope|nah)\b\W*)*"
)
AS_IT_IS = r"(?: (?:alone|be|for now|then|there|(?:just )?(?:as|how|the way) (?:it|they|that) (?:is|are|was|were)))*"
LEAVING = (
    rf"(?:leave|keep) (?:it|that|this|them|those|everything){AS_IT_IS}|leave|let it be"
    r"|never ?mind(?: (?:it|that|about it))?"
    r"|(?:forget|scrap|drop|skip|cancel|stop|abort)(?: (?:about )?(?:it|that|this))?"
    r"|(?:do not|don'?t)(?: (?:do (?:it|that|this|anything)|bother|worry))?|no need|not (?:now|yet)|rather not"
)
NO = re.compile(
    rf"^\W*{SIGHS}(?:no|nope|nah|wait|hold on|none|neither|{LEAVING})"
    rf"(?:\W+(?:no|wait|that|it|this|thanks|thank you|please|of them|of those|after all|then|for now|{LEAVING}))*\W*$",
    re.IGNORECASE,
)


def is_refusal(text: str) -> bool:
    return NO.match(text.replace("\u2019", "'")) is not None


def forbids(clause: Clause, catalog: Catalog) -> bool:
    """Whether nothing is to be done; `cancel it` is an order where a tool cancels."""
    if clause.mood == "forbids":
        return True
    if not is_refusal(clause.text):
        return False
    deed = find_deed(clause, catalog) if clause.mood == "orders" and clause.verb else None
    return deed is None or clause.verb is None or clause.verb.stem not in deed.verbs
