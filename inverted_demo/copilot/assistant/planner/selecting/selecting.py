"""The things of a source that a text means: by their names, by conditions, by an order, or by a pronoun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from assistant.conversation import Arguments
from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import stem
from assistant.planner.filling.arguments import from_conditions, sort_argument
from assistant.planner.filling.searches import addressed, searches
from assistant.planner.offer.desk import Desk, Stuck
from assistant.planner.offer.periods import END_WORDS, spanned
from assistant.planner.offer.records import LONG_TEXTS, Record, fields_of
from assistant.planner.offer.sources import Source
from assistant.planner.selecting.binding import bind
from assistant.planner.selecting.focus import Focus, pointed_at
from assistant.planner.selecting.inner_links import linked_to
from assistant.planner.wishes.conditions import Condition
from assistant.planner.wishes.selection import Search, Selection
from assistant.planner.wishes.understanding import understand
from assistant.planner.wishes.wishes import Wish, is_excepted

WHOLE = ("all", "every", "each", "per", "average", "mean", "total", "sum", "most", "fewest", "least", "entire", "who",
         "much")  # fmt: skip
"""Words that want all pages looked at."""
LOOSE = Search()
MAX_TIES = 4


async def select(desk: Desk, source: Source, clause: Clause, focus: Focus, search: Search = LOOSE) -> Selection:
    """Find what is meant: from the words alone, then among the results for what they do not explain."""
    source = await learned(desk, source, search.fixed)
    wish = understand(source, clause.tokens, clause.text, desk.now, desk.catalog, search.skip)
    selection = Selection(wish)
    if search.tests or not source.is_list:
        kept = [one for one in wish.conditions if one.is_settled or one.is_name or _is_of_call(source, one)]
        selection.predicates = [one for one in wish.conditions if one not in kept]
        wish.conditions = kept
    await _point(desk, selection, clause, focus, search)
    if search.fixed and not source.is_list:
        wish.explained |= set(wish.unexplained)
    selection.is_found = bool(wish.unexplained) and await _by_words(desk, selection, clause, search)
    if not selection.is_found and (wish.unexplained or wish.codes):
        await bind(desk, selection, search, clause.text)
    _sort_out(selection, search)
    if not selection.is_found:
        await _fetch(desk, selection, search.fixed, is_whole=search.strict or clause.has(*WHOLE))
    selection.pool = selection.things
    _narrow(selection, search)
    if not selection.things and not search.tests:
        await _otherwise(desk, selection, search)
    return selection


async def _otherwise(desk: Desk, selection: Selection, search: Search) -> None:
    """Nothing is in the town of that name, but something at the depot that is called so too."""
    wish, before = selection.wish, list(selection.wish.conditions)
    for other in selection.others:
        taken = next((one for one in before if one.tokens == other.tokens and one.test == "is"), None)
        if taken is None:
            continue
        values = tuple(dict.fromkeys(one.value for one in selection.others if one.field == other.field))
        condition = replace(taken, field=other.field, values=values, is_name=other.is_name, is_settled=False)
        wish.conditions = [condition if one is taken else one for one in before]
        await _fetch(desk, selection, search.fixed, is_whole=True)
        selection.pool = selection.things
        _narrow(selection, search)
        if selection.things:
            return
    wish.conditions = before


async def _point(desk: Desk, selection: Selection, clause: Clause, focus: Focus, search: Search) -> None:
    """Take pronouns for what was talked about, or for what has to do with it."""
    source, skip = selection.source, set(search.skip)
    pointed = await linked_to(desk, selection, clause, focus, skip) if focus.is_inner else None
    pointed = pointed or pointed_at(clause, focus, source, skip)
    if pointed is not None:
        selection.is_pointed = True
        selection.wish.explained |= pointed.tokens
        selection.wish.conditions.append(pointed.condition)


def _sort_out(selection: Selection, search: Search) -> None:
    """Part the conditions that say which things from those that are asked of them."""
    wish = selection.wish
    if not search.tests and wish.limit is None and _is_named(selection):
        selection.predicates += [one for one in wish.conditions if one.test == "is" and not one.is_name and one.choices]
        wish.conditions = [one for one in wish.conditions if one not in selection.predicates]
    is_any = search.tests and selection.source.is_list and not search.universal
    if is_any and not any(one.is_name for one in wish.conditions):
        wish.conditions, selection.predicates = wish.conditions + selection.predicates, []


async def learned(desk: Desk, source: Source, fixed: Arguments) -> Source:
    """A source that has no schema tells its fields by what it gives."""
    if source.fields or any(need.name not in fixed for need in source.needs):
        return source
    things, _, outcome = await desk.some(source, fixed)
    fields = fields_of(things[0]) if things and outcome.state == "done" else ()
    is_list = source.is_list and (len(things) > 1 or bool(source.path))
    return replace(source, fields=fields, is_list=is_list) if fields else source


def _is_of_call(source: Source, condition: Condition) -> bool:
    """`the occupancy on Friday`: of which day a result tells that is no list, its tool is told."""
    return not source.is_list and condition.when is not None and bool(spanned(source.deed, condition.when))


def _is_named(selection: Selection) -> bool:
    """Whether one thing is called by its whole name."""
    return len(selection.names) == 1 and selection.names[0].is_name and selection.names[0].coverage == 1


async def _by_words(desk: Desk, selection: Selection, clause: Clause, search: Search) -> bool:
    """Give the unexplained words to the server, where it has a parameter for them; whether that found anything."""
    wish = selection.wish
    if is_excepted(clause.tokens, wish.unexplained[0]) and not search.tests:
        return False
    known, left = from_conditions(wish)
    found: list[Record] = []
    words: Arguments = {}
    for words, dropped in searches(wish, clause.tokens, clause.text):
        if set(words) & set(known):
            continue
        arguments = {**search.fixed, **known, **words, **sort_argument(wish.source, wish.order)}
        found, is_complete, outcome = await desk.all(wish.source, arguments)
        if found:
            selection.passed_over = [wish.found[at] for at in dropped]
            break
        selection.is_none = outcome.state == "done" and all(wish.found[at].is_name for at in wish.unexplained)
    else:
        return False
    exact = _exactly(words, found)
    found = exact or found
    wish.conditions = left + [replace(one, is_settled=True) for one in wish.conditions if one not in left]
    taken = [at for at in wish.unexplained if wish.found[at].is_quoted] or wish.unexplained
    wish.conditions += _shown(words, found, frozenset(taken)) + addressed(wish, found, taken)
    wish.explained |= set(taken)
    selection.things, selection.is_complete, selection.outcome = found, is_complete, outcome
    return True


def _exactly(words: Arguments, found: Sequence[Record]) -> list[Record]:
    """`in Wetherby` is the town, and no street that has the word: those of which one field says just that."""
    text = " ".join(map(str, words.values())).casefold()
    fields = {
        slot.name
        for one in found
        for slot in fields_of(one)
        if slot.name != one.name_field and str(one.get(slot.name)).casefold() == text
    }
    name = next(iter(fields)) if len(fields) == 1 and len(words) == 1 else None
    return [one for one in found if name is not None and str(one.get(name)).casefold() == text]


def _shown(words: Arguments, found: Sequence[Record], tokens: frozenset[int]) -> list[Condition]:
    """What the words turned out to be, where every result shows it."""
    shown: list[Condition] = []
    for name, text in words.items():
        keys = set(map(stem, str(text).casefold().split()))
        usual = [slot for slot in fields_of(found[0]) if slot.name not in LONG_TEXTS]
        fields = [slot.name for slot in usual if all(_names(one.get(slot.name), keys) for one in found)]
        best = name if name in fields else next(iter(fields), None)
        if best is not None:
            values = dict.fromkeys(one.get(best) for one in found if isinstance(one.get(best), str))
            is_name = best == found[0].name_field
            shown.append(Condition(best, "is", tuple(values), tokens=tokens, is_name=is_name, is_settled=True))
    return shown


def _names(value: Any, keys: set[str]) -> bool:
    return isinstance(value, str) and keys <= set(map(stem, value.casefold().replace("-", " ").split()))


async def _fetch(desk: Desk, selection: Selection, fixed: Arguments, is_whole: bool) -> None:
    wish = selection.wish
    known, left = from_conditions(wish)
    if len({name.field for name in selection.names}) > 1:
        known, left = {}, wish.conditions
    arguments = {**fixed, **known, **sort_argument(wish.source, wish.order)}
    may_lack = any(slot.is_nullable for slot in wish.asked_fields)
    is_narrowed = bool(known) and wish.limit is None
    is_summed = any(slot.is_measure for slot in wish.asked_fields)
    is_every = bool(left or wish.order or selection.names or is_whole or may_lack or is_narrowed or is_summed)
    if not await _get(desk, selection, arguments, is_every) and (fewer := _without_end(wish.source, arguments)):
        await _get(desk, selection, fewer, is_every)


async def _get(desk: Desk, selection: Selection, arguments: Arguments, is_every: bool) -> bool:
    wish = selection.wish
    if is_every:
        found, complete, outcome = await desk.all(wish.source, arguments)
    else:
        found, total, outcome = await desk.some(wish.source, arguments | _limited(wish))
        selection.total = total
        complete = total is None or total <= len(found)
    if outcome.state == "refused":
        raise Stuck(outcome.text)
    selection.things, selection.is_complete, selection.outcome = found, complete, outcome
    return outcome.state == "done"


def _without_end(source: Source, arguments: Arguments) -> Arguments:
    """An end on the day of the beginning may be none to the server: without it; nothing where there is none."""
    ends = [one.name for one in source.deed.params if one.is_moment and END_WORDS & set(one.all_words)]
    fewer = {name: value for name, value in arguments.items() if name not in ends}
    return fewer if fewer != arguments else {}


def _limited(wish: Wish) -> Arguments:
    param = wish.source.deed.limit
    if param is None or wish.limit is None or not wish.source.is_list:
        return {}
    return {param.name: int(min(wish.limit, param.highest or wish.limit))}


def _narrow(selection: Selection, search: Search) -> None:
    """Hold the results against the conditions, put them in order, and leave as many as are wanted."""
    wish = selection.wish
    local = [one for one in wish.conditions if not one.is_settled]
    selection.things = [one for one in selection.pool if all(condition.holds(one) for condition in local)]
    if not selection.things and selection.is_pointed and selection.names:
        # `The one about …` may be another one than what was talked about.
        named = {name.field for name in selection.names}
        local = [one for one in local if one.field in named]
        selection.things = [one for one in selection.pool if all(condition.holds(one) for condition in local)]
    if wish.order is not None:
        wish.order = wish.order.among(selection.things)
        selection.things = wish.order.sorted(selection.things)
    is_told = selection.total is not None and len(selection.things) == len(selection.pool)
    if not is_told and (local or selection.total is None):
        selection.total = len(selection.things) if selection.is_complete or local else selection.total
    # Which of several is to be changed is not for the planner to choose.
    if wish.limit is not None and (wish.order is not None or not search.strict):
        selection.things = selection.things[: _with_ties(wish, selection.things)]


def _with_ties(wish: Wish, things: Sequence[Record]) -> int:
    """How many to tell: the one that is asked for, and those that are no less of it."""
    limit, order = wish.limit or len(things), wish.order
    if limit != 1 or order is None or order.is_moment or not things:
        return limit
    ties = sum(order.key(one) == order.key(things[0]) for one in things)
    return ties if ties <= MAX_TIES else limit
