"""Who is somebody among the things of a kind, and which field names who does something."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.stems import identifier_words, singular
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind
from assistant.planner.offer.people import PERSON_KEYS, is_person
from assistant.planner.offer.schemas import Slot
from assistant.planner.readings.company import (
    tells_person,
)
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase

CONTACT = frozenset({"contact"})
CONTACTS = wordset("phone email mobile telephone")
HAVING = wordset("got has have having")
BEING = wordset("is was are were")
DOERS = ("er", "or", "ist", "wright", "ic")
DEEDS = wordset("coach cook chef pilot guide host judge smith nurse clerk lead crew")
ATTENDING = wordset("coming attending going enrolled joining taking signed booked")
ATTENDEES = wordset("member attendee participant guest student pupil visitor learner signed enrolled booked joined")
"""Who is there for what others do."""
OWNERS = wordset("owner customer buyer member user sender reporter holder requester donor visitor tester author")
"""Who is called for what he does, but does not do what is done with the thing."""
STAFF = wordset("people persons staff crew team colleagues everyone everybody members roster rota duty")
LEAVES = wordset("leave leaves absence absences holiday holidays vacation away")
WORKS = wordset("works working")
BEGINNING = 4
"""So many words of a description say what it is of."""
FIRST_PERSON = ("i", "me", "my", "mine", "myself", "am", "we", "us", "our")
GOOD = 0.7


def is_persons(kind: Kind) -> bool:
    """Whether such things are persons, or what one speaks of as of a person."""
    return is_called_so(kind) or (_has_names(kind) and (_is_of_people(kind) or _takes_leave(kind)))


def _takes_leave(kind: Kind) -> bool:
    """`{"name": …, "works_on": ["mon"], "away": [{"first": …}]}`: only persons go to work and on leave."""
    lists = (one for one in kind.source.fields if one.form == "list" or one.of_objects)
    return any((LEAVES if one.of_objects else WORKS) & set(one.all_words) for one in lists)


def is_called_so(kind: Kind) -> bool:
    if kind.parent is not None and _has_names(kind) and is_person(Slot(kind.source.noun, "text")):
        return True  # `volunteers`, of `{"volunteers": [{"id": …, "name": …}]}`
    own = [one for one in kind.fields if len(one.path) == 1]
    reachable = any(CONTACTS & set(one.words) for one in own) and not any(map(tells_contact, own))
    return bool(kind.nouns & PERSON_KEYS) or (reachable and _has_names(kind))


def _has_names(kind: Kind) -> bool:
    return any(one.path == ("name",) for one in kind.fields)


def _is_of_people(kind: Kind) -> bool:
    """`Who works here, and when they are away`: the tool tells of persons."""
    told = identifier_words(kind.source.deed.description.partition(",")[0].partition(".")[0])
    others = (one for one in kind.told_fields if not one.slot.is_id)
    is_plain = kind.parent is None and kind.source.is_list and not any(map(tells_person, others))
    return is_plain and (told[:1] == ("who",) or bool(STAFF & set(told[:BEGINNING])))


def tells_contact(field: Field) -> bool:
    """Who is to be reached there: what has such a person is none itself."""
    return set(field.words) >= CONTACT and not CONTACTS & set(field.words) and is_person(field.slot)


def takes_part(phrase: Phrase) -> bool:
    """`who is on the project?`: all those who are named together."""
    words = phrase.words
    at = next((at for at, word in enumerate(words) if word == "who"), len(words))
    rest = [word for word in words[at + 1 :] if word not in ("the", "people", "else", "all")]
    return bool(set(rest[:1]) & BEING and set(rest[1:2]) & {"on", "in"})


def is_doer(phrase: Phrase, kind: Kind, chosen: Sequence[Atom]) -> bool:
    """`who sponsors the show?`: a sponsor, whether that is a person or not; and no play, of who plays."""
    reachable = any(CONTACTS & set(one.words) or "contact" in one.words for one in kind.fields)
    if not reachable:
        return False
    return any(one.role == "kind" and one.kind is kind and phrase.words[one.span.start - 1] == "who" for one in chosen)


def is_role(phrase: Phrase, field: Field, chosen: Sequence[Atom]) -> bool:
    """`who is the warden of …`: whoever is called so, whatever that is."""
    spans = [one.span for one in chosen if one.role == "field" and one.field is field]
    before = [phrase.words[phrase.begin : one.start] for one in spans]
    is_said = any(words[-1:] in (["the"], ["its"], ["their"]) and set(words[-2:-1]) & BEING for words in before)
    return is_said and field.is_text and not field.is_prose and not field.slot.choices


def only_doer(phrase: Phrase, fields: Sequence[Field]) -> Field | None:
    """`who is printing it?`: whoever is called for what he does, and not whose it is; `who is coming?`"""
    words = phrase.words[phrase.begin :]
    at = next((at for at, word in enumerate(words) if word in ("who", "whos", "whom")), len(words))
    is_doing = any(word.endswith("ing") and word not in HAVING for word in words[at + 1 : at + 3])
    if ATTENDING & set(words[at + 1 : at + 3]):
        attending = [one for one in fields if ATTENDEES & set(map(singular, one.words))]
        return attending[0] if len(attending) == 1 else None
    doers = [one for one in fields if _is_called_for_deed(singular(one.words[-1])) and not OWNERS & set(one.words)]
    return doers[0] if is_doing and len(doers) == 1 and doers[0].is_text else None


def _is_called_for_deed(word: str) -> bool:
    return word.endswith(DOERS) or word in DEEDS


def is_single_person(kind: Kind) -> bool:
    """Whoever asks, as a tool tells of him."""
    is_single = kind.parent is None and not kind.source.is_list and not kind.source.needs
    return is_single and is_persons(kind)


def is_of_speaker(phrase: Phrase, kind: Kind, chosen: Sequence[Atom]) -> bool:
    """What a tool tells of whoever asks, though nobody speaks of himself."""
    own = [one for one in chosen if one.kind is kind]
    is_said = any(one.role == "these" or (one.role == "kind" and one.strength >= GOOD) for one in own)
    return is_single_person(kind) and not is_said and not phrase.has(*FIRST_PERSON)
