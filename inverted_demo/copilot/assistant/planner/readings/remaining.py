"""Words for what is left: a figure of its own, or one without how much of it is gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from assistant.planner.facts.things import Field, Kind
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.lexical import lexical
from assistant.planner.readings.phrase import Phrase
from assistant.planner.wishes.remainders import FREE, LEFT, left_figure

SAID = 0.97
BARE = 0.85
NAMED = 0.75
AMBIGUOUS = frozenset({"over"})


def is_left(field: Field) -> bool:
    """Whether a figure says how much is left."""
    is_told = field.less is not None or bool((LEFT | FREE) & set(field.words))
    is_stock = len(field.path) == 1 and left_figure([field.slot]) is not None
    return field.is_number and (is_told or is_stock)


def left_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    kinds = list(kinds)
    for span in left_places(phrase):
        for kind in kinds:
            for field in figures_left(kind):
                own = set(field.words) - LEFT - FREE
                is_named = not own or _is_said(phrase, [*own, *kind.nouns])
                yield Atom(span, "field", kind, SAID if is_named else BARE, field)


def figures_left(kind: Kind) -> list[Field]:
    told = [one for one in kind.fields if one.is_number and (one.less or (LEFT | FREE) & set(one.words))]
    return told or [one for one in kind.fields if is_left(one)][:1]


def left_places(phrase: Phrase) -> Iterator[range]:
    """`left`, `left to pack`; `free`, where it is asked how much or how many."""
    is_amount = phrase.has("many", "much")
    for at in range(phrase.begin, len(phrase.tokens)):
        word = phrase.words[at]
        if phrase.tokens[at].is_quoted or not (word in LEFT - AMBIGUOUS or (is_amount and word in FREE)):
            continue
        is_to_do = phrase.words[at + 1 : at + 2] == ["to"] and at + 2 < len(phrase.tokens)
        yield range(at, at + 3 if is_to_do else at + 1)


def _is_said(phrase: Phrase, words: Sequence[str]) -> bool:
    said = phrase.words[phrase.begin :]
    return any(lexical(one, word) >= NAMED for one in said for word in words)
