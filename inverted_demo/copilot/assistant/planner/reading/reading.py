"""Questions: from the words to the answer."""

from __future__ import annotations

from dataclasses import replace

from assistant.planner.answers.composing import compose
from assistant.planner.answers.misses import nothing_for
from assistant.planner.answers.questions import Question
from assistant.planner.answers.strange_kinds import without_strange_kind
from assistant.planner.answers.telling import asked
from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.clauses.presence import asking_who
from assistant.planner.english.vocabulary import NEWEST, OLDEST, SEARCHING, SUPERLATIVES
from assistant.planner.offer.desk import Desk, Stuck
from assistant.planner.offer.reply import Reply
from assistant.planner.offer.sources import WRAPPER
from assistant.planner.reading.entities import by_name, describe
from assistant.planner.reading.finding import MAX_OTHERS, found_for
from assistant.planner.reading.inside import look_inside
from assistant.planner.reading.trying import Tried
from assistant.planner.reading.unanswered import unanswered
from assistant.planner.selecting.focus import Focus
from assistant.planner.selecting.happenings import HAPPENING, diary, timely, what_is_on, what_takes_place
from assistant.planner.selecting.heads import is_of
from assistant.planner.selecting.personal import is_of_others
from assistant.planner.selecting.ranking import Ranked, head, rank
from assistant.planner.selecting.selecting import select
from assistant.planner.wishes.owing import is_owed_by_us
from assistant.planner.wishes.selection import Search, Selection
from assistant.planner.wishes.states_said import told_states
from assistant.planner.wishes.wishes import is_naming
from assistant.planner.wishes.wording import bold


async def read(desk: Desk, clause: Clause, focus: Focus) -> Reply:
    """Answer a question, or say that this server has nothing for it."""
    fields = (slot for source in desk.catalog.sources for slot in source.fields)
    if await is_of_others(desk, clause) or is_owed_by_us(clause.words, fields):
        raise Stuck(nothing_for(desk, clause))
    clause = asking_who(without_strange_kind(clause, desk.catalog), desk)
    clause, on_then = what_is_on(desk, clause)
    clause, on_then = (clause, on_then) if on_then else diary(clause, desk)
    question = Question(clause)
    pointed = pointing(clause, set()) if focus.things else []
    ranked = on_then or rank(clause.tokens, desk.catalog, clause.begin, pointed, focus.nouns)
    is_stated = bool(ranked) and bool(told_states(clause.tokens, ranked[0].source))
    if not on_then and not is_stated and (by_days := what_takes_place(desk, clause)):
        left = tuple(one for one in clause.tokens if one.word not in HAPPENING)
        clause, ranked = replace(clause, tokens=left), by_days
    ranked = timely(ranked, clause, desk)
    is_name = not on_then and bool(ranked) and _is_about_a_name(clause, ranked[0], question)
    if is_name and (found := await by_name(desk, clause)):
        return found
    known = {at for one in ranked for at in one.strong}
    tried = Tried({at for at in known & set(head(clause.tokens, clause.begin)[-1:]) if is_of(clause, at)})
    try:
        selection = await found_for(desk, clause, focus, question, ranked, tried)
    except Stuck:
        if found := await look_inside(desk, clause, focus):
            return found
        raise
    if selection is not None:
        selection = await _with_values(desk, selection, clause, focus, question)
        return await _answered(desk, selection, question)
    if tried.failed and ranked and tried.failed[0].source is ranked[0].source and _is_known(focus, tried.failed[0]):
        name = " ".join(token.text for token in tried.failed[0].unknown)
        return Reply(f"There is no {tried.failed[0].source.noun} for {bold(name)}.")
    is_counted = question.counted is not None
    if found := await by_name(desk, clause, whole=is_counted) or (not is_counted and await _by_query(desk, clause)):
        return found
    if found := await look_inside(desk, clause, focus):
        return found
    return await unanswered(desk, clause, question, tried)


def _is_about_a_name(clause: Clause, ranked: Ranked, question: Question) -> bool:
    """Whether hardly a word but a name is left to go by."""
    is_weak = not ranked.strong and not question.is_truth and question.implied(ranked.source) is None
    return is_weak and _has_names(clause, ranked)


def _has_names(clause: Clause, ranked: Ranked) -> bool:
    plain = NEWEST | OLDEST | set(SUPERLATIVES)
    found = (token for at, token in enumerate(clause.tokens) if at not in ranked.explained)
    return not ranked.source.needs and any(is_naming(token) and token.word not in plain for token in found)


def _is_known(focus: Focus, selection: Selection) -> bool:
    """Whether the name is one that this server has used itself."""
    words = {token.text for token in selection.unknown}
    return selection.is_none and any(words <= set(name.split()) for name in focus.people)


async def _with_values(desk: Desk, selection: Selection, clause: Clause, focus: Focus, question: Question) -> Selection:
    """`Has Ada paid?`: where nothing of hers is, what is hers all the same, to say how it is."""
    wish = selection.wish
    has_others = any(not one.choices and one.test == "is" for one in wish.conditions)
    if selection.things or not question.is_truth or not has_others or not any(one.choices for one in wish.conditions):
        return selection
    again = await select(desk, selection.source, clause, focus, Search(tests=True, universal=True))
    return again if 0 < len(again.things) <= MAX_OTHERS and again.predicates and not again.unknown else selection


async def _answered(desk: Desk, selection: Selection, question: Question) -> Reply:
    """From the things; all about the one that is named, where nothing else is asked."""
    is_about = selection.is_pointed or any(name.is_name for name in selection.names) or selection.has_id
    is_bare = any(one.source.tells_one or set(one.data) == {WRAPPER} for one in selection.things)
    is_about = is_about and not is_bare
    is_plain = not asked(selection, question) and not selection.predicates and not selection.wish.order
    if is_about and is_plain and len(selection.things) == 1 and not question.is_truth and question.counted is None:
        return Reply(await describe(desk, selection.things[0]), selection.things, is_bare=True)
    return compose(selection, question)


async def _by_query(desk: Desk, clause: Clause) -> Reply | None:
    """The words, given to a tool that looks for words."""
    if not (clause.has(*SEARCHING, "find", "search", "look", "anything", "something") or clause.mood == "states"):
        return None
    for source in desk.catalog.sources:
        if source.is_list and source.deed.query is not None and not source.needs:
            selection = await select(desk, source, clause, Focus(), Search(links=False))
            if selection.things and selection.is_found and not selection.passed_over:
                return compose(selection, Question(clause))
    return None
