"""What is as it is with another thing: `the same status`, `that kind`, `a lower price than that`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from assistant.planner.english.vocabulary import ARTICLES, AUXILIARIES, wordset
from assistant.planner.facts.things import Field, Kind, Thing
from assistant.planner.readings.against import LESS, MORE, measure_of
from assistant.planner.readings.attributes import mention_of
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.talked import OTHERS, Talked
from assistant.planner.wishes.conditions import measure

SHOWING = wordset("that this")
HAVING = wordset("has have had having with in at on of for from got")
BETWEEN = ARTICLES | wordset("that those of for")
STRENGTH = 0.98
BACK = 5
"""So far before `than` is what says of which there is more."""


def likewise(phrase: Phrase, about: Talked, kinds: Iterable[Kind], atoms: Sequence[Atom]) -> list[Atom]:
    """The atoms with those that say what is as with another, in the place of what their words say one by one."""
    own = [*_same(phrase, about, kinds, atoms), *_than(phrase, atoms)]
    inside = [{*one.span} for one in own]
    inside += [{at} for at, word in enumerate(phrase.words) if own and word in OTHERS]
    told = {one.kind for one in own}
    others = [one for one in atoms if one.side == "pointed" and phrase.words[one.span.start] in OTHERS]
    rest = [one for one in others if one.kind in told]
    kept = [one for one in atoms if one.role == "kind" or not any({*one.span} <= span for span in inside)]
    kept += [one for one in rest if one not in kept]
    return [*kept, *own]


def _same(phrase: Phrase, about: Talked, kinds: Iterable[Kind], atoms: Sequence[Atom]) -> Iterator[Atom]:
    """`which others have the same state`, `what else has that kind`, `the same crew as Ada`."""
    places = [at for at in range(phrase.begin + 1, len(phrase.tokens)) if _says_same(phrase, at)]
    named = _behind(atoms, "as", phrase) if places else []
    told = named or [(one, 0) for one in about.things if len(about.things) == 1]
    for at in places:
        for kind in kinds if told else ():
            for field in kind.fields:
                mention = mention_of(phrase, field)
                if mention is None or mention[0].start != _of(phrase, at):
                    continue
                thing, stop = told[0]
                values = _values(thing, field) if kind is thing.kind else _calls(thing)
                things = frozenset(one for one in kind.things if _values(one, field) & values)
                others = things - ({thing} if stop else {*about.held})
                span = range(at - (phrase.words[at - 1] in ARTICLES), max(mention[0].stop, stop))
                if things:
                    yield Atom(span, "these", kind, STRENGTH * mention[1], field, others, side="same")


def _says_same(phrase: Phrase, at: int) -> bool:
    is_shown = phrase.words[at] in SHOWING and phrase.words[at - 1] in HAVING
    return phrase.words[at] == "same" or is_shown or _is_as_many(phrase, at)


def _is_as_many(phrase: Phrase, at: int) -> bool:
    """`as many beds as Ada`."""
    return phrase.words[at : at + 2] in (["as", "many"], ["as", "much"])


def _of(phrase: Phrase, at: int) -> int:
    """Where it is said what is the same: `the same number of beds`."""
    if _is_as_many(phrase, at):
        return at + 2
    return at + 3 if phrase.words[at + 1 : at + 3] == ["number", "of"] else at + 1


def _calls(thing: Thing) -> set[str]:
    """What others that have to do with it call it by."""
    return {one.casefold() for one in (thing.id, thing.name) if one}


def _than(phrase: Phrase, atoms: Sequence[Atom]) -> Iterator[Atom]:
    """`which have a lower price than Ada`, where it is not asked whether something has."""
    if "how" in phrase.words[phrase.begin : phrase.begin + 2] or phrase.words[phrase.begin] in AUXILIARIES:
        return
    for thing, stop in _behind(atoms, "than", phrase):
        than = phrase.words.index("than")
        told = measure_of(phrase, thing.kind, than, ())
        sign = next(
            (at for at in range(than - 1, max(phrase.begin, than - BACK), -1) if phrase.words[at] in MORE | LESS),
            than - 1,
        )
        if told is None:
            continue
        field, is_more = told
        limit = _figure(thing, field)
        figures = {one: value for one in thing.kind.things if (value := _figure(one, field)) is not None}
        if limit is not None:
            beyond = frozenset(one for one, value in figures.items() if (value > limit if is_more else value < limit))
            yield Atom(range(sign, stop), "these", thing.kind, STRENGTH, field, beyond, side="figure")


def _behind(atoms: Sequence[Atom], word: str, phrase: Phrase) -> list[tuple[Thing, int]]:
    """The single thing that is named or pointed at behind a word, and where that ends."""
    at = next((at for at in range(len(phrase.words) - 1, phrase.begin, -1) if phrase.words[at] == word), None)
    found = [
        one
        for one in atoms
        if at is not None and one.role == "these" and one.is_name and len(one.things) == 1
        if one.span.start > at and set(phrase.words[at + 1 : one.span.start]) <= BETWEEN
    ]
    best = max(found, key=lambda one: (len(one.span), one.strength), default=None)
    return [(next(iter(best.things)), best.span.stop)] if best else []


def _values(thing: Thing, field: Field) -> set[str]:
    return {str(one).casefold() for one in thing.values(field)}


def _figure(thing: Thing, field: Field) -> float | None:
    return next((value for one in thing.values(field) if (value := measure(one)) is not None), None)
