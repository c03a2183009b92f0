"""How much the words of a question are what the fields of a thing are called."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import concept, identifier_words, is_plural
from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import NO_KINDS
from assistant.planner.offer.views import View
from assistant.planner.wishes.asking_for import hinted

NAMED = 0.75
"""How sure a word has to be called like a field where nothing but that says that it is meant."""
LASTING = wordset("minute minutes hour hours day days week weeks month months year years age duration length long")


def rated_by(
    view: View, clause: Clause, words: Sequence[int], own: Collection[int], desk: Desk
) -> dict[int, dict[str, float]]:
    """How much each word is what a field is called, or described by; none of those in `own` asks for anything."""
    rated: dict[int, dict[str, float]] = {}
    asked = set(words)
    found = [replace(token, is_noun=True) if at in asked else token for at, token in enumerate(clause.tokens)]
    kinds = {noun for source in desk.catalog.listed() for noun in source.concepts}
    for one in spot(found, view.slots):
        for at in one.span if one.choice is None and one.switch is None else ():
            is_kind = concept(found[at].stem) in kinds
            is_many = is_plural(found[at].word) and not view.name and not is_plural(one.slot.name)
            if at in asked and not (is_kind and (is_many or one.strength < NAMED)):
                known = rated.setdefault(at, {})
                known[one.slot.name] = max(known.get(one.slot.name, 0.0), one.strength)
    hints = ((at, name, strength) for at, name, strength in hinted(clause, view.slots) if at not in own)
    for at, name, strength in (*hints, *_referring(found, view.slots, asked)):
        known = rated.setdefault(at, {})
        known[name] = max(known.get(name, 0.0), strength)
    return rated


def _referring(
    found: Sequence[Token], slots: Sequence[Slot], asked: Collection[int]
) -> Iterable[tuple[int, str, float]]:
    """`in which bins`, where a field is called `bin_id`."""
    for slot in slots:
        keys = {concept(key) for key in slot.key} - NO_KINDS if slot.is_id else set[str]()
        if len(keys) == 1:
            yield from ((at, slot.name, NAMED) for at in asked if concept(found[at].stem) in keys)


def answers(view: View, name: str, clause: Clause) -> bool:
    """Whether what a field holds is what `when` and `how long` ask for."""
    slot = next(slot for slot in view.slots if slot.name == name)
    words = clause.words[clause.begin :]
    if "when" in words:
        return slot.is_moment or slot.form == "time"
    if words[:1] == ["how"] and words[1:2] in (["much"], ["long"], ["old"]):
        is_time = bool(LASTING & {*identifier_words(slot.name), *identifier_words(slot.description)})
        return slot.is_measure if words[1] == "much" else slot.is_moment or (slot.is_measure and is_time)
    return True
