"""Switches and figures that words turn on or off: `unpaid`, `with open orders`, `without a phone`."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.stems import is_plural
from assistant.planner.offer.mentions import Mention
from assistant.planner.offer.schemas import Slot
from assistant.planner.wishes.conditions import Condition
from assistant.planner.wishes.wishes import Wish, counterpart, is_negated, kind_words

WANTING = frozenset({"without", "no", "nothing", "lacking", "missing", "zero"})
BEING = frozenset({"is", "are", "was", "were"})
HAVING = frozenset({"with", "has", "have", "having"})


def take_flags(wish: Wish, mentions: Sequence[Mention]) -> None:
    kinds = kind_words(wish.found, wish.source)
    timed = {at for one in wish.conditions if one.test == "when" for at in one.tokens}
    for one in mentions:
        slot, at = one.slot, one.start
        if one.choice is not None or slot.of_objects or (one.switch is not None and at in timed):
            continue
        switch = None if _is_either(one, mentions) else one.switch
        negated = is_negated(wish.found, at)
        before = [token.word for token in wish.found[max(0, at - 2) : at]]
        field_ = counterpart(wish.source, slot)
        name = field_.name if field_ else slot.name
        if slot.form == "truth":
            negated = (negated or bool(WANTING & set(before[-1:]))) if switch is None else not switch
            told = Condition(
                name, "flag", (True,), negated=negated, tokens=frozenset(one.span), is_settled=field_ is None
            )
            wish.conditions += [told] if told not in wish.conditions else []
        elif field_ and slot.is_measure and WANTING & set(before[-1:]):
            wish.conditions.append(Condition(name, "compares", (0,), "eq", tokens=frozenset(one.span)))
        elif field_ and slot.is_measure and _has_some(slot, before):
            wish.conditions.append(Condition(name, "compares", (0,), "gt", tokens=frozenset(one.span)))
        elif field_ and slot.is_measure and before[-1:] == ["a"] and before[0] in HAVING and not _is_told(wish, one):
            is_there = Condition(name, "empty", negated=True, tokens=frozenset(one.span))
            some = Condition(name, "compares", (0,), "gt", tokens=frozenset(one.span))
            wish.conditions.append(is_there if slot.is_nullable else some)
        elif field_ and not slot.is_measure and not slot.choices and slot.form != "truth":
            if WANTING & set(before):
                wish.conditions.append(Condition(name, "empty", tokens=frozenset(one.span)))
            elif before[-1:] == ["a"] and before[0] in HAVING and not set(one.span) <= kinds:
                wish.conditions.append(Condition(name, "empty", negated=True, tokens=frozenset(one.span)))


def _is_told(wish: Wish, mention: Mention) -> bool:
    """`with a capacity of 30`"""
    is_held = any(one.field == mention.slot.name and one.test == "compares" for one in wish.conditions)
    return is_held or any(token.is_number for token in wish.found[mention.end : mention.end + 2])


def _has_some(slot: Slot, before: Sequence[str]) -> bool:
    """`which are slipping`, by the days that they are behind; `with open orders`."""
    is_said = bool(BEING & set(before[-1:])) or (bool(BEING & set(before[:1])) and before[-1:] == ["we"])
    is_behind = "days" in slot.all_words and is_said
    return is_behind or (is_plural(slot.all_words[-1]) and bool(HAVING & set(before[-1:])))


def _is_either(mention: Mention, mentions: Sequence[Mention]) -> bool:
    """Whether descriptions have the same words for on and for off: then only a `not` before them turns it off."""
    same = {one.switch for one in mentions if one.span == mention.span and one.slot.form == "truth"}
    return {True, False} <= same
