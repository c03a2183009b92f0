"""Who or what has the most of some things: `who owns the most boats`, `which status do most jobs have`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.stems import is_plural
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Thing
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.reply import Reply
from assistant.planner.readings.grasping import SURE, Grasp
from assistant.planner.readings.grouped import COMMON, DOING
from assistant.planner.readings.phrase import SAYING
from assistant.planner.readings.reading import Reading
from assistant.planner.readings.telling import called, whole
from assistant.planner.selecting.focus import Focus
from assistant.planner.wishes.wording import bold, counted, joined, value_text

MADE = SAYING | wordset("made make posted left")
LEAST = 0.5
OPENING = wordset("who whose which what")
NEAR = 4
MAX_NAMED = 8


async def most_held(desk: Desk, clause: Clause, focus: Focus) -> Reply | None:
    """The answer, where they are told apart by one field, and no figure of theirs is meant."""
    places = [at for at in range(clause.begin + 1, len(clause.tokens) - 1) if clause.words[at] == "most"]
    if clause.mood != "asks" or not places or not OPENING & set(clause.words[clause.begin : places[0]]):
        return None
    if COMMON & set(clause.words) or clause.words[places[0] - 1] in DOING:  # the groups tell these
        return None
    near = range(places[0] + 1, min(len(clause.tokens), places[0] + 1 + NEAR))
    noun = next((at for at in near if is_plural(clause.words[at])), None)
    if noun is None:
        return None
    start = places[0] - (clause.words[places[0] - 1] == "the")
    before = [one for one in clause.tokens[:start] if one.word not in MADE]
    asked = replace(clause, tokens=(*before, *clause.tokens[places[0] + 1 :]))
    grasp = Grasp(desk, asked, focus)
    best = await grasp.read()
    is_weak = best is not None and any(one.strength < LEAST for one in best.conditions)
    if best is None or is_weak or len(best.things) < 2 or sum(grasp.phrase.weights[at] for at in best.left) > SURE:
        return None
    field = _told_apart(best)
    is_of_them = field is not None and _is_of_them(best, noun - (places[0] + 1 - len(before)))
    if field is None or not is_of_them:
        return None
    await grasp.reply()  # which has the server narrow the list, so that it is whole
    return _told(best, field)


def _told_apart(best: Reading) -> Field | None:
    fields = [one for one in best.asked if one.kind is best.target and not one.is_number and not one.is_prose]
    return fields[0] if len(fields) == 1 else None


def _is_of_them(best: Reading, at: int) -> bool:
    """Whether the noun is what the things are called, or what sort of them is meant."""
    over = [one for one in best.atoms if at in one.span and one.kind is best.target]
    return any(one.role == "kind" or (one.role == "these" and one.field and one.field.slot.choices) for one in over)


def _told(best: Reading, field: Field) -> Reply | None:
    held: dict[str, list[Thing]] = {}
    for thing in best.things:
        for value in thing.values(field):
            held.setdefault(value_text(str(value)[:10] if field.is_moment else value, field.slot), []).append(thing)
    most = max(map(len, held.values()), default=0)
    first = {value: things for value, things in held.items() if len(things) == most}
    if not first or len(first) > MAX_NAMED:
        return None
    lines = [f"{bold(value)}: {counted(most, best.target.source)}{_named(things)}" for value, things in first.items()]
    records = [whole(thing).record for things in first.values() for thing in things]
    return Reply(f"{lines[0]}." if len(lines) == 1 else "\n".join(f"- {one}" for one in lines), records)


def _named(things: Sequence[Thing]) -> str:
    return f" ({joined([called(one) for one in things])})" if len(things) <= MAX_NAMED else ""
