"""What a part of a sentence means is found first, and the rest is then asked of it, as if it had been talked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.clauses.replacing import with_pronoun
from assistant.planner.english.dates import moments
from assistant.planner.english.stems import concept, is_plural
from assistant.planner.english.vocabulary import SUPERLATIVES, wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.desk import Asking, Desk, Stuck
from assistant.planner.offer.reply import Reply
from assistant.planner.offer.sources import Source
from assistant.planner.orders.meant import is_specific
from assistant.planner.reading.chains import unchained
from assistant.planner.reading.inner_names import asked_kind, fits_asked, named_inner
from assistant.planner.reading.inner_times import timed_inner
from assistant.planner.reading.standing import told_of
from assistant.planner.reading.standing import told_or_read as read
from assistant.planner.selecting.focus import Focus
from assistant.planner.selecting.graph import neighbours
from assistant.planner.selecting.happenings import takes_times
from assistant.planner.selecting.ranking import rank
from assistant.planner.selecting.selecting import select
from assistant.planner.talk.holders import has_content, with_role
from assistant.planner.talk.paths import reached
from assistant.planner.wishes.selection import Selection

STARTS = wordset("the our my your that whichever whose")
RELATIVE = wordset("that which who whom")
MODIFYING = wordset("with that which who whose whom for of from at in where on by under having about to")
EXTREME = frozenset(SUPERLATIVES) | wordset("most least latest newest oldest earliest last next")
QUESTIONING = wordset("that which who whose whom to")
HAVING = wordset("has have had is are was were")
PERSONS = wordset("they their them he his him she her")
DOING = wordset("does do did will")
"""Behind which a verb comes last: `when does the lease of Ada end`."""
REACH = 5
MAX_STEPS = 3
MAX_ENDS = 9
MAX_INNER = 6


async def inside_out(desk: Desk, clause: Clause, focus: Focus) -> Reply | None:
    """`What is the phone number of the guest with the biggest bill?`: which guest, and then what of them."""
    if focus.things and (pointing(clause, set()) or clause.has("one", "ones")):
        return None
    try:
        if told := await reached(desk, clause, focus):
            return told
        if timed := await timed_inner(desk, clause):
            span, things = timed
            inner, meant = with_pronoun(clause, span.start, span.stop, True), Focus(things, is_inner=True)
            return _fitting(await read(desk, await unchained(desk, inner, meant), meant))
        if named := await _name(desk, clause):
            inner, meant = named
            told = _fitting(await read(desk, await unchained(desk, inner, meant), meant))
            own = meant.things[0].source.nouns
            is_right = told is not None and not any(one.source.nouns & own for one in told.things)
            return told if told is not None and is_right and fits_asked(clause, desk.catalog, told.things) else None
    except (Asking, Stuck):
        pass
    return None


async def parted_inside(desk: Desk, clause: Clause, focus: Focus) -> Reply | None:
    """`Which town does the member with the shortest boat live in?`, where nothing answers it as a whole."""
    if focus.things and (pointing(clause, set()) or clause.has("one", "ones")):
        return None
    try:
        if parted := await _unnested(desk, clause, focus):
            inner, meant = parted
            return _fitting(await read(desk, await unchained(desk, inner, meant), meant))
    except (Asking, Stuck):
        pass
    return None


async def asked_before(desk: Desk, before: Clause, clause: Clause, focus: Focus) -> Focus:
    """`Which patient waits the longest, and where do they live?`: the patient, whatever has told who that is."""
    if not {token.word for token in clause.tokens} & PERSONS or not focus.is_one:
        return focus
    asked = asked_kind(before, desk.catalog)
    for source in desk.catalog.listed():
        if asked & source.concepts and not focus.things[0].source.nouns & source.nouns:
            things = await neighbours(desk, source, focus.things)
            if len(things) == 1:
                return replace(focus, things=things, is_inner=True)
    return focus


def _fitting(told: Reply) -> Reply | None:
    return told if told.things or told.holds is not None else None


async def _unnested(desk: Desk, clause: Clause, focus: Focus) -> tuple[Clause, Focus] | None:
    """The clause with a pronoun for its inner part, and what that means; none where it has no such part."""
    found: tuple[Clause, Focus] | None = None
    for _ in range(MAX_STEPS):
        step = await _step(desk, clause, focus) or await with_role(desk, clause, focus)
        if step is None:
            return found
        clause, focus = found = step
    return found


async def _step(desk: Desk, clause: Clause, focus: Focus) -> tuple[Clause, Focus] | None:
    for at in range(len(clause.tokens) - 1, clause.begin, -1):
        start = _start(clause, at)
        if start is None or not _asks_more(clause, start):
            continue
        kinds = _kinds(desk, clause, start, at)
        for source in kinds:
            for end in _ends(clause, start, at):
                if inner := await _meant(desk, clause, focus, source, start, at, end):
                    return with_pronoun(clause, start, end, inner.is_one), inner
        for end in _ends(clause, start, at) if kinds else ():
            if inner := await _told_elsewhere(desk, clause, focus, kinds[0], start, at, end):
                return with_pronoun(clause, start, end, inner.is_one), inner
    return None


async def _told_elsewhere(
    desk: Desk, clause: Clause, focus: Focus, kind: Source, start: int, at: int, end: int
) -> Focus | None:
    """`the guest with the biggest balance`, where only bookings tell balances, and whose they are."""
    if end == at + 1:
        return None
    keys = {concept(key) for key in kind.nouns}
    ranked = [one.source for one in rank(clause.tokens[start:end], desk.catalog)]
    for other in (one for one in ranked if one in desk.catalog.listed()):
        if not other.nouns & kind.nouns and any(keys & {concept(key) for key in slot.key} for slot in other.fields):
            theirs = await _meant(desk, clause, focus, other, start, at, end)
            things = await neighbours(desk, kind, theirs.things) if theirs else []
            if 0 < len(things) <= len(theirs.things if theirs else ()):
                return replace(focus, things=things, is_inner=True)
    return None


async def _name(desk: Desk, clause: Clause) -> tuple[Clause, Focus] | None:
    """`which orders hold the hand grinder`: a thing of another kind than what is asked for."""
    named = await named_inner(desk, clause)
    if named is None or await told_of(desk, clause, Focus()):
        return None
    span, things = named
    return with_pronoun(clause, span.start, span.stop, len(things) == 1), Focus(things, is_inner=True)


def _start(clause: Clause, at: int) -> int | None:
    """Where `the cheapest course`, `our biggest unpaid invoice`, `whose job` begins."""
    found = clause.tokens
    if found[at].is_quoted or found[at].is_name or not found[at].is_content:
        return None
    if found[at - 1].owns:
        names = (here for here in range(at - 1, clause.begin, -1) if not (found[here].is_name or found[here].is_known))
        return min(next(names, clause.begin) + 1, at - 1)
    for start in range(at - 1, max(clause.begin - 1, at - REACH), -1):
        if found[start].word in STARTS and not found[start].is_quoted:
            return start
        if not (found[start].is_content or found[start].word in EXTREME):
            return None
    return None


def _asks_more(clause: Clause, start: int) -> bool:
    """Whether something else is asked before it."""
    before = clause.tokens[clause.begin : start]
    return has_content(clause, start) or any(token.word in ("who", "whom", "when", "where") for token in before)


def _kinds(desk: Desk, clause: Clause, start: int, at: int) -> list[Source]:
    """The lists of such things, where they are not what has all that is asked itself."""
    key = concept(clause.tokens[at].stem)
    kinds = [one for one in desk.catalog.listed() if key in one.concepts]
    if not kinds:
        return []
    told = {here for here, one in enumerate(clause.tokens) if here >= clause.begin and one.is_content}
    before = {here for here in told if here < start}
    ranked = rank(clause.tokens, desk.catalog, clause.begin)
    whole = [one.source for one in ranked if told <= one.explained and before <= one.strong]
    return [one for one in kinds if one not in whole]


def _ends(clause: Clause, start: int, at: int) -> Sequence[int]:
    """Where what is said of it may end, the latest first: before a comma, or anywhere behind its noun."""
    last = next((here for here in range(at + 1, len(clause.tokens)) if _is_parted(clause, here)), len(clause.tokens))
    has_verb = start > clause.begin and clause.tokens[start - 1].word in DOING and last == len(clause.tokens) > at + 1
    return range(last - has_verb, at, -1)[:MAX_ENDS]


def _is_parted(clause: Clause, at: int) -> bool:
    return "," in clause.text[clause.tokens[at - 1].end : clause.tokens[at].start]


async def _meant(
    desk: Desk, clause: Clause, focus: Focus, source: Source, start: int, at: int, end: int
) -> Focus | None:
    """The things that a part of the clause means, where all its words say something."""
    if end < len(clause.tokens) and (clause.tokens[end - 1].word in MODIFYING or _goes_on(desk, clause, end)):
        return None
    inner = _part(clause, start + (clause.tokens[start].word in STARTS), end)
    try:
        selection = await select(desk, source, inner, focus)
    except (Asking, Stuck):
        return None
    if selection.wish.times and not takes_times(source):
        return None
    if _asks_last(clause, selection, start):
        return None
    said = _of_relation(inner.tokens)
    is_sure = all(one.word in said for one in (*selection.unknown, *selection.passed_over))
    things = selection.things
    is_many = is_plural(clause.tokens[at].word)
    is_right = len(things) == 1 or (is_many and 0 < len(things) <= MAX_INNER)
    if not (is_sure and is_right and is_specific(selection) and selection.is_complete):
        return None
    return Focus(things, focus.people, asked=focus.asked, is_inner=True)


def _asks_last(clause: Clause, selection: Selection, start: int) -> bool:
    """`When does the lease of Ada | end?`: what is asked of it is not said of it."""
    is_asked = has_content(clause, start) or clause.tokens[clause.begin].word not in ("when", "where", "how")
    return not is_asked and any(one.end == len(selection.wish.found) for one in selection.wish.asked)


def _goes_on(desk: Desk, clause: Clause, end: int) -> bool:
    """`the guest who arrives in room 204 | today`: what follows is still said of it."""
    after = clause.tokens[end]
    is_time = any(when.start <= after.start < when.end for when in moments(clause.text, desk.now))
    is_called = after.is_id and concept(clause.tokens[end - 1].stem) in desk.catalog.concepts
    return is_time or is_called or after.word in MODIFYING - QUESTIONING


def _of_relation(found: Sequence[Token]) -> set[str]:
    """`that runs …`, `that Ada has booked`: verbs that only say how the one has to do with the other."""
    words = [token.word for token in found]
    after = {two for one, two in pairwise(words) if one in RELATIVE | HAVING}
    is_told = bool(RELATIVE & set(words))
    return after | {word for word in words[-1:] if is_told and word.endswith("ed")}


def _part(clause: Clause, start: int, end: int) -> Clause:
    found = clause.tokens
    first = found[start].start
    part = [replace(one, start=one.start - first, end=one.end - first) for one in found[start:end]]
    return Clause(clause.text[first : found[end - 1].end], tuple(part), "states")
