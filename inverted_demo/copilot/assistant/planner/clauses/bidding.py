"""Orders that are asked for round a corner: `could somebody …`, `can 202 be …ed`, `get the tyres ordered`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from assistant.planner.clauses.passives import passive
from assistant.planner.english.phrasal import MEANINGS, asked_for
from assistant.planner.english.stems import IRREGULAR, stem
from assistant.planner.english.vocabulary import ARTICLES, CHANGE_VERBS, LOOSE_VERBS, ORDER_VERBS, PERSONAL, wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.catalog import Catalog

ASKING = wordset("can could would will")
SOMEBODY = wordset("somebody someone anybody anyone")
GETTING = frozenset({"get", "have"})
BEFORE = wordset("please now then also and ok okay just so let us you can could would will need to want hey hi")
SWAPPING = frozenset({"swap", "replace", "exchange", "switch", "change"})
FORMER = wordset("leaving old former previous outgoing")
MAX_OBJECT = 8
STANDING = wordset("called named listed used")
PLAIN = {stem(word): word for word in sorted(ORDER_VERBS | CHANGE_VERBS)}
LISTED = ORDER_VERBS | CHANGE_VERBS | LOOSE_VERBS | {verb for verb, _ in MEANINGS} | wordset("tick cross")
CHANGING = frozenset(map(stem, CHANGE_VERBS))


def bidden(found: Sequence[Token], begin: int, catalog: Catalog) -> tuple[Token, ...] | None:
    """The words as an order with its verb first, where they ask for something to be done."""
    rest = found[begin:]
    words = [token.word for token in rest]
    if len(words) > 3 and words[0] in ASKING and words[1] in SOMEBODY and _is_deed(rest, 2, catalog):
        return (*found[:begin], *rest[2:])
    if len(words) > 3 and words[0] in ASKING and "be" in words[2:-1]:
        at = words.index("be", 2)
        is_thing = words[1] not in PERSONAL | {"there", "a", "an"} and not any(word in ASKING for word in words[1:at])
        if is_thing and _is_done(rest[at + 1], catalog):
            return (*found[:begin], _verb(rest[at + 1], rest[0]), *rest[1:at], *rest[at + 2 :])
    if words and words[0] in SWAPPING and not _takes_both(catalog) and (kept := _swapped(rest)):
        return (*found[:begin], *kept)
    if len(words) > 2 and words[0] in GETTING and all(token.word in BEFORE for token in found[:begin]):
        is_have = words[0] == "have" and (not begin or words[1] in PERSONAL)
        ends = [at for at in range(2, min(len(rest), MAX_OBJECT)) if _is_done(rest[at], catalog)]
        is_object = rest[1].word in ARTICLES or rest[1].is_number or rest[1].is_id or rest[1].is_known
        if ends and not is_have and (is_object or words[1] in ("it", "them", "some", "more", "this", "that")):
            return (*found[:begin], _verb(rest[ends[0]], rest[0]), *rest[1 : ends[0]], *rest[ends[0] + 1 :])
    return passive(found, begin, catalog, partial(_plain_done, catalog))


def _plain_done(catalog: Catalog, token: Token) -> Token | None:
    """`marked`, as the verb `mark`, where that can be ordered."""
    if _is_done(token, catalog):
        return _verb(token, token)
    bare = token.word.removesuffix("ed")
    if bare == token.word or token.is_quoted or token.is_name or token.word in STANDING:
        return None
    verb = next((one for one in (bare, f"{bare}e", bare[:-1], f"{bare[:-1]}y") if one in LISTED), None)
    return replace(token, word=verb, stem=stem(verb), is_noun=False) if verb else None


def _takes_both(catalog: Catalog) -> bool:
    """Whether a tool is told who leaves, too."""
    return any(FORMER & set(param.all_words) for deed in catalog.acts for param in deed.params)


def _swapped(rest: Sequence[Token]) -> list[Token] | None:
    """Of `swap Ada for Bo on B-1` what is to be: `swap for Bo on B-1`."""
    at = next((at for at, token in enumerate(rest) if token.word in ("for", "with") and at > 1), None)
    if at is None or at + 1 >= len(rest):
        return None
    is_named = all(token.is_known for token in rest[1:at]) and rest[at + 1].is_known
    return [rest[0], *rest[at:]] if is_named else None


def _verb(done: Token, place: Token) -> Token:
    return replace(done, word=_plain(done), start=place.start, end=place.end, is_noun=False)


def _plain(done: Token) -> str:
    """`ordered` is done to what one orders."""
    return PLAIN.get(done.stem, IRREGULAR.get(done.word, done.word))


def _is_done(token: Token, catalog: Catalog) -> bool:
    """`released`, `put`: what is to be done to a thing, where that can be ordered."""
    if token.is_quoted or token.is_name or token.word in STANDING:
        return False
    is_past = token.word.endswith("ed") or token.word in IRREGULAR or token.word in ("put", "set", "cut")
    return is_past and (token.stem in catalog.act_verbs or token.stem in CHANGING)


def _is_deed(found: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """Whether a verb is there that somebody is to do."""
    is_known = found[at].stem in catalog.act_verbs or found[at].word in ORDER_VERBS or bool(asked_for(found, at))
    return is_known and not found[at].is_quoted
