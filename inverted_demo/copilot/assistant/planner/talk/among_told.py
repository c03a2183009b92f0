"""Of several that were talked about the one with the most of something: `which of them runs out first`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import pointing
from assistant.planner.english.likeness import ALIKE, likeness
from assistant.planner.english.stems import concept, stem
from assistant.planner.english.vocabulary import PAIRED_ADJECTIVES, SUPERLATIVES, wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.details import detailed
from assistant.planner.offer.periods import BEGIN_WORDS
from assistant.planner.offer.records import Record, fields_of
from assistant.planner.offer.reply import Reply
from assistant.planner.offer.schemas import Slot
from assistant.planner.readings.together import PAIR, told_one_by_one
from assistant.planner.selecting.focus import Focus
from assistant.planner.wishes.ages import AGES, aged_by
from assistant.planner.wishes.conditions import Order, as_moment
from assistant.planner.wishes.earliest import ENDING
from assistant.planner.wishes.ordering import by_keys
from assistant.planner.wishes.wording import sentence

MORE, LESS = frozenset({"most", "more"}), frozenset({"least", "less"})
EARLY = wordset("first soonest sooner earliest earlier next")
LATE = wordset("last latest later")
ASKING = wordset("which who what whose")
OVER = frozenset(map(stem, wordset("run end expire lapse finish close stop leave back return due out up")))
BEGUN = frozenset(map(stem, wordset("begin start open leave depart arrive come go happen")))
CLOSING = wordset("until end ends ended expires expiry due deadline closes valid by returns back")
GRAVE = wordset("emergency urgent critical highest high severe serious major immediate top")
MILD = wordset("low lowest minor mild trivial routine")
PLAIN = wordset("of them those these one ones two the has have had is are was were does do will a been be")
MAX_TOLD = 12


async def most_told(desk: Desk, clause: Clause, focus: Focus) -> Reply | None:
    """The answer, where nothing but the order and the words for those talked about is said."""
    found, several = clause.tokens, _several(clause, focus)
    is_asked = clause.mood == "asks" and bool(ASKING & set(clause.words[clause.begin : clause.begin + 1]))
    is_named = any(one.is_id or one.is_number or (one.is_known and one.is_name) for one in found)
    if not is_asked or is_named or not 1 < len(several) <= MAX_TOLD or not _is_of_them(clause):
        return None
    for things in (several, await _whole(desk, several)):
        order = _order(clause, things, desk.now) if len(things) > 1 else None
        known = [one for one in things if order and one.get(order.field) is not None] if order else []
        if order is None or not known or _says_more(clause, known[0], order):
            continue
        first = order.among(known).sorted(known)[0]
        best = [one for one in known if order.key(one) == order.key(first)]
        slots = [slot for slot in fields_of(first) if slot.name == order.field]
        told = [several[things.index(one)] for one in best]
        return Reply("\n".join(sentence(one, slots) for one in best), told)
    return None


def _several(clause: Clause, focus: Focus) -> list[Record]:
    """What was told together, or one after the other; of each one record."""
    together = told_one_by_one(focus)
    several = focus.things if len(focus.things) > 1 else focus.listed or together
    several = together[-PAIR:] if clause.has("two") and len(several) != PAIR else several
    return list({(one.label, str(one.id)): one for one in several}.values())


async def _whole(desk: Desk, things: Sequence[Record]) -> list[Record]:
    wholes = [await detailed(desk, one) for one in things]
    return [one for one in wholes if one is not None] if all(wholes) else []


def _says_more(clause: Clause, thing: Record, order: Order) -> bool:
    """`Which of them has the earliest visit in Leeds?`: more than what is put in order."""
    keys = {concept(key) for slot in fields_of(thing) if slot.name == order.field for key in slot.key}
    kinds = {concept(noun) for noun in thing.source.nouns}
    found = enumerate(clause.tokens)
    left = [one for at, one in found if at > clause.begin and at not in order.tokens and one.is_content]
    left = [one for one in left if one.word not in PLAIN and one.stem not in OVER | BEGUN]
    return any(concept(one.stem) not in keys | kinds and not any(_is_form(one, key) for key in keys) for one in left)


def _is_of_them(clause: Clause) -> bool:
    """`which of them …`, `which one …`, and a bare `which expires first`."""
    behind = clause.words[clause.begin + 1 : clause.begin + 2]
    return bool(pointing(clause, set())) or behind in (["of"], ["one"], ["is"]) or len(clause.words) <= clause.begin + 4


def _order(clause: Clause, things: Sequence[Record], now: datetime) -> Order | None:
    source, found = things[0].source, clause.tokens
    for at in range(len(found) - 1, clause.begin, -1):
        word, after = found[at].word, found[at + 1] if at + 1 < len(found) else None
        if word in MORE | LESS and after is not None:
            return _of_adjective(things, after, word in MORE, at)
        most = f"{word[:-2]}est" if word.endswith("er") else word
        if most in AGES and (aged := aged_by(source, most, at)):
            return aged
        if most in SUPERLATIVES:
            keys, descending = SUPERLATIVES[most]
            by_figure = by_keys(source, keys, descending, {at})
            return by_figure if by_figure and _is_figure(things, by_figure) else None
        if word in EARLY | LATE and (after is None or after.word not in ("one", "ones")):
            slot = _moment(found, things, now)
            return Order(slot.name, word in LATE, frozenset({at}), is_moment=slot.is_moment) if slot else None
    return None


def _is_figure(things: Sequence[Record], order: Order) -> bool:
    """A size that is `half` or `full` is neither more nor less than another."""
    slot = next((one for one in fields_of(things[0]) if one.name == order.field), None)
    return slot is None or slot.is_measure or slot.is_moment


def _of_adjective(things: Sequence[Record], said: Token, is_more: bool, at: int) -> Order | None:
    """`more urgent`, of what has an urgency; `more seats`."""
    source = things[0].source
    if said.word in PAIRED_ADJECTIVES:
        keys, descending = PAIRED_ADJECTIVES[said.word]
        if told := by_keys(source, keys, descending == is_more, {at, at + 1}):
            return told
    for slot in fields_of(things[0]):
        is_so = any(_is_form(said, key) for key in slot.key)
        if is_so and (slot.is_measure or slot.choices or slot.is_moment):
            return Order(slot.name, is_more, frozenset({at, at + 1}), slot.is_moment, _rising(slot.choices))
    ranks = [slot for slot in fields_of(things[0]) if {"priority", "severity", "urgency"} & set(slot.all_words)]
    is_grave = said.word in ("urgent", "important", "serious", "critical", "pressing", "severe")
    return (
        Order(ranks[0].name, is_more, frozenset({at}), False, _rising(ranks[0].choices)) if ranks and is_grave else None
    )


def _rising(choices: tuple[str, ...]) -> tuple[str, ...]:
    """From the least to the most, whichever of them the server names first."""
    is_falling = bool(choices) and (choices[0] in GRAVE or choices[-1] in MILD)
    return tuple(reversed(choices)) if is_falling else choices


def _is_form(said: Token, key: str) -> bool:
    """`urgent` of an `urgency`."""
    root = min(len(key), len(said.stem)) - 1
    is_root = root >= 4 and key[:root] == said.stem[:root]
    return likeness(said.stem, key) >= ALIKE or concept(said.stem) == concept(key) or is_root


def _moment(found: Sequence[Token], things: Sequence[Record], now: datetime) -> Slot | None:
    """The time that the verb is about: of what runs out its last day, of what leaves when that is."""
    slots = [slot for slot in fields_of(things[0]) if slot.is_moment and any(one.get(slot.name) for one in things)]
    said = {one.stem for one in found if one.is_content or one.word in ("back", "out", "up")}
    keys = {concept(one) for one in said}
    named = [slot for slot in slots if keys & {concept(key) for key in slot.key}]
    ends = [slot for slot in slots if CLOSING & set(slot.all_words)] if OVER & said else []
    ends = ends or ([slot for slot in slots if ENDING & set(slot.all_words)] if OVER & said else [])
    begins = [slot for slot in slots if BEGIN_WORDS & set(slot.all_words)] if BEGUN & said else []
    ahead = [slot for slot in slots if any((when := as_moment(one.get(slot.name))) and when >= now for one in things)]
    return next(iter(named or ends or begins or ahead or slots), None)
