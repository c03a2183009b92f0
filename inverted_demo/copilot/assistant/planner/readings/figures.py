"""What words for figures say of things: those of which a figure is so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from assistant.planner.english.numbers import Comparison, Figure
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind
from assistant.planner.readings.attributes import mention_of, unsaid
from assistant.planner.readings.counting import counted_at
from assistant.planner.readings.evidence import WITHIN, Atom
from assistant.planner.readings.lexical import lexical
from assistant.planner.readings.measures import other_way
from assistant.planner.readings.phrase import NUMBER_WEIGHT, Phrase
from assistant.planner.readings.shares import shares
from assistant.planner.wishes.amounts import has_unit
from assistant.planner.wishes.conditions import compares, is_number

BETWEEN = 2
"""So many words stand between the two ends of a range: a unit, and `and`."""
PERCENT = wordset("% percent pct")
COMPARING = wordset(
    "no not more less fewer higher lower greater larger smaller longer shorter than at most least up to over above "
    "under"
)
SIDES = wordset("more less fewer higher lower above below over under longer better greater")
UNSAID = wordset("of")
BEFORE = 4
"""So far before what it is held against the name of a figure stands."""
PARTLY = 0.05
ALIKE = 0.75
CALLED = 0.9
"""So much a word is a field's name at least that is also what the things are called."""
SCALES: dict[str, tuple[float, str]] = {
    "tonne": (1000, "kg"), "tonnes": (1000, "kg"), "ton": (1000, "kg"), "tons": (1000, "kg"), "kilo": (1, "kg"),
    "kilos": (1, "kg"), "kg": (1, "kg"), "hour": (60, "minutes"), "hours": (60, "minutes"), "hrs": (60, "minutes"),
    "minute": (1, "minutes"), "minutes": (1, "minutes"), "mins": (1, "minutes"), "metre": (1, "m"), "metres": (1, "m"),
}  # fmt: skip
"""Units, and how much each is in one of another."""


def figure_atoms(phrase: Phrase, kinds: Sequence[Kind]) -> Iterator[Atom]:
    parts = {at for share in shares(phrase) for at in share.span}
    told = [one for one in phrase.figures if not parts & set(one[0])]
    for span, figure, highest in _ranges(told):
        if figure.comparison is None and phrase.is_count(span.start):
            continue
        scale, unit = SCALES.get(figure.unit, (1.0, ""))
        is_count = any(counted_at(phrase, span, kind) for kind in kinds)
        comparing = _comparing(phrase, span)
        for kind in kinds:
            for field in kind.fields:
                if not field.is_number:
                    continue
                named = _named(phrase, span, field)
                said = range(span.start, _end(phrase, span, field)) if named is not None else span
                is_share = figure.unit in PERCENT
                is_unit = has_unit(field.slot, "percent") if is_share else bool(unit) and unit in field.words
                if is_share and not is_unit:
                    continue
                if named is None and not is_unit and (figure.comparison is None or is_count):
                    continue
                factor = scale if is_unit and not is_share else 1
                comparison: Comparison = figure.comparison or ("ge" if is_unit and not is_share else "eq")
                things = frozenset(
                    thing
                    for thing in kind.things
                    if any(
                        is_number(one)
                        and compares(one, comparison, figure.value * factor)
                        and (highest is None or one <= highest * factor)
                        for one in thing.values(field)
                    )
                )
                start = min(span.start, _begin(phrase, named, field)) if named is not None else span.start
                no = phrase.negated(start) if named is not None and figure.comparison is not None else None
                if no is not None and not comparing <= no < span.start:
                    whole = range(no, max(span.stop, (named or 0) + 1))
                    yield Atom(whole, "these", kind, 0.97, field, other_way(kind, field, things), side="no")
                    continue
                start = min(start, comparing) if start == span.start else start
                stop = max(said.stop, span.stop + is_unit, named + 1 if named is not None else 0)
                strength = _strength(phrase, field) if named is not None else 0.85 if is_unit else 0.6
                strength = (
                    max(strength, _as_named(phrase, field, range(start, stop))) if named is not None else strength
                )
                if stop - start <= len(said) + span.start - comparing + 4:
                    yield Atom(range(start, stop), "these", kind, strength, field, things, side="figure")


def _ranges(found: Iterable[tuple[range, Figure]]) -> Iterator[tuple[range, Figure, float | None]]:
    """`between 35 and 45`: one range, and not one figure or the other."""
    told = list(found)
    at = 0
    while at < len(told):
        span, figure = told[at]
        after = told[at + 1] if at + 1 < len(told) else None
        is_range = figure.comparison == "ge" and after is not None and after[1].comparison == "le"
        if is_range and after is not None and after[0].start - span.stop <= BETWEEN:
            yield range(span.start, after[0].stop), figure, after[1].value
            at += 2
        else:
            yield span, figure, None
            at += 1


def _named(phrase: Phrase, span: range, field: Field) -> int | None:
    behind = _side_end(phrase, span.stop)
    near = (
        *range(behind, min(len(phrase.tokens), behind + 2)),
        *range(max(phrase.begin, _comparing(phrase, span) - BEFORE), span.start),
    )
    for at in near:
        least = CALLED if phrase.tokens[at].stem in field.kind.nouns else ALIKE  # `services`, not how long they serve
        if any(lexical(phrase.tokens[at].word, word) >= least for word in field.words if len(word) > 1):
            return at
    return None


def _comparing(phrase: Phrase, span: range) -> int:
    """`is no more than 30`: where the words before a figure begin that hold it against something."""
    at = span.start
    while at > phrase.begin and phrase.words[at - 1] in COMPARING:
        at -= 1
    return at


def _begin(phrase: Phrase, named: int, field: Field) -> int:
    """`price per pack over 30`: where the whole name begins."""
    mention = mention_of(phrase, field)
    return mention[0].start if mention is not None and named in mention[0] else named


def held_words(phrase: Phrase) -> set[int]:
    """`no more than 30`, `30 or fewer`: what holds a figure against something, and asks for no most or least."""
    held: set[int] = set()
    for span, figure in phrase.figures:
        if figure.comparison is not None:
            sides = (at for at in range(span.stop + 1, span.stop + 5) if phrase.words[at - 1 : at] == ["or"])
            held |= {*range(_comparing(phrase, span), span.start), *sides}
    return held


def _end(phrase: Phrase, span: range, field: Field) -> int:
    """`12 days overdue or more`: with the whole name of the figure, and on which side of it."""
    at = _side_end(phrase, span.stop)
    while at < len(phrase.tokens) and (phrase.words[at] in field.words or phrase.words[at] in UNSAID):
        at += 1
    return _side_end(phrase, at)


def _side_end(phrase: Phrase, at: int) -> int:
    """`30 or more`."""
    is_side = phrase.words[at : at + 1] == ["or"] and bool(SIDES & set(phrase.words[at + 1 : at + 2]))
    return at + 2 if is_side else at


def _as_named(phrase: Phrase, field: Field, span: range) -> float:
    """`a price per pack over 30`: more than the name alone, and the figure of something else."""
    mention, weights = mention_of(phrase, field), phrase.weights
    whole = sum(weights[at] for at in span if at < len(weights))
    if mention is None or len(mention[0]) < BETWEEN or not set(mention[0]) <= set(span) or not whole:
        return 0.0
    own = sum(max(weights[at], WITHIN) for at in mention[0])
    return (own * mention[1] + NUMBER_WEIGHT) / whole


def _strength(phrase: Phrase, field: Field) -> float:
    """Of two figures, `total` and `total_left`, that of which the whole name is said."""
    return 0.95 - PARTLY * unsaid(phrase, field)
