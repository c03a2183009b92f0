"""What is asked of a thing two steps away: what says which thing is answered first, and its name put in that place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from assistant.planner.clauses.clauses import Clause, clauses
from assistant.planner.clauses.replacing import put
from assistant.planner.english.likeness import ALIKE
from assistant.planner.english.marks import unmarked
from assistant.planner.english.stems import concept, is_plural
from assistant.planner.english.vocabulary import ARTICLES, AUXILIARIES, SUPERLATIVES, WH, wordset
from assistant.planner.english.words import Token, tokens
from assistant.planner.offer.catalog import Known
from assistant.planner.offer.desk import Asking, Desk, Stuck
from assistant.planner.offer.details import detailed
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.people import are_people, is_person, may_have
from assistant.planner.offer.records import Record
from assistant.planner.offer.references import kinds_of
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.orders.deeds import find_deed
from assistant.planner.orders.meant import is_specific
from assistant.planner.reading.reading import read
from assistant.planner.selecting.focus import Focus
from assistant.planner.selecting.ranking import rank
from assistant.planner.selecting.selecting import select
from assistant.planner.talk.hopping import hopped
from assistant.planner.talk.related import field_of

MAX_STEPS = 4
WHOEVER = wordset("whoever whomever")
SOMEBODY = wordset("person one guy man woman somebody someone colleague")
RELATIVE = wordset("that which who")
POINTED = wordset("its their")
MODIFYING = wordset("with that which who whose for of from at in where on by under having")
EXTREME = frozenset(SUPERLATIVES) | wordset("most least latest newest oldest earliest")
REACH = 4
MAX_ENDS = 3
HAVING = wordset("got gotten")


async def unchained(desk: Desk, clause: Clause, focus: Focus) -> Clause:
    """The clause with names for what another thing has to tell first."""
    clause = await hopped(desk, _of_pointed(clause, focus), focus)
    for _ in range(MAX_STEPS):
        step = await _whoever(desk, clause, focus) or await _described(desk, clause)
        step = step or await _of_owner(desk, clause) or await field_of(desk, clause)
        if step is clause:
            break
        clause = step
    return clause


def _of_pointed(clause: Clause, focus: Focus) -> Clause:
    """`What did its recipient complain about?`: the person whom the thing talked about names."""
    found = clause.tokens
    places = [at for at, token in enumerate(found) if token.word in POINTED and not token.is_quoted]
    if not places or not focus.is_one:
        return clause
    thing, at = focus.things[0], places[0]
    fields = [slot for slot in thing.source.fields if slot.form == "text" and is_person(slot)]
    named = [one for one in spot(found, fields) if one.start == at + 1 and one.strength >= ALIKE]
    value = thing.get(named[0].slot.name) if named else None
    is_inner = any(
        one.is_content for here, one in enumerate(found) if here > clause.begin and here not in range(at, at + 2)
    )
    return put(clause, at, named[0].end, value, owns=False) if isinstance(value, str) and is_inner else clause


async def _whoever(desk: Desk, clause: Clause, focus: Focus) -> Clause | None:
    """`the phone number of whoever has it`: who has it is asked first."""
    found = clause.tokens
    place = next((at for at in range(clause.begin, len(found)) if _is_whoever(clause, at)), None)
    if place is None:
        return None
    behind = place + 1 if found[place].word in WHOEVER else place + 2 + (found[place].word in ARTICLES)
    end = _end(clause, behind)
    name = await _who(desk, clause, behind, end, focus) if behind < end else ""
    return put(clause, place, end, name, owns=False) if name else None


def _is_whoever(clause: Clause, at: int) -> bool:
    words = [token.word for token in clause.tokens[at : at + 3]]
    is_inner = any(token.is_content for token in clause.tokens[clause.begin : at])
    is_told = words[:1] == ["the"] and words[1:2] != [] and words[1] in SOMEBODY and words[2:] in (["who"], ["that"])
    return words[:1] != [] and (words[0] in WHOEVER or (is_told and is_inner))


async def _who(desk: Desk, clause: Clause, start: int, end: int, focus: Focus) -> str:
    """The one person whom an inner question is answered with."""
    words = [token.word for token in clause.tokens[start:end]]
    part = clause.tokens[start + (words[0] == "is" and words[1:2] != [] and words[1] in HAVING) : end]
    # What was said before the question stands behind it, in the place of its pronoun.
    places = dict.fromkeys((token.start, token.end) for token in part)
    rest = " ".join(clause.text[first:last] for first, last in places)
    has = "has " if part[0].word in HAVING else ""
    [asked, *_] = clauses(f"who {has}{unmarked(rest)}?", desk.catalog)
    try:
        reply = await read(desk, asked, focus)
    except (Asking, Stuck):
        return ""
    if reply.things and are_people(reply.things[0].source):
        return reply.things[0].label if len(reply.things) == 1 else ""
    told = [thing.get(slot.name) for thing in reply.things for slot in _persons(thing, asked)]
    people = list(dict.fromkeys(one for one in told if isinstance(one, str) and one in reply.text))
    return people[0] if len(people) == 1 else ""


def _persons(thing: Record, asked: Clause) -> list[Slot]:
    return [slot for slot in thing.source.fields if slot.form == "text" and may_have(slot, asked.tokens)]


async def _of_owner(desk: Desk, clause: Clause) -> Clause | None:
    """`Which room does Ada's doctor work in?`: whom she has for one is looked up first."""
    found = clause.tokens
    for span, known in desk.catalog.named(found):
        if not found[span.stop - 1].owns or not known.own or span.stop >= len(found):
            continue
        for source in desk.catalog.listed():
            things = (await desk.all(source, {}))[0] if source in known.own else []
            meant = [one for one in things if tuple(token.word for token in tokens(one.label)) == known.words]
            thing = meant[0] if len(meant) == 1 else None
            more = await _with_field(desk, thing, found, span.stop) if thing else None
            outside = [
                at for at in range(clause.begin, len(found)) if at not in range(span.start, more[1] if more else 0)
            ]
            if more and any(found[at].is_content for at in outside):
                return put(clause, span.start, more[1], more[0], owns=False)
    return None


async def _with_field(desk: Desk, thing: Record, found: Sequence[Token], start: int) -> tuple[str, int] | None:
    """What the field named there says, and where its name ends: the list has it, or the tool for one thing."""
    kinds = [one for one in desk.catalog.sources if not one.is_list and one.nouns & thing.source.nouns]
    for source in (thing.source, *kinds):
        fields = [slot for slot in source.fields if slot.form == "text" and not slot.choices and not slot.is_moment]
        named = [one for one in spot(found, fields) if one.start == start and one.strength >= ALIKE and not one.choice]
        if named and _has_whole(source, named[0].slot, found):
            return None
        holder = thing if source is thing.source else await detailed(desk, thing) if named else None
        value = holder.get(named[0].slot.name) if holder and named else None
        if isinstance(value, str):
            return value, named[0].end
    return None


def _has_whole(source: Source, slot: Slot, found: Sequence[Token]) -> bool:
    """`the phone number of Ada's guardian`, where the same thing tells the `guardian_phone`."""
    said = {concept(token.stem) for token in found}
    own = set(slot.key)
    return any(own < set(one.key) and set(map(concept, one.key)) <= said for one in source.fields)


async def _described(desk: Desk, clause: Clause) -> Clause | None:
    """`Who works on the site with the most orders?`: which site that is, is looked up first."""
    found = clause.tokens
    for at in range(len(found) - 1, clause.begin + 1, -1):
        start = article_of(clause, at)
        if start is None or not any(token.is_content for token in found[clause.begin : start]):
            continue
        for source in _kinds(desk, clause, start, at):
            for end in ends_of(clause, at):
                thing = await only_thing(desk, clause, source, start, end)
                if thing is not None:
                    return _named(desk, clause, start, end, thing)
    return None


def article_of(clause: Clause, at: int) -> int | None:
    """Where `the cheapest course`, `the site with …` begins, if the word there is what it speaks of."""
    found = clause.tokens
    if is_plural(found[at].word) or found[at].is_quoted or found[at].is_name:
        return None
    for start in range(at - 1, max(clause.begin, at - REACH), -1):
        if found[start].word in ("the", "that", "whichever"):
            is_extreme = any(token.word in EXTREME for token in found[start:at])
            is_told = at + 2 < len(found) and found[at + 1].word in MODIFYING
            return start if is_extreme or is_told else None
        if not found[start].is_content and found[start].word not in EXTREME:
            return None
    return None


def _kinds(desk: Desk, clause: Clause, start: int, at: int) -> list[Source]:
    """The lists of such things, where they are not what is asked for or to be changed itself."""
    key = concept(clause.tokens[at].stem)
    kinds = [one for one in desk.catalog.listed() if key in map(concept, one.nouns)]
    if not kinds:
        return []
    if clause.mood == "orders":
        deed = find_deed(clause, desk.catalog)
        own = [kind for param in deed.params for kind in kinds_of(param, deed, desk.catalog)] if deed else []
        return [one for one in kinds if not any(one.nouns & kind.nouns for kind in own)]
    ranked = rank(clause.tokens, desk.catalog, clause.begin)
    told = {here for here, one in enumerate(clause.tokens) if here >= clause.begin and one.is_content}
    before = {here for here in told if here < start}
    whole = [one.source for one in ranked if told <= one.explained and before <= one.strong]
    return [one for one in kinds if one not in whole]


def ends_of(clause: Clause, at: int) -> Sequence[int]:
    """Where what is said of it may end: with the sentence, or before a verb in it."""
    last = _end(clause, at + 1)
    verbs = [here for here in range(last - 1, at + 2, -1) if clause.tokens[here].word in AUXILIARIES | WH]
    return [last, *verbs][:MAX_ENDS]


def _end(clause: Clause, start: int) -> int:
    found = clause.tokens
    for at in range(start + 1, len(found)):
        if "," in clause.text[found[at - 1].end : found[at].start]:
            return at
    return len(found)


async def only_thing(desk: Desk, clause: Clause, source: Source, start: int, end: int) -> Record | None:
    """The one thing that the words are about, where they all say something."""
    first = clause.tokens[start + 1].start
    part = [replace(one, start=one.start - first, end=one.end - first) for one in clause.tokens[start + 1 : end]]
    inner = Clause(clause.text[first : clause.tokens[end - 1].end], tuple(part), "states")
    try:
        selection = await select(desk, source, inner, Focus())
    except (Asking, Stuck):
        return None
    relative = {after.word for before, after in pairwise(part) if before.word in RELATIVE}
    is_sure = all(one.word in relative for one in (*selection.unknown, *selection.passed_over))
    is_sure = is_sure and is_specific(selection)
    return selection.things[0] if is_sure and len(selection.things) == 1 and selection.is_complete else None


def _named(desk: Desk, clause: Clause, start: int, end: int, thing: Record) -> Clause:
    """With the thing's name, which is a known one from here on."""
    words = tuple(token.word for token in tokens(thing.label))
    desk.catalog.known[thing.label.casefold()] = Known(words).with_source(thing.source, is_own=True)
    return put(clause, start, end, thing.label, owns=False)
