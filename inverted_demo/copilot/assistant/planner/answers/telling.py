"""Which fields an answer tells of things."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.answers.questions import Question
from assistant.planner.offer.mentions import DESCRIBED
from assistant.planner.offer.people import asks_doer, is_person
from assistant.planner.offer.prices import asks_price, price_of
from assistant.planner.offer.records import LONG_TEXTS, Record, fields_of
from assistant.planner.offer.schemas import Slot
from assistant.planner.wishes.selection import Selection

MAX_FIELDS = 5


def asked(selection: Selection, question: Question) -> list[Slot]:
    is_list = len(selection.things) > 1
    given = {one.field for one in selection.wish.conditions if one.test == "is" and (is_list or not one.choices)}
    given |= {one.field for one in selection.wish.conditions if one.test == "empty" and not one.negated}
    kinds = selection.source.nouns
    slots = [slot for slot in selection.wish.asked_fields if slot.name not in given and not set(slot.key) <= kinds]
    slots = [slot for slot in slots if _is_told(selection, slot)]
    slots = _with_values(selection, slots)
    named = {one.field for one in selection.wish.conditions if one.test == "is" and not one.choices and not one.negated}
    implied = question.implied(selection.source, named)
    price = price_of(selection.source) if asks_price(question.clause.tokens) else None
    if price is not None and not any(slot.is_measure for slot in slots):
        slots = [price, *slots]
    is_doer = asks_doer(question.clause.tokens)
    if is_doer:
        slots = [slot for slot in slots if slot is implied or not (is_person(slot) or _is_verb(selection, slot))]
    if implied is not None and not any(_answers(slot, implied) for slot in slots):
        slots = [implied, *slots] if not _is_calling(selection, implied) else slots
    return slots


def _is_verb(selection: Selection, slot: Slot) -> bool:
    """`who is treating her`: the word says what is done, and asks for no treatment."""
    places = [at for one in selection.wish.asked if one.slot is slot for at in one.span]
    return bool(places) and all(selection.wish.found[at].text.endswith("ing") for at in places)


def _with_values(selection: Selection, slots: list[Slot]) -> list[Slot]:
    """Of several fields that the same word is for, those in which there is something."""
    spans = {one.slot.name: one.span for one in selection.wish.asked}
    full = {slot.name for slot in slots if any(one.get(slot.name) not in (None, "", []) for one in selection.things)}
    rivals = {name: [other for other in full if other != name and spans[other] == spans[name]] for name in spans}
    return [slot for slot in slots if slot.name in full or not rivals.get(slot.name)]


def _is_told(selection: Selection, slot: Slot) -> bool:
    """A word of its description says little for a field that is empty."""
    sure = any(one.slot is slot and one.strength > DESCRIBED for one in selection.wish.asked)
    return sure or any(one.get(slot.name) is not None or slot.name in one.masked for one in selection.things)


def _answers(slot: Slot, implied: Slot) -> bool:
    return slot.is_moment if implied.is_moment else slot.form in ("text", "list", "any") and not slot.choices


def _is_calling(selection: Selection, slot: Slot) -> bool:
    return bool(selection.things) and slot.name == selection.things[0].name_field


def beside(selection: Selection, slots: Sequence[Slot]) -> list[Slot]:
    """What was asked for, and what else tells the things apart where that is no name of theirs."""
    slots = [slot for slot in slots if not is_switch(slot)]
    is_enough = slots and all(one.name_field for one in selection.things)
    return slots if is_enough else list(dict.fromkeys([*slots, *_telling(selection)]))


def is_switch(slot: Slot) -> bool:
    """That the late ones are late goes without saying."""
    return slot.form == "truth"


def telling_fields(thing: Record) -> list[Slot]:
    """All that says something of it, but its name and id."""
    own = (thing.name_field, thing.source.id_field.name if thing.source.id_field else None)
    fields = [slot for slot in fields_of(thing) if slot.name not in own and slot.name not in ("masked", "hidden")]
    return [slot for slot in fields if thing.get(slot.name) not in (None, [], "") or slot.name in thing.masked]


def _telling(selection: Selection) -> list[Slot]:
    """What tells the things of a list apart: what was asked about, then the usual."""
    wish = selection.wish
    thing = selection.things[0]
    fields = telling_fields(thing)
    names = {condition.field for condition in wish.conditions if condition.test != "is" or len(condition.values) > 1}
    names |= {wish.order.field} if wish.order else set()
    first = [slot for slot in fields if slot.name in names]
    usual = (
        [slot for slot in fields if slot.choices]
        + [slot for slot in fields if slot.form == "text"]
        + [slot for slot in fields if slot.is_moment]
        + [slot for slot in fields if slot.is_measure]
    )
    # What an activity or a message says is what it is about: only long ones are left out.
    short = [slot for slot in usual if slot.name not in LONG_TEXTS or len(str(thing.get(slot.name))) < 400]
    return list(dict.fromkeys(first + short))[:MAX_FIELDS]
