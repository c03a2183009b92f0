"""What comes next to what was told: `who has the room after her?`, `which one is before that?`"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import HE
from assistant.planner.english.likeness import ALIKE
from assistant.planner.english.stems import stem
from assistant.planner.english.vocabulary import PLACE_WORDS, wordset
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.people import is_person
from assistant.planner.offer.records import Record, as_moment, text_values
from assistant.planner.offer.reply import Reply
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import Source
from assistant.planner.selecting.focus import Focus
from assistant.planner.selecting.happenings import MERELY_TOLD
from assistant.planner.wishes.wording import sentence

SIDES = {"after": 1, "following": 1, "before": -1}
MEANT = HE | wordset("it that this them they one theirs")
ENDINGS = wordset("leaves departure ends until due expires deadline by")
CANCELLED = frozenset(map(stem, ("cancelled", "canceled", "withdrawn", "rejected", "no_show")))
ASKING = frozenset({"who", "what", "which", "when", "whom", "whose"})


async def beside(desk: Desk, clause: Clause, focus: Focus) -> Reply | None:
    """The one that begins next, in the same place; of the list in which what was told has a beginning."""
    found, words = clause.tokens, clause.words
    at = next((at for at, word in enumerate(words[:-1]) if word in SIDES and words[at + 1] in MEANT), None)
    if at is None or at + 2 < len(words) or not focus.things or not ASKING & set(words[:at]):
        return None
    if clause.mood == "orders" or any(token.is_known or token.is_id for token in found):
        return None
    person = focus.people[-1] if words[at + 1] in HE and focus.people else ""
    base = await _base(desk, focus, person)
    begin = _beginning(base.source) if base else None
    if base is None or begin is None:
        return None
    shared = _shared(clause, base)
    others = [one for one in (await desk.all(base.source, {}))[0] if _moment(one, begin) and not _is_off(one)]
    for slot in shared or [None]:
        near = _next(base, others, begin, slot, SIDES[words[at]])
        if near is not None:
            return Reply(sentence(near, _told(near, begin, words)), [near])
    return None


async def _base(desk: Desk, focus: Focus, person: str) -> Record | None:
    """What was told itself, where it begins some time; else the only thing that does, and names all of that."""
    own = [one for one in focus.things if _beginning(one.source) and (not person or person in _values(one))]
    if len(own) == 1:
        return own[0]
    calls = {str(call) for one in focus.things[:1] for call in (one.id, one.label) if call is not None}
    for source in desk.catalog.listed():
        begin = _beginning(source)
        things = (await desk.all(source, {}))[0] if begin else []
        meant = [one for one in things if calls & _values(one) and (not person or person in _values(one))]
        meant = [one for one in meant if not _is_off(one)]
        if begin and len(meant) > 1:
            meant = [one for one in meant if _is_now(one, begin, desk.now)]
        if len(meant) == 1:
            return meant[0]
    return None


def _is_now(thing: Record, begin: Slot, now: datetime) -> bool:
    """Whether it has begun, and not ended yet."""
    first = _moment(thing, begin)
    ends = [slot for slot in thing.source.fields if slot.is_moment and ENDINGS & set(slot.all_words)]
    last = next((moment for slot in ends if (moment := as_moment(thing.get(slot.name)))), None)
    return first is not None and first.date() <= now.date() and (last is None or last.date() >= now.date())


def _values(thing: Record) -> set[str]:
    return {value for _, value in text_values(thing)}


def _beginning(source: Source) -> Slot | None:
    """When such a thing begins, where it takes place at a time."""
    moments = [slot for slot in source.fields if slot.is_moment and not (MERELY_TOLD | ENDINGS) & set(slot.all_words)]
    return moments[0] if moments else None


def _moment(thing: Record, begin: Slot) -> datetime | None:
    return as_moment(thing.get(begin.name))


def _is_off(thing: Record) -> bool:
    chosen = (str(thing.get(slot.name)) for slot in thing.source.fields if slot.choices)
    return any(stem(one) in CANCELLED for one in chosen)


def _shared(clause: Clause, base: Record) -> list[Slot]:
    """What both have: the room that is asked about, else the place that it takes."""
    fields = [slot for slot in base.source.fields if slot.form == "text" and not slot.choices]
    named = [one.slot for one in spot(clause.tokens, fields) if one.strength >= ALIKE and one.choice is None]
    if named:
        return [one for one in named if base.get(one.name)]
    places = [slot for slot in fields if PLACE_WORDS & set(slot.all_words) and base.get(slot.name)]
    doing = [slot for slot in fields if is_person(slot) and slot.all_words[-1].endswith(("er", "or", "ist"))]
    return places or doing[:1]


def _next(base: Record, others: Sequence[Record], begin: Slot, slot: Slot | None, side: int) -> Record | None:
    first = _moment(base, begin)
    same = [one for one in others if slot is None or one.get(slot.name) == base.get(slot.name)]
    times = [(moment, one) for one in same if (moment := _moment(one, begin)) and first and one.id != base.id]
    ahead = [(moment, one) for moment, one in times if first and (moment > first if side > 0 else moment < first)]
    near = sorted(ahead, key=lambda one: one[0], reverse=side < 0)
    return near[0][1] if near else None


def _told(thing: Record, begin: Slot, words: Sequence[str]) -> list[Slot]:
    """Who it is, and from when on."""
    persons = [slot for slot in thing.source.fields if is_person(slot) and not slot.is_id and slot.form == "text"]
    return [*persons[:1], begin] if {"who", "whom"} & set(words) and persons else [begin, *persons[:1]]
