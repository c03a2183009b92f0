"""How many there are, held against a number: `do we have more than three open cases?`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from assistant.planner.english.numbers import Figure
from assistant.planner.facts.things import Kind
from assistant.planner.offer.reply import Reply
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.phrase import Phrase
from assistant.planner.wishes.conditions import compares

COUNTED = 0.9
AHEAD = 3
"""`more than 3 long overdue cases`: so many words stand before what is counted."""
SIDE = "count"


def counted_at(phrase: Phrase, span: range, kind: Kind) -> bool:
    """Whether the number is how many of such things there are: their name follows, and nothing that parts them."""
    for at in range(span.stop, min(len(phrase.tokens), span.stop + AHEAD)):
        if phrase.tokens[at].stem in kind.nouns:
            return True
        if phrase.weights[at] == 0:
            return False
    return False


def held_figure(phrase: Phrase) -> tuple[range, Figure] | None:
    """The number that something is held against."""
    return next(((span, one) for span, one in phrase.figures if one.comparison is not None), None)


def count_atoms(phrase: Phrase, kinds: Iterable[Kind], is_truth: bool) -> Iterator[Atom]:
    held = held_figure(phrase) if is_truth else None
    for kind in kinds if held else ():
        if held and counted_at(phrase, held[0], kind):
            yield Atom(held[0], "these", kind, COUNTED, None, frozenset(kind.things), side=SIDE)


def is_counted(atoms: Iterable[Atom], kind: Kind) -> bool:
    return any(one.side == SIDE and one.kind is kind for one in atoms)


def told_count(figure: Figure, told: Reply, count: int, nouns: str) -> Reply:
    """Yes or no, how many there are, and which these are."""
    holds = figure.comparison is not None and compares(count, figure.comparison, figure.value)
    text = f"{'Yes' if holds else 'No'}: there {'is' if count == 1 else 'are'} {nouns}"
    listed = told.text.partition("\n")[2] if count > 1 else ""
    return Reply(f"{text}:\n{listed}" if listed else f"{text}.", told.things, holds)
