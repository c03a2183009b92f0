"""What to say where no source has the answer: the nearest to one, or what is lacking."""

from __future__ import annotations

from assistant.planner.answers.composing import compose
from assistant.planner.answers.misses import not_found, nothing_for
from assistant.planner.answers.questions import Question
from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.days import WEEKDAYS
from assistant.planner.english.likeness import SAME
from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.desk import Asking, Desk, Stuck
from assistant.planner.offer.mentions import Mention
from assistant.planner.offer.reply import Reply
from assistant.planner.reading.entities import is_known
from assistant.planner.reading.finding import is_timed
from assistant.planner.reading.trying import Tried
from assistant.planner.selecting.ranking import head
from assistant.planner.wishes.selection import Selection
from assistant.planner.wishes.wishes import is_naming

MAX_ASIDE = 2
MAX_STATED = 3
STATES = ("status", "state", "stage", "phase")
VAGUE = wordset("money jobs ones items entries records cases")
"""Words for whatever a server is about."""


async def unanswered(desk: Desk, clause: Clause, question: Question, tried: Tried) -> Reply:
    nearest = min(tried.failed, key=lambda one: len(one.unknown), default=None)
    if stated := next((one for one in tried.failed if question.is_truth and _has_state(desk, clause, one)), None):
        return compose(stated, question)
    if nearest is not None and _is_aside(clause, nearest) and not await is_known(desk, nearest.unknown):
        return compose(nearest, question)
    if tried.problems and (nearest is None or isinstance(tried.problems[0], Asking)):
        raise tried.problems[0]
    if nearest is not None and nearest.wish.explained:
        raise Stuck(not_found(nearest))
    raise Stuck(nothing_for(desk, clause))


def _has_state(desk: Desk, clause: Clause, selection: Selection) -> bool:
    """`Did she turn up on Monday?`, `has the crate come`: a verb that nothing explains asks for the state it is in."""
    names = [at for name in selection.names for at in name.tokens]
    last = [token for at, token in enumerate(clause.tokens) if names and at > max(names) and is_naming(token)]
    is_verb = selection.unknown == last[:1] and all(token.word in WEEKDAYS for token in last[1:])
    slot = next((one for one in selection.source.fields if one.choices and one.name in STATES), None)
    is_few = 0 < len(selection.things) <= MAX_STATED
    if not is_verb or not is_few or slot is None or not is_timed(desk, selection):
        return False
    selection.wish.asked = [Mention(slot, 0, 1, SAME)]
    return True


def _is_aside(clause: Clause, selection: Selection) -> bool:
    """Whether the words that nothing explains matter little beside those that something does."""
    phrase = head(clause.tokens, clause.begin)
    asked_for = {clause.tokens[at] for at in phrase[-1:] if not _is_vague(clause.tokens[at])}
    is_grave = any(token.is_name or token.owns or token in asked_for for token in selection.unknown)
    wish = selection.wish
    has_sense = bool(wish.conditions or wish.asked or wish.order)
    return not is_grave and has_sense and len(selection.unknown) <= MAX_ASIDE


def _is_vague(token: Token) -> bool:
    """`What have you got running …`, `who owes us money`: no thing that could be asked for."""
    return token.word.endswith("ing") or token.word in VAGUE
