"""How far an answer that explains all words is still not what was asked for: money of things that have no price …"""

from __future__ import annotations

from assistant.planner.answers.questions import SUM, Question
from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import is_plural
from assistant.planner.offer.names import Binding
from assistant.planner.offer.people import are_called_persons, are_people, is_person, may_have
from assistant.planner.offer.prices import asks_price, price_of
from assistant.planner.offer.sources import Source
from assistant.planner.wishes.selection import Selection
from assistant.planner.wishes.stocks import stock_fields
from assistant.planner.wishes.wishes import kind_words

SCRAP = 0.5
"""So much of a value is a part of it only."""
UNPRICED = 1.0
UNCOUNTED = 1.0
UNPEOPLED = 1.0
UNTIMED = 0.5
ANYBODY = frozenset({"anybody", "anyone", "somebody", "someone", "people", "persons"})
PARTLY = 0.5


def doubt(selection: Selection, clause: Clause, question: Question) -> float:
    """None where nothing speaks against it."""
    has_measure = any(slot.is_measure for slot in selection.wish.asked_fields)
    doubts = 0.0
    if asks_price(clause.tokens) and not has_measure and price_of(selection.source) is None:
        doubts += UNPRICED
    is_called = any(one.is_name and one.coverage == 1 for one in selection.names)
    if clause.has("who") and not is_called and not _has_persons(selection.source, clause):
        doubts += UNPEOPLED
    if _asks_anybody(clause) and not (are_people(selection.source) or are_called_persons(selection.source)):
        doubts += UNPEOPLED
    doubts += UNTIMED * _is_only_called(selection)
    if _counts_a_name(selection, clause, question) and not stock_fields(selection.source):
        doubts += UNCOUNTED
    if doubts and selection.names and all(_is_scrap(one, selection.source) for one in selection.names):
        doubts += PARTLY
    return doubts


def is_each(selection: Selection, clause: Clause) -> bool:
    """`How much is a root canal?`, of which there are two: what each costs."""
    kinds = kind_words(clause.tokens, selection.source)
    is_many = any(is_plural(clause.tokens[at].word) for at in kinds)
    return asks_price(clause.tokens) and not is_many and not clause.has(*SUM)


def _has_persons(source: Source, clause: Clause) -> bool:
    return (
        are_people(source) or are_called_persons(source) or any(may_have(slot, clause.tokens) for slot in source.fields)
    )


def _is_only_called(selection: Selection) -> bool:
    """`Who has Ada got today?`, of what tells who Ada is, or whose she is, and nothing of today."""
    wish = selection.wish
    is_bare = not wish.asked and not selection.predicates and not wish.order
    is_timed = any(one.when is not None for one in wish.conditions)
    return bool(wish.times) and is_bare and bool(selection.names) and not is_timed


def _asks_anybody(clause: Clause) -> bool:
    """`Have we got anybody who speaks Polish?`"""
    words = clause.words
    return any(word in ANYBODY and words[at + 1 : at + 2] in (["who"], ["that"]) for at, word in enumerate(words))


def _counts_a_name(selection: Selection, clause: Clause, question: Question) -> bool:
    """`How many van tyres …?`, of the one thing that is called so."""
    at = question.counted
    if at is None or len(selection.things) != 1:
        return False
    own = {place for one in selection.names if one.is_name for place in one.tokens}
    is_kind = kind_words(clause.tokens[at : at + 1], selection.source)
    return at in own and not is_kind and not selection.wish.asked


def _is_scrap(name: Binding, source: Source) -> bool:
    """A word or two of a longer text that is no name; persons are called by parts of theirs."""
    slot = source.field(name.field)
    is_person_ = slot is not None and is_person(slot)
    return not name.is_name and not is_person_ and name.coverage <= SCRAP
