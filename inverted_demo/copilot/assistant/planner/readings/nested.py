"""`the lead of the data team`: whom or what a field of one thing names, said of the other things that name the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from assistant.planner.english.stems import singular
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind, Thing
from assistant.planner.offer.people import is_person
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.lexical import lexical
from assistant.planner.readings.phrase import Phrase

OF = wordset("of for from in at on to")
BETWEEN = OF | wordset("the a an our this that")
GAP = 3
LEAST = 0.8
JOINED = 0.98
IDS = 0.5
"""So much the name of a field for ids counts otherwise."""
NOUN = 0.97


def nested_atoms(phrase: Phrase, kinds: Sequence[Kind], atoms: Sequence[Atom]) -> Iterator[Atom]:
    fields = [one for one in atoms if one.role == "field" and called_strength(one) >= LEAST and one.field is not None]
    names = [one for one in atoms if one.role == "these" and one.is_name and one.strength >= LEAST]
    nouns = {(one.kind, one.span.start): one.span.stop for one in atoms if one.role == "kind"}
    for one in fields:
        for name in names:
            if name.kind is one.kind and name.things and name.field is not one.field:
                span = _span(phrase, one, name, nouns)
                if span is not None and one.field is not None:
                    values = {str(value).casefold() for thing in name.things for value in thing.values(one.field)}
                    others = [kind for kind in kinds if kind is not one.kind]
                    strength = JOINED * min(called_strength(one), name.strength)
                    yield from named_atoms(span, values, [one.kind], strength, are_persons=False)
                    yield from named_atoms(span, values, others, strength, is_person(one.field.slot))


def called_strength(atom: Atom) -> float:
    """Of what is called by an id, as much as if its name stood there: `guardian`, for `guardian_id`."""
    is_id = atom.field is not None and atom.field.slot.is_id
    return min(1.0, atom.strength / IDS) if is_id else atom.strength


def _span(phrase: Phrase, field: Atom, name: Atom, nouns: dict[tuple[Kind, int], int]) -> range | None:
    """`lead of the data team`, `data team's lead`."""
    after = nouns.get((name.kind, name.span.stop), name.span.stop)
    if field.span.stop <= name.span.start:
        between = phrase.words[field.span.stop : name.span.start]
        is_of = bool(between) and between[0] in OF and len(between) <= GAP
        return range(field.span.start, after) if is_of and BETWEEN.issuperset(between) else None
    return range(name.span.start, field.span.stop) if after == field.span.start and is_noun(phrase, field) else None


def is_noun(phrase: Phrase, atom: Atom) -> bool:
    """`the data team's lead`, and not `the project that Ada owns`: a verb names nobody."""
    said = {singular(phrase.words[at]) for at in atom.span if at < len(phrase.tokens)}
    words = atom.field.words if atom.field is not None else ()
    owns = atom.span.start > 0 and phrase.tokens[atom.span.start - 1].owns
    return owns or any(lexical(word, one) >= NOUN for word in said for one in words)


def named_things(kinds: Iterable[Kind], values: set[str]) -> Iterator[tuple[Kind, list[Thing]]]:
    """The things that are called so."""
    for kind in kinds:
        if own := [thing for thing in kind.things if values & _names(thing)]:
            yield kind, own


def things_with(field: Field, values: set[str]) -> Iterator[tuple[Kind, list[Thing]]]:
    """Of whom no list tells: the things that name the same one."""
    own = field.kind.things
    those = [one for one in own if values & {str(value).casefold() for value in one.values(field)}]
    if len(those) > 1:
        yield field.kind, those


def named_atoms(
    span: range, values: set[str], kinds: Sequence[Kind], strength: float, are_persons: bool = True
) -> Iterator[Atom]:
    """The things that are called so; where none of a kind are, those in which persons are."""
    for kind in kinds:
        own = frozenset(thing for thing in kind.things if values & _names(thing))
        if own:
            yield Atom(span, "these", kind, strength, None, own, is_name=True, side="nested")
        elif are_persons:
            for other in kind.fields:
                if is_person(other.slot) and not other.slot.choices:
                    held = frozenset(
                        one for one in kind.things if values & {str(v).casefold() for v in one.values(other)}
                    )
                    if held:
                        yield Atom(span, "these", kind, strength, other, held, side="nested")


def _names(thing: Thing) -> set[str]:
    return {one.casefold() for one in (thing.id, thing.name) if one}
