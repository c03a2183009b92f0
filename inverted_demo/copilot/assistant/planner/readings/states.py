"""Words for the states that things are in, by the phrasebook of general English."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from assistant.planner.english.stems import singular
from assistant.planner.english.vocabulary import NEGATIONS, wordset
from assistant.planner.facts.things import Kind
from assistant.planner.offer.people import is_person
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase
from assistant.planner.wishes.states_said import take_states, told_states
from assistant.planner.wishes.wishes import Wish

NOBODY = wordset("nobody noone anyone anybody someone somebody unassigned uncovered")
ANYBODY = wordset("anyone anybody someone somebody")
PLACING = wordset("on for in assigned doing to")
TAKING = wordset(
    "taken taking took picked collected claimed claiming grabbed assigned accepted acknowledged covered covering "
    "handled handling dealing working looking doing looked started got gotten fixing"
)
"""What somebody does who has something in hand: `the one that nobody has picked up`."""
AFTER_NOBODY = wordset("is has was have had been s up on at it with after")
BESIDE = AFTER_NOBODY | wordset("been yet to given")
ANY = wordset("any a some")
MEASURED = wordset("of over under above below between")
HOLDING = wordset("more fewer less most least higher lower")
LEFT = wordset("left free available remaining open")
APART = 2
"""So many words at most are between what comes about and its day."""


def state_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    kinds = list(kinds)
    nouns = frozenset(noun for kind in kinds for noun in kind.nouns)
    for kind in kinds:
        if not kind.source.fields:
            continue
        for told in told_states(phrase.tokens, kind.flat_source):
            if told.span.stop <= phrase.begin or _names_field(phrase, kind, told.span):
                continue
            if _is_called_so(phrase, nouns, told.span):
                continue
            wish = Wish(kind.flat_source, phrase.tokens, times=[when for _, when in phrase.times])
            before = list(wish.times)
            take_states(wish, [told], phrase.now)
            if not wish.conditions:
                continue
            things = frozenset(
                thing for thing in kind.things if all(one.holds(thing.flat_record) for one in wish.conditions)
            )
            field = next((one for one in kind.fields if "_".join(one.path) == wish.conditions[-1].field), None)
            is_dated = len(wish.times) < len(before)
            taken = [span for span, when in phrase.times if is_dated and when not in wish.times]
            yield Atom(
                _with_day(told.span, taken), "these", kind, 0.9 if is_dated else 0.95, field, things, side="state"
            )


def _denied(phrase: Phrase, at: int) -> int | None:
    """`have not been given to anybody`: where that is denied."""
    here = at - 1
    while here > phrase.begin and phrase.words[here] in BESIDE | TAKING | PLACING:
        here -= 1
    return here if here >= phrase.begin and phrase.words[here] in NEGATIONS else phrase.negated(at)


def _is_called_so(phrase: Phrase, nouns: frozenset[str], span: range) -> bool:
    """`is any room out of order`, where there are rooms: one of them, and no room for more."""
    is_any = phrase.words[span.start] in ANY and not LEFT & {phrase.words[at] for at in span if at < len(phrase.words)}
    return is_any and phrase.tokens[min(span.stop, len(phrase.tokens)) - 1].stem in nouns


def _with_day(span: range, days: Sequence[range]) -> range:
    """`leaving on Friday`: one thing that is said."""
    whole = range(min([span.start, *(one.start for one in days)]), max([span.stop, *(one.stop for one in days)]))
    return whole if len(whole) <= len(span) + sum(map(len, days)) + APART else span


def _names_field(phrase: Phrase, kind: Kind, span: range) -> bool:
    """`don't have a mender yet`, of things that have a field for it: that is not what state they are in.

    Nor is `a capacity of at least 30`, or `more places`, of things that have such a figure.
    """
    own = {singular(one.words[-1]) for one in kind.fields if one.slot.form != "truth"}
    if phrase.words[span.start] not in NEGATIONS:
        after = phrase.words[span.stop : span.stop + 1]
        is_held = bool(MEASURED & {*after} or HOLDING & {phrase.words[at] for at in span if at < len(phrase.words)})
        own = {singular(one.words[0]) for one in kind.fields if one.is_number} if is_held else set()
    return any(phrase.weights[at] >= 1 and singular(phrase.words[at]) in own for at in span if at < len(phrase.tokens))


def nobody_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    """`which don't have anyone on them`: those in which nobody is named who could be."""
    at = next((at for at, token in enumerate(phrase.tokens) if token.word in NOBODY and at >= phrase.begin), None)
    no = None if at is None else _denied(phrase, at)
    if at is None or (phrase.words[at] in ANYBODY and no is None):
        return
    start = at if phrase.words[at] not in ANYBODY or no is None else no
    stop = at + 2 if at + 1 < len(phrase.tokens) and phrase.words[at + 1] in PLACING else _taken_until(phrase, at + 1)
    for kind in kinds:
        for field in kind.fields:
            if not (is_person(field.slot) or (len(field.path) > 1 and field.name == "name")) or field.is_detail:
                continue
            things = frozenset(thing for thing in kind.things if not thing.values(field))
            if 0 < len(things) < len(kind.things):
                yield Atom(range(start, stop), "these", kind, 0.9, field, things, side="state")


def _taken_until(phrase: Phrase, at: int) -> int:
    """Behind `nobody`, where that ends what nobody has done: `is looking at`, `has picked up`."""
    stop = here = at
    while here < len(phrase.tokens) and phrase.words[here] in TAKING | AFTER_NOBODY:
        here += 1
        stop = here if phrase.words[here - 1] in TAKING or stop > at else stop
    return stop
