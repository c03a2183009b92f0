"""Who owes what, and to whom: of figures for what is owed, and of bills that are not paid yet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from assistant.planner.english.stems import identifier_words, is_plural, stem
from assistant.planner.english.vocabulary import WH, wordset
from assistant.planner.offer.mentions import SAME, Mention
from assistant.planner.offer.records import Record
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.wishes.conditions import Condition, is_number
from assistant.planner.wishes.wishes import Wish, kind_words

OWED = wordset("owed owing owes outstanding balance debt arrears unpaid")
LEFT = wordset("left remaining remainder rest unsettled")
OWING = wordset("owe owes owing owed debt debts arrears outstanding unpaid unsettled")
HALF = re.compile(r"\bhalf\b(?! an? | past)", re.IGNORECASE)
WHOLLY = re.compile(
    r"\b(?:what(?:'s| is| was)? (?:still )?(?:left|owed|due|open|outstanding|missing)|the remainder"
    r"|(?:the|her|his|their|its) (?:open |outstanding |full |remaining )?balance|the remaining (?:amount|sum)"
    r"|(?:all|everything|what(?:ever)?|the (?:rest|money|amount|sum)) (?:that )?(?:he|she|they|it|we)(?:'s|'ve|'d)?"
    r" (?:still |ever )?(?:owe[sd]?|owing)|whatever (?:is|was) (?:still )?(?:left|owed|due|open|outstanding|missing)"
    r"|the (?:outstanding|missing|open) (?:amount|sum|bit|part|money)|all of (?:it|them|that|what|the)|in full"
    r"|in whole|the (?:lot|rest|full amount)"
    r"|the whole (?:lot|amount|thing|sum|bill)|everything|(?:paid|settled|cleared) it (?:all|off)|fully)\b",
    re.IGNORECASE,
)
TURNED = re.compile(
    r"\b(?:negative|minus|below zero|less than (?:zero|0)|under zero)\b[^.;]*\b(?:owe[sd]?|owing|debts?|arrears)\b"
    r"|\b(?:owe[sd]?|owing|debts?|arrears)\b[^.;]*\b(?:negative|minus|below zero|less than (?:zero|0))\b",
    re.IGNORECASE,
)
OWE = frozenset({"owe", "owed"})
SUPPLIED = wordset("supplier vendor contractor payee wage wages salary payable payables creditor royalty royalties")
BEHIND = wordset("behind")
BESIDES = wordset("us money anything something still behind with any cash debt debts in")
HAVING = wordset("have has still needs need left got")
"""Before `to pay`: it is not paid yet."""
WHOSE = WH | wordset("anyone anybody everyone everybody those people all any")
PAID = "paid"
NOT_OWED = wordset("draft cancelled canceled void refunded credited")
DAYS = frozenset({stem("days")})
AMOUNTS = wordset("amount total sum price open due")


def is_owed_by_us(words: Sequence[str], fields: Iterable[Slot]) -> bool:
    """`What do we owe Harwood?`, where nothing tells of what others get from us."""
    ours = any(word in ("we", "i") and OWE & set(words[at + 1 : at + 3]) for at, word in enumerate(words))
    return ours and not any(SUPPLIED & set(slot.all_words) for slot in fields)


def is_share(text: str) -> bool:
    """Whether what is owed says how much is paid."""
    return bool(HALF.search(text) or WHOLLY.search(text))


def all_of_it(text: str, thing: Record | None, field: str = "") -> float | None:
    """`She has paid all of it`, `settled in full`, `half of it`: what is owed for the one thing that is meant.

    Where it has a figure that is called as `field`, that is it.
    """
    is_half = HALF.search(text) is not None
    if thing is None or not (is_half or WHOLLY.search(text)):
        return None
    slot, own = owed_slot(thing.source), thing.source.field(field)
    is_left = slot is not None and bool((OWED | LEFT) & set(slot.all_words))
    slot = own if own is not None and own.is_measure and not is_left else slot
    value = thing.get(slot.name) if slot is not None else None
    if value is None or not is_number(value) or value <= 0:
        return None
    return round(float(value) / 2, 2) if is_half else float(value)


def owed_slot(source: Source) -> Slot | None:
    """The figure for what is left to pay of such a thing: what is said to be left, else its amount."""
    measures = [slot for slot in source.fields if slot.is_measure]
    named = [slot for words in (OWED | LEFT, AMOUNTS) for slot in measures if words & set(slot.all_words)]
    return next(iter(named), None)


def is_turned(slot: Slot) -> bool:
    """`negative is what they owe`: the less there is, the more is owed."""
    return TURNED.search(slot.description) is not None


def says_owing(words: Sequence[str]) -> bool:
    """`owes`, `still has to pay`, `overdue money`: what is not paid yet."""
    listed = [*words]
    return any(_says_owing(listed, at) for at in range(len(listed))) or bool({"overdue", "unpaid"} & set(words))


def owed_pair(fields: Sequence[Slot]) -> tuple[Slot, Slot] | None:
    """What is to be paid, and how much of it is, where nothing shows itself what is left."""
    measures = [slot for slot in fields if slot.is_measure]
    paid = next((slot for slot in measures if PAID in slot.all_words), None)
    whole = next((slot for slot in measures if slot is not paid and AMOUNTS & set(slot.all_words)), None)
    has_own = any((OWED | LEFT) & set(slot.all_words) for slot in measures)
    return (whole, paid) if whole and paid and not has_own else None


def take_owing(wish: Wish) -> None:
    """`who owes us money`: more than nothing is owed; `what does Harwood owe us`: what is not paid yet."""
    words = [token.word for token in wish.found]
    payable = _payable(wish)
    places = {at for at, word in enumerate(words) if _says_owing(words, at) and not wish.found[at].is_quoted}
    if payable is not None and "open" not in payable.choices:
        places |= {at for at, word in enumerate(words) if word == "open" and at not in wish.explained}
    places -= wish.stated
    if not places or (payable is not None and _is_chosen(wish, payable, places)):
        return
    if (slot := _owed(wish)) is not None:
        if wish.order is not None and wish.order.field == slot.name and is_turned(slot):
            wish.order = replace(wish.order, descending=not wish.order.descending)
        is_open = payable is not None or not _is_asked_of_one(wish)
        if is_open and not any(one.field == slot.name for one in wish.conditions):
            side = "lt" if is_turned(slot) else "gt"
            _add(wish, Condition(slot.name, "compares", (0,), side, tokens=frozenset(places)), places)
        elif any(PAID in one.slot.all_words and set(one.span) & places for one in wish.asked):
            at = min(places)  # `still has to pay` asks for what is left
            wish.asked = [one for one in wish.asked if not set(one.span) & places] + [Mention(slot, at, at + 1, SAME)]
    elif (slot := payable) is not None:
        paid = tuple(one for one in slot.choices if one == PAID or one in NOT_OWED)
        _add(wish, Condition(slot.name, "is", paid, negated=True, tokens=frozenset(places)), places)
        amount = next((one for one in wish.source.fields if one.is_measure and AMOUNTS & set(one.all_words)), None)
        wish.asked += [Mention(amount, at, at + 1, SAME) for at in sorted(places)[:1] if amount is not None]


def _add(wish: Wish, condition: Condition, places: set[int]) -> None:
    wish.conditions = [one for one in wish.conditions if not one.tokens & places or one.test == "flag"]
    wish.asked = [one for one in wish.asked if not set(one.span) & places]
    wish.conditions.append(condition)
    wish.explained |= places | {at for at, token in enumerate(wish.found) if token.word in BESIDES}


def _says_owing(words: list[str], at: int) -> bool:
    if words[at] in BEHIND:
        return words[at + 1 : at + 2] == ["with"]
    if words[at] in ("pay", "paid", "settle", "settled"):
        before = words[:at][-4:]
        is_due = before[-2:] == ["to", "be"] and "still" in before
        return is_due or (before[-1:] == ["to"] and bool(HAVING & set(before)))
    return words[at] in OWING


def _owed(wish: Wish) -> Slot | None:
    """The figure for what somebody owes."""
    measures = [slot for slot in wish.source.fields if slot.is_measure]
    named = (slot for slot in measures if OWED & set(slot.all_words))
    told = (slot for slot in measures if OWED & set(identifier_words(slot.description)) and not DAYS & set(slot.key))
    return next(named, None) or next(told, None)


def _payable(wish: Wish) -> Slot | None:
    """What shows whether a bill is paid."""
    return next((slot for slot in wish.source.fields if PAID in slot.choices), None)


def _is_chosen(wish: Wish, slot: Slot, places: set[int]) -> bool:
    """Whether the words themselves are a choice: `unpaid`."""
    words = {wish.found[at].word for at in places} & set(slot.choices)
    others = [one for one in wish.conditions if one.field == slot.name and not one.tokens & places]
    return bool(words or others)


def _is_asked_of_one(wish: Wish) -> bool:
    """`how much does Ada owe`, `does Ada owe anything`: of her, whether it is anything or not."""
    kinds = kind_words(wish.found, wish.source)
    is_of_many = any(token.word in WHOSE - {"how", "what"} for token in wish.found)
    return not is_of_many and not any(is_plural(wish.found[at].word) for at in kinds)
