"""`the phone of the skipper of the boat with the deepest draught`: what is said of something is read from within.

The innermost noun phrase is read first, by itself; what it means stands in its place for the next one around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from assistant.planner.english.degrees import LEAST, MOST
from assistant.planner.english.vocabulary import ARTICLES, wordset
from assistant.planner.facts.things import Kind, Thing
from assistant.planner.facts.world import World
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.meaning import meant
from assistant.planner.readings.nested import LEAST as CLEARLY
from assistant.planner.readings.nested import called_strength, is_noun, named_things, things_with
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.predicates import (
    calls,
    is_most,
    is_named,
    is_of,
    is_state_of,
    names_others,
    stands_in_text,
)

SIDE = "composed"
NOUN = 0.85
NEAR = 0.06
"""So much better a word is said of one kind of things, to mean no other."""
OF = wordset("of for from in at on to by behind")
LINKING = OF | wordset("with whose has have had having got")
LEADING = LINKING | wordset("that which who")
FILLING = LEADING | ARTICLES | wordset("is are was were our this these those their its his her currently now")
TELLING = wordset("with about")
TROUBLES = wordset("trouble troubles problem problems issue issues bother thing business matter")
"""Behind what a thing has, they say no more."""
GAP = 4
AHEAD = 2
ROUNDS = 4


def composed(phrase: Phrase, world: World, atoms: Sequence[Atom], asks_more: bool) -> list[Atom] | None:
    """The atoms, with one for each such phrase in place of those within it; none where there is no such phrase."""
    every = list(_Composing(phrase, world, atoms).found())
    wide = [one for one in every if not any(_goes_on(one, other) for other in every)]
    found = [one for one in wide if asks_more or any(_outside(phrase, one))]
    spans = _widest([one.span for one in found])
    if not spans:
        return None
    places = {at for span in spans for at in span}
    own = [one for one in found if one.span in spans]
    return [*own, *(one for one in atoms if not places & set(one.span))]


def heads_in(phrase: Phrase) -> Iterator[int]:
    """`skipper of`, `boat that has`, `Ada's boat`: where something is called by what it has to do with another."""
    is_inner = phrase.has("whoever", "whichever")
    for at in range(phrase.begin, len(phrase.tokens)):
        after = phrase.words[at + 1] if at + 1 < len(phrase.tokens) else ""
        if phrase.weights[at] >= 1 and (
            is_inner or after in LEADING or (at > phrase.begin and phrase.tokens[at - 1].owns)
        ):
            yield at


def _goes_on(one: Atom, other: Atom) -> bool:
    """`the last visit of Ada`, of whom more is said: what is read so far is not meant."""
    return one.span.start == other.span.start and one.span.stop < other.span.stop


def _outside(phrase: Phrase, atom: Atom) -> list[float]:
    """How much of the question is not within the phrase."""
    return [weight for at, weight in enumerate(phrase.weights) if weight > 0 and at not in atom.span]


def _widest(spans: Sequence[range]) -> list[range]:
    """Those within no other, from the first on."""
    found: list[range] = []
    for one in sorted(dict.fromkeys(spans), key=lambda span: (span.start, -span.stop)):
        if not found or one.start >= found[-1].stop:
            found.append(one)
    return found


class _Composing:
    """The phrases of a question, from the innermost outwards."""

    def __init__(self, phrase: Phrase, world: World, atoms: Sequence[Atom]) -> None:
        self._phrase, self._world, self._atoms = phrase, world, atoms
        self._nouns = [one for one in atoms if one.role == "kind" and one.strength >= NOUN]
        relative = [one for one in atoms if one.side == "relative"]
        within = {at for one in relative for at in one.span}
        names = [one for one in atoms if is_named(one) and not (self._is_noun(one) or within & set(one.span))]
        whole = [one for one in names if not any(set(one.span) < set(other.span) for other in names)]
        self._names = [*relative, *map(self._with_noun, whole)]

    def found(self) -> Iterable[Atom]:
        found: dict[tuple[range, Kind, frozenset[Thing]], Atom] = {}
        for _ in range(ROUNDS):
            before = len(found)
            for one in [*self._described(list(found.values())), *self._around([*self._names, *found.values()])]:
                found.setdefault((one.span, one.kind, one.things), one)
            if len(found) == before:
                break
        return found.values()

    def _is_noun(self, name: Atom) -> bool:
        """`the pier`, which is in the name of each pier."""
        return any(one.span == name.span for one in self._nouns)

    def _with_noun(self, name: Atom) -> Atom:
        """`booking B-1`, `the Payments team`: what sort of thing it is, said beside its name."""
        own = [one for one in self._nouns if one.kind is name.kind]
        start = next((one.span.start for one in own if one.span.stop == name.span.start), name.span.start)
        stop = next((one.span.stop for one in own if one.span.start == name.span.stop), name.span.stop)
        return replace(name, span=range(start, stop))

    def _described(self, found: Sequence[Atom]) -> Iterator[Atom]:
        """`the overdue invoice with the highest balance`, `Ada's latest booking`: a noun, with what is said of it."""
        named = [*self._names, *found]
        for noun in self._nouns:
            if any(other.span == noun.span and other.strength > noun.strength + NEAR for other in self._nouns):
                continue
            own = [*self._said_before(noun, named), *self._said_behind(noun, named)]
            names = self._called_behind(own)
            called = {at for one in names for at in one.span}
            own = [*(one for one in own if one.role == "extreme" or not called & set(one.span)), *names]
            mentioned = [] if own else self._mentioned(noun)
            if any(map(is_most, own)) or mentioned:
                own = own or mentioned
                things = meant(self._world, noun.kind, [noun, *own], self._phrase)
                starts, stops = zip(*((one.span.start, one.span.stop) for one in (noun, *own)), strict=True)
                if things:
                    whole = _atom(range(min(starts), max(stops)), noun.kind, things)
                    yield replace(whole, within=(*(one for one in own if one.role == "extreme"), whole))

    def _said_before(self, noun: Atom, named: Sequence[Atom]) -> Iterator[Atom]:
        at = noun.span.start
        while one := self._said_at(at, noun.kind):
            if len(one.span) == 1 and self._phrase.words[one.span.start] in MOST | LEAST:  # `the most jobs`
                break
            yield one
            at = one.span.start
        owner = self._best(named, lambda each: each.span.stop == at and self._owns(each))
        if owner is not None:
            yield owner

    def _said_at(self, at: int, kind: Kind) -> Atom | None:
        before = [one for one in self._atoms if one.span.stop == at]
        found = self._best(before, lambda one: is_of(one, kind))
        return found or self._best(before, lambda one: is_state_of(one, kind))

    def _said_behind(self, noun: Atom, named: Sequence[Atom]) -> Iterator[Atom]:
        at = noun.span.stop
        while True:
            start, words = self._after_fillers(at)
            places = (at, start) if words & FILLING or start == at else (at,)
            one = self._best(self._atoms, lambda each, near=places: each.span.start in near and is_of(each, noun.kind))
            one = None if one is not None and start > at and self._is_of_another(one) else one
            if one is None and words & OF:
                one = self._best(named, lambda each, start=start: each.span.start == start and not self._owns(each))
            if one is None:
                return
            yield one
            at = one.span.stop

    def _is_of_another(self, most: Atom) -> bool:
        """`the client with the oldest unpaid invoice`: the oldest of the invoices."""
        if most.role != "extreme" or len(most.span) > 1 or any(calls(one, most) for one in self._atoms):
            return False
        near = range(most.span.stop, most.span.stop + AHEAD)
        named = {one.kind for one in self._nouns if one.span.start in near} - {most.kind}
        return any(one.role == "extreme" and one.span == most.span and one.kind in named for one in self._atoms)

    def _mentioned(self, noun: Atom) -> list[Atom]:
        """`the lorry with the gearbox trouble`: the only one in whose text that stands."""
        start, words = self._after_fillers(noun.span.stop)
        own = (one for one in self._atoms if one.role == "field" and one.kind is noun.kind)
        if any(one.span.start == start and called_strength(one) >= CLEARLY for one in own):
            return []  # `the lorries with driver and mileage`
        mentions = [one for one in self._atoms if one.kind is noun.kind and stands_in_text(one, start)]
        one = self._best(mentions, lambda each: len(each.things) == 1) if words & TELLING else None
        if one is None:
            return []
        stop = one.span.stop
        stop += self._phrase.words[stop : stop + 1] != [] and self._phrase.words[stop] in TROUBLES
        return [replace(one, span=range(one.span.start, stop))]

    def _called_behind(self, own: Sequence[Atom]) -> list[Atom]:
        """`the earliest due`: by which field it is the first stands behind, and is not asked."""
        most = [one for one in own if one.role == "extreme"]
        return [one for one in self._atoms for each in most if calls(one, each)]

    def _is_begun(self, at: int) -> bool:
        """Whether no adjective stands before: `the last reading of` says more than `reading of`."""
        return at <= self._phrase.begin or self._phrase.words[at - 1] in FILLING

    def _best(self, atoms: Sequence[Atom], test: Callable[[Atom], bool]) -> Atom | None:
        def rank(one: Atom) -> tuple[bool, float, float]:
            is_called = one.role == "extreme" and any(calls(each, one) for each in self._atoms)
            return is_called, len(one.span) * one.strength, one.strength

        return max(filter(test, atoms), key=rank, default=None)

    def _owns(self, atom: Atom) -> bool:
        return self._phrase.tokens[atom.span.stop - 1].owns

    def _after_fillers(self, at: int) -> tuple[int, set[str]]:
        """Where the next word is that says something, and the small ones before it."""
        start = at
        while at < min(len(self._phrase.tokens), start + GAP) and self._phrase.words[at] in FILLING:
            at += 1
        return at, set(self._phrase.words[start:at])

    def _around(self, anchors: Sequence[Atom]) -> Iterator[Atom]:
        """`the skipper of` one that was read, `its skipper`: whom or what it names, or what of such a kind it has."""
        for anchor in anchors:
            done: set[int] = set()
            for one in self._atoms:
                is_role = one.kind is anchor.kind and names_others(one) and called_strength(one) >= CLEARLY
                span = self._joined(one, anchor) if is_role else None
                if span is not None and one.field is not None:
                    values = {str(value).casefold() for thing in anchor.things for value in thing.values(one.field)}
                    named = list(named_things(self._world.kinds, values))
                    done |= {one.span.start} if named else set()
                    for kind, things in named or things_with(one.field, values):
                        yield _atom(span, kind, things, anchor.within)
            for one in self._nouns:
                span = self._joined(one, anchor) if one.kind is not anchor.kind else None
                is_open = span is not None and one.span.start not in done
                things = self._world.related(anchor.things, one.kind) if is_open else {}
                if span is not None and things:
                    yield _atom(span, one.kind, list(things), anchor.within)

    def _joined(self, outer: Atom, inner: Atom) -> range | None:
        if outer.span.stop <= inner.span.start:
            start, words = self._after_fillers(outer.span.stop)
            is_led = start == inner.span.start and bool(words & LINKING) and not self._owns(inner)
            is_led = is_led and self._is_begun(outer.span.start)
            return range(outer.span.start, inner.span.stop) if is_led else None
        is_owned = inner.span.stop == outer.span.start and self._owns(inner)
        return range(inner.span.start, outer.span.stop) if is_owned and is_noun(self._phrase, outer) else None


def _atom(span: range, kind: Kind, things: Sequence[Thing], within: tuple[Atom, ...] = ()) -> Atom:
    return Atom(span, "these", kind, 1.0, None, frozenset(things), is_name=True, side=SIDE, within=within)
