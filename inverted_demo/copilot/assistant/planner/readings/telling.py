"""A reading's answer in words: every value in them comes from a result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind, Thing, folded
from assistant.planner.offer.records import LONG_TEXTS
from assistant.planner.offer.reply import BY_WAY, Reply
from assistant.planner.offer.schemas import Slot
from assistant.planner.offer.sources import WRAPPER
from assistant.planner.offer.units import is_of_unit
from assistant.planner.readings.company import tells_person
from assistant.planner.readings.reading import Reading
from assistant.planner.readings.wants import Want
from assistant.planner.readings.written import is_only_written, written_in
from assistant.planner.wishes.amounts import has_unit
from assistant.planner.wishes.conditions import is_number
from assistant.planner.wishes.wording import HIDDEN, bold, counted, joined, plain, sentence, spoken, value_text

RATES = wordset("per rate average mean level")
LEVELS = ("ms", "celsius")
MAX_LISTED = 25
MAX_COLUMNS = 5
FEW = 8
MAX_OF_FEW = 8
"""So many columns are told of a few things."""
STATES = wordset("status state condition")
MAX_NAMED = 12
MAX_PARTS = 12
MAX_DEPTH = 4
MAX_WORDS = 6


def told(reading: Reading, want: Want) -> Reply:
    things = reading.things
    records = list({id(one): one.record for one in map(whole, things)}.values())
    if want.shape == "truth" and not things and reading.subjects:
        about = reading.subjects[:MAX_NAMED]
        held = list(dict.fromkeys(_held(reading)))
        if len(about) == 1 and held and all(_is_own(one) for one in held):
            text = sentence(about[0].record, [one.slot for one in held])
            return Reply(f"No. {text}", [whole(about[0]).record], holds=False)
        shown = list(dict.fromkeys([*_held(reading), *reading.asked]))
        text = "\n".join(f"- {called(one)}{_columns(one, shown)}" for one in about)
        return Reply(f"No:\n\n{text}", [whole(one).record for one in about], holds=False)
    if (
        want.shape == "truth"
        and len(things) == 1
        and reading.asked
        and not any(map(any, map(things[0].values, reading.asked)))
        and not any(map(things[0].is_masked, reading.asked))
    ):
        return Reply(f"No: {_listed(reading, things, want)}", records, holds=False)
    if want.shape == "truth" and (others := _exceptions(reading, want)):
        known = [whole(one).record for one in others[:MAX_LISTED]]
        return Reply(f"No: {_listed(reading, others, want)}", known, holds=False)
    if want.shape == "truth" and len(things) == 1 and reading.is_about and want.is_of_deed:
        return Reply(_listed(reading, things, want), records)
    if want.shape == "truth" and things and is_only_written(reading, want):
        return Reply(f"This is what I can find:\n\n{_listed(reading, things, want)}", records)
    if want.shape == "truth":
        text = f"Yes: {_proof(reading, things, want)}" if things else f"No. {_none(reading)}"
        return Reply(text, records, holds=bool(things))
    if not things:
        return Reply(_none(reading))
    if want.shape == "count" and not _figures(reading) and not is_only_written(reading, want):
        people = _people(things) if want.of_people else []
        named = f": {joined(people or [called(one) for one in things])}" if len(things) <= MAX_NAMED else ""
        verb = "is" if len(things) == 1 else "are"
        noun = counted(len(things), reading.target.source).partition(" ")[2]
        noun = noun if not people else "person" if len(things) == 1 else "people"
        return Reply(f"There {verb} {bold(len(things))} {noun}{named}.", records)
    return Reply(_listed(reading, things, want), records)


def _people(things: Sequence[Thing]) -> list[str]:
    """Who is in the entries of a list that each name somebody."""
    fields = [one for one in things[0].kind.fields if tells_person(one) and not one.slot.is_id]
    told = [thing.values(fields[0]) for thing in things] if len(fields) == 1 else []
    return [str(one[0]) for one in told] if told and all(told) else []


def with_way(reply: Reply, reading: Reading, found: Sequence[Thing]) -> Reply:
    """What it was found by too: `the master of the one with the longest delay` is that of which departure."""
    ways = [one for one in dict.fromkeys(map(whole, found)) if called(one) not in reply.text]
    if not reply.things or not ways or len(reading.things) > 1:
        return reply
    inner = [one for atom in reading.atoms for one in atom.within]
    said = [one.field for one in (*reading.conditions, *inner) if one.field is not None]
    told_ = [f"{called(one)}{_columns(one, [field for field in said if field.kind is one.kind])}" for one in ways]
    return replace(reply, text=f"{reply.text}{BY_WAY}{joined(told_)}.", by_way=[one.record for one in ways])


def whole(thing: Thing) -> Thing:
    """What a thing is a part of, or itself."""
    return thing if thing.parent is None else whole(thing.parent)


def _held(reading: Reading) -> list[Field]:
    """What things are held against."""
    return [one.field for one in reading.conditions if one.kind is reading.target and one.field and not one.is_name]


def _exceptions(reading: Reading, want: Want) -> list[Thing]:
    """`are all beds ripe?`: those that are not."""
    return [one for one in reading.scope if one not in reading.things] if want.is_of_all else []


def _proof(reading: Reading, things: Sequence[Thing], want: Want) -> str:
    """Why it is so: of a single thing what was asked, as a sentence of its own."""
    held = list(dict.fromkeys(_held(reading)))
    is_log = any(one.is_prose for one in reading.target.fields) and not _is_named(reading.target)
    if len(things) == 1 and not reading.asked and held and all(_is_own(one) for one in held) and not is_log:
        return sentence(things[0].record, [one.slot for one in held])
    return _listed(reading, things, want)


def _is_own(field: Field) -> bool:
    return len(field.path) == 1 and field.less is None and field.kind.parent is None


def _figures(reading: Reading) -> list[Field]:
    return [one for one in reading.asked if one.is_number]


def _none(reading: Reading) -> str:
    return f"There is no {reading.target.source.noun} like that."


def called(thing: Thing) -> str:
    """A thing's name and id; of one without a name, with whom or what it is about; of a part, of what it is one."""
    own = thing.id
    if thing.name is None:
        about = _about(thing)
        text = bold(thing.label) if not about else f"{bold(thing.label)} ({plain(about)})"
    else:
        text = bold(thing.name) if own is None or own == thing.name else f"{bold(thing.name)} ({plain(own)})"
    return text if thing.parent is None else f"{text} of {called(whole(thing))}"


def _about(thing: Thing) -> str:
    for field in thing.kind.fields:
        if field.is_text and not field.slot.is_id and not field.slot.choices and not field.is_clock:
            is_short = (value for value in thing.values(field) if len(folded(str(value))) <= MAX_WORDS)
            told = next((str(one) for one in is_short if str(one) != thing.label and not str(one).isdigit()), "")
            if told and field.name not in LONG_TEXTS:
                return told
    return ""


def _listed(reading: Reading, things: Sequence[Thing], want: Want) -> str:
    if len(things) == 1:
        return _one(things[0], reading, want)
    fields = shown_fields(reading, want)
    with_parts = not reading.asked and len(things) <= MAX_COLUMNS
    lines = [_line(thing, _told_of(thing, fields, reading), with_parts) for thing in things[:MAX_LISTED]]
    more = [f"- and {len(things) - MAX_LISTED} more"] if len(things) > MAX_LISTED else []
    total = _total(reading, things)
    return "\n".join([f"{counted(len(things), reading.target.source)}{total}:", "", *lines, *more])


def _line(thing: Thing, fields: Sequence[Field], with_parts: bool) -> str:
    return f"- {called(thing)}{_columns(thing, fields)}{_part_names(thing) if with_parts else ''}"


def _told_of(thing: Thing, fields: Sequence[Field], reading: Reading) -> Sequence[Field]:
    """Of what nobody asked for, only what there is."""
    said = {*reading.asked, *(one.field for one in reading.conditions)}
    return fields if reading.asked else [one for one in fields if one in said or thing.values(one)]


def _part_names(thing: Thing) -> str:
    named = [(kind, [one.label for one in parts if one.name is not None]) for kind, parts in thing.parts.items()]
    return "".join(f"; {kind.source.noun}: {joined([plain(one) for one in names])}" for kind, names in named if names)


def _adds_up(slot: Slot) -> bool:
    """Whether a sum says something: of budgets it does, and not of temperatures."""
    is_rate = bool(RATES & {*slot.all_words}) or has_unit(slot, "percent")
    return not (slot.is_id or is_rate or any(is_of_unit(slot, unit) for unit in LEVELS))


def _total(reading: Reading, things: Sequence[Thing]) -> str:
    for field in _figures(reading):
        values = [one for thing in things for one in thing.values(field) if is_number(one)]
        if len(values) > 1 and _adds_up(field.slot):
            return f", {spoken(field.name)} {bold(value_text(sum(values), field.slot))} in all"
    return ""


def _one(thing: Thing, reading: Reading, want: Want) -> str:
    if reading.asked and not (reading.is_vague and thing.parent is None):
        fields = shown_fields(reading, want)
        is_plain = len(fields) == 1 and len(fields[0].path) == 1 and fields[0].less is None
        if is_plain and thing.parent is None and thing.name:
            return sentence(thing.record, [fields[0].slot])
        return f"{called(thing)}{_columns(thing, fields).removesuffix('.')}."
    if (figure := _only_figure(reading)) is not None and thing.parent is None and thing.name:
        return sentence(thing.record, [figure.slot])
    if set(thing.data) == {WRAPPER} and isinstance(text := thing.data[WRAPPER], str):
        return text
    return in_full(thing)


def in_full(thing: Thing) -> str:
    """All that is known of a thing."""
    every = [one for one in thing.kind.fields if thing.values(one) and not _is_own_name(thing, one)]
    lines = [f"- {_named(one)}: {_text(thing, one)}" for one in every]
    return "\n".join([f"{called(thing)}:", "", *lines, *_parts(thing)])


def _only_figure(reading: Reading) -> Field | None:
    """`which have less than 30?`: what it is of which only a figure was said."""
    held = [one.field for one in reading.conditions if one.side == "figure" and one.kind is reading.target]
    return held[0] if len(held) == len(reading.conditions) == 1 and held[0] and len(held[0].path) == 1 else None


def _parts(thing: Thing, depth: int = 0) -> list[str]:
    """The parts of a thing that is told in full."""
    lines: list[str] = []
    for kind, parts in thing.parts.items():
        indent = "  " * depth
        lines.append(f"{indent}- {counted(len(parts), kind.source)}:")
        for one in parts[:MAX_PARTS]:
            fields = [field for field in kind.fields if one.values(field)]
            told = ", ".join(f"{_named(field)} {_text(one, field)}" for field in fields)
            lines += [f"{indent}  - {told}", *(_parts(one, depth + 2) if depth < MAX_DEPTH else ())]
    return lines


def _is_own_name(thing: Thing, field: Field) -> bool:
    return len(field.path) == 1 and field.name in (thing.record.name_field, "id")


def shown_fields(reading: Reading, want: Want) -> list[Field]:
    """What is asked for, and what the things were chosen by; else what tells most of them."""
    kind = reading.target
    chosen = [one.field for one in reading.conditions if one.kind is kind and one.field is not None]
    if reading.asked:
        asked = [inner for one in reading.asked for inner in [*kind.inside(one), *(one.less or ())]]
        beside = _states(kind) if want.asker == "where" and len(reading.things) == 1 else []
        written = [] if _is_named(kind) else written_in(reading)
        figures = [one for one in chosen if one.is_number or one.is_moment]
        return list(dict.fromkeys([*asked, *figures, *beside, *written]))
    own = [one for one in kind.fields if not _is_known(reading, one)]
    if kind.parent is None:
        own = [one for one in own if not (one.is_prose and _is_named(kind)) and not one.is_detail]
    persons = [one for one in own if tells_person(one)] if want.of_person else []
    figures = [one for one in own if one.is_number]
    prose = [one for one in own if one.is_prose]
    width = MAX_COLUMNS if len(reading.things) > FEW else MAX_OF_FEW
    return list(dict.fromkeys([*chosen, *persons, *own[:width], *figures[:2], *prose]))


def _states(kind: Kind) -> list[Field]:
    """In which state something is goes with where it is."""
    return [one for one in kind.fields if one.slot.choices and STATES & set(one.words)]


def _is_known(reading: Reading, field: Field) -> bool:
    """What a thing is called anyway, and ids beside which the name is told."""
    if field.slot.is_id:
        base = field.name.removesuffix("_id")
        beside = [one for one in field.kind.fields if one.path[:-1] == field.path[:-1] and one is not field]
        if len(field.path) > 1 or any(one.name in (base, f"{base}_name") for one in beside):
            return True
    things = reading.things
    return bool(things) and all(_is_own_name(one, field) or one.values(field) == [one.label] for one in things)


def _is_named(kind: Kind) -> bool:
    """Whether names tell the things apart: what happened to somebody is told by its text."""
    names = [thing.name for thing in kind.things]
    return bool(names) and all(names) and len(set(names)) == len(names)


def _columns(thing: Thing, fields: Sequence[Field]) -> str:
    parts = [f"{_named(one)} {_text(thing, one)}" for one in fields]
    return f": {', '.join(parts)}" if parts else ""


def _named(field: Field) -> str:
    path = [one for one in field.path if one != "name"] or list(field.path)
    return " ".join(spoken(one) for one in path)


def _text(thing: Thing, field: Field) -> str:
    values = thing.values(field)
    if not values and thing.is_masked(field):
        return HIDDEN
    if field.is_list or len(values) > 1:
        return value_text(values, field.slot)
    return value_text(values[0] if values else None, field.slot)
