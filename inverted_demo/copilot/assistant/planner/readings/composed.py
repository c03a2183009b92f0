"""`the phone of the skipper of the boat with the deepest draught`: what is said of something is read from within.

The innermost noun phrase is read first, by itself; what it means stands in its place for the next one around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from assistant.planner.english.degrees import LEAST, MOST
from assistant.planner.english.vocabulary import ARTICLES, PREPOSITIONS, wordset
from assistant.planner.facts.things import Field, Kind, Thing
from assistant.planner.facts.world import World
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.meaning import meant
from assistant.planner.readings.nested import LEAST as CLEARLY
from assistant.planner.readings.nested import called_strength, is_noun, named_things
from assistant.planner.readings.phrase import Phrase

SIDE = "composed"
NOUN = 0.85
NAME = 0.8
ADJECTIVE = 0.85
HAVING = wordset("that which who whose with has have had having is are was were got")
OF = wordset("of for from in at on to by behind")
LINKING = OF | wordset("with whose has have had having got")
FILLING = HAVING | OF | ARTICLES | wordset("the our this that these those their its his her currently now")
GAP = 4
DEPTH = 3
STRENGTH = 1.0
CHOICE = frozenset({"", "state", "no", "time", "figure"})
NEAR = 0.06


def composed(phrase: Phrase, world: World, atoms: Sequence[Atom], asks_more: bool) -> list[Atom] | None:
    """The atoms, with one for each such phrase in place of those within it; none where there is no such phrase."""
    inner = list(_described(phrase, world, atoms))
    relative = [one for one in atoms if one.side == "relative"]
    within = {at for one in relative for at in one.span}
    names = [one for one in atoms if _is_named(one) and not (_is_noun(one, atoms) or within & set(one.span))]
    anchors = [*inner, *relative, *(_with_noun(one, atoms) for one in names)]
    found = list(inner)
    for _ in range(DEPTH):
        anchors = list(_around(phrase, world, atoms, anchors))
        found += anchors
        if not anchors:
            break
    found = [one for one in found if asks_more or any(_outside(phrase, one))]
    spans = _widest([one.span for one in found])
    if not spans:
        return None
    places = {at for span in spans for at in span}
    own = [one for one in found if one.span in spans]
    return [*own, *(one for one in atoms if not places & set(one.span))]


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


def _described(phrase: Phrase, world: World, atoms: Sequence[Atom]) -> Iterator[Atom]:
    """`the overdue invoice with the highest balance`, `Ada's latest booking`: a noun, with what is said of it."""
    nouns = [one for one in atoms if one.role == "kind" and one.strength >= NOUN]
    for noun in nouns:
        if any(other.span == noun.span and other.strength > noun.strength + NEAR for other in nouns):
            continue
        before = list(_said_before(phrase, noun, atoms))
        behind = list(_said_behind(phrase, noun, atoms))
        own = [*before, *behind]
        if any(map(_is_most, own)):
            things = meant(world, noun.kind, [noun, *own], phrase)
            own += _called_behind(own, atoms)
            start = min(one.span.start for one in (noun, *own))
            stop = max(one.span.stop for one in (noun, *own))
            if things:
                whole = _atom(range(start, stop), noun.kind, things)
                yield replace(whole, within=(*(one for one in own if one.role == "extreme"), replace(whole)))


def _said_before(phrase: Phrase, noun: Atom, atoms: Sequence[Atom]) -> Iterator[Atom]:
    at = noun.span.start
    while True:
        one = _best(atoms, lambda each, at=at: each.span.stop == at and _is_of(each, noun.kind))
        if one is None or (len(one.span) == 1 and phrase.words[one.span.start] in MOST | LEAST):  # `the most jobs`
            break
        yield one
        at = one.span.start
    owner = _best(atoms, lambda each: each.span.stop == at and _is_named(each) and _owns(phrase, each))
    if owner is not None:
        yield owner


def _said_behind(phrase: Phrase, noun: Atom, atoms: Sequence[Atom]) -> Iterator[Atom]:
    at = noun.span.stop
    while True:
        start, words = _after_fillers(phrase, at)
        led = bool(words & (OF | PREPOSITIONS))
        one = _best(
            atoms,
            lambda each, start=start, led=led: (
                each.span.start in (at, start) and (_is_of(each, noun.kind) or (led and _is_named(each)))
            ),
        )
        if one is None or (start > at and not words & (HAVING | OF)):
            return
        yield one
        at = one.span.stop


def _is_most(atom: Atom) -> bool:
    """A superlative, also of how many of others there are."""
    return atom.role == "extreme" or (atom.role == "these" and atom.field is None and not atom.is_name)


def _called_behind(own: Sequence[Atom], atoms: Sequence[Atom]) -> list[Atom]:
    """`the earliest due`: by which field it is the first stands behind, and is not asked."""
    most = [one for one in own if one.role == "extreme"]
    return [
        one
        for one in atoms
        for each in most
        if one.role == "field" and one.field is each.field and _is_beside(one, each)
    ]


def _is_beside(one: Atom, extreme: Atom) -> bool:
    return one.span.start == extreme.span.stop or one.span.stop == extreme.span.start


def _is_of(atom: Atom, kind: Kind) -> bool:
    is_told = _is_most(atom) or (atom.role == "these" and atom.side in CHOICE and atom.strength >= ADJECTIVE)
    return atom.kind is kind and is_told and not atom.is_name


def _is_named(atom: Atom) -> bool:
    return atom.role == "these" and atom.is_name and atom.strength >= NAME


def _with_noun(name: Atom, atoms: Sequence[Atom]) -> Atom:
    """`booking B-1`, `the Payments team`: what sort of thing it is, said beside its name."""
    nouns = [one for one in atoms if one.role == "kind" and one.kind is name.kind and one.strength >= NOUN]
    start = next((one.span.start for one in nouns if one.span.stop == name.span.start), name.span.start)
    stop = next((one.span.stop for one in nouns if one.span.start == name.span.stop), name.span.stop)
    return replace(name, span=range(start, stop))


def _is_noun(name: Atom, atoms: Sequence[Atom]) -> bool:
    """`the pier`, which is in the name of each pier."""
    return any(one.role == "kind" and one.span == name.span for one in atoms)


def _owns(phrase: Phrase, atom: Atom) -> bool:
    return phrase.tokens[atom.span.stop - 1].owns


def _best(atoms: Sequence[Atom], test: Callable[[Atom], bool]) -> Atom | None:
    return max(filter(test, atoms), key=lambda one: (len(one.span) * one.strength, one.strength), default=None)


def _after_fillers(phrase: Phrase, at: int) -> tuple[int, set[str]]:
    """Where the next word is that says something, and the small ones before it."""
    start = at
    while at < min(len(phrase.tokens), start + GAP) and phrase.words[at] in FILLING:
        at += 1
    return at, set(phrase.words[start:at])


def _around(phrase: Phrase, world: World, atoms: Sequence[Atom], anchors: Sequence[Atom]) -> Iterator[Atom]:
    """`the skipper of` one that was read, `its skipper`: whom or what it names, or what of such a kind it has."""
    for anchor in anchors:
        roles = [one for one in atoms if one.kind is anchor.kind and _names_others(one)]
        nouns = [one for one in atoms if one.role == "kind" and one.strength >= NOUN and one.kind is not anchor.kind]
        done: set[int] = set()
        for one in roles:
            span = _joined(phrase, one, anchor) if called_strength(one) >= CLEARLY else None
            if span is not None and one.field is not None:
                values = {str(value).casefold() for thing in anchor.things for value in thing.values(one.field)}
                named = list(named_things(world.kinds, values))
                done |= {one.span.start} if named else set()
                for kind, things in named or _with_value(one.field, values):
                    yield _atom(span, kind, things, anchor.within)
        for one in nouns:
            span = _joined(phrase, one, anchor)
            if span is not None and one.span.start not in done:
                things = world.related(anchor.things, one.kind)
                if things:
                    yield _atom(span, one.kind, list(things), anchor.within)


def _names_others(atom: Atom) -> bool:
    """Whether it is a field in which something else may stand: neither a figure nor a day, a text or a choice."""
    field = atom.field if atom.role == "field" else None
    return field is not None and field.is_text and not (field.is_prose or field.slot.choices)


def _with_value(field: Field, values: set[str]) -> Iterator[tuple[Kind, list[Thing]]]:
    """Of whom no list tells: the things that name the same one."""
    own = field.kind.things
    those = [one for one in own if values & {str(value).casefold() for value in one.values(field)}]
    if len(those) > 1:
        yield field.kind, those


def _joined(phrase: Phrase, outer: Atom, inner: Atom) -> range | None:
    if outer.span.stop <= inner.span.start:
        start, words = _after_fillers(phrase, outer.span.stop)
        is_led = start == inner.span.start and bool(words & LINKING) and not _owns(phrase, inner)
        return range(outer.span.start, inner.span.stop) if is_led else None
    is_owned = inner.span.stop == outer.span.start and _owns(phrase, inner)
    return range(inner.span.start, outer.span.stop) if is_owned and is_noun(phrase, outer) else None


def _atom(span: range, kind: Kind, things: Sequence[Thing], within: tuple[Atom, ...] = ()) -> Atom:
    return Atom(span, "these", kind, STRENGTH, None, frozenset(things), is_name=True, side=SIDE, within=within)
