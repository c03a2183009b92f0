"""Figures about things as a whole: how many there are, and a sum or an average."""

from __future__ import annotations

from assistant.planner.answers.criteria import fitting
from assistant.planner.answers.questions import AVERAGE, SUM, Question, Wanted
from assistant.planner.english.stems import concept, plural
from assistant.planner.english.vocabulary import AUXILIARIES, PLACE_WORDS, wordset
from assistant.planner.offer.money import sum_of
from assistant.planner.offer.records import Record
from assistant.planner.offer.reply import Reply
from assistant.planner.offer.schemas import Slot
from assistant.planner.wishes.conditions import is_number
from assistant.planner.wishes.owing import owed_pair, says_owing
from assistant.planner.wishes.selection import Selection
from assistant.planner.wishes.wording import (
    HIDDEN,
    MAX_INLINE,
    bold,
    called,
    counted,
    joined,
    shown,
    spoken,
    value_text,
)

STOCK = wordset("quantity stock cases units pieces copies available amount count hand")
"""What figures are called that say how much there is of a thing."""

OWED = wordset("unpaid overdue open outstanding owed owing owe owes due late")
"""Said of what is not paid yet."""
HAVING = wordset("left have has got stock remain remaining sell spare available free order there need keep hold carry")
SPARE = wordset("available free remaining left spare unreserved")
SPARING = wordset("left sell spare available free remaining still more give promise offer")
PEOPLE = wordset("people persons folk folks heads guests")
HEADS = wordset("guests attendees participants people persons visitors heads headcount attendance pupils enrolled size")
"""What figures are called that say how many people there are."""


def stock_of(selection: Selection, question: Question) -> Slot | None:
    """`How many paper cups have we left?`, `how many people at the gala?`: of the one thing of that name."""
    named = (*selection.names, *selection.wish.conditions)
    is_one = len(selection.things) == 1 and any(one.is_name for one in named)
    at, words = question.counted, question.clause.words
    if is_one and at is not None and set(words[at : at + 1]) & PEOPLE:
        return next((slot for slot in selection.source.fields if slot.is_measure and HEADS & set(slot.all_words)), None)
    if not is_one or not question.clause.has(*HAVING):
        return None
    free = [slot for slot in selection.source.fields if slot.is_measure and SPARE & set(slot.all_words)]
    if free and question.clause.has(*SPARING):
        return free[0]
    return next((slot for slot in selection.source.fields if slot.is_measure and STOCK & set(slot.all_words)), None)


def counts_things(question: Question, selection: Selection) -> bool:
    """`How many jobs are late?`: so many jobs, and no sum of days; but not `how many days late are the jobs`."""
    at, found = question.counted, question.clause.tokens
    if at is None or not selection.source.is_list or not question.is_amount:
        return False
    kinds = selection.source.concepts
    named = next((here for here in range(at, len(found)) if concept(found[here].stem) in kinds), None)
    told = [one.start for one in selection.wish.asked if one.slot.is_measure and one.start >= at]
    is_first = named is not None and all(token.word not in AUXILIARIES for token in found[at:named])
    return is_first and named is not None and bool(told) and named < min(told)


def only_measure(selection: Selection, question: Question) -> Slot | None:
    """What a total without a name is of: the only figure that there is."""
    figures = [slot for slot in selection.source.fields if slot.is_measure and not PLACE_WORDS & set(slot.all_words)]
    is_total = question.clause.has(*SUM, *AVERAGE) or " ".join(question.clause.words).find("how much") >= 0
    if not is_total or not selection.source.is_list:
        return None
    is_owed = question.clause.has(*OWED) and not question.clause.has("paid")
    if len(figures) == 1 or question.clause.has("overall"):
        return figures[0] if len(figures) == 1 else None
    return sum_of(selection.source.fields, is_owed)


def total_of(selection: Selection, measure: Slot, wanted: Wanted) -> Reply:
    values = [one.get(measure.name) for one in selection.things]
    known = [float(value) for value in values if is_number(value)]
    name = spoken(measure.name)
    if not known:
        hidden = any(measure.name in one.masked for one in selection.things)
        return Reply(f"The {name} is {HIDDEN if hidden else 'not known'}.", selection.things)
    value = sum(known) / len(known) if wanted == "average" else sum(known)
    text = shown(Record(selection.source, {measure.name: round(value, 2)}), measure)
    word = "average" if wanted == "average" else "total"
    first = "" if selection.is_complete else "the first "
    of = f"{first}{counted(len(known), selection.source)}{fitting(selection)}"
    what = name if name.startswith(word) else f"{word} {name}"
    return Reply(f"The {what} of {of} is {bold(text)}.", selection.things)


def asks_owed(question: Question) -> bool:
    """`how much rent is overdue`: money, and no days."""
    is_amount = "how much" in " ".join(question.clause.words)
    return is_amount and says_owing(question.clause.words) and not question.clause.has("days")


def owed_total(selection: Selection, question: Question) -> Reply | None:
    """`How much does Ada still have to pay?`, where bills show their amount, and what is paid of it."""
    pair, words = owed_pair(selection.source.fields), question.clause.words
    is_total = question.clause.has(*SUM) or " ".join(words).find("how much") >= 0 or says_owing(words[:1])
    known = [one for one in selection.things if pair and all(is_number(one.get(slot.name)) for slot in pair)]
    if pair is None or not known or not is_total or not says_owing(words) or question.is_truth:
        return None
    whole, paid = (sum(float(one.get(slot.name)) for one in known) for slot in pair)
    first, second, left = (value_text(value, pair[0]) for value in (whole, paid, round(whole - paid, 2)))
    of = f"{counted(len(known), selection.source)}{fitting(selection)}"
    text = f"{bold(left)} is still to be paid of {of}: {spoken(pair[0].name)} {first}, {spoken(pair[1].name)} {second}."
    return Reply(text, selection.things)


def count_of(selection: Selection) -> Reply:
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
    return Reply(f"There {verb} {more}{number} {noun}{fitting(selection)}{names}.", selection.things)
