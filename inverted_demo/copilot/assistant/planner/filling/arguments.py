"""Arguments for a tool from what a text demands: what the server can see to, it sees to."""

from __future__ import annotations

from typing import Any

from assistant.conversation import Arguments
from assistant.planner.english.likeness import likeness
from assistant.planner.english.vocabulary import QUERY_WORDS, SORT_WORDS
from assistant.planner.offer.periods import BEGIN_WORDS, END_WORDS, spanned
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.offer.switches import sides
from assistant.planner.wishes.conditions import Condition, Order, same_words
from assistant.planner.wishes.wishes import Wish, counterpart


def from_conditions(wish: Wish) -> tuple[Arguments, list[Condition]]:
    """The arguments that see to conditions, and the conditions that only the results can show."""
    arguments: Arguments = {}
    left: list[Condition] = []
    for condition in wish.conditions:
        seen_to = _argument(wish.source, condition)
        if seen_to and not set(seen_to) & set(arguments):
            arguments |= seen_to
            left += [condition] if _is_half_seen_to(wish.source, condition, seen_to) else []
        else:
            left.append(condition)
    return arguments, left


def _is_half_seen_to(source: Source, condition: Condition, arguments: Arguments) -> bool:
    """Whether a stretch of time has been given only one of its ends, and the results show the other."""
    if condition.when is None or condition.when.side != "within" or source.field(condition.field) is None:
        return False
    words = [set(param.all_words) for param in source.deed.params if param.name in arguments]
    return len(words) == 1 and bool(words[0] & (BEGIN_WORDS | END_WORDS))


def _argument(source: Source, condition: Condition) -> Arguments:
    if condition.when is not None:
        several = sum(slot.is_moment for slot in source.fields) > 1
        field = source.field(condition.field) if several else None
        return {} if condition.negated else spanned(source.deed, condition.when, field)
    param = parameter(source, condition.field)
    if param is not None and condition.test == "flag" and condition.negated:
        return {param.name: False} if param.form == "truth" and _has_two_sides(param) else {}
    if param is None or condition.negated:
        return {}
    if condition.test == "flag" and param.form == "truth":
        return {param.name: True}
    if condition.test != "is" or len(condition.values) != 1:
        return {}
    value = condition.values[0]
    if param.choices:
        return {param.name: value} if value in param.choices else {}
    return {param.name: value} if param.form in ("text", "any") else {}


def _has_two_sides(param: Slot) -> bool:
    """Whether false asks for the opposite, and not for all."""
    return (param.is_nullable and param.default is None) or bool(sides(param)[1])


def parameter(source: Source, field: str) -> Slot | None:
    """The parameter that filters by a field."""
    usual = [one for one in source.deed.params if not set(one.all_words) & (SORT_WORDS | QUERY_WORDS)]
    named = [one for one in usual if one.name == field]
    alike = [one for one in usual if (found := counterpart(source, one)) is not None and found.name == field]
    own = [one for one in usual if is_own_name(source, one) and field in ("name", "title", "label")]
    return next(iter(named + alike + own), None)


def is_own_name(source: Source, param: Slot) -> bool:
    """`service` of a tool that lists services: by their names."""
    return (
        param.form == "text"
        and not param.choices
        and not param.is_id
        and any(same_words(param.name, noun) for noun in source.nouns)
    )


def sort_argument(source: Source, order: Order | None) -> Arguments:
    """Where a parameter for the order has a choice for this one; the results are put in order all the same."""
    param = source.deed.param(SORT_WORDS, "text")
    slot = source.field(order.field) if order else None
    if param is None or order is None or slot is None:
        return {}
    wanted = [
        choice
        for choice in param.choices
        if any(likeness(key, part) == 1 for key in slot.key for part in Slot(choice).key)
    ]
    strong = [choice for choice in wanted if ("most" in choice) == order.descending]
    return {param.name: (strong or wanted)[0]} if wanted else {}


def whole(value: float, param: Slot) -> Any:
    return int(value) if param.form == "whole" or float(value).is_integer() else value
