"""`who is Ada Kern?`, where no list is of persons: what a server tells of her, by the fields that name her."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.facts.things import folded
from assistant.planner.offer.people import is_person
from assistant.planner.offer.reply import Reply
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.people import is_persons
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.telling import called
from assistant.planner.wishes.wording import bold, counted, joined, plain, spoken

OPENINGS = (["who", "is"], ["who", "was"])
SURELY = 0.8
MAX_NAMED = 4


def who_is(phrase: Phrase, atoms: Sequence[Atom]) -> Reply | None:
    said = phrase.words[phrase.begin :]
    span = range(phrase.begin + 2, len(phrase.tokens))
    these = (one for one in atoms if one.role == "these" and one.span == span and one.strength >= SURELY)
    named = [one for one in these if one.things and not (one.field and one.field.is_detail)]
    if said[:2] not in OPENINGS or not named or not all(_is_of_person(one) for one in named):
        return None
    words = {word for at in span for word in folded(phrase.tokens[at].text)}
    names = {value for one in named for value in _values(one) if words <= {*folded(value)}}
    if len(names) != 1:
        return None
    roles = {
        (one.field.name, *sorted(thing.label for thing in one.things)): one for one in reversed(named) if one.field
    }
    told = [one for one in named if one in roles.values()]
    things = [thing.record for one in told for thing in one.things]
    return Reply(f"{bold(names.pop())}:\n\n" + "\n".join(f"- {_role(one)}" for one in told), things)


def _is_of_person(atom: Atom) -> bool:
    return atom.field is not None and is_person(atom.field.slot) and not is_persons(atom.kind)


def _values(atom: Atom) -> list[str]:
    return [str(value) for thing in atom.things for value in (thing.values(atom.field) if atom.field else ())]


def _role(atom: Atom) -> str:
    """`lead: Data (T-4)`; where there are many, only how many."""
    things = [one for one in atom.kind.things if one in atom.things]
    role = plain(spoken(atom.field.name)) if atom.field else ""
    is_short = len(things) <= MAX_NAMED
    return f"{role}: {joined([called(one) for one in things]) if is_short else counted(len(things), atom.kind.source)}"
