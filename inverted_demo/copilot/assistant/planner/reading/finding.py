"""The source that has the answer to a question: the first that explains all its words."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.answers.doubting import doubt
from assistant.planner.answers.misses import nothing_for
from assistant.planner.answers.questions import Question
from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.english.likeness import ALIKE
from assistant.planner.english.vocabulary import SEARCHING
from assistant.planner.offer.desk import Desk, Stuck
from assistant.planner.offer.naming import naming
from assistant.planner.offer.people import are_people
from assistant.planner.offer.prices import asks_price, price_of
from assistant.planner.offer.sources import Source
from assistant.planner.reading.entities import names_in
from assistant.planner.reading.trying import Tried, attempted
from assistant.planner.selecting.focus import Focus
from assistant.planner.selecting.happenings import takes_times
from assistant.planner.selecting.heads import asks_foreign, told_head
from assistant.planner.selecting.ranking import Ranked, best, head
from assistant.planner.wishes.selection import Selection
from assistant.planner.wishes.stocks import LEFT, stock_fields
from assistant.planner.wishes.wishes import is_naming, kind_words

MAX_TRIED = 4
MAX_OTHERS = 6
SCRAP = 0.3
STANDING_FOR = frozenset({"it", "its", "that", "this"})


async def found_for(
    desk: Desk, clause: Clause, focus: Focus, question: Question, ranked: Sequence[Ranked], tried: Tried
) -> Selection | None:
    """What explains all words: of what fits best, else of anything; else what has to do with them otherwise."""
    first = best(ranked)[:MAX_TRIED]
    known = [one.source for one in ranked]
    others = [one.source for one in ranked if one not in first and not one.source.needs and one.source.is_list]
    others += [one for one in desk.catalog.listed() if one not in known]
    if asks_price(clause.tokens):
        others.sort(key=lambda source: price_of(source) is None)
    is_foreign = asks_foreign(clause, ranked, desk.catalog)
    if is_foreign and not question.is_truth:
        raise Stuck(nothing_for(desk, clause))
    strong = {one.source: one.strong for one in ranked}
    named = {at for at in head(clause.tokens, clause.begin)[-1:] if any(at in one.strong for one in ranked)}
    asked_for = {clause.tokens[at] for at in head(clause.tokens, clause.begin)[-1:]}
    heads = {clause.tokens[at] for at in told_head(clause)}
    for source in (*(one.source for one in first), *others[:MAX_OTHERS]):
        is_open = bool(tried.doubted) or any(doubt(one, clause, question) for one in tried.loose)
        if source not in known and not is_open and not _may_know(desk, source, tried, clause.has(*SEARCHING)):
            continue
        selection = await attempted(desk, source, clause, focus, question, False, tried)
        if selection is None or (selection.is_found and asked_for & set(selection.passed_over)):
            continue
        if _tells_all(selection, clause):
            tried.problems.append(Stuck(nothing_for(desk, clause)))
            continue
        if _is_of_other_day(selection):
            tried.problems.append(Stuck("I can tell that of one day at a time only. Which day do you mean?"))
            continue
        is_named = named <= strong.get(source, frozenset[int]()) | _named_tokens(selection)
        if is_named and _is_sure(selection) and is_timed(desk, selection) and not (is_foreign and selection.is_found):
            if _is_beside_the_point(clause, focus, selection) or _counts_another(clause, selection, question):
                continue
            if selection.things or question.is_truth or question.counted is not None:
                if doubts := doubt(selection, clause, question):
                    tried.doubted.append((doubts, selection))
                    continue
                return selection
            tried.empty.append(selection)
            continue
        tried.loose += [selection] if not heads & set(selection.passed_over) else []
    if tried.doubted:
        return min(tried.doubted, key=lambda one: one[0])[1]
    if is_foreign:
        raise Stuck(nothing_for(desk, clause))
    is_likeliest = bool(first and tried.loose) and tried.loose[0].source is first[0].source
    if tried.empty and not is_likeliest:
        return tried.empty[0]
    for loose in [one for one in tried.loose if named and named <= strong.get(one.source, frozenset[int]())]:
        # What was passed over may be said of something that these belong to.
        selection = await attempted(desk, loose.source, clause, focus, question, True, tried)
        if selection is not None and selection.things and _is_sure(selection):
            return selection
    if tried.loose:
        return min(tried.loose, key=lambda one: (doubt(one, clause, question), len(one.passed_over)))
    for source in await _candidates(desk, clause, ranked):
        selection = await attempted(desk, source, clause, focus, question, True, tried)
        if (
            selection is not None
            and not _is_of_another(clause, selection)
            and not _is_beside_the_point(clause, focus, selection)
        ):
            return selection
    return None


def _is_beside_the_point(clause: Clause, focus: Focus, selection: Selection) -> bool:
    """Whether a pronoun for the one thing that is talked about was passed over."""
    is_said = any(clause.tokens[at].word in STANDING_FOR for at in pointing(clause, set()))
    return focus.is_one and is_said and not (selection.is_pointed or selection.has_id)


def _counts_another(clause: Clause, selection: Selection, question: Question) -> bool:
    """`How many pages …?`, where nothing that there is of these things is called so."""
    at = question.counted
    is_noun = at is not None and at < len(clause.tokens) and is_naming(clause.tokens[at])
    return is_noun and at not in selection.wish.explained and selection.is_pointed


def _is_of_another(clause: Clause, selection: Selection) -> bool:
    """`Ada's phone`, of persons who have only to do with her."""
    is_owned = any(one.start and clause.tokens[one.start - 1].owns for one in selection.wish.asked)
    return is_owned and are_people(selection.source) and not any(one.is_name for one in selection.names)


def _may_know(desk: Desk, source: Source, tried: Tried, is_searching: bool) -> bool:
    """Whether a list that no word leads to can have the words that say nothing elsewhere."""
    if tried.loose:
        return source.deed.query is not None and is_searching
    nearest = min(tried.failed, key=lambda one: len(one.unknown), default=None)
    if nearest is None or source.deed.query is not None or source in naming(desk.catalog, nearest.unknown):
        return True
    return all(token.word in LEFT for token in nearest.unknown) and bool(stock_fields(source))


def is_timed(desk: Desk, selection: Selection) -> bool:
    """Whether the times that are named say something here, but for today's."""
    others = [one for one in selection.wish.times if one.first.date() != desk.now.date()]
    return not others or takes_times(selection.source)


def _is_of_other_day(selection: Selection) -> bool:
    """Whether a tool that takes one day could not be told which, and tells of today."""
    source = selection.source
    asks_day = not source.is_list and not source.needs and any(param.is_moment for param in source.deed.params)
    told = [one for one in selection.predicates if one.when is not None]
    return asks_day and any(not one.holds(thing) for one in told for thing in selection.things)


def _tells_all(selection: Selection, clause: Clause) -> bool:
    """Whether it is a whole list of what nobody named, where something was said that would choose of it: a time …"""
    wish = selection.wish
    is_asked = any(one.strength > ALIKE for one in wish.asked)
    is_chosen = bool(wish.conditions or wish.order or is_asked or selection.predicates or selection.names)
    is_known = is_chosen or selection.is_pointed or selection.has_id or bool(kind_words(clause.tokens, wish.source))
    is_left = bool(wish.times or selection.passed_over)
    return is_left and not is_known and len(selection.things) > MAX_OTHERS


def _named_tokens(selection: Selection) -> set[int]:
    return {at for one in selection.names for at in one.tokens}


def _is_sure(selection: Selection) -> bool:
    """Whether it says something to every word, and no name is only a word of a long text."""
    is_met = not selection.wish.unmet or selection.is_pointed or selection.has_id
    return is_met and not selection.passed_over and all(name.coverage > SCRAP for name in selection.names)


async def _candidates(desk: Desk, clause: Clause, ranked: Sequence[Ranked]) -> list[Source]:
    """The sources to try for what has to do with a thing; first what tells of that thing itself."""
    found = [one.source for one in best(ranked)[:MAX_TRIED]]
    kinds = {noun for nouns in (await names_in(desk, clause)).values() for noun in nouns} if ranked else set[str]()
    asked_for = set(head(clause.tokens, clause.begin))
    able = [one.source for one in ranked if one.strong & asked_for]
    own = [source for source in able if kinds & source.concepts]
    return [*(one for one in own if one not in found), *found]
