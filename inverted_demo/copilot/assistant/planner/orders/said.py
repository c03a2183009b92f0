"""What is said before an order: of it what says which thing is meant, and how it is to be done."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.english.dates import moments
from assistant.planner.english.stems import concept, content_stems, is_plural
from assistant.planner.english.vocabulary import (
    ARTICLES,
    AUXILIARIES,
    CHANGE_VERBS,
    LOOSE_VERBS,
    MONTH_WORDS,
    NEGATIONS,
    PERSONAL,
    wordset,
)
from assistant.planner.english.words import Token
from assistant.planner.filling.filling import CHANGING
from assistant.planner.filling.texts import is_telling
from assistant.planner.offer.assigning import things_told
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.doers import BEING, doers_told
from assistant.planner.offer.events_told import events_told
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.references import kinds_of
from assistant.planner.offer.tools import Deed
from assistant.planner.orders.deeds import find_deed
from assistant.planner.wishes.owing import is_share
from assistant.planner.wishes.wishes import is_naming

MONEY = wordset("paid pay pays paying sent transferred gave handed full whole entire of another")
NOT_NOW = NEGATIONS | wordset("was were never longer if should will would may might could going due")
"""With these a sentence says what a thing is not, or not yet, or was."""
LONG = 3
"""So many digits a number has at least that something is called by."""


def with_said(order: Clause, clause: Clause, catalog: Catalog) -> Clause:
    """An order with what was said before it: which thing it is about, or how it is to be done."""
    return _with_said(order, clause, find_deed(order, catalog), catalog)


def retold(clause: Clause, deed: Deed, catalog: Catalog) -> Clause:
    """An order with as much of what was said before it as matters to a tool."""
    whole = _with_said(*clause.said, deed, catalog) if clause.said else clause
    return replace(clause, tokens=whole.tokens) if whole.text == clause.text else clause


def _with_said(order: Clause, clause: Clause, deed: Deed | None, catalog: Catalog) -> Clause:
    said = _essence(clause, catalog, deed, _become(order, clause, deed))
    chosen = {at for one in spot(said.tokens, deed.params) if one.choice for at in one.span} if deed else set[int]()
    named = [at for at, token in enumerate(said.tokens) if is_naming(token) or token.is_number]
    whole = appended(order, said) if named and set(named) <= chosen else merged(order, said)
    return replace(whole, said=(order, clause), bare=None if _names_anything(clause) else order)


def _names_anything(clause: Clause) -> bool:
    """Whether a thing may be named in it: `the money came in` only says why."""
    found = clause.tokens
    return any(one.is_id or one.is_number or one.is_known or one.is_name or one.owns for one in found)


def _become(order: Clause, clause: Clause, deed: Deed | None) -> set[int]:
    """The words for what a thing is now, where the order is only to note that: `B-2 is in dry dock. Update it.`"""
    params = [one for one in deed.params if one.choices] if deed and not deed.reads else []
    is_plain = order.verb is None or order.verb.word in CHANGE_VERBS | LOOSE_VERBS
    if not is_plain or clause.has(*NOT_NOW) or any(one.choice for one in spot(order.tokens, params)):
        return set()
    return {at for one in spot(clause.tokens, params) if one.choice for at in one.span}


def _essence(clause: Clause, catalog: Catalog, deed: Deed | None, become: Set[int] = frozenset()) -> Clause:
    """Of what is said before an order what the tool and its things, or the data, have words for."""
    is_named = any(token.is_known or token.is_id or token.is_number for token in clause.tokens)
    if not is_named and not pointing(clause, set()):
        return clause
    taken = _taken(clause, catalog, deed) if deed else []
    offered = _words_for(deed, catalog) if deed else catalog.stems.union(*(one.prose for one in catalog.acts))
    amounts = _amounts(clause.tokens, deed)
    dated = [range(when.start, when.end) for when in moments(clause.text, datetime.now(UTC))]
    is_told = any(
        (one.is_id or one.is_number) and at not in amounts and not any(one.start in when for when in dated)
        for at, one in enumerate(clause.tokens)
    )
    told_when = {at for at, one in enumerate(clause.tokens) if any(one.start in when for when in dated)}
    is_code = any(_is_code(clause.tokens, at) for at in range(len(clause.tokens)) if at not in amounts | told_when)
    if not is_told:
        named = {clause.tokens[at].stem for span, _ in catalog.named(clause.tokens) for at in span}
        offered = offered | named
    is_enough = is_code and deed is not None and _takes_one_kind(deed, catalog)
    telling = become | ((_telling(clause, [deed]) if deed else set[int]()) or _telling(clause, catalog.acts))
    kept: list[Token] = []
    for at, token in enumerate(clause.tokens):
        is_foreign = is_code and token.is_known and is_naming(token) and token not in taken
        is_foreign = is_foreign or (is_enough and is_naming(token) and not (token.is_id or token.is_number))
        if (_matters(token, offered, is_told) and not is_foreign) or at in telling:
            kept.append(token)
            continue
        while kept and kept[-1].word in NEGATIONS | AUXILIARIES:  # which were said of this word
            kept.pop()
    return replace(clause, tokens=tuple(kept))


def _takes_one_kind(deed: Deed, catalog: Catalog) -> bool:
    """Whether an id is all that says what the order is about, as it is about one thing."""
    return sum(bool(kinds_of(param, deed, catalog)) for param in deed.params) == 1


def _telling(clause: Clause, deeds: Sequence[Deed]) -> set[int]:
    """The words for what has happened, or what somebody is to do, where a tool has a choice for that."""
    found = clause.tokens
    params = [one for deed in deeds for one in deed.params if one.required or CHANGING & deed.verbs]
    told = [said for one in params for said in events_told(found, one)]
    told += [said for deed in deeds for one in deed.params for said in doers_told(found, one)]
    return {at for said in told for at in (*range(said.start - _is_led(found, said.start), said.start), *said.span)}


def _is_led(found: Sequence[Token], at: int) -> bool:
    return at > 0 and found[at - 1].word in BEING


def _amounts(found: Sequence[Token], deed: Deed | None) -> set[int]:
    """`paid 300`, for a tool that takes an amount: numbers that nothing is called by."""
    takes = deed is None or any(one.form in ("number", "whole") and not one.is_id for one in deed.params)
    places = {at for at, token in enumerate(found) if takes and token.is_number and not token.is_known}
    return {at for at in places if at and (MONEY & {found[at - 1].word} or found[at - 1].word in ARTICLES)}


def _is_code(found: Sequence[Token], at: int) -> bool:
    """`C-3`, `202`: what a thing is called, and not how many there are."""
    after = found[at + 1].word if at + 1 < len(found) else ""
    is_place = at > 0 and found[at - 1].word in ("in", "at")  # `the shower in 302 leaks`
    is_counted = after in ("more", "of") or (is_plural(after) and not is_place)
    is_long = found[at].is_number and len(found[at].word) >= LONG and not is_counted
    return is_long or found[at].is_id


def _taken(clause: Clause, catalog: Catalog, deed: Deed) -> list[Token]:
    """The names of things that the tool takes: of `Ada has cleaned 202` not who did it, where only rooms are taken."""
    kinds = {kind for param in deed.params for kind in kinds_of(param, deed, catalog)}
    return [clause.tokens[at] for span, known in catalog.named(clause.tokens) if known.own & kinds for at in span]


def _matters(token: Token, offered: Set[str], is_told: bool) -> bool:
    """Whether it says which thing is meant; where an id says so, other words of the data don't."""
    if token.is_id or token.is_number or token.is_name or token.stem in offered or token.word in MONTH_WORDS:
        return True
    return token.is_known and not is_told if is_naming(token) else token.word not in PERSONAL


def _words_for(deed: Deed, catalog: Catalog) -> frozenset[str]:
    """The stems in which a tool, and what it takes, are spoken of."""
    sources = [kind for param in deed.params for kind in kinds_of(param, deed, catalog)]
    slots = [*deed.params, *(slot for source in sources for slot in (*source.fields, *source.deed.params))]
    named = {
        key for slot in slots for key in (*slot.key, *(part for one in slot.choices for part in content_stems(one)))
    }
    return frozenset({*named, *deed.prose, *deed.nouns, *(noun for source in sources for noun in source.nouns)})


def is_told_before(clause: Clause, after: Clause, catalog: Catalog) -> bool:
    """`The lamp in 12 is broken, tell the janitor`: the order says neither of which thing nor what is to be told."""
    deed = find_deed(after, catalog) if after.mood == "orders" and not clause.condition else None
    if deed is None:
        return False
    is_named = any(token.is_id or token.is_known for token in clause.tokens)
    needed = [one for one in deed.required if is_telling(one) or (is_named and kinds_of(one, deed, catalog))]
    if not needed:
        return False
    own = {concept(key) for key in (*deed.nouns, *deed.verbs, *deed.prose)}
    chosen = {at for one in spot(after.tokens, deed.params) for at in one.span}
    left = [
        token
        for at, token in enumerate(after.tokens)
        if at not in chosen and at > after.begin and is_naming(token) and concept(token.stem) not in own
    ]
    return not left and not things_told(deed, after.tokens, catalog)


def says_which(clause: Clause, after: Clause, catalog: Catalog) -> bool:
    """`The tap drips in 12. Take the room out of use.`: the order says of which kind it is that was named before."""
    deed = find_deed(after, catalog) if after.mood == "orders" and not clause.condition else None
    is_code = any(_is_code(clause.tokens, at) for at in range(len(clause.tokens)))
    if deed is None or not is_code or any(one.is_id or one.is_number or one.is_known for one in after.tokens):
        return False
    nouns = {noun for param in deed.required for kind in kinds_of(param, deed, catalog) for noun in kind.nouns}
    return any(one.word == "the" and two.stem in nouns for one, two in pairwise(after.tokens))


def chooses(clause: Clause, catalog: Catalog) -> bool:
    """`They have accepted it, please record that`: what a tool is to be told."""
    params = [param for deed in catalog.acts for param in deed.required if param.choices]
    return any(one.choice is not None for one in spot(clause.tokens, params))


def is_news(clause: Clause, rest: Sequence[Clause], catalog: Catalog) -> bool:
    """`The money came in this morning. Release it.`: names none of what there is here, before an order about it."""
    if not rest or rest[0].mood != "orders" or not pointing(rest[0], set()):
        return False
    kinds, found, deed = catalog.concepts, clause.tokens, find_deed(rest[0], catalog)
    if deed is None or any(one.choice is not None for one in spot(found, deed.params)):
        return False
    if is_share(clause.text) and any(one.form in ("whole", "number") and not one.is_id for one in deed.required):
        return False
    return not any(one.is_known or one.is_id or one.is_number or concept(one.stem) in kinds for one in found)


def merged(order: Clause, said: Clause) -> Clause:
    """What is said before an order says what its pronouns mean."""
    shift = len(order.text) + 2
    moved = (replace(token, start=token.start + shift, end=token.end + shift) for token in said.tokens)
    pronouns = set(pointing(order, set()))
    own = tuple(token for at, token in enumerate(order.tokens) if at not in pronouns)
    return replace(order, text=f"{order.text}; {said.text}", tokens=(*own, *moved))


def appended(order: Clause, said: Clause) -> Clause:
    shift = len(order.text) + 2
    moved = (replace(token, start=token.start + shift, end=token.end + shift) for token in said.tokens)
    return replace(order, text=f"{order.text}, {said.text}", tokens=(*order.tokens, *moved))
