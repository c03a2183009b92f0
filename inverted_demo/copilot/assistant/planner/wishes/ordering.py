"""Superlatives: which field they are about, in which direction, and how many things they leave."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from assistant.planner.english.days import WEEKDAYS
from assistant.planner.english.likeness import SAME, likeness
from assistant.planner.english.stems import concept, content_stems, is_plural, stem
from assistant.planner.english.vocabulary import AUXILIARIES, NEWEST, OLDEST, PAIRED_ADJECTIVES, SUPERLATIVES, wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.mentions import Mention
from assistant.planner.offer.money import price_of
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.wishes.ages import AGES, aged_by
from assistant.planner.wishes.conditions import Order
from assistant.planner.wishes.earliest import by_moment, ending_first, for_so_long

MOST = wordset("most highest largest biggest greatest maximum max top worst longest best greatest")
LEAST = wordset("least lowest fewest smallest minimum min shortest")
EXTREMES = frozenset({"most", "least", "fewest"})
GOOD = frozenset(map(stem, ("healthy", "good", "ok", "fine", "operational", "excellent", "minor", "safe", "new")))
BAD = frozenset(map(stem, ("down", "bad", "broken", "critical", "severe", "failed", "poor", "dead", "defective")))
REACH = 4
"""So far behind a superlative its field is looked for."""
COMING = frozenset({"next", "upcoming", "coming"})
WORTH = "price cost salary value fee balance rate pay"
PERIODS = wordset("hour hourly day daily night nightly week weekly month monthly")
SIZES = wordset("largest biggest smallest greatest highest lowest")
ORDERING = wordset("sorted sort ordered order ranked rank sorting ordering")
SPOILING = frozenset(
    stem(word) for word in ["latency", "error", "errors", "failure", "overdue", "delay", "cost", "price"]
)


def find_order(
    source: Source, found: Sequence[Token], mentions: Sequence[Mention], skip: Iterable[int] = ()
) -> tuple[Order | None, int | None]:
    """The order that a text asks for, and the number of things where that is one."""
    skipped = set(skip)
    for at, token in enumerate(found):
        if at in skipped or token.is_quoted:
            continue
        order = _of_word(source, found, at, mentions) or _sorted_by(source, found, at, mentions)
        if order is not None:
            is_one = token.word not in ORDERING and is_singular(source, found)
            return order, 1 if is_one else None
    return None, None


def is_singular(source: Source, found: Sequence[Token]) -> bool:
    """Whether one thing is meant: no word for this kind of thing is in the plural."""
    kinds = source.concepts
    named = [token.word for at, token in enumerate(found) if concept(token.stem) in kinds and not _is_of(found, at)]
    if not named:
        after = [at for at, token in enumerate(found) if token.word in NEWEST | OLDEST | MOST | LEAST]
        named = [token.word for at in after[:1] for token in found[at + 1 : at + 2] if token.word not in AUXILIARIES]
        named = named if after and found[after[0]].word in NEWEST | OLDEST else []
    return not any(is_plural(word) for word in named)


def _is_of(found: Sequence[Token], at: int) -> bool:
    """`which of our services had the lowest …`, `the earliest start of all tours`: one of them is meant."""
    before, after = [[token.word for token in part] for part in (found[:at], found[at:])]
    asked = after[after.index("which") :] if "which" in after else after
    is_one = ("which", "of") in pairwise(before) or (before[:1] in (["of"], ["among"]) and asked is not after)
    is_most = "of" in before[-3:] and bool({*before} & (MOST | LEAST | NEWEST | OLDEST | {*SUPERLATIVES}))
    return (is_one or is_most) and not {"are", "have"} & {*asked, *before}


def _of_word(source: Source, found: Sequence[Token], at: int, mentions: Sequence[Mention]) -> Order | None:
    word = _as_superlative(found, at) if at and found[at - 1].word == "the" else found[at].word
    if word in MOST or word in LEAST:
        order = _named(found, at, mentions, word in MOST and not _best_is_least(word, found, at))
        order = order or _paired(source, found, at, word in MOST) or _verbal(source, found, at, mentions)
        order = order or (_by_condition(source, word, at) if word in ("best", "worst") else None)
        order = order or _by_main_figure(source, found, at)
        if order or word not in SUPERLATIVES:
            return order
    if ending := ending_first(source, found, at, mentions):
        return ending
    if word in ("first", "last") and (told := _named_next(found, at, mentions)):
        return told
    word = _as_superlative(found, at)
    if word in AGES and (aged := aged_by(source, word, at)):
        return aged
    if word in SUPERLATIVES:
        keys, descending = SUPERLATIVES[word]
        lasting = for_so_long(source, found, at, mentions)
        return lasting or by_keys(source, keys, descending, {at})
    if word in COMING and not _is_span(found, at):
        return by_moment(source, mentions, False, at)
    if word in NEWEST | OLDEST and not _is_span(found, at):
        return by_moment(source, mentions, word in NEWEST, at)
    return None


def _by_main_figure(source: Source, found: Sequence[Token], at: int) -> Order | None:
    """`the highest bill`: by what it comes to."""
    kinds = source.concepts
    like = {"highest": "biggest", "greatest": "biggest", "lowest": "smallest"}.get(found[at].word)
    if like is None or not any(concept(token.stem) in kinds for token in found[at + 1 : at + 2]):
        return None
    keys, descending = SUPERLATIVES[like]
    measures = [slot for slot in source.fields if slot.is_measure]
    only = Order(measures[0].name, descending, frozenset({at})) if len(measures) == 1 else None
    return by_keys(source, keys, descending, {at}) or by_keys(source, WORTH, descending, {at}) or only


def _named_next(found: Sequence[Token], at: int, mentions: Sequence[Mention]) -> Order | None:
    """`the last period`, by a figure that is called so."""
    named = [one for one in mentions if one.start == at + 1 and one.slot.is_measure and one.strength == SAME]
    if not named or is_plural(found[named[0].end - 1].word):
        return None
    return Order(named[0].slot.name, found[at].word == "last", frozenset({at, *named[0].span}))


def _as_superlative(found: Sequence[Token], at: int) -> str:
    """`the slower one` of two is the slowest."""
    word = found[at].word
    most = f"{word[:-2]}est" if word.endswith("er") else word
    is_compared = at + 1 < len(found) and found[at + 1].word in ("than", "this", "in", "on", "today")
    return most if most in {*SUPERLATIVES, *NEWEST, *OLDEST, *MOST, *LEAST} and not is_compared else word


def _named(found: Sequence[Token], at: int, mentions: Sequence[Mention], descending: bool) -> Order | None:
    """`highest error rate`, `most overdue`, `top 3 by progress`."""
    rank = [one for one in mentions if _can_order(one.slot) and one.choice is None]
    rank = [one for one in rank if not (one.slot.is_moment and found[at].word in SIZES)]
    ahead = [one for one in rank if at < one.start <= at + REACH]
    later = [one for one in rank if one.start > at] if found[at].word in ("top", "worst", "best") else []
    chosen = min(ahead or later, key=lambda one: (-one.strength, one.start), default=None)
    if chosen is None:
        return None
    return Order(
        chosen.slot.name, descending, frozenset({at, *chosen.span}), chosen.slot.is_moment, chosen.slot.choices
    )


def _verbal(source: Source, found: Sequence[Token], at: int, mentions: Sequence[Mention]) -> Order | None:
    """`Who owes the most?`: the verb before it names the figure, or there is only one."""
    is_last = at + 1 == len(found) and found[at - 1].word in ("us", "them", "it")
    if found[at].word not in EXTREMES or not (found[at - 1].word == "the" or is_last) or at < 2:
        return None
    measures = [slot for slot in source.fields if slot.is_measure]
    named = [one for one in mentions if at - REACH <= one.start < at and one.slot in measures]
    slots = [one.slot for one in named] or (measures if len(measures) == 1 else [])
    tokens = {at, *(place for one in named[:1] for place in one.span)}
    return Order(slots[0].name, found[at].word == "most", frozenset(tokens)) if slots else None


def _best_is_least(word: str, found: Sequence[Token], at: int) -> bool:
    """The best latency is a low one, the worst uptime too."""
    spoils = any(token.stem in SPOILING for token in found[at + 1 : at + 1 + REACH])
    return (word == "best" and spoils) or (word == "worst" and not spoils)


def _paired(source: Source, found: Sequence[Token], at: int, is_most: bool) -> Order | None:
    if at + 1 >= len(found) or found[at + 1].word not in PAIRED_ADJECTIVES:
        return None
    keys, descending = PAIRED_ADJECTIVES[found[at + 1].word]
    return by_keys(source, keys, descending == is_most, {at, at + 1})


def by_keys(source: Source, keys: str, descending: bool, tokens: set[int]) -> Order | None:
    for key in map(stem, keys.split()):
        for slot in source.fields:
            if _can_order(slot) and any(likeness(key, part) == 1 for part in slot.key):
                return Order(slot.name, descending, frozenset(tokens), slot.is_moment, slot.choices)
    priced = (price_of(source.fields) or _rate_of(source)) if "price" in keys.split() else None
    told = described_by(source, keys) or priced
    return Order(told.name, descending, frozenset(tokens)) if told else None


def _rate_of(source: Source) -> Slot | None:
    """`hourly_rate`: what somebody costs."""
    measures = (slot for slot in source.fields if slot.is_measure)
    return next((slot for slot in measures if "rate" in slot.all_words and PERIODS & set(slot.all_words)), None)


def described_by(source: Source, keys: str) -> Slot | None:
    """The figure whose description has one of these words: `rate`, the price of a night."""
    measures = [slot for slot in source.fields if slot.is_measure]
    for key in map(stem, keys.split()):
        for slot in measures:
            if key in content_stems(slot.description):
                return slot
    return None


def _by_condition(source: Source, word: str, at: int) -> Order | None:
    """`our worst service`: by a field whose choices go from good to bad, or the other way."""
    for slot in source.fields:
        ranks = [stem(one) for one in slot.choices]
        good, bad = bool(ranks) and ranks[0] in GOOD, bool(ranks) and ranks[-1] in BAD
        if good or bad or (ranks and (ranks[0] in BAD or ranks[-1] in GOOD)):
            return Order(slot.name, (word == "worst") == (good or bad), frozenset({at}), False, slot.choices)
    return None


def _is_span(found: Sequence[Token], at: int) -> bool:
    """`last week` and `the first one` are no order."""
    after = found[at + 1].word if at + 1 < len(found) else ""
    units = ("week", "month", "year", "days", "hours", "weeks", "months", "minutes", "night", "hour", "day")
    beyond = found[at + 2].word if at + 2 < len(found) and after not in ("this", "in") else ""
    is_place = found[at].word in ("first", "last") and after in ("one", "ones")
    return is_place or after in (*units, *WEEKDAYS, "name") or (beyond in units)


def _sorted_by(source: Source, found: Sequence[Token], at: int, mentions: Sequence[Mention]) -> Order | None:
    if found[at].word not in ORDERING or (found[at].word == "order" and not _says_order(found, at)):
        return None
    named = [one for one in mentions if one.start > at and _can_order(one.slot)]
    if not named:
        return None
    first = min(named, key=lambda one: one.start)
    words = {token.word for token in found[at:]}
    descending = bool(words & {"descending", "desc", "highest", "most", "down", "latest"})
    return Order(first.slot.name, descending, frozenset({at, *first.span}), first.slot.is_moment, first.slot.choices)


def _says_order(found: Sequence[Token], at: int) -> bool:
    """`in order of …`, `order them by …`; but not `which order is …`."""
    after = {token.word for token in found[at + 1 : at + 3]}
    return "by" in after or (at > 0 and found[at - 1].word == "in")


def _can_order(slot: Slot) -> bool:
    return slot.is_measure or slot.is_moment or bool(slot.choices)


def adjective_of(word: str) -> str:
    """What an adjective is about: `expensive`, `heavy`."""
    if word in PAIRED_ADJECTIVES:
        return PAIRED_ADJECTIVES[word][0]
    bare = word.removesuffix("ly").removesuffix("e")
    bare = f"{bare[:-1]}i" if bare.endswith("y") else bare
    found = (one for end in (bare, f"{bare}{bare[-1:]}") for one in (f"{end}est",) if one in SUPERLATIVES)
    return SUPERLATIVES[one][0] if (one := next(found, None)) else ""
