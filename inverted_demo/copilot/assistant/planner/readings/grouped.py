"""How many of each: `how many beds per gardener`, `jobs by status`, `how many pupils does each teacher have`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Thing
from assistant.planner.offer.reply import Reply
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.reading import Reading
from assistant.planner.readings.telling import whole
from assistant.planner.readings.wants import Want
from assistant.planner.wishes.wording import bold, counted, spoken, value_text

EACH = wordset("per each every by")
NONE = "none"


def grouped(phrase: Phrase, reading: Reading, want: Want) -> Reply | None:
    """The numbers, where a field is said by which they are told apart."""
    field = _field(phrase, reading) if want.shape == "count" else None
    if field is None or not reading.things:
        return None
    told = Counter(value for thing in reading.things for value in _values(thing, field))
    lines = [f"- {value}: {bold(count)}" for value, count in told.most_common()]
    records = list({id(one): one.record for one in map(whole, reading.things)}.values())
    title = f"{counted(len(reading.things), reading.target.source)} by {spoken(field.name)}:"
    return Reply("\n".join([title, "", *lines]), records)


def _field(phrase: Phrase, reading: Reading) -> Field | None:
    said = [one for one in reading.atoms if one.role == "field" and one.kind is reading.target and one.field]
    fields = (
        one.field for one in said if EACH & set(phrase.words[max(phrase.begin, one.span.start - 2) : one.span.start])
    )
    return next((one for one in fields if one is not None and not one.is_number), None)


def _values(thing: Thing, field: Field) -> Sequence[str]:
    return [value_text(one, field.slot) for one in thing.values(field)] or [NONE]
