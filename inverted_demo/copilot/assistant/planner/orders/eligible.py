"""Of several things that fit those that an order can be about: in the state that its tool is for, and still open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from assistant.planner.english.stems import identifier_words, stem, stems
from assistant.planner.english.vocabulary import wordset
from assistant.planner.filling.filling import Form
from assistant.planner.offer.records import Record, as_moment
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.selecting.happenings import MERELY_TOLD
from assistant.planner.wishes.conditions import is_number
from assistant.planner.wishes.owing import owed_slot

OVER = wordset(
    "done completed complete finished closed cancelled canceled rejected withdrawn declined expired delivered returned "
    "collected shipped dispatched resolved archived paid settled void refunded ended past departed sold lost missed "
    "dropped discontinued"
)
"""States in which nothing is done with a thing any more."""
SETTLED = frozenset({"paid", "settled"})
"""Over for who collects money; what is paid may well be called off."""
BACK = frozenset(
    map(stem, wordset("reopen restore reactivate resume revive refund return review rate repeat archive delete remove"))
)
"""What is done with things that are over."""
STATES = wordset("status state stage phase progress outcome payment")
OPPOSITES = {"in": "out", "out": "in", "on": "off", "off": "on"}
PAYING = frozenset(map(stem, wordset("pay payment paid settle collect charge invoice bill deposit")))


def eligible(form: Form, things: Sequence[Record], now: datetime) -> list[Record]:
    """As few of them as the tool's words, what is told, and the time leave; never none."""
    result = list(things)
    if len(result) < 2 or form.deed.reads:
        return result
    described = _as_described(form, result)
    result = described or (result if BACK & form.deed.verbs else _open(form, result))
    result = [one for one in result if not _is_so_already(form, one)] or result
    if _is_paying(form) and (slot := owed_slot(result[0].source)):
        result = [one for one in result if is_number(owed := one.get(slot.name)) and owed > 0] or result
    return result if described else [one for one in result if not _is_past(one, now)] or result


def _as_described(form: Form, things: Sequence[Record]) -> list[Record]:
    """Those in the state that the deed is said to be for: `Check in the guest of a confirmed booking`."""
    given = {choice for param in form.deed.params for choice in param.choices}
    source = things[0].source
    for slot in source.fields:
        if turned := [thing for thing in things if _is_turned_by(form, thing.get(slot.name), slot)]:
            return turned
        said = {one for one in slot.choices if one not in given and _is_said_of(form, source, one)}
        if said:
            return [thing for thing in things if thing.get(slot.name) in said]
    return []


def _is_turned_by(form: Form, choice: object, slot: Slot) -> bool:
    """`checked_in`, for a tool that checks out."""
    verb, particle = (*form.deed.name_words[:2], "", "")[:2]
    words = [*identifier_words(choice)] if isinstance(choice, str) and choice in slot.choices else []
    is_pair = len(words) == 2 and words[1] in OPPOSITES and words[1] == OPPOSITES.get(particle)
    return is_pair and stem(words[0]) == stem(verb)


def _is_said_of(form: Form, source: Source, choice: str) -> bool:
    """`a confirmed booking`, `reserved or paid orders`, `an order that is on hold`: which things it is for."""
    words = " ".join(stems(form.deed.description))
    kinds = "|".join(map(re.escape, sorted(source.nouns)))
    said = re.escape(" ".join(stems(choice)))
    before = rf"(?<!not )(?<!no )(?<!never )\b{said}(?: (?:or|and) \w+)? (?:{kinds})\b"
    behind = rf"\b(?:{kinds}|one) (?:that|which|who) (?:is|are|was|were|have|has|ha|wa) (?:still |been |yet )?{said}\b"
    return re.search(f"{before}|{behind}", words) is not None


def _open(form: Form, things: Sequence[Record]) -> list[Record]:
    """Those that are not over, by their state."""
    slots = [one for one in things[0].source.fields if one.choices and one.form == "text"]
    slots = [one for one in slots if "paid" not in one.choices or STATES & set(one.all_words)]  # and no paid parking
    left, closing = list(things), OVER if _is_paying(form) else OVER - SETTLED
    for slot in slots:
        over = {
            one for one in slot.choices if closing & set(identifier_words(one)) or one in ("no_show", "checked_out")
        }
        if over and over != {*slot.choices}:
            left = [thing for thing in left if thing.get(slot.name) not in over] or left
    return left


def _is_paying(form: Form) -> bool:
    return bool(PAYING & {*form.deed.verbs, *form.deed.nouns})


def _is_so_already(form: Form, thing: Record) -> bool:
    """Whether it is what it is to become."""
    told = ((param, form.arguments.get(param.name)) for param in form.deed.params if param.choices)
    fields = {slot.name: slot for slot in thing.source.fields}
    return any(
        value is not None and param.name in fields and fields[param.name].choices and thing.get(param.name) == value
        for param, value in told
    )


def _is_past(thing: Record, now: datetime) -> bool:
    """Whether it took place before today."""
    taking = [slot for slot in thing.source.fields if _takes_place(slot)]
    moment = as_moment(thing.get(taking[0].name)) if taking else None
    return moment is not None and moment.date() < now.date()


def _takes_place(slot: Slot) -> bool:
    words = set(slot.all_words)
    return slot.form == "datetime" and not MERELY_TOLD & words and not words & {"due", "promised", "end", "ends"}
