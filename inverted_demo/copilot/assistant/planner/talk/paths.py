"""What is asked of a thing some steps away: `the mobile of whoever drives Ada`, over her booking and its tour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from assistant.planner.answers.questions import Question
from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.english.dates import When, moments
from assistant.planner.english.stems import concept, is_plural
from assistant.planner.english.vocabulary import SUPERLATIVES, wordset
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.mesh import Mesh, Step, mesh_of, named_in, next_to, plain_call, wholes
from assistant.planner.offer.people import WORKING, are_people, asks_holder
from assistant.planner.offer.records import Record, fields_of
from assistant.planner.offer.reply import Reply
from assistant.planner.selecting.focus import Focus
from assistant.planner.selecting.ranking import rank
from assistant.planner.talk.stops import Found, Words, asked_slots, is_called, told_at
from assistant.planner.wishes.conditions import as_moment, within
from assistant.planner.wishes.wording import called, sentence

YEAR = timedelta(days=365)
MAX_STEPS = 4
MAX_THINGS = 16
"""From more things than these nobody goes on to what they name."""
MAX_DETAILED = 24
MAX_TOLD = 3
NOT_ONE = frozenset(SUPERLATIVES) | wordset(
    "most least more less fewest many not no never without all every each other others else than average total how "
    "before after between first previous compare both together instead any anything whose owe owes owed still yet"
)
FILLING = wordset("name person somebody someone contact need ring call get got currently now right")
PRONOUNS = wordset("it its")
DOING = wordset("did does do has have")
DONE = wordset("cancelled canceled done completed ended past closed returned collected delivered played held")


async def reached(desk: Desk, clause: Clause, focus: Focus) -> Reply | None:
    """What the things say that have to do with the one that is named, the nearest first."""
    question = Question(clause)
    if clause.mood not in ("asks", "reads", "states") or question.counted is not None or question.is_truth:
        return None
    if clause.words[clause.begin : clause.begin + 1] == ["what"] and DOING & set(clause.words[clause.begin + 1 :][:1]):
        return None
    start = _start(desk, clause, focus)
    if start is None:
        return await _going_on(desk, clause, focus)
    span, names = start
    words = _words(desk, clause, span)
    is_held = asks_holder(clause.tokens)
    if not is_held and words is None:
        return None
    near = Mesh(await _near(desk, span, clause, focus))
    if not is_held and (told := await _on_way(desk, near, named_in(near, names), words, span, 0)):
        return told
    if not is_held and _has_all(desk, clause, span, near, names):
        return None
    mesh = await mesh_of(desk)
    if is_held:
        return _held(mesh, names, clause)
    return await _on_way(desk, mesh, named_in(mesh, names), words, span, MAX_STEPS)


async def _near(desk: Desk, span: range, clause: Clause, focus: Focus) -> list[Record]:
    """The things of the lists in which the name is known."""
    own = {source for place, known in desk.catalog.named(clause.tokens) if place == span for source in known.own}
    own |= {one for one in desk.catalog.listed() if clause.tokens[span.start].word.startswith(tuple(one.id_beginnings))}
    lists = [one for one in desk.catalog.listed() if one in own]
    return [one for source in lists for one in (await desk.all(source, {}))[0]] or list(focus.things)


def _has_all(desk: Desk, clause: Clause, span: range, mesh: Mesh, names: set[str]) -> bool:
    """Whether such things have words for all that is asked themselves."""
    kinds = {noun for step in named_in(mesh, names) for noun in step.thing.source.nouns}
    told = {at for at in range(clause.begin, len(clause.tokens)) if at not in span and clause.tokens[at].is_content}
    ranked = rank(clause.tokens, desk.catalog, clause.begin)
    return any(told <= one.explained for one in ranked if one.source.nouns & kinds)


async def _on_way(
    desk: Desk, mesh: Mesh, steps: list[Step], words: Words | None, span: range, far: int
) -> Reply | None:
    words = _without_kind(words, span, steps) if words else None
    if words is None:
        return None
    seen = {id(one.thing) for one in steps}
    for _ in range(far + 1):
        near = steps[:MAX_DETAILED]
        found = [one for step in near for one in await told_at(desk, mesh, step, words)] if near == steps else []
        least = min((one.left for one in found), default=0)
        if found := _likeliest([one for one in found if one.left == least], words, desk):
            return _reply(found)
        if len(steps) > MAX_THINGS or not far:
            return None
        steps = [one for step in steps for one in await next_to(desk, mesh, step) if not _is_seen(one, seen)]
    return None


async def _going_on(desk: Desk, clause: Clause, focus: Focus) -> Reply | None:
    """`…, and in which room?`: of what was found before, where that has a field of just that name."""
    is_joined = "and" in clause.words[: clause.begin + 1]
    if not focus.is_one or not is_joined or pointing(clause, set()) or desk.catalog.named(clause.tokens):
        return None
    words = _words(desk, clause, range(0))
    if words is None or words.times:
        return None
    thing = focus.things[0]
    for holder in await wholes(desk, thing):
        slots = asked_slots(holder, Step(thing, thing.source.concepts, ()), words)
        if slots and all(any(is_called(one, clause.tokens[at]) for one in slots) for at in words.asked):
            return Reply(sentence(holder, slots), [thing])
    return None


def _held(mesh: Mesh, names: set[str], clause: Clause) -> Reply | None:
    """`Who's got Rex?`: the persons who have it in a list of theirs."""
    if any(token.is_content and not token.is_known and token.word not in FILLING for token in clause.tokens):
        return None
    having = [(key, one) for name in names for key, one in mesh.naming.get(name, ()) if are_people(one.source)]
    slots = [(one, slot) for key, one in having for slot in fields_of(one) if slot.name == key and slot.form == "list"]
    return Reply(sentence(slots[0][0], [slots[0][1]]), [slots[0][0]]) if len(slots) == 1 else None


def _is_seen(step: Step, seen: set[int]) -> bool:
    known = id(step.thing) in seen
    seen.add(id(step.thing))
    return known


def _start(desk: Desk, clause: Clause, focus: Focus) -> tuple[range, set[str]] | None:
    """Where the one name stands, and what it is; or the pronoun for what a part of the sentence means."""
    found = clause.tokens
    named = [one for one in desk.catalog.named(found) if not one[1].is_part and one[0].start >= clause.begin]
    ids = [(range(at, at + 1), one) for at, one in enumerate(found) if one.is_id and at >= clause.begin]
    if len({span.start for span, _ in (*named, *ids)}) == 1:
        span = (named or ids)[0][0]
        return span, {" ".join(found[at].text for at in span).casefold().removesuffix("'s")}
    if not named and not ids and focus.is_one and focus.is_inner:
        places = [at for at in pointing(clause, set()) if found[at].word in PRONOUNS]
        thing = focus.things[0]
        return (range(places[0], places[0] + 1), {plain_call(thing.id or thing.label)}) if places else None
    return None


def _words(desk: Desk, clause: Clause, span: range) -> Words | None:
    found = clause.tokens
    times = moments(clause.text, desk.now)
    rest = [at for at in range(clause.begin, len(found)) if at not in span]
    rest = [at for at in rest if not any(one.start <= found[at].start < one.end for one in times)]
    if any(found[at].word in NOT_ONE or found[at].is_number or found[at].is_known for at in rest):
        return None
    asked = [at for at in rest if found[at].is_content and found[at].word not in FILLING]
    is_many = any(is_plural(found[at].word) and concept(found[at].stem) in desk.catalog.concepts for at in asked[:1])
    if is_many or any(found[at].text in WORKING for at in asked) or _is_verb(clause, asked[:1]):
        return None
    return Words(clause, asked, times) if asked else None


def _is_verb(clause: Clause, asked: Sequence[int]) -> bool:
    """`what needs mending …`: what is done, and no name for what is asked."""
    is_who = clause.words[clause.begin] in ("who", "whom")
    return not is_who and any(clause.tokens[at].text.endswith("ing") for at in asked)


def _without_kind(words: Words, span: range, steps: Sequence[Step]) -> Words | None:
    """`flat F-118`: the word for what is named asks for nothing."""
    kinds = {noun for step in steps for noun in step.thing.source.concepts}
    before = words.clause.tokens[span.start - 1] if span.start else None
    if before is None or concept(before.stem) not in kinds:
        return words
    asked = [at for at in words.asked if at != span.start - 1]
    return replace(words, asked=asked) if asked else None


def _likeliest(found: Sequence[Found], words: Words, desk: Desk) -> list[Found]:
    """Those of the time that is named; else those that are still to come, where several would do."""
    if words.times:
        found = _timed(found, words.times[0]) or _timed(found, _a_year_on(words.times[0]))
    if len({one.value for one in found}) > 1:
        found = [one for one in found if not _is_over(one, desk)] or found
    several = {one.value: one for one in found}
    return list(several.values()) if len(several) <= MAX_TOLD else []


def _timed(found: Sequence[Found], when: When) -> list[Found]:
    return [one for one in found if any(_is_in(thing, when) for thing in (*one.step.way, one.holder))]


def _a_year_on(when: When) -> When:
    """`in April`, where this year's is over."""
    return replace(when, first=when.first + YEAR, last=when.last + YEAR)


def _is_in(thing: Record, when: When) -> bool:
    told = [as_moment(thing.get(slot.name)) for slot in fields_of(thing) if slot.is_moment]
    return any(one is not None and within(one, when) for one in told)


def _is_over(found: Found, desk: Desk) -> bool:
    for thing in (*found.step.way, found.holder):
        told = [as_moment(thing.get(slot.name)) for slot in fields_of(thing) if slot.is_moment]
        known = [one for one in told if one is not None]
        if known and max(known).date() < desk.now.date():
            return True
        if any(slot.choices and str(thing.get(slot.name)).casefold() in DONE for slot in fields_of(thing)):
            return True
    return False


def _reply(found: Sequence[Found]) -> Reply:
    """What each says, and over what it was reached."""
    lines = [_line(one) for one in found]
    return Reply("\n".join(lines), [one.holder for one in found])


def _line(found: Found) -> str:
    over = [called(one) for one in found.step.way[1:]]
    told = sentence(found.holder, found.slots) if found.slots else f"{called(found.holder)}."
    return f"{told.rstrip('.')} ({', '.join(over)})." if over else told
