"""Persons in a question: whether it is they that a field names, and whether it is known who `she` is."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Thing, folded
from assistant.planner.readings.company import has_full_names, tells_person
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.people import is_persons
from assistant.planner.readings.phrase import Phrase
from assistant.planner.selecting.focus import Focus

SINGLE = wordset("he him she her hers himself herself")


def with_named(phrase: Phrase, things: list[Thing], asked: Sequence[Field], chosen: Sequence[Atom]) -> list[Thing]:
    """`is Ada on call?`: of those in which a field for persons is asked for, the ones in which it names her."""
    fields = [one for one in asked if tells_person(one) or has_full_names(one)]
    names = [one for one in chosen if one.role == "these" and _is_of_person(one)]
    if not fields or len(fields) < len(asked) or len(names) != 1 or names[0].field in fields:
        return things
    words = {word for at in names[0].span for word in folded(phrase.tokens[at].text)}
    known = {folded(str(value)) for thing in names[0].things for value in _values(names[0], thing)}
    said = {one for one in known if words & set(one)}
    return [one for one in things if said & {folded(str(value)) for field in fields for value in one.values(field)}]


def _is_of_person(atom: Atom) -> bool:
    field = atom.field
    if field is None:
        return False
    is_own = field.path == (atom.kind.things[0].record.name_field,) if atom.kind.things else False
    return is_persons(atom.kind) if is_own else tells_person(field) or has_full_names(field)


def _values(atom: Atom, thing: Thing) -> Sequence[object]:
    return thing.values(atom.field) if atom.field is not None else ()


def unknown_persons(phrase: Phrase, chosen: Sequence[Atom]) -> list[int]:
    """`what does she own`, where it is not known who she is; but not `what was it with Ada and her lamp`."""
    if any(one.is_name for one in chosen):
        return []
    covered = {at for one in chosen for at in one.span}
    places = (at for at in range(phrase.begin, len(phrase.tokens)) if not phrase.tokens[at].is_quoted)
    return [at for at in places if phrase.words[at] in SINGLE and at not in covered]


def unknown_person(clause: Clause, focus: Focus) -> str:
    """The word for somebody, where nobody and nothing was talked about, and none is named."""
    if focus.things or focus.people or any(one.is_known or one.is_name or one.is_id for one in clause.tokens):
        return ""
    return next((one.text for one in clause.tokens if one.word in SINGLE and not one.is_quoted), "")
