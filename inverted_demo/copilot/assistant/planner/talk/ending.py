"""`Until when can he say yes?`: when that ends which the things talked about have an end of."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.planner.clauses.clauses import Clause
from assistant.planner.clauses.pointing import HE, pointing
from assistant.planner.english.likeness import ALIKE
from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.mentions import spot
from assistant.planner.offer.people import are_people
from assistant.planner.offer.records import Record, text_values
from assistant.planner.offer.reply import Reply
from assistant.planner.offer.schemas import Slot
from assistant.planner.selecting.focus import Focus
from assistant.planner.wishes.wording import sentence

UNTIL = frozenset({"until", "till", "til", "by"})
ENDING = wordset(
    "until till end ends ended ending expires expiry expire expired due deadline closes closing leaves departure valid "
    "back return returns last by to"
)
"""In the names of the moments at which something ends."""


async def until_when(desk: Desk, clause: Clause, focus: Focus) -> Reply | None:
    """The answer, where one thing is meant, and it has one such moment."""
    words = clause.words
    at = next((at for at in range(len(words) - 1) if words[at] in UNTIL and words[at + 1] == "when"), None)
    if at is None or clause.mood == "orders":
        return None
    told = [token for token in clause.tokens[at + 2 :] if token.is_content and not token.is_known]
    if _is_of_others(desk, told, focus):
        return None
    for things in (await _named(desk, clause, focus), *await _meant(desk, clause, focus)):
        ending = [(thing, slot) for thing in things if (slot := _end(thing, told))]
        if len(ending) == 1:
            thing, slot = ending[0]
            return Reply(sentence(thing, [slot]), [thing])
    return None


def _is_of_others(desk: Desk, told: Sequence[Token], focus: Focus) -> bool:
    """`Until when is it broken?`, where only things of another kind are so."""
    own = [slot for thing in focus.things for slot in thing.source.fields]
    if not told or not own or spot(told, own):
        return False
    others = (source for source in desk.catalog.listed() if not are_people(source))
    return any(one.choice is not None for source in others for one in spot(told, source.fields))


def _end(thing: Record, told: Sequence[Token]) -> Slot | None:
    """The only end that it has; of several, the one that is called so."""
    slots = [slot for slot in thing.source.fields if slot.is_moment or slot.form == "time"]
    ends = [slot for slot in slots if ENDING & set(slot.all_words) and thing.get(slot.name)]
    named = [one.slot for one in spot(told, ends) if one.strength >= ALIKE or len(one.slot.key) > 1]
    chosen = list(dict.fromkeys(named)) or ends
    return chosen[0] if len(chosen) == 1 else None


async def _named(desk: Desk, clause: Clause, focus: Focus) -> list[Record]:
    """Things like those talked about which name what is named."""
    names = {" ".join(clause.tokens[at].word for at in span) for span, _ in desk.catalog.named(clause.tokens)}
    if not names or not focus.things:
        return []
    things = (await desk.all(focus.things[0].source, {}))[0] if not focus.things[0].source.needs else []
    return [one for one in things if any(_has(value, names) for _, value in text_values(one))]


def _has(value: str, names: set[str]) -> bool:
    return any(name in value.casefold() for name in names)


async def _meant(desk: Desk, clause: Clause, focus: Focus) -> list[list[Record]]:
    """What the pronoun can be: the person who was named last, or the thing that was told."""
    if desk.catalog.named(clause.tokens) or not (pointing(clause, set()) or focus.is_one):
        return []
    is_he = clause.has(*HE) and bool(focus.people)
    persons = await _called(desk, focus.people[-1]) if is_he else []
    fitting = [one for one in persons if _is_said_of(one, clause)]
    things = focus.things if focus.is_one else [one for one in focus.things if is_he and _names(one, focus.people[-1])]
    return [fitting, things, persons] if fitting else [things, persons]


def _is_said_of(thing: Record, clause: Clause) -> bool:
    """`Till when is she away?`, of somebody with an `away_until`."""
    ends = [slot for slot in thing.source.fields if slot.is_moment and ENDING & set(slot.all_words)]
    return any(one.choice is None for one in spot([one for one in clause.tokens if one.is_content], ends))


def _names(thing: Record, name: str) -> bool:
    return name in [value for _, value in text_values(thing)]


async def _called(desk: Desk, name: str) -> list[Record]:
    """The persons of that name."""
    lists = [one for one in desk.catalog.listed() if are_people(one)]
    return [thing for source in lists for thing in (await desk.all(source, {}))[0] if thing.label == name]
