"""Which things of a list a call is to be about: one, or all that fit."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from assistant.conversation import Arguments
from assistant.planner.answers.misses import not_found, nothing_fits
from assistant.planner.clauses.clauses import Clause, clauses
from assistant.planner.clauses.pointing import pointing
from assistant.planner.english.likeness import likeness
from assistant.planner.english.marks import unmarked
from assistant.planner.english.stems import concept, is_plural
from assistant.planner.english.vocabulary import AUXILIARIES, NEGATIONS, wordset
from assistant.planner.english.words import Token
from assistant.planner.filling.filling import Form
from assistant.planner.filling.openings import opened_by
from assistant.planner.filling.written import SAID
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Asking, Choosing, Desk, Stuck
from assistant.planner.offer.records import Record, text_values
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.orders.asking_back import which_kind, which_of
from assistant.planner.orders.eligible import eligible
from assistant.planner.orders.own_words import named_kinds, own, roles, skipped
from assistant.planner.orders.stories import told_of
from assistant.planner.selecting.focus import Focus, picks_one
from assistant.planner.selecting.selecting import select
from assistant.planner.wishes.selection import Search, Selection
from assistant.planner.wishes.wishes import is_naming

UNABLE = wordset("can could will would")
SOME_ONE = frozenset({"one", "any", "either", "some", "two", "three", "few", "half", "most"})
APART = wordset("instead for with from to not than")
"""Between names that are no list."""
ONES = frozenset({"one", "ones"})
LONGEST = 4
"""So many words at most are between an article and its noun."""
AFTER_ALL = re.compile(r"\b(?:after|above|at) all$", re.IGNORECASE)
OF_IT = re.compile(r" of (?:it|this|that)\b", re.IGNORECASE)
EVERY = frozenset({"all", "every", "each", "both", "everything"})


async def meant_things(
    desk: Desk,
    form: Form,
    param: Slot,
    kinds: Sequence[Source],
    focus: Focus,
    aside: Collection[int],
    links: bool,
    every: bool,
) -> list[Record]:
    clause = _able(form.clause)
    named = named_kinds(form.clause, kinds, form.used)
    pointed = [one for one in kinds if one.nouns & focus.nouns] if pointing(form.clause, form.used) else []
    candidates = named or pointed or list(kinds)
    if pointed and not form.deed.reads and (held := [one for one in focus.things if _is_of_day(one, pointed)]):
        if len(held) == 1:
            return held
        raise Choosing(which_of(held))
    unknown: list[Selection] = []
    vague: Selection | None = None
    # What has such a name itself goes before what has to do with it.
    tries = [(one, False) for one in candidates if links and len(candidates) > 1] + [(one, links) for one in candidates]
    for source, has_links in tries:
        skip = frozenset(skipped(form, source) | (set(aside) - own(source, form)))
        opened = opened_by(desk, source, form)
        search = Search(skip, opened, links=has_links, strict=not form.deed.reads)
        selection = await select(desk, source, clause, focus, search)
        standing = _stands_for(form, desk.catalog)
        loose = _loosely_told(form) | roles(form, source) | standing
        if (not selection.things or selection.unknown) and loose and not form.deed.reads:
            again = replace(search, skip=search.skip | loose)
            other = await select(desk, source, clause, focus, again)
            if other.things and is_specific(other) and not (other.is_pointed and standing):
                selection = other
                form.used |= standing
        if len(selection.things) > 1 and not selection.unknown and not form.deed.reads:
            selection.things = await told_apart(desk, form, source, selection.things)
        if selection.outcome is not None and selection.outcome.state != "done" and not selection.things:
            raise Stuck(selection.outcome.text)
        if selection.unknown:
            unknown.append(selection)
        elif is_specific(selection) or len(selection.things) == 1 or says_every(form.clause, form.used):
            return _one_or_all(form, selection, every, desk.now)
        elif every and not source.needs and (everything := (await desk.all(source, {}))[0]):
            return everything
        else:
            vague = vague or selection
    if pointing(form.clause, form.used) and not focus.things and not any(one.names for one in unknown):
        raise Asking(which_kind(vague.things if vague and vague.is_complete else [], candidates))
    if unknown and not vague:
        if form.deed.reads:
            raise Stuck(not_found(unknown[0]))
        raise Asking(f"{not_found(unknown[0])} {which_kind([], candidates)}")
    same = [one for one in focus.things if vague and one.source.nouns & vague.source.nouns]
    if len(same) == 1 and not picks_one(form.clause) and (form.deed.reads or (vague and _names_nothing(form, vague))):
        return same
    raise Asking(which_kind(vague.things if vague and vague.is_complete else [], candidates))


def _is_of_day(thing: Record, kinds: Sequence[Source]) -> bool:
    """Whether it was found on a day of which nothing is said any more, so that it can't be looked up again."""
    return any(one.needs and one.deed.name == thing.source.deed.name for one in kinds)


def _names_nothing(form: Form, selection: Selection) -> bool:
    """`Record the return`, behind talk of one such thing: an order in its tool's own words is about that."""
    left = [token for at, token in enumerate(form.clause.tokens) if at not in form.used and token.is_content]
    own = form.deed.nouns | form.deed.verbs | selection.source.nouns
    return all(any(likeness(token.stem, key) for key in own) and not token.is_name for token in left)


def _stands_for(form: Form, catalog: Catalog) -> frozenset[int]:
    """`the first boat tomorrow`, of departures: a plain noun behind its article that nothing here is called."""
    found, said = form.clause.tokens, form.clause.text.find(SAID)
    places: set[int] = set()
    for at in range(form.clause.begin + 2, len(found)):
        token, start = found[at], at
        is_plain = not (is_strong(token) or token.is_quoted)
        is_last = not any(one.is_content or one.word in ONES for one in found[at + 1 : at + 2])
        while start > form.clause.begin and found[start].word != "the" and at - start < LONGEST:
            start -= 1
        is_next = any(one.word == "next" for one in found[start:at])  # after which, it does not say
        is_own = found[start].word == "the" and not is_next and (said < 0 or token.start < said)
        if is_own and is_plain and is_last and is_naming(token) and token.stem not in catalog.stems:
            places.add(at)
    return frozenset(places)


def _loosely_told(form: Form) -> frozenset[int]:
    """Of what was said before the order the plain words, which may say why, and not which thing."""
    said = form.clause.text.find(SAID)
    return frozenset(
        at
        for at, token in enumerate(form.clause.tokens)
        if 0 <= said < token.start and (token.word in AUXILIARIES or not is_strong(token))
    )


async def told_apart(
    desk: Desk, form: Form, source: Source, things: list[Record], opened: Arguments | None = None
) -> list[Record]:
    """Those of several of which all holds that was said before the order: `One is past its date. Write it off.`"""
    said = unmarked(form.clause.text.partition(SAID)[2])
    if not said:
        return things
    selection = await select(desk, source, clauses(said, desk.catalog)[0], Focus(), Search(fixed=opened or {}))
    told = [] if selection.unknown else selection.things
    if not _among(things, told) or len(_among(things, told)) == len(things):
        told = await told_of(desk, source, said)
    return _among(things, told) or things


def _among(things: Sequence[Record], told: Sequence[Record]) -> list[Record]:
    return [one for one in things if any(one.data == other.data for other in told)]


def is_strong(token: Token) -> bool:
    return token.is_known or token.is_name or token.is_id or token.is_number


def _able(clause: Clause) -> Clause:
    """`She can't make the recital`: that is the very one; `not` says something of what she does."""
    first, pairs = clause.tokens[:1], pairwise(clause.tokens)
    kept = (before if _is_unable(before, token) else token for before, token in pairs)
    return replace(clause, tokens=(*first, *kept))


def _is_unable(before: Token, token: Token) -> bool:
    return token.word in NEGATIONS and before.word in UNABLE and not token.is_quoted


def is_specific(selection: Selection) -> bool:
    wish = selection.wish
    return bool(selection.names or selection.is_pointed or wish.conditions or wish.order)


def _one_or_all(form: Form, selection: Selection, every: bool, now: datetime) -> list[Record]:
    things, wish = selection.things, selection.wish
    if not things:
        raise Stuck(nothing_fits(selection))
    wants_many = every or says_every(form.clause, form.used) or _is_several(form, selection)
    form.used |= {at for condition in wish.conditions for at in condition.tokens}
    form.used |= wish.order.tokens if wish.order else set()
    if wish.order is not None and not wants_many and (others := _of_several(selection)):
        raise Choosing(which_of(others, {one.field for one in selection.names}))
    is_too_many = wish.limit is not None and len(things) > wish.limit
    things = things if _is_any_one(form) else eligible(form, things, now)
    if len(things) == 1 or (wants_many and not is_too_many):
        return things
    raise Choosing(which_of(things, {one.field for one in (*selection.names, *wish.conditions)}))


def _is_several(form: Form, selection: Selection) -> bool:
    """`the critical incidents`, `them`, `Apollo and Hermes`; but not `one of them`."""
    if _is_any_one(form):
        return False
    kinds = selection.source.concepts
    words = [token for at, token in enumerate(form.clause.tokens) if at not in form.used]
    if any(
        is_plural(token.word) and (concept(token.stem) in kinds or token.word in ("them", "those", "these"))
        for token in words
    ):
        return True
    spans = {name.tokens for name in selection.names}
    if _is_one_for_another(form, spans):
        return False
    return len(spans) == len(selection.things) > 1 and not any(
        spans == _naming(selection, thing) for thing in selection.things
    )


def _is_one_for_another(form: Form, spans: Collection[frozenset[int]]) -> bool:
    """`Ada instead of Bo`, `swap Ada for Bo`."""
    ordered = sorted(spans, key=min)
    between = (at for one, other in pairwise(ordered) for at in range(max(one) + 1, min(other)))
    return any(form.clause.tokens[at].word in APART for at in between)


def _of_several(selection: Selection) -> list[Record]:
    """`Cancel Lucas's next lesson`, of two who are called so: the next one of each.

    What comes first of all of them tells nothing of who is meant.
    """
    kept = [one for one in selection.wish.conditions if not one.is_settled]
    order = selection.wish.order
    for name in selection.names:
        same = {one.value for one in selection.names if (one.tokens, one.field) == (name.tokens, name.field)}
        pool = [one for one in selection.pool if all(condition.holds(one) for condition in kept)]
        firsts: dict[object, Record] = {}
        for thing in order.sorted(pool) if order else ():
            value = thing.get(name.field)
            if isinstance(value, str) and value in same:
                firsts.setdefault(value, thing)
        if len(firsts) > 1 and not name.is_name:
            return list(firsts.values())
    return []


def _naming(selection: Selection, thing: Record) -> set[frozenset[int]]:
    """The words that name this one of the things: all of them, where they say together which are meant."""
    values = {*text_values(thing)}
    return {name.tokens for name in selection.names if (name.field, name.value) in values}


def says_every(clause: Clause, used: Collection[int]) -> bool:
    """`all of them`, but not `all of it`, or `all 60 syrups`, where so many is how many of one thing."""
    after = [*clause.tokens[1:], None]
    numbers = {at for at, other in enumerate(after) if other is not None and other.is_number and at + 1 in used}
    whole = {at for at, token in enumerate(clause.tokens) if OF_IT.match(clause.text, token.end)}
    phrases = {at for at in range(1, len(clause.tokens)) if AFTER_ALL.search(clause.text[: clause.tokens[at].end])}
    others = numbers | whole | phrases
    return any(token.word in EVERY and at not in others for at, token in enumerate(clause.tokens))


def _is_any_one(form: Form) -> bool:
    """`one of Alice's projects`, `any of them`: the words leave open which."""
    words = form.clause.words
    return any(word in SOME_ONE and after == "of" for word, after in pairwise(words))
