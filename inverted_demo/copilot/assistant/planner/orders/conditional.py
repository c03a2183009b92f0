"""Orders that are meant only if something is so: `if …, do …`, `do … if …`, `Is it late? If so, do …`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.clauses.clauses import Clause, clauses
from assistant.planner.clauses.pointing import pointing
from assistant.planner.offer.catalog import Catalog
from assistant.planner.orders.said import merged

IFS = r"if|unless|once|as soon as|in case|provided(?: that)?|providing|as long as"
CONDITION = re.compile(
    rf"^(?P<order>.+?),?\s+(?:but )?(?:only )?(?P<if>{IFS}) (?P<condition>.+)$", re.IGNORECASE | re.DOTALL
)
OPENING = re.compile(
    rf"^(?:and |but |then |also |so |only )*(?P<if>{IFS}) (?P<condition>.+)$", re.IGNORECASE | re.DOTALL
)
IF_SO = re.compile(r"^(?:and |then )?if (?:so|yes)\b[,\s]*(?P<order>.*)$", re.IGNORECASE | re.DOTALL)
UNLESS = "unless "
HERE = re.compile(r"\b(it|that|this|he|she)['\u2019]s\b", re.IGNORECASE)
SUBJECT = re.compile(r"^(?P<subject>.+?)\s+(?:is|are|has|have|was|were)\b", re.IGNORECASE)


def with_conditions(found: Sequence[Clause], catalog: Catalog) -> list[Clause]:
    """`if …, do …` and `do … if …`."""
    result: list[Clause] = []
    for clause in _with_if_so(found, catalog):
        before = OPENING.match(result[-1].text) if result else None
        if clause.mood == "orders" and before:
            subject = SUBJECT.match(before["condition"])
            said = clauses(subject["subject"], catalog) if subject and pointing(clause, set()) else []
            whole = merged(clause, said[0]) if said and not pointing(said[0], set()) else clause
            result[-1] = replace(whole, condition=_condition(before))
        elif clause.mood == "orders" and (inner := CONDITION.match(clause.text)):
            kept = tuple(token for token in clause.tokens if token.end <= inner.end("order"))
            result.append(replace(clause, text=inner["order"], tokens=kept, condition=_condition(inner)))
        else:
            result.append(clause)
    return result


def _condition(said: re.Match[str]) -> str:
    condition = HERE.sub(r"\1 is", said["condition"].rstrip(" ?.!:,"))
    return f"{UNLESS}{condition}" if said["if"].casefold() == "unless" else condition


def _with_if_so(found: Sequence[Clause], catalog: Catalog) -> list[Clause]:
    """`Is it late? If so, put it on hold`: the question is the condition."""
    result: list[Clause] = []
    asked = ""
    for clause in found:
        said = IF_SO.match(clause.text)
        inner = clauses(said["order"], catalog)[:1] if said and said["order"] else [clause]
        if said and result and result[-1].mood == "asks":
            asked = result[-1].text.rstrip(" ?.!")
        is_order = bool(asked) and inner[0].mood == "orders"
        result += [replace(inner[0], condition=asked)] if is_order else [clause] if not said else []
        asked = "" if is_order else asked
    return result
