"""How many of each: `how many beds per gardener`, `jobs by status`, `what status do most jobs have`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind
from assistant.planner.offer.reply import Reply
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.reading import Reading
from assistant.planner.readings.sums import grouped_by, summed
from assistant.planner.readings.telling import whole
from assistant.planner.readings.wants import Want
from assistant.planner.wishes.wording import bold, counted, spoken

EACH = wordset("per each every by")
NUMBERS = wordset("number count counts numbers many breakdown break tally split")
COMMON = wordset("commonest common frequent popular")
MOST = wordset("most commonest")
DOING = wordset("do are have")


def grouped(phrase: Phrase, reading: Reading, want: Want) -> Reply | None:
    """The numbers, where a field is said by which they are told apart; sums and averages, of each or of all."""
    by = _field(phrase, reading)
    if (told := summed(phrase, reading, want, by)) is not None:
        return told
    common = _commonest(phrase, reading) if by is None else None
    is_counted = want.shape == "count" or phrase.has(*NUMBERS)
    field = common or (by if is_counted else None)
    if field is None or not reading.things:
        return None
    groups = {name: len(things) for name, things in grouped_by(reading.things, field).items()}
    records = list({id(one): one.record for one in map(whole, reading.things)}.values())
    if common is not None:
        most = max(groups.values())
        best = [name for name, count in groups.items() if count == most]
        of = counted(len(reading.things), reading.target.source)
        told_ = ", ".join(bold(name) for name in best)
        return Reply(f"Most often the {spoken(common.name)} is {told_}: {most} of {of}.", records)
    lines = [f"- {name}: {bold(count)}" for name, count in groups.items()]
    title = f"{counted(len(reading.things), reading.target.source)} by {spoken(field.name)}:"
    return Reply("\n".join([title, "", *lines]), records)


def common_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    """`most common`, `do most jobs have`: of no figure is there the most."""
    if phrase.words[phrase.begin] not in ("which", "what"):
        return
    for at in range(phrase.begin + 1, len(phrase.tokens)):
        is_many = phrase.words[at] == "most" and phrase.words[at - 1] in DOING
        for kind in kinds:
            if phrase.words[at] in COMMON:
                yield Atom(range(at - (phrase.words[at - 1] == "most"), at + 1), "not", kind, 1.0)
            elif is_many and phrase.tokens[min(at + 1, len(phrase.tokens) - 1)].stem in kind.nouns:
                yield Atom(range(at, at + 1), "these", kind, 1.0, None, frozenset(kind.things), side="said")


def _field(phrase: Phrase, reading: Reading) -> Field | None:
    said = [one for one in reading.atoms if one.role == "field" and one.kind is reading.target and one.field]
    fields = (
        one.field for one in said if EACH & set(phrase.words[max(phrase.begin, one.span.start - 2) : one.span.start])
    )
    return next((one for one in fields if one is not None and not one.is_number), None)


def _commonest(phrase: Phrase, reading: Reading) -> Field | None:
    """`which status is the most common`, `what status do most jobs have`: of values, and not of things."""
    words = phrase.words[phrase.begin :]
    is_asked = words[:1] in (["which"], ["what"]) and bool(COMMON & set(words) or _is_of_most(words))
    said = [one.field for one in reading.atoms if one.role == "field" and one.kind is reading.target and one.field]
    if any(one.role == "extreme" for one in reading.atoms):
        return None
    fields = [one for one in said if one.is_text and not one.slot.is_id]
    return fields[0] if is_asked and len(fields) == 1 and len(reading.asked) <= 1 else None


def _is_of_most(words: list[str]) -> bool:
    at = next((at for at, word in enumerate(words) if word == "most"), 0)
    return at > 1 and words[at - 1] in DOING and bool(words[at + 1 :])
