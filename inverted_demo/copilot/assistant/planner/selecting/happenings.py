"""What takes place at a time, where nothing in the question is called so: diaries, rotas, what is on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.english.dates import When, moments
from assistant.planner.english.days import WEEKDAYS
from assistant.planner.english.stems import concept, stem
from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token
from assistant.planner.filling.openings import opens
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.people import are_called_persons, are_people, is_person
from assistant.planner.offer.sources import Source
from assistant.planner.selecting.ranking import Ranked
from assistant.planner.wishes.wishes import is_naming

DIARY = wordset("day list schedule diary calendar agenda timetable week plate morning afternoon rota")
"""What somebody has to do at a time, where nothing else is called so."""
LOOKING = wordset("looking look like shape shaping")
HAPPENING = wordset("happening happens going anything something everything coming planned scheduled stuff event")
HAVING = wordset("got has have seeing meeting")
WORKING = frozenset(map(stem, ("who", "works", "working", "shift", "shifts", "duty", "roster", "rota")))
"""In the description of a list that tells who is there."""
MERELY_TOLD = wordset(
    "joined created updated reported issued born since back paid received due hired added last founded until closed"
)
"""In the names of moments at which nothing takes place that could be gone to."""


def timely(ranked: Sequence[Ranked], clause: Clause, desk: Desk) -> list[Ranked]:
    """Where a time is named, things of that kind come from a tool that takes times, if there is one."""
    times = moments(clause.text, desk.now) if ranked else []
    if not times or _is_timed(ranked[0].source, clause, _is_ahead(times, desk)):
        return list(ranked)
    first = ranked[0]
    able = [one for one in ranked if one.source.nouns & first.source.nouns and takes_times(one.source)]
    if takes_times(first.source):
        able = [one for one in able if _asks_times(one.source)]
    able = [replace(one, score=max(one.score, first.score)) for one in able if one.source.is_list]
    return [*able, *(one for one in ranked if one.source not in [each.source for each in able])]


def _is_timed(source: Source, clause: Clause, is_ahead: bool) -> bool:
    """Whether its things have a time that may be meant: any, but for what they are like some other day than today."""
    if not takes_times(source) or any(param.is_moment for param in source.deed.params) or not is_ahead:
        return takes_times(source)
    return any(one.slot.is_moment for one in spot(clause.tokens, source.fields))


def _is_ahead(times: Sequence[When], desk: Desk) -> bool:
    return any(when.first.date() > desk.now.date() for when in times)


def _asks_times(source: Source) -> bool:
    """Whether it is asked for times that it has to know."""
    return any(param.is_moment for param in source.needs)


def takes_times(source: Source) -> bool:
    return any(slot.is_moment for slot in (*source.fields, *source.deed.params))


def what_takes_place(desk: Desk, clause: Clause) -> list[Ranked]:
    """Words that say nothing but when: what takes place then; of persons, where it is asked who."""
    times = moments(clause.text, desk.now)
    found = (one for one in clause.tokens if not any(when.start <= one.start < when.end for when in times))
    if not times or pointing(clause, set()) or any(is_naming(one) for one in found if not _says_nothing(one)):
        return []
    lists = [one for one in desk.catalog.sources if one.is_list and (opens(one) if one.needs else _is_dated(one))]
    if clause.has("who") and any(when.has_clock for when in times):
        lists = [one for one in lists if any(is_person(slot) for slot in one.fields)]
    elif clause.has("who"):
        lists = [one for one in lists if WORKING & set(one.deed.prose) and any(map(is_person, one.fields))]
    taking = [one for one in lists if any(param.is_moment for param in one.deed.params)]
    return [Ranked(one, 1.0, frozenset()) for one in (taking or lists)[:1]]


def _is_dated(source: Source) -> bool:
    """Whether its things take place some day, and were not only made, or joined, then."""
    return any(slot.is_moment and not MERELY_TOLD & set(slot.all_words) for slot in source.fields)


def what_is_on(desk: Desk, clause: Clause) -> tuple[Clause, list[Ranked]]:
    """`What's on at the weekend?`, where nothing is called an event: what can be listed by days."""
    at = next((at for at, token in enumerate(clause.tokens) if token.text == "on" and token.word != "on"), None)
    kinds = desk.catalog.concepts
    if at is None or concept(clause.tokens[at].stem) in kinds:
        return clause, []
    listed = [one for one in desk.catalog.listed() if any(param.is_moment for param in one.deed.params)]
    dated = [one for one in listed if any(slot.is_moment for slot in one.fields)]
    dated.sort(key=lambda one: not any(slot.form == "datetime" for slot in one.fields))
    left = (*clause.tokens[:at], *clause.tokens[at + 1 :])
    return replace(clause, tokens=left), [Ranked(one, 1.0, frozenset()) for one in dated[:1]]


def diary(clause: Clause, desk: Desk) -> tuple[Clause, list[Ranked]]:
    """`What's Ada's day looking like tomorrow?`: what is listed by days, and names persons."""
    found = clause.tokens
    at = next((at for at in range(1, len(found)) if found[at].word in DIARY and found[at - 1].owns), None)
    kept = _of_person(clause, desk) if at is None else ()
    if (at is None and not kept) or not moments(clause.text, desk.now):
        return clause, []
    listed = [one for one in desk.catalog.listed() if any(slot.is_moment for slot in one.fields)]
    listed = [one for one in listed if any(param.is_moment for param in one.deed.params)]
    listed = [one for one in listed if any(is_person(slot) and slot.form == "text" for slot in one.fields)]
    if at is None:  # whom somebody sees, they see at a time of the day
        listed.sort(key=lambda one: not any(slot.form == "datetime" for slot in one.fields))
    else:
        kept = tuple(one for here, one in enumerate(found) if here < at or (here > at and one.word not in LOOKING))
    return (replace(clause, tokens=kept), [Ranked(listed[0], 1.0, frozenset())]) if listed else (clause, [])


def _of_person(clause: Clause, desk: Desk) -> tuple[Token, ...]:
    """`Who has Ada got today?`: only a person and a time are left."""
    found, begin = clause.tokens, clause.begin
    spans = [span for span, known in desk.catalog.named(found) if any(map(_are_persons, known.own))]
    named = {at for span in spans for at in span}
    times = moments(clause.text, desk.now)
    is_asked = clause.words[begin : begin + 1] != [] and clause.words[begin] in ("who", "what", "whom")
    is_one = bool(named) and len(named) == max(named) - min(named) + 1
    if not is_one or not is_asked or not clause.has(*HAVING):
        return ()
    rest = [one for at, one in enumerate(found) if at >= begin and at not in named]
    rest = [one for one in rest if not any(when.start <= one.start < when.end for when in times)]
    if any(one.is_content or one.is_number for one in rest if one.word not in HAVING):
        return ()
    left = [at for at, one in enumerate(found) if at >= begin and one not in rest]
    return tuple(found[at] for at in left)


def _are_persons(source: Source) -> bool:
    return are_people(source) or are_called_persons(source)


def _says_nothing(token: Token) -> bool:
    return token.word in WEEKDAYS or token.word in HAPPENING
