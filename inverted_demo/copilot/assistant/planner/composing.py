"""An answer from the things that a question means."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.catalog import WRAPPER
from assistant.planner.conditions import Condition, is_number
from assistant.planner.grouping import grouped
from assistant.planner.mentions import DESCRIBED, SAME, Mention
from assistant.planner.questions import AVERAGE, SUM, Question, Wanted
from assistant.planner.records import LONG_TEXTS, Record, fields_of, structured
from assistant.planner.remainders import left_words, remainder
from assistant.planner.reply import Reply
from assistant.planner.schemas import Slot
from assistant.planner.selecting import Selection
from assistant.planner.things import phrase
from assistant.planner.truths import about_all, about_names
from assistant.planner.vocabulary import wordset
from assistant.planner.wording import (
    MAX_INLINE,
    MAX_LISTED,
    bold,
    bullet,
    called,
    counted,
    joined,
    plain,
    plural,
    sentence,
    shown,
    spoken,
    table,
    value_text,
)

STOCK = wordset("quantity stock cases units pieces copies available amount count hand")
"""What figures are called that say how much there is of a thing."""
MAX_FIELDS = 5
MAX_OF_ONE = 12
MAX_ANSWERED = 3
MAX_TABLE = 4
MAX_TOLD = 3


def compose(selection: Selection, question: Question) -> Reply:
    if selection.things and selection.things[0].source.tells_one:
        selection.wish.source = selection.things[0].source
        selection.wish.asked = [Mention(selection.source.fields[1], 0, 1, SAME)]
    slots = asked(selection, question)
    measure = next((slot for slot in slots if slot.is_measure), None) or _only_measure(selection, question)
    wanted = question.wanted(selection.source, measure is not None, len(selection.things) > 1)
    if not selection.things and (text := _said(selection)):
        return Reply(text)
    if reply := grouped(selection, question.clause):
        return reply
    fields = selection.source.fields
    if left_words(question.clause.tokens, fields) and (reply := remainder(selection.things, fields)):
        return reply
    if wanted in ("average", "sum") and measure is not None:
        return _total(selection, measure, wanted)
    if question.is_amount and measure is not None and len(selection.things) > 1:
        each = _things(selection, slots)
        return Reply(f"{_total(selection, measure, 'sum').text}\n\n{each.text}", each.things)
    if wanted == "count":
        stock = _stock(selection, question)
        return Reply(sentence(selection.things[0], [stock]), selection.things) if stock else _count(selection)
    is_open = bool(selection.passed_over) and not selection.predicates
    if wanted == "truth" and not is_open and (reply := _truth(selection, slots)) is not None:
        return reply
    if not selection.things:
        return Reply(nothing(selection))
    return _things(selection, slots)


def _stock(selection: Selection, question: Question) -> Slot | None:
    """`How many paper cups have we left?`: of the one thing of that name, how much there is."""
    is_one = len(selection.things) == 1 and any(name.is_name for name in selection.names)
    if not is_one or not question.clause.has("left", "have", "got", "stock", "remain", "remaining"):
        return None
    return next((slot for slot in selection.source.fields if slot.is_measure and STOCK & set(slot.all_words)), None)


def _only_measure(selection: Selection, question: Question) -> Slot | None:
    """What a total without a name is of: the only figure that there is."""
    figures = [slot for slot in selection.source.fields if slot.is_measure]
    is_total = question.clause.has(*SUM, *AVERAGE) or " ".join(question.clause.words).find("how much") >= 0
    return figures[0] if is_total and len(figures) == 1 and selection.source.is_list else None


def asked(selection: Selection, question: Question) -> list[Slot]:
    is_list = len(selection.things) > 1
    given = {one.field for one in selection.wish.conditions if one.test == "is" and (is_list or not one.choices)}
    given |= {one.field for one in selection.wish.conditions if one.test == "empty" and not one.negated}
    kinds = selection.source.nouns
    slots = [slot for slot in selection.wish.asked_fields if slot.name not in given and not set(slot.key) <= kinds]
    slots = [slot for slot in slots if _is_told(selection, slot)]
    implied = question.implied(selection.source)
    if implied is not None and not any(_answers(slot, implied) for slot in slots):
        slots = [implied, *slots] if not _is_calling(selection, implied) else slots
    return slots


def _is_told(selection: Selection, slot: Slot) -> bool:
    """A word of its description says little for a field that is empty."""
    sure = any(one.slot is slot and one.strength > DESCRIBED for one in selection.wish.asked)
    return sure or any(one.get(slot.name) is not None or slot.name in one.masked for one in selection.things)


def _answers(slot: Slot, implied: Slot) -> bool:
    return slot.is_moment if implied.is_moment else slot.form in ("text", "list", "any") and not slot.choices


def _is_calling(selection: Selection, slot: Slot) -> bool:
    return bool(selection.things) and slot.name == selection.things[0].name_field


def _said(selection: Selection) -> str:
    """Results without structure are given as they are."""
    outcome = selection.outcome
    if outcome is None or (outcome.state == "done" and structured(outcome) is not None):
        return ""
    return plain(outcome.text) if outcome.state == "done" else f"That failed: {plain(outcome.text)}"


def _total(selection: Selection, measure: Slot, wanted: Wanted) -> Reply:
    values = [one.get(measure.name) for one in selection.things]
    known = [float(value) for value in values if is_number(value)]
    name = spoken(measure.name)
    if not known:
        hidden = any(measure.name in one.masked for one in selection.things)
        return Reply(f"The {name} is {'hidden by the server' if hidden else 'not known'}.", selection.things)
    value = sum(known) / len(known) if wanted == "average" else sum(known)
    text = shown(Record(selection.source, {measure.name: round(value, 2)}), measure)
    word = "average" if wanted == "average" else "total"
    first = "" if selection.is_complete else "the first "
    of = f"{first}{counted(len(known), selection.source)}{_fitting(selection)}"
    what = name if name.startswith(word) else f"{word} {name}"
    return Reply(f"The {what} of {of} is {bold(text)}.", selection.things)


def _count(selection: Selection) -> Reply:
    count = selection.total if selection.total is not None else len(selection.things)
    if selection.wish.limit is None:
        count = max(count, len(selection.things))
    verb = "is" if count == 1 else "are"
    more = "" if selection.is_complete or selection.total is not None else "at least "
    names = (
        f": {joined([called(one) for one in selection.things])}"
        if 0 < count == len(selection.things) <= MAX_INLINE
        else ""
    )
    number = bold(count) if count else "no"
    noun = selection.source.noun if count == 1 else plural(selection.source.noun)
    return Reply(f"There {verb} {more}{number} {noun}{_fitting(selection)}{names}.", selection.things)


def _fitting(selection: Selection) -> str:
    """The conditions in words."""
    own = selection.source.id_field
    told = [one for one in selection.wish.conditions if len(one.values) <= MAX_TOLD]
    told = [one for one in told if not (one.negated and own is not None and one.field == own.name)]
    parts = [_in_words(one) for one in told if one.test in ("is", "flag") and not one.is_name]
    named = [one for one in told if one.is_name and one.test == "is"]
    names = [_in_words(one) for one in named if own is None or one.field != own.name]
    parts = [part for part in dict.fromkeys(parts + names) if part]
    return f" ({', '.join(parts)})" if parts else ""


def _in_words(condition: Condition) -> str:
    text = _flag(condition.field) if condition.test == "flag" else phrase(condition.field, condition.values)
    return plain(f"not {text}" if condition.negated else text)


def _flag(name: str) -> str:
    return spoken(name.removeprefix("days_").removeprefix("is_").removeprefix("has_"))


def _truth(selection: Selection, slots: Sequence[Slot]) -> Reply | None:
    things, tests = selection.things, selection.predicates
    if tests and things:
        fitting = [one for one in things if all(test.holds(one) for test in tests)]
        holds = len(fitting) == len(things)
        fields = [slot for slot in fields_of(things[0]) if any(slot.name == test.field for test in tests)]
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


def nothing(selection: Selection) -> str:
    return f"There is no {selection.source.noun} like that{_fitting(selection)}."


def _things(selection: Selection, slots: Sequence[Slot]) -> Reply:
    things = selection.things
    if len(things) == 1:
        return Reply(_one(selection, [slot for slot in slots if not _is_switch(slot)]), things)
    having = [one for one in things if any(one.get(slot.name) is not None or slot.name in one.masked for slot in slots)]
    if having and len(having) < len(things):
        selection.things = things = having
        selection.total = None
        if len(having) == 1:
            return Reply(_one(selection, slots), having)
    fields = _beside(selection, slots)
    shown_things = things[:MAX_LISTED]
    if 2 <= len(slots) <= MAX_TABLE:
        fields = list(slots)
        body = table(shown_things, fields)
    else:
        body = "\n".join(bullet(one, fields) for one in shown_things)
    return Reply(f"{_heading(selection)}\n\n{body}", things)


def _beside(selection: Selection, slots: Sequence[Slot]) -> list[Slot]:
    """What was asked for, and what else tells the things apart where that is no name of theirs."""
    slots = [slot for slot in slots if not _is_switch(slot)]
    is_enough = slots and all(one.name_field for one in selection.things)
    return slots if is_enough else list(dict.fromkeys([*slots, *_telling(selection)]))


def _is_switch(slot: Slot) -> bool:
    """That the late ones are late goes without saying."""
    return slot.form == "truth"


def _heading(selection: Selection) -> str:
    count, shown_count = len(selection.things), min(len(selection.things), MAX_LISTED)
    total = selection.total if selection.total is not None and selection.wish.limit is None else count
    number = (
        f"{shown_count} of {counted(total, selection.source)}"
        if total > shown_count
        else counted(count, selection.source)
    )
    return f"{number}{_fitting(selection)}:"


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
