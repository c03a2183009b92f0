"""Whether a thing that was reached tells what is asked, and all other words are for what lies on the way to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.dates import When
from assistant.planner.english.likeness import ALIKE
from assistant.planner.english.stems import concept, is_plural, stem
from assistant.planner.english.vocabulary import PLACE_WORDS
from assistant.planner.english.words import Token
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.mentions import Mention, spot
from assistant.planner.offer.mesh import Mesh, Step, wholes, words_of
from assistant.planner.offer.people import IN_HAND, OWNING, are_people, is_person
from assistant.planner.offer.records import Record, fields_of
from assistant.planner.offer.schemas import Slot

MAX_RELATING = 1
ENDINGS = ("ing", "ers", "ors", "er", "or", "ed", "es", "s", "e")
MIN_ROOT = 4
HANDLING = frozenset(concept(stem(word)) for word in IN_HAND)


@dataclass(frozen=True)
class Found:
    """What is asked, where it is told."""

    step: Step
    holder: Record
    slots: tuple[Slot, ...]
    left: int
    """How many words only say how things have to do with each other."""

    @property
    def value(self) -> str:
        return str([self.holder.get(slot.name) for slot in self.slots] or self.holder.label)


@dataclass
class Words:
    """The words of a clause that are to be explained."""

    clause: Clause
    asked: list[int]
    times: list[When] = field(default_factory=list[When])

    @property
    def is_who(self) -> bool:
        return self.opening in ("who", "whom")

    @property
    def opening(self) -> str:
        return self.clause.words[self.clause.begin]


async def told_at(desk: Desk, mesh: Mesh, step: Step, words: Words) -> list[Found]:
    """What is asked, if this thing tells it, and all other words are for what is on the way."""
    for holder in await wholes(desk, step.thing):
        slots = asked_slots(holder, step, words)
        if slots is None:
            continue
        told = [*slots, *_roles(holder, mesh)] if slots else []
        said = {at for at in words.asked if any(is_called(slot, words.clause.tokens[at]) for slot in told)}
        left = [at for at in words.asked if at not in said and not _is_on_way(step, words.clause.tokens[at])]
        if len(left) <= MAX_RELATING and all(_is_relating(words, at, desk) for at in left):
            return [Found(step, holder, tuple(slots), len(left))]
    return []


def _roles(holder: Record, mesh: Mesh) -> list[Slot]:
    """`the phone of Mia's guardian`: the persons that a thing names who are nowhere else, so that it is theirs."""
    persons = [slot for slot in fields_of(holder) if is_person(slot) and slot.form == "text" and not slot.is_id]
    return [one for one in persons if (value := holder.get(one.name)) and not any(mesh.meant(one.name, value))]


def asked_slots(holder: Record, step: Step, words: Words) -> list[Slot] | None:
    """The fields that are asked for; none where it is asked which thing it is."""
    found, head = words.clause.tokens, words.asked[0]
    fields = [slot for slot in fields_of(holder) if holder.get(slot.name) not in (None, "", [])]
    fields = [slot for slot in fields if slot.name != holder.name_field and not slot.is_id]
    mentions = [one for one in spot([found[at] for at in words.asked], fields) if _is_plain(one)]
    called = [one.slot for one in mentions if one.start == 0] or [one for one in fields if _is_name(one, found[head])]
    if words.is_who:
        named = [slot for slot in fields if is_person(slot) and any(is_called(slot, found[at]) for at in words.asked)]
        is_person_ = are_people(holder.source) and any(_is_kind(holder, found[at]) for at in words.asked)
        return named[:1] or ([] if is_person_ and step.way else None)
    if is_plural(found[head].text.casefold()):
        called = [slot for slot in called if slot.form == "list" or found[head].stem in slot.key]
    if words.clause.has("when"):
        called = [slot for slot in called if slot.is_moment]
    if words.clause.has("where"):
        called = [slot for slot in called if PLACE_WORDS & set(slot.all_words)]
    if called:
        best = max(called, key=partial(_fit, words))
        return [best]
    is_asked = words.opening in ("which", "what") and words.clause.begin + 1 == head and _is_kind(holder, found[head])
    return [] if is_asked and step.way and not is_plural(found[head].word) else None


def _is_plain(mention: Mention) -> bool:
    return mention.choice is None and mention.strength >= ALIKE


def _fit(words: Words, slot: Slot) -> int:
    return sum(is_called(slot, words.clause.tokens[at]) for at in words.asked) * 2 - len(slot.key)


def is_called(slot: Slot, token: Token) -> bool:
    keys = words_of(slot.name)
    is_in_hand = concept(token.stem) == OWNING and bool(IN_HAND & set(slot.all_words))
    return concept(token.stem) in keys or is_in_hand or _root(token.word) in {_root(word) for word in slot.all_words}


def _is_name(slot: Slot, token: Token) -> bool:
    return concept(token.stem) in words_of(slot.name)


def _is_kind(thing: Record, token: Token) -> bool:
    return concept(token.stem) in thing.source.concepts or _root(token.word) in map(_root, thing.source.nouns)


def _is_on_way(step: Step, token: Token) -> bool:
    if concept(token.stem) == OWNING and HANDLING & step.keys:
        return True
    return concept(token.stem) in step.keys or _root(token.word) in map(_root, step.keys)


def _root(word: str) -> str:
    """`driv` of driving, drives and driver."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= MIN_ROOT:
            return word.removesuffix(ending)
    return word


def _is_relating(words: Words, at: int, desk: Desk) -> bool:
    """Whether it only says how things have to do with each other: no name, and nothing that data are called."""
    token = words.clause.tokens[at]
    is_told = token.is_name or token.is_id or token.is_quoted or concept(token.stem) in desk.catalog.concepts
    is_field = any(is_called(slot, token) for source in desk.catalog.sources for slot in source.fields)
    return not is_told and not is_field and at != words.asked[0]
