"""Questions: the source that has the answer, the things that are meant, and the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from assistant.planner.catalog import WRAPPER, Source
from assistant.planner.clauses import Clause
from assistant.planner.composing import asked, compose
from assistant.planner.dates import WEEKDAYS, moments
from assistant.planner.desk import Asking, Desk, Stuck
from assistant.planner.entities import by_name, describe, is_known, names_in
from assistant.planner.filling import fill_plain
from assistant.planner.focus import Focus, pointing
from assistant.planner.grouping import grouped
from assistant.planner.inside import look_inside
from assistant.planner.looking import look
from assistant.planner.mentions import SAME, Mention
from assistant.planner.openings import opens
from assistant.planner.ordering import EXTREMES
from assistant.planner.people import are_people, is_person
from assistant.planner.personal import is_of_others
from assistant.planner.questions import AVERAGE, SUM, Question
from assistant.planner.ranking import Ranked, best, head, rank
from assistant.planner.recognizing import naming
from assistant.planner.records import Record
from assistant.planner.remainders import left_words
from assistant.planner.reply import Reply
from assistant.planner.schemas import Slot
from assistant.planner.selecting import select
from assistant.planner.selection import Search, Selection
from assistant.planner.things import complete, not_found
from assistant.planner.understanding import understand
from assistant.planner.vocabulary import NEWEST, OLDEST, SEARCHING, SUPERLATIVES, WH, wordset
from assistant.planner.wishes import Wish, is_naming
from assistant.planner.wording import bold, joined, plain
from assistant.planner.words import Token, concept, stem

MAX_TRIED = 4
MAX_OTHERS = 6
SCRAP = 0.3
MAX_DETAILS = 20
MAX_ASIDE = 2
MAX_STATED = 3
STATES = ("status", "state", "stage", "phase")
DIARY = wordset("day list schedule diary calendar agenda timetable week plate morning afternoon rota")
"""What somebody has to do at a time, where nothing else is called so."""
LOOKING = wordset("looking look like shape shaping")
STANDING_FOR = frozenset({"it", "its", "that", "this"})
HAPPENING = wordset("happening happens going anything something everything coming planned scheduled stuff event")
WORKING = frozenset(map(stem, ("who", "works", "working", "shift", "shifts", "duty", "roster", "rota")))
"""In the description of a list that tells who is there."""
MERELY_TOLD = wordset(
    "joined created updated reported issued born since back paid received due hired added last founded until closed"
)
"""In the names of moments at which nothing takes place that could be gone to."""
VAGUE = wordset("money jobs ones items entries records cases")
"""Words for whatever a server is about."""


async def read(desk: Desk, clause: Clause, focus: Focus) -> Reply:
    """Answer a question, or say that this server has nothing for it."""
    if await is_of_others(desk, clause):
        raise Stuck(nothing_for(desk, clause))
    clause, on_then = _what_is_on(desk, clause)
    clause, on_then = (clause, on_then) if on_then else _diary(clause, desk)
    question = Question(clause)
    pointed = pointing(clause, set()) if focus.things else []
    ranked = on_then or rank(clause.tokens, desk.catalog, clause.begin, pointed, focus.nouns)
    if not on_then and (by_days := _by_days(desk, clause)):
        left = tuple(one for one in clause.tokens if one.word not in HAPPENING)
        clause, ranked = replace(clause, tokens=left), by_days
    ranked = _timely(ranked, clause, desk)
    is_name = not on_then and bool(ranked) and _is_about_a_name(clause, ranked[0], question)
    if is_name and (found := await by_name(desk, clause)):
        return found
    known = {at for one in ranked for at in one.strong}
    tried = Tried({at for at in known & set(head(clause.tokens, clause.begin)[-1:]) if _is_of(clause, at)})
    try:
        selection = await _found(desk, clause, focus, question, ranked, tried)
    except Stuck:
        if found := await look_inside(desk, clause, focus) or await look(desk, clause):
            return found
        raise
    is_empty = selection is not None and selection in tried.empty and not selection.is_pointed
    if is_empty and (seen := await look(desk, clause)):
        return seen
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
    return await _unanswered(desk, clause, question, tried)


async def _found(
    desk: Desk, clause: Clause, focus: Focus, question: Question, ranked: Sequence[Ranked], tried: Tried
) -> Selection | None:
    """What explains all words: of what fits best, else of anything; else what has to do with them otherwise."""
    first = best(ranked)[:MAX_TRIED]
    known = [one.source for one in ranked]
    others = [one.source for one in ranked if one not in first and not one.source.needs and one.source.is_list]
    others += [one for one in desk.catalog.listed() if one not in known]
    is_foreign = _is_foreign(clause, ranked)
    if is_foreign and not question.is_truth:
        raise Stuck(nothing_for(desk, clause))
    strong = {one.source: one.strong for one in ranked}
    named = {at for at in head(clause.tokens, clause.begin)[-1:] if any(at in one.strong for one in ranked)}
    asked_for = {clause.tokens[at] for at in head(clause.tokens, clause.begin)[-1:]}
    heads = {clause.tokens[at] for at in _told_head(clause)}
    for source in (*(one.source for one in first), *others[:MAX_OTHERS]):
        if source not in known and not _may_know(desk, source, tried, clause.has(*SEARCHING)):
            continue
        selection = await _try(desk, source, clause, focus, question, False, tried)
        if selection is None or (selection.is_found and asked_for & set(selection.passed_over)):
            continue
        is_named = named <= strong.get(source, frozenset[int]()) | _named_tokens(selection)
        if is_named and _is_sure(selection) and _is_timed(desk, selection) and not (is_foreign and selection.is_found):
            if _is_beside_the_point(clause, focus, selection) or _counts_another(clause, selection, question):
                continue
            if selection.things or question.is_truth or question.counted is not None:
                return selection
            tried.empty.append(selection)
            continue
        tried.loose += [selection] if not heads & set(selection.passed_over) else []
    if is_foreign:
        raise Stuck(nothing_for(desk, clause))
    is_likeliest = bool(first and tried.loose) and tried.loose[0].source is first[0].source
    if tried.empty and not is_likeliest:
        return tried.empty[0]
    for loose in [one for one in tried.loose if named and named <= strong.get(one.source, frozenset[int]())]:
        # What was passed over may be said of something that these belong to.
        selection = await _try(desk, loose.source, clause, focus, question, True, tried)
        if selection is not None and selection.things and _is_sure(selection):
            return selection
    if tried.loose:
        return min(tried.loose, key=lambda one: len(one.passed_over))
    for source in await _candidates(desk, clause, ranked):
        selection = await _try(desk, source, clause, focus, question, True, tried)
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
    return nearest is None or source.deed.query is not None or source in naming(desk.catalog, nearest.unknown)


def _is_timed(desk: Desk, selection: Selection) -> bool:
    """Whether the times that are named say something here, but for today's."""
    others = [one for one in selection.wish.times if one.first.date() != desk.now.date()]
    return not others or _takes_times(selection.source)


def _named_tokens(selection: Selection) -> set[int]:
    return {at for one in selection.names for at in one.tokens}


def _is_sure(selection: Selection) -> bool:
    """Whether it says something to every word, and no name is only a word of a long text."""
    return not selection.passed_over and all(name.coverage > SCRAP for name in selection.names)


async def _candidates(desk: Desk, clause: Clause, ranked: Sequence[Ranked]) -> list[Source]:
    """The sources to try for what has to do with a thing; first what tells of that thing itself."""
    found = [one.source for one in best(ranked)[:MAX_TRIED]]
    kinds = {noun for nouns in (await names_in(desk, clause)).values() for noun in nouns} if ranked else set[str]()
    asked_for = set(head(clause.tokens, clause.begin))
    able = [one.source for one in ranked if one.strong & asked_for]
    own = [source for source in able if kinds & {concept(noun) for noun in source.nouns}]
    return [*(one for one in own if one not in found), *found]


def _timely(ranked: Sequence[Ranked], clause: Clause, desk: Desk) -> list[Ranked]:
    """Where a time is named, things of that kind come from a tool that takes times, if there is one."""
    if not ranked or not moments(clause.text, desk.now) or _takes_times(ranked[0].source):
        return list(ranked)
    first = ranked[0]
    able = [one for one in ranked if one.source.nouns & first.source.nouns and _takes_times(one.source)]
    able = [replace(one, score=max(one.score, first.score)) for one in able if one.source.is_list]
    return [*able, *(one for one in ranked if one.source not in [each.source for each in able])]


def _takes_times(source: Source) -> bool:
    return any(slot.is_moment for slot in (*source.fields, *source.deed.params))


def _by_days(desk: Desk, clause: Clause) -> list[Ranked]:
    """Words that say nothing but when: what takes place then; of persons, where it is asked who."""
    times = moments(clause.text, desk.now)
    found = (one for one in clause.tokens if not any(when.start <= one.start < when.end for when in times))
    if not times or pointing(clause, set()) or any(is_naming(one) for one in found if not _says_nothing(one)):
        return []
    lists = [one for one in desk.catalog.sources if one.is_list and (opens(one) if one.needs else _is_dated(one))]
    if clause.has("who"):
        lists = [one for one in lists if WORKING & set(one.deed.prose) and any(map(is_person, one.fields))]
    taking = [one for one in lists if any(param.is_moment for param in one.deed.params)]
    return [Ranked(one, 1.0, frozenset()) for one in (taking or lists)[:1]]


def _is_dated(source: Source) -> bool:
    """Whether its things take place some day, and were not only made, or joined, then."""
    return any(slot.is_moment and not MERELY_TOLD & set(slot.all_words) for slot in source.fields)


def _what_is_on(desk: Desk, clause: Clause) -> tuple[Clause, list[Ranked]]:
    """`What's on at the weekend?`, where nothing is called an event: what can be listed by days."""
    at = next((at for at, token in enumerate(clause.tokens) if token.text == "on" and token.word != "on"), None)
    kinds = {concept(noun) for source in desk.catalog.sources for noun in source.nouns}
    if at is None or concept(clause.tokens[at].stem) in kinds:
        return clause, []
    listed = [one for one in desk.catalog.listed() if any(param.is_moment for param in one.deed.params)]
    dated = [one for one in listed if any(slot.is_moment for slot in one.fields)]
    left = (*clause.tokens[:at], *clause.tokens[at + 1 :])
    return replace(clause, tokens=left), [Ranked(one, 1.0, frozenset()) for one in dated[:1]]


def _diary(clause: Clause, desk: Desk) -> tuple[Clause, list[Ranked]]:
    """`What's Ada's day looking like tomorrow?`: what is listed by days, and names persons."""
    found = clause.tokens
    at = next((at for at in range(1, len(found)) if found[at].word in DIARY and found[at - 1].owns), None)
    if at is None or not moments(clause.text, desk.now):
        return clause, []
    listed = [one for one in desk.catalog.listed() if any(slot.is_moment for slot in one.fields)]
    listed = [one for one in listed if any(param.is_moment for param in one.deed.params)]
    listed = [one for one in listed if any(is_person(slot) and slot.form == "text" for slot in one.fields)]
    kept = tuple(one for here, one in enumerate(found) if here < at or (here > at and one.word not in LOOKING))
    return (replace(clause, tokens=kept), [Ranked(listed[0], 1.0, frozenset())]) if listed else (clause, [])


def _says_nothing(token: Token) -> bool:
    return token.word in WEEKDAYS or token.word in HAPPENING


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
    problems: list[Asking | Stuck] = field(default_factory=list[Asking | Stuck])


async def _try(
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
        return Reply(await describe(desk, selection.things[0]), selection.things)
    return compose(selection, question)


def _is_foreign(clause: Clause, ranked: Sequence[Ranked]) -> bool:
    """What is asked for is a plain word that nothing here has to do with: `the weather in …`."""
    if any(token.word in WH for token in clause.tokens[clause.begin + 1 :]) or clause.has("when", "where", "how"):
        return False
    return any(
        not clause.tokens[at].is_name and not any(at in one.explained for one in ranked) for at in _told_head(clause)
    )


def _told_head(clause: Clause) -> list[int]:
    """The noun of `the … of` that is asked for."""
    phrase = head(clause.tokens, clause.begin)
    is_told = bool(phrase) and any(
        token.word in ("the", "a", "an", "any") for token in clause.tokens[max(0, phrase[0] - 1) : phrase[0]]
    )
    return [at for at in phrase[-1:] if is_told and _is_followed(clause, at)]


def _is_of(clause: Clause, at: int) -> bool:
    """`the mobile number of …`, `Lena's mobile`."""
    after = [token.word for token in clause.tokens[at + 1 : at + 3]]
    return "of" in after or any(token.owns for token in clause.tokens[max(0, at - 2) : at])


def _is_followed(clause: Clause, at: int) -> bool:
    return at + 1 < len(clause.tokens) and clause.tokens[at + 1].word in ("of", "in", "for", "at", "on", "to")


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
    every = bool(wish.order) or clause.has(*AVERAGE, *SUM)
    several = await complete(desk, form, focus, own, links, every)
    if len(several) > MAX_DETAILS:
        raise Stuck(f"That would take {len(several)} calls, and I make {MAX_DETAILS} at most. Ask for fewer things.")
    found: list[Selection] = []
    for arguments, thing in several:
        search = Search(frozenset(form.used), arguments, tests, links=False)
        one = await select(desk, source, clause, Focus(), search)
        if one.outcome is not None and one.outcome.state != "done":
            raise Stuck(f"That failed: {plain(one.outcome.text)}")
        one.things = [_named(record, thing) for record in one.things]
        found.append(one)
    return _together(found, wish)


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


async def _unanswered(desk: Desk, clause: Clause, question: Question, tried: Tried) -> Reply:
    if question.counted is None and (found := await look(desk, clause)):
        return found
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
    if not is_verb or not is_few or slot is None or not _is_timed(desk, selection):
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


def nothing_for(desk: Desk, clause: Clause) -> str:
    topics = desk.catalog.topics
    has = f" What it can tell about: {joined(topics)}." if topics else ""
    name = plain(desk.catalog.offer.server or "This server")
    return f"{name} has nothing for that (“{plain(clause.text.strip(' ?.!'))}”), so I can't say.{has}"
