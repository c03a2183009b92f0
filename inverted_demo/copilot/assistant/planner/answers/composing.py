"""An answer from the things that a question means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.answers.criteria import fitting, nothing
from assistant.planner.answers.doubting import is_each
from assistant.planner.answers.grouping import grouped
from assistant.planner.answers.questions import Question
from assistant.planner.answers.telling import asked, beside, is_switch, telling_fields
from assistant.planner.answers.totals import (
    asks_owed,
    count_of,
    counts_things,
    only_measure,
    owed_total,
    stock_of,
    total_of,
)
from assistant.planner.answers.truths import about_all, about_names
from assistant.planner.english.likeness import SAME
from assistant.planner.offer.mentions import Mention
from assistant.planner.offer.money import is_span
from assistant.planner.offer.records import Record, fields_of, structured
from assistant.planner.offer.reply import Reply
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import WRAPPER
from assistant.planner.wishes.remainders import left_words, remainder
from assistant.planner.wishes.selection import Selection
from assistant.planner.wishes.wording import (
    MAX_LISTED,
    bold,
    bullet,
    called,
    counted,
    plain,
    sentence,
    shown,
    spoken,
    table,
    value_text,
)

MAX_OF_ONE = 12
MAX_ANSWERED = 3
MAX_TABLE = 4


def compose(selection: Selection, question: Question) -> Reply:
    if selection.things and selection.things[0].source.tells_one:
        selection.wish.source = selection.things[0].source
        selection.wish.asked = [Mention(selection.source.fields[1], 0, 1, SAME)]
    slots = asked(selection, question)
    figures = [slot for slot in slots if slot.is_measure and not (is_span(slot) and asks_owed(question))]
    measure = next(iter(figures), None) or only_measure(selection, question)
    wanted = question.wanted(selection.source, measure is not None, len(selection.things) > 1)
    if wanted == "sum" and is_each(selection, question.clause) and not asks_owed(question):
        wanted = "things"
    if not selection.things and (text := _said(selection)):
        return Reply(text)
    if reply := grouped(selection, question.clause):
        return reply
    fields = selection.source.fields
    if left_words(question.clause.tokens, fields) and (reply := remainder(selection.things, fields)):
        return reply
    if owed := owed_total(selection, question):
        return owed
    if wanted in ("average", "sum") and measure is not None:
        return total_of(selection, measure, wanted)
    is_of_things = counts_things(question, selection)
    if question.is_amount and measure is not None and len(selection.things) > 1 and not is_of_things:
        each = _things(selection, slots)
        return Reply(f"{total_of(selection, measure, 'sum').text}\n\n{each.text}", each.things)
    if wanted == "count" or (is_of_things and selection.things):
        stock = stock_of(selection, question)
        if stock:
            return Reply(sentence(selection.things[0], [stock]), selection.things)
        return replace(count_of(selection), things=[]) if _is_named(selection) else count_of(selection)
    is_open = bool(selection.passed_over) and not selection.predicates
    if wanted == "truth" and not is_open and (reply := _truth(selection, slots)) is not None:
        return reply
    if not selection.things:
        return Reply(nothing(selection))
    return _things(selection, slots)


def _is_named(selection: Selection) -> bool:
    """`how many people does Storm Petrel hold`: how many things are called so is hardly what was asked."""
    conditions = selection.wish.conditions
    return len(selection.things) == 1 and bool(conditions) and all(one.is_name for one in conditions)


def _said(selection: Selection) -> str:
    """Results without structure are given as they are."""
    outcome = selection.outcome
    if outcome is None or (outcome.state == "done" and structured(outcome) is not None):
        return ""
    return plain(outcome.text) if outcome.state == "done" else f"That failed: {plain(outcome.text)}"


def _truth(selection: Selection, slots: Sequence[Slot]) -> Reply | None:
    things, tests = selection.things, selection.predicates
    if tests and things:
        fitting = [one for one in things if all(test.holds(one) for test in tests)]
        holds = len(fitting) == len(things)
        fields = [slot for slot in fields_of(things[0]) if any(slot.name in (test.field, test.less) for test in tests)]
        if len(things) > MAX_ANSWERED:
            return about_all(selection, fitting, fields)
        lines = [sentence(one, fields) if fields else called(one) for one in things]
        return Reply(f"{'Yes' if holds else 'No'}. {' '.join(lines)}", things, holds)
    if (reply := about_names(selection, slots)) is not None:
        return reply
    if selection.source.is_list and not slots and not (selection.names and things and not selection.wish.conditions):
        if not things:
            return Reply(f"No. {nothing(selection)}", [], False)
        listed = _things(selection, slots)
        return Reply(f"Yes. {listed.text}" if len(things) == 1 else f"Yes: {listed.text}", things, True)
    return None


def _things(selection: Selection, slots: Sequence[Slot]) -> Reply:
    things = selection.things
    if len(things) == 1:
        return Reply(_one(selection, [slot for slot in slots if not is_switch(slot)]), things)
    having = [one for one in things if any(one.get(slot.name) is not None or slot.name in one.masked for slot in slots)]
    if having and len(having) < len(things):
        selection.things = things = having
        selection.total = None
        if len(having) == 1:
            return Reply(_one(selection, slots), having)
    fields = beside(selection, slots)
    shown_things = things[:MAX_LISTED]
    if 2 <= len(slots) <= MAX_TABLE:
        fields = list(slots)
        body = table(shown_things, fields)
    else:
        body = "\n".join(bullet(one, fields) for one in shown_things)
    return Reply(f"{_heading(selection)}\n\n{body}", things)


def _heading(selection: Selection) -> str:
    count, shown_count = len(selection.things), min(len(selection.things), MAX_LISTED)
    total = selection.total if selection.total is not None and selection.wish.limit is None else count
    number = (
        f"{shown_count} of {counted(total, selection.source)}"
        if total > shown_count
        else counted(count, selection.source)
    )
    return f"{number}{fitting(selection)}:"


def _one(selection: Selection, slots: Sequence[Slot]) -> str:
    thing = selection.things[0]
    if set(thing.data) == {WRAPPER}:
        return _bare(thing)
    order = selection.wish.order
    ordered = [slot for slot in fields_of(thing) if order and slot.name == order.field]
    if slots:
        told = sentence(thing, slots)
        extra = [slot for slot in ordered if slot not in slots]
        return f"{told} ({spoken(extra[0].name)}: {shown(thing, extra[0])})" if extra else told
    fields = ordered + [slot for slot in telling_fields(thing) if slot not in ordered]
    fields = fields[:MAX_OF_ONE]
    parts = [f"{spoken(slot.name)}: {shown(thing, slot)}" for slot in fields]
    return f"{called(thing)}: {', '.join(parts)}".rstrip(".") + "." if parts else f"{called(thing)}."


def _bare(thing: Record) -> str:
    """A result that is one value, or a list of plain ones."""
    value = thing.get(WRAPPER)
    if isinstance(value, list):
        return "\n".join(f"- {value_text(one)}" for one in value) or "The list is empty."
    if isinstance(value, str):
        return plain(value)
    return f"{bold(thing.source.deed.title)}: {value_text(value)}."
