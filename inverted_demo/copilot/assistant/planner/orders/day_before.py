"""The day of the question before an order: `Is the hall free on Friday?`, `Book it for Ada then.`"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise

from assistant.conversation import Arguments
from assistant.planner.clauses.pointing import pointing
from assistant.planner.english.dates import When, moments
from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token
from assistant.planner.filling.filling import Form
from assistant.planner.filling.openings import opens
from assistant.planner.offer.periods import written
from assistant.planner.selecting.focus import Focus

FREE = wordset("free available vacant bookable unbooked spare possible")
"""What is asked of a thing that is wanted for a day."""


def day_before(form: Form, focus: Focus, now: datetime) -> Arguments:
    """For the one day that an order needs and doesn't tell: the only one that was asked about.

    Of what only the list of a day tells, it is the day of that list.
    """
    clause, needed = form.clause, [one for one in form.missing if one.is_moment]
    if len(needed) != 1 or needed[0].form != "date" or form.deed.reads or moments(clause.text, now):
        return {}
    is_of_day = any(opens(one.source) for one in focus.things if one.source.needs)
    turns = [(asked, moments(_text(asked), now)) for asked in _turns(focus.asked)[::-1]]
    asked, found = next((one for one in turns if one[1] or not is_of_day), ((), []))
    is_meant = is_of_day or clause.has("then") or any(token.word in FREE for token in asked)
    if not is_meant or not pointing(clause, set()) or len(found) != 1 or not _is_day(found[0], now):
        return {}
    return {needed[0].name: written(found[0].first, needed[0])}


def _is_day(when: When, now: datetime) -> bool:
    return when.first.date() == when.last.date() and when.first.date() >= now.date()


def _turns(asked: Sequence[Token]) -> list[Sequence[Token]]:
    """What was asked, turn by turn: where one begins, the places in the text begin anew."""
    starts = [0, *(at for at in range(1, len(asked)) if asked[at].start < asked[at - 1].end), len(asked)]
    return [asked[start:end] for start, end in pairwise(starts) if start < end]


def _text(found: Sequence[Token]) -> str:
    text = ""
    for at, token in enumerate(found):
        text += " " * (at > 0 and token.start > found[at - 1].end) + token.text
    return text
