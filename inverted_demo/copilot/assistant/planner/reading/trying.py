"""What one source has for a question, and what came of those that did not have the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from assistant.planner.answers.grouping import grouped
from assistant.planner.answers.misses import nothing_for
from assistant.planner.answers.questions import AVERAGE, SUM, Question
from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import is_plural
from assistant.planner.filling.filling import fill_plain
from assistant.planner.offer.desk import Asking, Desk, Stuck
from assistant.planner.offer.records import Record
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import WRAPPER, Source
from assistant.planner.orders.things import complete
from assistant.planner.selecting.focus import Focus
from assistant.planner.selecting.selecting import select
from assistant.planner.wishes.conditions import Condition
from assistant.planner.wishes.ordering import EXTREMES
from assistant.planner.wishes.remainders import left_words
from assistant.planner.wishes.selection import Search, Selection
from assistant.planner.wishes.understanding import understand
from assistant.planner.wishes.wishes import Wish, kind_words
from assistant.planner.wishes.wording import plain

MAX_DETAILS = 25
DETAILED = ("empty", "flag", "compares")
"""What is asked of the details of many things."""


@dataclass
class Tried:
    """What came of sources that did not have the answer."""

    asked_for: set[int] = field(default_factory=set[int])
    """The word for what is asked for, where a source has such a thing."""
    failed: list[Selection] = field(default_factory=list[Selection])
    """Where words were left that mean nothing there."""
    empty: list[Selection] = field(default_factory=list[Selection])
    """Where all words are explained, and nothing is like that."""
    loose: list[Selection] = field(default_factory=list[Selection])
    """Where plain words are left beside a name."""
    doubted: list[tuple[float, Selection]] = field(default_factory=list[tuple[float, Selection]])
    """Where all words are explained, and the answer would hardly be what was asked for; and how hardly."""
    problems: list[Asking | Stuck] = field(default_factory=list[Asking | Stuck])


async def attempted(
    desk: Desk, source: Source, clause: Clause, focus: Focus, question: Question, links: bool, tried: Tried
) -> Selection | None:
    """What a source has, where it explains all words."""
    try:
        selection = await attempt(desk, source, clause, focus, question, links)
    except (Asking, Stuck) as problem:
        tried.problems.append(problem)
        return None
    if selection.outcome is not None and selection.outcome.state == "failed" and not selection.things:
        tried.problems.append(Stuck(f"That failed: {plain(selection.outcome.text)}"))
    elif tried.asked_for - selection.wish.explained:
        tried.problems.append(Stuck(nothing_for(desk, clause)))
    elif selection.unknown:
        tried.failed.append(selection)
    elif _has_lost_order(selection, clause):
        tried.problems.append(Stuck(nothing_for(desk, clause)))
    else:
        return selection
    return None


def _has_lost_order(selection: Selection, clause: Clause) -> bool:
    """`Who earns the most?`, where nothing shows how much of that anybody has."""
    words = clause.words
    if selection.source.needs:
        return False
    last = [token.is_content for token in clause.tokens[1:]] + [False]
    is_most = any(
        word in EXTREMES and words[at - 1 : at] == ["the"] and not last[at] for at, word in enumerate(words) if at
    )
    return is_most and selection.wish.order is None and grouped(selection, clause) is None


async def attempt(
    desk: Desk, source: Source, clause: Clause, focus: Focus, question: Question, links: bool
) -> Selection:
    """What a source has for a clause; things of which it needs to know which are looked up first."""
    tests = question.is_truth and not question.is_existence
    if not source.needs:
        search = Search(tests=tests, universal=question.is_universal, links=links)
        return await select(desk, source, clause, focus, search)
    form = fill_plain(desk, source.deed, clause, set())
    own = _of_details(desk, source, clause)
    wish = understand(source, clause.tokens, clause.text, desk.now, desk.catalog)
    inner = _asked_of_details(desk, source, wish)
    every = bool(wish.order or inner) or clause.has(*AVERAGE, *SUM)
    several = await complete(desk, form, focus, own, links, every)
    if len(several) > MAX_DETAILS:
        raise Stuck(f"That would take {len(several)} calls, and I make {MAX_DETAILS} at most. Ask for fewer things.")
    found: list[Selection] = []
    for arguments, thing in several:
        search = Search(frozenset(form.used), arguments, tests, links=False)
        one = await select(desk, source, clause, Focus(), search)
        if one.outcome is not None and one.outcome.state != "done":
            raise Stuck(f"That failed: {plain(one.outcome.text)}")
        one.things = [_named(record, thing) for record in one.things if all(each.holds(record) for each in inner)]
        found.append(one)
    return _together([one for one in found if one.things] or found, wish)


def _asked_of_details(desk: Desk, source: Source, wish: Wish) -> list[Condition]:
    """`which animals have no microchip`: of many things, what only their details show."""
    if source.is_list or not any(is_plural(wish.found[at].word) for at in kind_words(wish.found, source)):
        return []
    listed = {slot.name for one in desk.catalog.kinds(source.nouns) for slot in one.fields}
    return [one for one in wish.conditions if one.test in DETAILED and one.field not in listed and not one.is_settled]


def _together(found: Sequence[Selection], wish: Wish) -> Selection:
    """What was told of several things, as one."""
    result = found[0]
    result.unknown = []
    result.has_id = True
    if len(found) > 1:
        result.things = [thing for one in found for thing in one.things]
        result.total = len(result.things)
        if wish.order is not None:
            result.wish.order, result.wish.limit = wish.order, wish.limit
            result.things = wish.order.sorted(result.things)[: wish.limit]
    return result


def _named(found: Record, thing: Record | None) -> Record:
    """A result that is one plain value says nothing of what it is the value of."""
    if thing is None or set(found.data) != {WRAPPER}:
        return found
    slots = (Slot("name", "text"), Slot(found.source.noun, "number"))
    source = replace(found.source, fields=slots, nouns=thing.source.nouns)
    return Record(source, {"name": thing.label, found.source.noun: found.get(WRAPPER)})


def _of_details(desk: Desk, source: Source, clause: Clause) -> set[int]:
    """The words that are about what is told of a thing, and not about which thing."""
    wish = understand(source, clause.tokens, clause.text, desk.now, desk.catalog)
    if source.is_list:
        return wish.explained
    own = {at for one in wish.asked for at in one.span} | left_words(clause.tokens, source.fields)
    lists = desk.catalog.kinds(source.nouns)
    is_own = wish.order is not None and not any(one.field(wish.order.field) for one in lists)
    return own | (wish.order.tokens if wish.order and is_own else set())
