"""How long it is from one moment to another, or to now: `how many days are left`, `how long did it last?`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.lengths import MONTHS, UNITS, length_text
from assistant.planner.english.stems import singular
from assistant.planner.english.vocabulary import wordset
from assistant.planner.english.words import Token
from assistant.planner.facts.things import Field, Thing
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.records import as_moment
from assistant.planner.offer.reply import Reply
from assistant.planner.readings.grasping import SURE, Grasp
from assistant.planner.readings.guessing import LASTING
from assistant.planner.readings.lexical import ALIKE, lexical
from assistant.planner.readings.phrase import COUNTING, OWNED
from assistant.planner.readings.reading import Reading
from assistant.planner.readings.stretches import ENDS, FIRSTS
from assistant.planner.readings.telling import called, told, whole
from assistant.planner.selecting.focus import Focus
from assistant.planner.wishes.wording import bold, spoken, value_text

AHEAD = wordset("until till left remaining remain remains before away have has got")
BACK = wordset("ago since been passed elapsed already far")
LASTED = wordset("last lasted lasts take took taken was were did finish")
SPANNING = wordset("last lasted take took")
SIDED = wordset("ago since until till left remaining")
PAIRING = wordset("between before after")
POINTING = wordset("it that this they them")
SPENT = wordset(
    "until till left remaining remain remains ago since passed elapsed lie lies between apart last lasted lasts take "
    "took taken having had more full whole roughly exactly away so far still go"
)
"""Words that only say how long it is, and between what."""
BEGUN = FIRSTS | wordset("started opened begun joined founded reported")
ENDED = wordset("finished resolved ended closed completed returned back end until last done")
NOW_SAID = wordset("by now yet already")
WHOLLY = ["from", "start", "to", "finish"]
IT_IS = ({"is", "it"}, {"was", "it"}, {"is", "there"}, {"are", "there"})
MOST = 8


@dataclass(frozen=True)
class Length:
    """What is asked: in which unit, and by which words."""

    clause: Clause
    """The same, asked by `when`."""
    unit: str
    cues: frozenset[str]
    is_bare: bool = False
    """Nothing is said of what it is about."""


def asked_length(clause: Clause) -> Length | None:
    words = clause.words
    at = next((at for at in range(clause.begin, len(words) - 1) if words[at] == "how"), None)
    if at is None or clause.mood == "orders":
        return None
    stop = at + 2
    while words[at + 1] == "many" and words[stop : stop + 1] and words[stop] in ("more", "full", "whole"):
        stop += 1
    unit = singular(words[stop]) if words[at + 1] == "many" and stop < len(words) else ""
    if words[at + 1] == "many" and unit in {**UNITS, **MONTHS}:
        stop += 1
    elif words[at + 1] != "long":
        return None
    when = replace(clause.tokens[at], text="when", word="when", stem="when")
    behind, cues = clause.tokens[stop:], frozenset(words[stop:])
    if words[-2:] == ["from", "now"]:
        behind, cues = behind[:-2], cues | {"until"}
    end = next((at for at in range(len(behind)) if [one.word for one in behind[at : at + 4]] == WHOLLY), len(behind))
    behind = (*behind[:end], *behind[end + 4 :])
    behind = behind[2:] if {one.word for one in behind[:2]} in IT_IS else behind
    rest = tuple(one for here, one in enumerate(behind) if not _is_spent(behind, here))
    before = clause.tokens[:at] if not words[:at] or words[at - 1] != "by" else clause.tokens[: at - 1]
    is_bare = not any(one.is_content or one.word in POINTING for one in (*before, *rest))
    rest = (replace(when, text="it", word="it", stem="it"),) if is_bare else rest  # `by how many days?`
    asked = replace(clause, tokens=(*before, when, *rest), mood="asks")
    return Length(asked, unit, cues, is_bare)


def _is_spent(found: Sequence[Token], at: int) -> bool:
    token, before = found[at], next((one.word for one in reversed(found[:at]) if one.word not in OWNED), "")
    is_count = token.word in COUNTING and before == "between"
    is_adjective = token.word == "last" and at > 0 and found[at - 1].word in OWNED
    is_now = token.word in NOW_SAID and (at + 1 == len(found) or before == "by" or found[at + 1].word == "now")
    return not (token.is_quoted or token.is_name or is_adjective) and (token.word in SPENT or is_now or is_count)


async def lasting(desk: Desk, clause: Clause, focus: Focus, grasp: Grasp) -> Reply | None:
    """The answer, where no figure of the server's tells it."""
    asked = asked_length(clause)
    if asked is None or (asked.is_bare and not focus.things) or _tells_figure(grasp, asked):
        return None
    when = Grasp(desk, asked.clause, focus)
    best = await when.read()
    if best is not None and len(best.things) == 1 and asked.cues & (PAIRING | LASTED):
        await when.world.complete(best.things)
    reply = _length(when, best, asked, focus)
    return reply or (await when.answer() if grasp.want.shape == "count" else None)


def _length(when: Grasp, best: Reading | None, asked: Length, focus: Focus) -> Reply | None:
    now = when.phrase.now
    if best is None or not best.things or len(best.things) > MOST or not best.conditions:
        return None
    is_unled = not focus.things and when.phrase.has(*POINTING) and len(best.things) > 1
    if is_unled or sum(when.phrase.weights[at] for at in best.left) > SURE:
        return None
    if asked.is_bare and (figure := _figure(best, asked)) is not None:
        return told(replace(best, asked=[figure], is_vague=False), when.want)
    if (apart := _apart(best, asked)) is not None:
        return apart
    words = [when.phrase.words[at] for at in range(when.phrase.begin, len(when.phrase.words))]
    spans = [(thing, *span) for thing in best.things if (span := _span(best, thing, asked, words, now))]
    return _told(spans, asked, now) if spans and len(spans) == len(best.things) else None


def _figure(best: Reading, asked: Length) -> Field | None:
    """`is it late? by how many days?`"""
    units = {asked.unit, f"{asked.unit}s"} if asked.unit else LASTING
    figures = (one for one in best.target.fields if one.is_number and units & set(one.words))
    return next((one for one in figures if all(map(best.things[0].values, [one]))), None)


def _tells_figure(grasp: Grasp, asked: Length) -> bool:
    best = grasp.readings[0] if grasp.readings and not asked.cues & {"been", "ago"} else None
    units = {asked.unit, f"{asked.unit}s"} if asked.unit else LASTING
    return best is not None and any(one.is_number and units & set(one.words) for one in best.asked)


Span = tuple[datetime, datetime, Sequence[Field]]


def _span(best: Reading, thing: Thing, asked: Length, words: Sequence[str], now: datetime) -> Span | None:
    """From when to when it is, and which fields say so."""
    known = [one for one in thing.kind.fields if one.is_moment and thing.values(one)]
    said = {one: sum(any(lexical(word, own) >= ALIKE for word in words) for own in one.words) for one in known}
    told = sorted((one for one in known if said[one]), key=lambda one: -said[one])
    if len(told) > 1 and (asked.cues & PAIRING or {"from", "to"} <= asked.cues):
        return _at(thing, told[0]), _at(thing, told[1]), told[:2]
    if asked.cues & PAIRING:
        return None
    begin = next((one for one in known if BEGUN & {*one.words}), None)
    end = next((one for one in known if ENDED & {*one.words}), None)
    if asked.cues & LASTED and not asked.cues & SIDED and begin is not None and end is not None and begin is not end:
        return _at(thing, begin), _at(thing, end), [begin, end]
    ahead = [one for one in known if _at(thing, one) >= (_today(now) if _is_dated(thing, one) else now)]
    past = [one for one in known if one not in ahead]
    if asked.cues & BACK:
        told = [one for one in told if one in past] or ([begin] if begin in past else past)
    elif asked.cues & AHEAD:
        told = [one for one in told if one in ahead] or [one for one in ahead if ENDS & {*one.words}] or told or ahead
    elif not told:
        told = [begin] if begin in past else []
    moments = sorted((now, _at(thing, told[0]))) if told else []
    return (moments[0], moments[1], told[:1]) if told else None


def _today(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def _is_dated(thing: Thing, field: Field) -> bool:
    return len(str(thing.values(field)[0])) <= len("2026-11-18")


def _at(thing: Thing, field: Field) -> datetime:
    moment = as_moment(thing.values(field)[0])
    assert moment is not None
    return moment


def _apart(best: Reading, asked: Length) -> Reply | None:
    """`between its two milestones`: from the one to the other; of what is logged, from the first entry to the last."""
    field = next((one for one in best.asked if one.is_moment), None)
    known = [thing for thing in best.things if field is not None and thing.values(field)]
    is_pair = len(known) == 2 and "between" in asked.cues
    is_log = len(known) > 1 and bool(asked.cues & SPANNING) and len({thing.name for thing in known}) == 1
    if field is None or len(known) < len(best.things) or not (is_pair or is_log):
        return None
    first, *_, last = sorted(known, key=lambda one: _at(one, field))
    unit = "day" if _is_dated(first, field) and not asked.unit else asked.unit
    days = [
        f"{called(one)}, {spoken(field.name)} {value_text(one.values(field)[0], field.slot)}" for one in (first, last)
    ]
    length = bold(length_text(_at(first, field), _at(last, field), unit))
    return Reply(f"{length}, from {days[0]}, to {days[1]}.", [whole(one).record for one in (first, last)])


def _told(spans: Sequence[tuple[Thing, datetime, datetime, Sequence[Field]]], asked: Length, now: datetime) -> Reply:
    lines = [_line(*one, asked.unit, now) for one in spans]
    text = lines[0] if len(lines) == 1 else "\n".join(f"- {one}" for one in lines)
    return Reply(text, [whole(thing).record for thing, *_ in spans])


def _line(thing: Thing, first: datetime, last: datetime, fields: Sequence[Field], unit: str, now: datetime) -> str:
    is_dated = any(_is_dated(thing, one) for one in fields)
    unit = "day" if is_dated and unit in ("", "hour", "minute") and last - first < timedelta(days=730) else unit
    length = bold(length_text(first, last, unit))
    is_today = is_dated and len(fields) == 1 and first.date() == last.date()
    side = (
        " (today)" if is_today else " ago" if last == now and len(fields) == 1 else " from now" if first == now else ""
    )
    days = ", ".join(_day(thing, one) for one in fields)
    return f"{length}{side}: {called(thing)}, {days}."


def _day(thing: Thing, field: Field) -> str:
    return f"{spoken(field.name)} {value_text(thing.values(field)[0], field.slot)}"
