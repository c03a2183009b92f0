"""One figure of a thing held against another of its own: `has it spent more than its budget`, `is it over budget`."""

from __future__ import annotations

from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Thing
from assistant.planner.offer.reply import Reply
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.reading import Reading
from assistant.planner.readings.telling import called
from assistant.planner.wishes.conditions import is_number
from assistant.planner.wishes.wording import counted, spoken, value_text

Pair = tuple[Field, Field]
MORE = wordset("over above beyond exceed exceeds exceeded exceeding")
LESS = wordset("under below within beneath")
THAN = {"more": True, "higher": True, "greater": True, "less": False, "lower": False, "fewer": False}
NEAR = 3
"""So many words at most are between `than` and the figure: `its`, `the whole`."""


def held_within(phrase: Phrase, reading: Reading) -> Reply | None:
    """Whether it is so of one thing, with both figures and by how much; of several, those of which it is so."""
    held = _held(phrase)
    pair = _pair(reading, held[0]) if held is not None else None
    if held is None or pair is None or not reading.things:
        return None
    if len(reading.things) == 1:
        return _told(reading.things[0], pair, held[1])
    found = [one for one in reading.things if (apart := _apart(one, pair)) is not None and apart * _sign(held[1]) > 0]
    lines = "\n".join(f"- {called(one)}: {_figures(one, pair)}" for one in found)
    if not found and any(_apart(one, pair) is None for one in reading.things):
        return None
    if not found:
        return Reply(f"There is no {reading.target.source.noun} like that.")
    return Reply(f"{counted(len(found), reading.target.source)}:\n\n{lines}", [one.record for one in found])


def _sign(is_more: bool) -> int:
    return 1 if is_more else -1


def _apart(thing: Thing, pair: Pair) -> float | None:
    one, two = (next(iter(thing.values(field)), "") for field in pair)
    return float(one) - float(two) if is_number(one) and is_number(two) else None


def _figures(thing: Thing, pair: Pair) -> str:
    """`spent 251, budget 240, 11 more`."""
    told = [f"{spoken(one.name)} {value_text(next(iter(thing.values(one)), None), one.slot)}" for one in pair]
    apart = _apart(thing, pair) or 0
    by = f"{value_text(round(abs(apart), 2), pair[0].slot)} {'more' if apart > 0 else 'less'}"
    return ", ".join([*told, by] if apart else told)


def _told(thing: Thing, pair: Pair, is_more: bool) -> Reply | None:
    apart = _apart(thing, pair)
    if apart is None:
        return None
    holds = apart * _sign(is_more) > 0
    return Reply(f"{'Yes' if holds else 'No'}. {called(thing)}: {_figures(thing, pair)}.", [thing.record], holds)


def _held(phrase: Phrase) -> tuple[int, bool] | None:
    """Where something is held against what follows, and whether it is to be more."""
    for at in range(phrase.begin + 1, len(phrase.tokens) - 1):
        word, before = phrase.words[at], phrase.words[at - 1]
        if word == "than" and before in THAN:
            return at, THAN[before]
        if word in MORE | LESS and not phrase.tokens[at + 1].is_number:
            return at, word in MORE
    return None


def _pair(reading: Reading, at: int) -> Pair | None:
    """The figure before and the one behind; before `over budget`, what is taken off it."""
    said = [one for one in reading.atoms if one.role == "field" and one.kind is reading.target and one.field]
    figures = [(one.span.start, one.field) for one in said if one.field and one.field.is_number]
    behind = [field for start, field in figures if at < start <= at + NEAR]
    before = [field for start, field in figures if start < at]
    if len(behind) != 1 or len(before) > 1:
        return None
    if not before:
        used = [one.less[1] for one in reading.target.fields if one.less and one.less[0] is behind[0]]
        return (used[0], behind[0]) if used else None
    return before[0], behind[0]
