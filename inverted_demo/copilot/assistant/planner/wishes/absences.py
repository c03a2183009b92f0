"""What there is none of: things that nobody has, and what things lack."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.english.stems import concept
from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.people import is_person
from assistant.planner.offer.sources import Source
from assistant.planner.wishes.conditions import Condition
from assistant.planner.wishes.progress import not_off
from assistant.planner.wishes.wishes import Wish, kind_words

REACH = 4
LACKING = wordset("without no lacking lacks missing")
HAVING = wordset("have has had got given been assigned get")
NEEDING = wordset("need needs needing lack lacks lacking want wants require requires missing without")
TAKING = frozenset({"been", "not", "yet"})
SOMEBODY = wordset("somebody someone anybody anyone person people body bodies cover staffing")
TAKEN = wordset("covered filled staffed manned taken assigned allocated claimed crewed")
UNTAKEN = wordset("unfilled uncovered unstaffed unmanned untaken unassigned unallocated unclaimed uncrewed")
OPEN = wordset("open vacant empty free spare")
BETWEEN = wordset("a an any the their its yet been not never")


def take_nobody(wish: Wish) -> None:
    """`incidents nobody has taken yet`: their field for a person is empty."""
    at = next((at for at, token in enumerate(wish.found) if token.word == "nobody" and not token.is_quoted), None)
    people = [one for one in wish.source.fields if is_person(one) and one.form == "text"]
    slot = next((one for one in people if one.is_nullable), next(iter(people), None))
    if at is None and slot is not None and slot.is_nullable and (untaken := _untaken(wish)):
        wish.conditions = [one for one in wish.conditions if not one.tokens & untaken]
        wish.explained |= untaken
        wish.conditions.append(Condition(slot.name, "empty", tokens=frozenset(untaken)))
    if at is None or slot is None or at in wish.stated or _is_of_switch(wish, at):
        return
    kinds = kind_words(wish.found, wish.source)
    after = range(at, min(at + REACH + 1, len(wish.found)))
    if any(one.choices and one.tokens & {*after} for one in wish.conditions):
        return  # `nobody has contacted`: said of the state, and not of who has it
    places = {here for here in after if here not in kinds and not wish.found[here].is_name}
    wish.explained |= places
    wish.conditions.append(Condition(slot.name, "empty", tokens=frozenset(places)))
    _leave_out_off(wish)


def _leave_out_off(wish: Wish) -> None:
    """What is cancelled needs nobody, unless a state is asked for."""
    off = not_off(wish.source)
    if off is not None and all(one.field != off.field for one in wish.conditions):
        wish.conditions.append(off)


def lacked(found: Sequence[Token], source: Source) -> set[int]:
    """The words for what such things may have none of, where that is said of them."""
    slots = [one for one in source.fields if one.is_nullable]
    has_persons = any(is_person(one) and one.form == "text" for one in slots)
    keys = {concept(key) for one in slots for key in one.key} - source.concepts
    return {
        at
        for at, token in enumerate(found)
        if (token.word == "nobody" and has_persons) or (concept(token.stem) in keys and _lacks(found, at) is not None)
        if not token.is_quoted
    }


def _untaken(wish: Wish) -> set[int]:
    """`still needs somebody`, `isn't covered yet`, `unfilled`, `the open shift`: said of what nobody has."""
    found, kinds = wish.found, kind_words(wish.found, wish.source)
    told = {at for one in wish.conditions if one.test == "flag" for at in one.tokens}
    for at, token in enumerate(found):
        before = [one.word for one in found[max(0, at - REACH) : at]]
        if token.is_quoted or at in told:
            continue
        is_needed = token.word in SOMEBODY and NEEDING & set(before[-3:])
        is_undone = token.word in TAKEN and bool({"not", "never"} & set(before))
        is_open = token.word in OPEN and bool(kinds & {at + 1, at + 2}) and not _has_choice(wish, token.word)
        if is_needed or is_undone or is_open or token.word in UNTAKEN:
            return {at, *(here for here in range(max(0, at - 3), at) if found[here].word in NEEDING | TAKING)}
    return set()


def _has_choice(wish: Wish, word: str) -> bool:
    """Whether the word is said of such things by a field of theirs."""
    slots = wish.source.fields
    return any(word in slot.choices or (slot.form in ("truth", "whole") and word in slot.all_words) for slot in slots)


def _is_of_switch(wish: Wish, at: int) -> bool:
    """`that nobody has seen to`, where a switch is described so."""
    return any(one.test == "flag" and any(at < here <= at + REACH for here in one.tokens) for one in wish.conditions)


def take_lacking(wish: Wish) -> None:
    """`who hasn't been given a room`, `without a crew`: that field of theirs is empty."""
    nouns = wish.source.concepts
    for at, token in enumerate(wish.found):
        key = concept(token.stem)
        slots = [one for one in wish.source.fields if one.is_nullable and key in map(concept, one.key)]
        since = _lacks(wish.found, at) if slots and key not in nouns and not token.is_quoted else None
        if since is not None:
            wish.conditions = [one for one in wish.conditions if one.field != slots[0].name]
            places = frozenset(range(since, at + 1))
            wish.explained |= places
            wish.conditions.append(Condition(slots[0].name, "empty", tokens=places))
            _leave_out_off(wish)


def _lacks(found: Sequence[Token], at: int) -> int | None:
    """Where it is said that there is none of what stands there."""
    for here in range(at - 1, max(-1, at - REACH - 2), -1):
        word = found[here].word
        if word in LACKING and at - here <= 2:
            return here
        if word in ("not", "never") and any(token.word in HAVING for token in found[max(0, here - 1) : at]):
            return here
        if word not in HAVING and word not in BETWEEN:
            return None
    return None
