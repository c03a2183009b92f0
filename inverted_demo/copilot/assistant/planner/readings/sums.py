"""Sums and averages, of all that are meant or of each group of them: `the average rent`, `total price by town`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind, Thing
from assistant.planner.offer.reply import Reply
from assistant.planner.offer.sources import Source
from assistant.planner.readings.attributes import mention_of
from assistant.planner.readings.averages import AVERAGE, held_place
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.reading import Reading
from assistant.planner.readings.telling import whole
from assistant.planner.readings.wants import Want
from assistant.planner.wishes.conditions import is_number
from assistant.planner.wishes.wording import bold, counted, spoken, value_text

SUMS = wordset("total altogether sum together combined overall")
ADDING = (("add", "up", "to"), ("add", "up"), ("adds", "up", "to"), ("in", "total"), ("on", "average"), ("sum", "up"))
CALLED = 0.75
STRENGTH = 1.0


def sum_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    """The word for it says no more, where a figure is named that is not itself called so."""
    spans = list(sum_places(phrase))
    for kind in kinds if spans else ():
        told = [(one, mention_of(phrase, one)) for one in kind.fields if one.is_number and not one.slot.is_id]
        named = [one for one, said in told if said is not None and said[1] >= CALLED]
        for span in spans if named else ():
            if not any(set(one.words) & {phrase.words[at] for at in span} for one in named):
                yield Atom(span, "not", kind, STRENGTH, named[0], side="said")


def sum_places(phrase: Phrase) -> Iterator[range]:
    if held_place(phrase) is not None:
        return
    for said in ADDING:
        if span := phrase.place_of(said):
            yield span
    for at in range(phrase.begin, len(phrase.tokens)):
        if phrase.words[at] in SUMS | AVERAGE:
            yield range(at, at + 1)


def summed(phrase: Phrase, reading: Reading, want: Want, by: Field | None) -> Reply | None:
    """The sum or the average of the figure that is asked for."""
    named = {at for one in reading.atoms if one.role != "not" for at in one.span}
    places = [at for span in sum_places(phrase) for at in span if at not in named]
    figures = [one for one in reading.asked if one.is_number]
    if want.shape == "truth" or not places or len(figures) != 1 or len(reading.things) < 2 - (by is not None):
        return None
    [field] = figures
    is_mean = any(phrase.words[at] in AVERAGE for at in places)
    records = list({id(one): one.record for one in map(whole, reading.things)}.values())
    word = "average" if is_mean else "total"
    if by is None:
        value = _told(reading.things, field, is_mean)
        of = counted(len(reading.things), reading.target.source)
        return Reply(f"The {word} {spoken(field.name)} of {of} is {bold(value)}.", records) if value else None
    groups = grouped_by(reading.things, by)
    lines = [f"- {name}: {bold(_told(things, field, is_mean) or 'not known')}" for name, things in groups.items()]
    return Reply("\n".join([_title(word, field, reading.target.source, by), "", *lines]), records)


def _title(word: str, field: Field, source: Source, by: Field) -> str:
    return (
        f"{word.capitalize()} {spoken(field.name)} of the {counted(2, source).partition(' ')[2]} by {spoken(by.name)}:"
    )


def _told(things: Sequence[Thing], field: Field, is_mean: bool) -> str:
    values = [float(one) for thing in things for one in thing.values(field) if is_number(one)]
    value = sum(values) / len(values) if values and is_mean else sum(values)
    return value_text(round(value, 2), field.slot) if values else ""


def grouped_by(things: Iterable[Thing], by: Field) -> dict[str, list[Thing]]:
    """The largest group first."""
    groups: dict[str, list[Thing]] = {}
    for thing in things:
        for name in [value_text(one, by.slot) for one in thing.values(by)] or ["none"]:
            groups.setdefault(name, []).append(thing)
    return dict(sorted(groups.items(), key=lambda one: -len(one[1])))
