"""What is left out of what is asked for: `the late projects, besides those of Ada`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from assistant.planner.english.common import is_past
from assistant.planner.english.vocabulary import ARTICLES, AUXILIARIES, wordset
from assistant.planner.facts.things import Field, Kind, Thing, folded
from assistant.planner.facts.world import World
from assistant.planner.readings.denying import BESIDES
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.meaning import meant
from assistant.planner.readings.phrase import NAME_WEIGHT, Phrase

JOINTS = ARTICLES | wordset("and or mr mrs ms dr")
RELATIVE = wordset("that which who whose what whatever whoever where when with")


def left_out(phrase: Phrase) -> range:
    """Where what is said of what is left out stands, from `besides` on: to the end, or to a verb of the others."""
    start = next((at for at in range(phrase.begin + 1, len(phrase.tokens) - 1) if phrase.words[at] == BESIDES), None)
    if start is None:
        return range(0)
    if not any(phrase.weights[phrase.begin : start]) and (names := _names(phrase, start + 1)):
        return range(start, names.stop)
    is_relative = False
    for at in range(start + 1, len(phrase.tokens)):
        word, before = phrase.words[at], phrase.tokens[at - 1]
        is_relative = is_relative or word in RELATIVE
        is_verb = word in AUXILIARIES or (is_past(word) and not phrase.tokens[at].is_known)
        if is_verb and not is_relative and at > start + 1 and before.is_content:
            return range(start, at)
    return range(start, len(phrase.tokens))


def _names(phrase: Phrase, at: int) -> range:
    """`does anyone besides Ada and Bo own …`: the names alone."""
    stop = at
    for here in range(at, len(phrase.tokens)):
        if phrase.weights[here] >= NAME_WEIGHT:
            stop = here + 1
        elif phrase.words[here] not in JOINTS:
            break
    return range(at, stop)


def is_across(phrase: Phrase, atom: Atom) -> bool:
    """Words on both sides of `besides` say nothing together."""
    out = left_out(phrase)
    inside = [at in out[1:] for at in atom.span]
    return bool(out) and any(inside) and not all(inside)


def without_excepted(phrase: Phrase, world: World, target: Kind, chosen: Sequence[Atom]) -> list[Atom]:
    """One atom for all that is left out: those of the asked kind of which it is not so."""
    span = left_out(phrase)
    said = [one for one in chosen if span.start < one.span.start < span.stop]
    those = [one for one in said if one.role == "these"]
    if not those:
        return list(chosen)
    out = _meant(phrase, world, target, those)
    own = next((one.field for one in those if one.kind is target and not one.is_name), None)
    strength = min(one.strength for one in those)
    rest = Atom(span, "these", target, strength, own, frozenset(target.things) - out, side="no")
    return [*(one for one in chosen if one not in said), rest]


def _meant(phrase: Phrase, world: World, target: Kind, those: Sequence[Atom]) -> frozenset[Thing]:
    """`the late ones of Ada`: both; `Ada's and Bo's`: all that is either, where nothing is both."""
    both = frozenset(meant(world, target, those, phrase))
    if both or len(those) == 1:
        return both
    each = (frozenset(meant(world, target, [one], phrase)) for one in those)
    return reduce(frozenset.union, each)


def without_named(
    phrase: Phrase, world: World, target: Kind, chosen: Sequence[Atom], asked: Sequence[Field]
) -> list[Thing]:
    """`who is on it besides Ada?`: the thing itself, of which a list that is asked for names others too."""
    span = left_out(phrase)
    lists = [one for one in asked if one.is_list and len(one.path) == 1]
    if not span or not lists:
        return []
    words = {word for token in phrase.tokens[span.start + 1 : span.stop] for word in folded(token.text)}
    rest = [one for one in chosen if one.span.start != span.start]
    things = meant(world, target, rest, phrase)
    if len(things) != 1 or not any(thing.values(one) for thing in things for one in lists):
        return things if len(things) == 1 and not things[0].is_whole else []
    others = _others(things[0], lists, words)
    return [others] if any(len(others.values(one)) < len(things[0].values(one)) for one in lists) else []


def _others(thing: Thing, lists: Sequence[Field], words: set[str]) -> Thing:
    left = {one.name: [value for value in thing.values(one) if not words & {*folded(str(value))}] for one in lists}
    return replace(thing, data={**thing.data, **left})
