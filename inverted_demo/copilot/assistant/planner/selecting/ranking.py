"""Which source tells of what a text asks: weighted overlap of its words with all that a tool says of itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import TypeAlias

from assistant.planner.english.likeness import likeness
from assistant.planner.english.stems import concept, is_plural, stem
from assistant.planner.english.vocabulary import (
    ARTICLES,
    AUXILIARIES,
    ME_WORDS,
    PLACE_WORDS,
    PREPOSITIONS,
    PRONOUNS,
    READ_VERBS,
    SEARCHING,
    SUPERLATIVES,
    WH,
)
from assistant.planner.english.words import Token
from assistant.planner.offer.catalog import Catalog, Known
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.people import (
    are_people,
    asks_holder,
    asks_person,
    doing_words,
    is_person,
    may_have,
)
from assistant.planner.offer.periods import BEGIN_WORDS
from assistant.planner.offer.sources import Source, beginning, takes_id_of
from assistant.planner.offer.speaking import asks_me
from assistant.planner.wishes.absences import lacked
from assistant.planner.wishes.ordering import by_keys
from assistant.planner.wishes.resolving import OVERDUE, tells_lateness
from assistant.planner.wishes.states_said import told_states
from assistant.planner.wishes.superlatives import is_anything, superlatives

KIND = 3.0
FIELD = 2.0
CHOICE = 1.7
EXACTLY = 0.6
"""What a field is worth more for being called just so: `publisher` is not when something was published."""
PARAM = 1.2
NAME = 1.0
PROSE = 0.6
EXAMPLE = 0.3
ID = 4.0
HEAD_KIND = 3.0
HEAD_FIELD = 1.5
HINT = 0.8
"""What `who`, `when`, `anything` and the like are worth."""
OWN_NAME = 1.6
OTHER_NAME = 1.2
NO_NAME = 1.0
NEED = 0.4
"""What each parameter costs that must be known first."""
MISSED = 0.7
"""What each word costs that another source has a name for."""
AGENTS = ("er", "or")
"""With which words for those who do something end."""
BELONGING = frozenset({"belong", "belongs", "belonging", "own", "owns", "owned"})
"""What is said of a thing with an owner, and of no list of owners."""
PLAIN_VERBS = frozenset({stem("come")})
"""Empty words, but for what has a field for them."""
WEAKER = 0.3
"""What each word costs that is a name of another source, and here at most a description."""
CLOSE = 0.6
"""A source with this part of the best score may be the one that is meant as well."""


Owners: TypeAlias = dict[str, set[str]]


@dataclass(frozen=True)
class Ranked:
    source: Source
    score: float
    explained: frozenset[int]
    """The tokens that the source has words for."""
    strong: frozenset[int] = frozenset()
    """Those that are names of it, and no mere description."""


def rank(
    found: Sequence[Token], catalog: Catalog, begin: int = 0, pointed: Collection[int] = (), nouns: Collection[str] = ()
) -> list[Ranked]:
    """The sources that have anything to do with a text, the best first.

    The tokens in `pointed` stand for things that are called by `nouns`.
    """
    rarity, owners = _rarity(catalog), _owners(catalog)
    phrase = head(found, begin, pointed)
    ranked = [_rank(source, found, phrase, rarity, owners, pointed, nouns) for source in catalog.sources]
    ranked = [_with_speaker(one, bool(asks_me(found, catalog))) for one in ranked]
    named = catalog.named(found)
    ranked = [_with_names(one, named, catalog) for one in ranked]
    known = {at for one in ranked for at in one.strong}
    ranked = [
        replace(one, score=one.score - MISSED * len(known - one.explained) - WEAKER * len(known - one.strong))
        for one in ranked
    ]
    return sorted((one for one in ranked if one.explained and one.score > 0), key=lambda one: -one.score)


def _with_names(ranked: Ranked, named: Sequence[tuple[range, Known]], catalog: Catalog) -> Ranked:
    """A source that has things of these names, or that tells more of such things, rather than one that knows none."""
    none = 0.0 if ranked.source in catalog.unread else NO_NAME
    score = ranked.score
    for known in (known for _, known in named if not known.is_part):
        own = ranked.source in known.own or any(_tells_of(ranked.source, one) for one in known.own)
        score += OWN_NAME if own else OTHER_NAME if ranked.source in known.others else -none
    return replace(ranked, score=score)


def _tells_of(source: Source, listed: Source) -> bool:
    """Whether it has the details of one of those things."""
    return len(source.needs) == 1 and takes_id_of(source.needs[0], listed)


def best(ranked: Sequence[Ranked]) -> list[Ranked]:
    return [one for one in ranked if one.score >= CLOSE * ranked[0].score] if ranked else []


def head(found: Sequence[Token], begin: int = 0, pointed: Collection[int] = ()) -> list[int]:
    """The content words of the first noun phrase: what is asked for; its last one most of all."""
    skipped = (
        WH | AUXILIARIES | ARTICLES | PRONOUNS | READ_VERBS | {"me", "us", "many", "much", "number", "count", "of"}
    )
    at = begin
    while at < len(found) and at not in pointed and found[at].word in skipped and not found[at].is_content:
        at += 1
    phrase: list[int] = []
    for here in range(at, len(found)):
        token = found[here]
        if phrase and not token.is_noun and token.word in PREPOSITIONS | AUXILIARIES | WH | {"that", "without"}:
            break
        if phrase and token.word in ARTICLES and found[phrase[0] - 1].word in ("which", "what"):
            break
        if phrase and token.is_known and not found[phrase[-1]].is_known and found[phrase[0] - 1].word == "who":
            break
        if token.owns:
            phrase = []
        elif token.is_content or (here in pointed and not phrase):
            phrase.append(here)
    return phrase


def _rank(
    source: Source,
    found: Sequence[Token],
    phrase: Sequence[int],
    rarity: dict[str, float],
    owners: Owners,
    pointed: Collection[int],
    nouns: Collection[str],
) -> Ranked:
    weights = {at: _of_word(token, source, rarity, owners) for at, token in enumerate(found)}
    kinds = source.concepts
    named = [at for at, token in enumerate(found) if concept(token.stem) in kinds and not token.is_quoted]
    named = [at for at in named if found[at].word not in BELONGING and not _is_what_they_do(found, at, source)]
    named += [at for at in pointed if kinds & set(map(concept, nouns))]
    for at in named:
        weights[at] = max(weights[at], KIND)
    is_told = kinds & set(map(concept, nouns)) and bool(pointed)
    for mention in spot(found, source.fields, [param for param in source.deed.params if not param.is_paging]):
        if is_told and mention.slot.is_measure and sum(found[at].is_content for at in mention.span) > 1:
            weights |= {at: KIND for at in mention.span if found[at].is_content}  # their own figure, not other things
        is_param = any(mention.slot is param for param in source.deed.params)
        worth = CHOICE if mention.choice is not None else PARAM if is_param else FIELD
        is_exact = mention.choice is None and not is_param and found[mention.start].word in mention.slot.all_words
        worth += EXACTLY * is_exact
        for at in mention.span:
            if found[at].is_content or mention.choice is not None or found[at].stem in PLAIN_VERBS:
                weights[at] = max(weights[at], worth * mention.strength)
    if is_told and any(weights[at] >= FIELD * 0.7 for at in phrase):
        weights[phrase[-1]] += HEAD_KIND
    states = told_states(found, source)
    for told in states:
        first, *others = told.span
        weights[first] = max(weights[first], CHOICE)
        weights |= {at: max(weights[at], EXAMPLE + 0.01) for at in others}
    for at in lacked(found, source):
        weights[at] = max(weights[at], KIND + FIELD)
    for at, token in enumerate(found):
        if concept(token.stem) == OVERDUE and not token.is_quoted and tells_lateness(source):
            weights[at] = max(weights[at], FIELD)
        if token.word == "where" and any(PLACE_WORDS & set(slot.all_words) for slot in source.fields):
            weights[at] = HINT
    if asks_holder(found) and any(may_have(slot, found) for slot in source.fields):
        weights |= {at: FIELD for at, token in enumerate(found) if token.word == "who"}
    for at, keys in superlatives(found):
        if source.is_list and not weights[at] and by_keys(source, keys, False, set()):
            weights[at] = FIELD if is_anything(found, phrase) else HINT
    for at in doing_words(found):
        if not weights[at] and any(is_person(slot) for slot in source.fields):
            weights[at] = HINT
    score = sum(weights.values()) + _bonus(source, found, phrase, named, weights) + _hints(source, found, bool(states))
    explained = frozenset(at for at in weights if weights[at] > EXAMPLE)
    strong = frozenset(at for at in weights if weights[at] >= CHOICE)
    return Ranked(source, score - NEED * len(source.needs) if score else 0.0, explained, strong)


def _is_what_they_do(found: Sequence[Token], at: int, source: Source) -> bool:
    """`What does Ada teach?` asks for no teachers."""
    is_verb = source.noun.endswith(AGENTS) and not found[at].word.removesuffix("s").endswith(AGENTS)
    return is_verb and found[at].word != source.noun and not asks_person(found)


def _of_word(token: Token, source: Source, rarity: dict[str, float], owners: Owners) -> float:
    deed = source.deed
    if token.is_id:
        start = beginning(token.word)
        refers = any(set(slot.key) <= owners.get(start, set()) for slot in source.fields if slot.key)
        return ID if start in source.id_beginnings else FIELD if refers else 0.0
    if token.word in BEGIN_WORDS and any(token.word in param.all_words for param in deed.params):
        return PARAM
    if token.is_quoted or not token.is_content or token.word in SUPERLATIVES:
        return 0.0
    if token.word not in BELONGING and any(likeness(token.stem, noun) for noun in deed.nouns):
        return NAME if source.path == () else NAME * 0.9
    if token.stem in deed.verbs and not token.is_noun:
        return NAME * 0.5
    if token.stem in deed.prose:
        return PROSE * rarity.get(token.stem, 1.0)
    return EXAMPLE if token.stem in deed.examples else 0.0


def _bonus(
    source: Source, found: Sequence[Token], phrase: Sequence[int], named: Sequence[int], weights: dict[int, float]
) -> float:
    """What the source knows of what is asked for most of all."""
    if not phrase or not weights[phrase[-1]]:
        return 0.0
    last = phrase[-1]
    if last in named:
        return HEAD_KIND + (0.5 if source.is_list and is_plural(found[last].word) else 0.0)
    return HEAD_FIELD if weights[last] >= FIELD * 0.7 else 0.0


def _hints(source: Source, found: Sequence[Token], has_state: bool) -> float:
    words = {token.word for token in found if not token.is_quoted}
    hints = [
        asks_person(found) and (are_people(source) or any(may_have(slot, found) for slot in source.fields)),
        "when" in words and any(slot.is_moment for slot in source.fields),
        bool(words & {"anything", "something", "any"}) and source.is_list,
        bool(words & {"everything", "overall", "all"}) and not source.is_list and not source.needs,
    ]
    score = HINT * sum(hints)
    if "who" in words and not hints[0] and not has_state:
        score -= KIND
    has_lists = any(one.of_objects for one in source.deed.outputs)
    if not source.is_list and not source.needs and has_lists and not hints[-1]:
        score -= HINT
    if (
        words & {"since", "did"}
        and source.is_list
        and any(BEGIN_WORDS & set(one.all_words) for one in source.deed.params)
    ):
        score += HINT
    if SEARCHING & words:
        score += 2 * HINT if source.deed.query and source.is_list else 0.0
    return score


def _with_speaker(ranked: Ranked, is_meant: bool) -> Ranked:
    """What tells of whoever asks, where that is whom a text speaks of."""
    source = ranked.source
    if not ME_WORDS & set(source.deed.name_words) or source.needs or source.is_list:
        return ranked
    return replace(ranked, score=ranked.score + (KIND if is_meant else -KIND))


def _rarity(catalog: Catalog) -> dict[str, float]:
    """Words that many tools say tell little."""
    counts = Counter(key for deed in catalog.deeds for key in deed.prose)
    total = len(catalog.deeds)
    return {key: log(1 + total / count) / log(1 + total) for key, count in counts.items()}


def _owners(catalog: Catalog) -> Owners:
    """What the things are called whose ids begin so."""
    owners: Owners = {}
    for source in catalog.sources:
        for start in source.id_beginnings:
            owners.setdefault(start, set()).update(source.nouns)
    return owners
