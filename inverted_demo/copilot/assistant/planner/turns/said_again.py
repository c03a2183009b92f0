"""What stands for a thing that was talked about, said again by its id: `that flat`, `it`, `the order`, `there`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from assistant.planner.clauses.clauses import Clause, clauses
from assistant.planner.english.stems import concept, is_plural
from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.details import detailed
from assistant.planner.offer.records import Record
from assistant.planner.offer.sources import Source
from assistant.planner.selecting.focus import Focus, is_told
from assistant.planner.selecting.graph import naming_each_other
from assistant.planner.selecting.the_one import put_thing
from assistant.planner.turns.fitting import are_persons

ASKED_BEHIND = re.compile(
    r"[,;]\s*(?:and |so |but )?(?P<rest>(?:who|whose|when|where|what|which|how)\b.+)$", re.IGNORECASE
)
"""`One of them is out, who's got it?`: the question behind what is told."""
SHOWING = frozenset({"that", "this"})
ANIMATE = frozenset({"he", "she", "him", "her"})
ATTENDING = wordset("he she they we i")
GOING = wordset("be come go get arrive show turn leave start begin meet")
COUNTS = wordset("one two three four five six")
THERE = wordset("there")
HUMAN = wordset("person people man woman lady guy chap fellow girl boy one")
TIMES = wordset("day time date moment week month year morning afternoon evening night weekend case way point")


def _when_there(desk: Desk, clause: Clause, focus: Focus) -> Clause:
    """`What time does he have to be there?`: when that is which he was told to be part of."""
    words = set(clause.words)
    is_when = "when" in words or clause.words[clause.begin : clause.begin + 2] == ["what", "time"]
    is_named = any(one.is_id or one.is_known for one in clause.tokens)
    is_going = bool(words & GOING)
    if not is_when or not is_going or "there" not in words or not words & ATTENDING or not focus.is_one or is_named:
        return clause
    asked = clauses("when is it?", desk.catalog)[0]
    at = asked.words.index("it")
    return put_thing(desk, asked, at, at + 1, focus.things[0])


async def that_one(desk: Desk, clause: Clause, focus: Focus) -> tuple[Clause, Focus]:
    """`Who lives in that flat?`: the flat told of last, or the one that what was told of has to do with."""
    clause = _when_there(desk, clause, focus)
    found = clause.tokens
    for at in range(max(clause.begin, 0) + 1, len(found)) if focus.things else ():
        is_shown = found[at - 1].word in SHOWING and not found[at - 1].is_quoted
        if is_shown and _is_noun(found[at]) and (thing := await _of_kind(desk, found[at], focus, is_shown)):
            if clause.mood == "orders":
                return clause, replace(focus, things=[thing], others=[], listed=[])
            return put_thing(desk, clause, at - 1, at + 1, thing, found[at].owns), focus
    return clause, focus


async def by_id(desk: Desk, clause: Clause, focus: Focus) -> Clause | None:
    """The clause with the id of the one thing talked about in the place of its pronoun; none where it has none."""
    if clause.mood == "states" and (asked := ASKED_BEHIND.search(clause.text)):
        parts = clauses(asked["rest"], desk.catalog)
        return await by_id(desk, parts[0], focus) if len(parts) == 1 and parts[0].mood == "asks" else None
    found = clause.tokens
    if not focus.is_one or _names_one(desk, clause, focus.things[0]):
        return None
    for at, end, owns in _pronouns(clause, focus):
        return put_thing(desk, clause, at, end, focus.things[0], owns)
    for at in range(clause.begin + 1, len(found)):
        is_definite = found[at - 1].word == "the" and _is_noun(found[at]) and not is_told(found, at)
        if is_definite and (thing := await _of_kind(desk, found[at], focus, False)):
            return put_thing(desk, clause, at - 1, at + 1, thing, found[at].owns)
    return None


def _names_one(desk: Desk, clause: Clause, thing: Record) -> bool:
    """Whether anything is named, or, in an order, another one of that kind."""
    found = clause.tokens
    if clause.mood != "orders":
        return any(one.is_id or one.is_known for one in found)
    own = [source for _, known in desk.catalog.named(found) for source in known.own]
    return any(source.nouns & thing.source.nouns for source in own)


def _pronouns(clause: Clause, focus: Focus) -> Iterator[tuple[int, int, bool]]:
    found = clause.tokens
    is_person = are_persons(focus.things)
    for at, token in enumerate(found):
        after = found[at + 1].word if at + 1 < len(found) else ""
        if token.is_quoted:
            continue
        if token.word == "them" and at > clause.begin + 1 and found[at - 1].word == "of" and _counts(found[at - 2]):
            yield at, at + 1, False
        elif token.word in ("it", "its") or (token.word in THERE and at > clause.begin + 1):
            yield at, at + 1, token.word == "its"
        elif token.word in SHOWING and after in ("one", ""):
            yield at, at + 1 + (after == "one"), False
        elif token.word in ANIMATE and (is_person or not focus.people):
            yield at, at + 1, token.word == "her" and at + 1 < len(found) and found[at + 1].is_content


def _counts(token: Token) -> bool:
    """`Book two of them`: places in the one thing that was told of."""
    return token.is_number or token.word in COUNTS


def _is_noun(token: Token) -> bool:
    return token.is_content and not token.is_quoted and not is_plural(token.word) and token.word not in TIMES


async def _of_kind(desk: Desk, noun: Token, focus: Focus, is_shown: bool) -> Record | None:
    """The thing of that kind: told of itself, or named by what was told, or the only one that names it."""
    kinds = [one for one in desk.catalog.listed() if concept(noun.stem) in one.concepts]
    told = [focus.things, *focus.earlier]
    nouns = {name for kind in kinds for name in kind.nouns}
    if not kinds:
        return _of_any_kind(told, noun) if is_shown else None
    if nouns & focus.nouns:
        return focus.things[0] if is_shown and focus.is_one else None
    for things in told:
        same = [one for one in things if one.source.nouns & nouns]
        if len(same) == 1 and len(things) == 1:
            return same[0]
        if len(things) == 1 and (beside := await _beside(desk, kinds, things[0])):
            return beside
        if len(things) > 1:
            return None
    return None


def _of_any_kind(told: Sequence[Sequence[Record]], noun: Token) -> Record | None:
    """`when is that trip back?`, where nothing is called a trip: the last that is nobody."""
    if noun.word in HUMAN:
        return None
    if not are_persons(told[0]):
        return None  # a word for what it has, or is, rather than for what it is called
    last = next((one for one in told if one and not are_persons(one)), [])
    return last[0] if len(last) == 1 else None


async def _beside(desk: Desk, kinds: Sequence[Source], thing: Record) -> Record | None:
    for kind in kinds:
        things, _, outcome = await desk.all(kind, {}) if not kind.needs else ([], False, None)
        near = naming_each_other(things, [thing]) if outcome and outcome.state == "done" else []
        if not near and (whole := await detailed(desk, thing)):
            near = naming_each_other(things, [whole])
        if len(near) == 1:
            return near[0]
    return None
