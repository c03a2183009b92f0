"""What words for figures say of things: those of which a figure is so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from assistant.planner.english.numbers import Comparison, Figure
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind
from assistant.planner.readings.attributes import mention_of
from assistant.planner.readings.counting import counted_at
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.lexical import lexical
from assistant.planner.readings.measures import other_way
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.shares import shares
from assistant.planner.wishes.amounts import has_unit
from assistant.planner.wishes.conditions import compares, is_number

WHOLE = 0.9
"""How well the name of a figure is said in whole."""
BETWEEN = 2
"""So many words stand between the two ends of a range: a unit, and `and`."""
PERCENT = wordset("% percent pct")
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
        for kind in kinds:
            for field in kind.fields:
                if not field.is_number:
                    continue
                named = _named(phrase, span, field)
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
                start = min(span.start, named) if named is not None else span.start
                no = phrase.negated(start) if named is not None and figure.comparison is not None else None
                if no is not None:
                    whole = range(no, max(span.stop, (named or 0) + 1))
                    yield Atom(whole, "these", kind, 0.97, field, other_way(kind, field, things), side="no")
                    continue
                stop = max(span.stop + is_unit, named + 1 if named is not None else 0)
                strength = 0.95 if named is not None else 0.85 if is_unit else 0.6
                said = mention_of(phrase, field) if named == span.stop and figure.comparison is not None else None
                if said is not None and said[0].start == span.stop and said[1] >= WHOLE:
                    stop, strength = max(stop, said[0].stop), 1.0  # `more than two open orders`, of `open_orders`
                if stop - start <= len(span) + 4:
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
    near = (
        *range(span.stop, min(len(phrase.tokens), span.stop + 2)),
        *range(max(phrase.begin, span.start - 4), span.start),
    )
    for at in near:
        least = CALLED if phrase.tokens[at].stem in field.kind.nouns else ALIKE  # `services`, not how long they serve
        if any(lexical(phrase.tokens[at].word, word) >= least for word in field.words if len(word) > 1):
            return at
    return None
