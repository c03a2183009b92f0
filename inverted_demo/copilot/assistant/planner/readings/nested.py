"""`the lead of the data team`: whom or what a field of one thing names, said of the other things that name the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Kind, Thing
from assistant.planner.offer.people import is_person
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase

OF = wordset("of for from in at on to")
BETWEEN = OF | wordset("the a an our this that")
GAP = 3
LEAST = 0.8
JOINED = 0.98


def nested_atoms(phrase: Phrase, kinds: Sequence[Kind], atoms: Sequence[Atom]) -> Iterator[Atom]:
    fields = [one for one in atoms if one.role == "field" and one.strength >= LEAST and one.field is not None]
    names = [one for one in atoms if one.role == "these" and one.is_name and one.strength >= LEAST]
    nouns = {(one.kind, one.span.start): one.span.stop for one in atoms if one.role == "kind"}
    for one in fields:
        for name in names:
            if name.kind is one.kind and name.things and name.field is not one.field:
                span = _span(phrase, one, name, nouns)
                if span is not None and one.field is not None:
                    values = {str(value).casefold() for thing in name.things for value in thing.values(one.field)}
                    others = [kind for kind in kinds if kind is not one.kind]
                    strength = JOINED * min(one.strength, name.strength)
                    yield from named_atoms(span, values, others, strength, is_person(one.field.slot))


def _span(phrase: Phrase, field: Atom, name: Atom, nouns: dict[tuple[Kind, int], int]) -> range | None:
    """`lead of the data team`, `data team's lead`."""
    after = nouns.get((name.kind, name.span.stop), name.span.stop)
    if field.span.stop <= name.span.start:
        between = phrase.words[field.span.stop : name.span.start]
        is_of = bool(between) and between[0] in OF and len(between) <= GAP
        return range(field.span.start, after) if is_of and BETWEEN.issuperset(between) else None
    return range(name.span.start, field.span.stop) if after == field.span.start else None


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
