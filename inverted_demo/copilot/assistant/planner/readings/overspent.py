"""`over budget`, `within the allowance`: how a figure stands to how much of it is gone, by another figure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from assistant.planner.english.vocabulary import SUPERLATIVES, wordset
from assistant.planner.facts.things import Field, Kind, Thing
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.lexical import lexical
from assistant.planner.readings.phrase import Phrase
from assistant.planner.wishes.conditions import is_number

OVER = wordset("over above beyond exceed exceeds exceeded exceeding past overrun overran blown blew bust")
WITHIN = wordset("within under below inside")
SMALL = wordset("the their its his her our on")
SPENT = wordset("overspent overspend overspends overspending overbudget overspenders")
CALLED = 0.9
STRENGTH = 1.0


def over_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    for kind in kinds:
        for field in (one for one in kind.fields if one.less is not None):
            for span, is_over in _places(phrase, field):
                yield Atom(span, "these", kind, STRENGTH, field, _with(kind, field, is_over), side="state")
            for at in _overspent(phrase):
                if at > phrase.begin and phrase.words[at - 1] in SUPERLATIVES:
                    yield Atom(range(at - 1, at + 1), "extreme", kind, STRENGTH, field, descending=False)
                else:
                    yield Atom(range(at, at + 1), "these", kind, STRENGTH, field, _with(kind, field, _is_less))


def _is_less(left: float) -> bool:
    return left < 0


def _is_enough(left: float) -> bool:
    return left >= 0


def _with(kind: Kind, field: Field, test: Callable[[float], bool]) -> frozenset[Thing]:
    return frozenset(one for one in kind.things if any(is_number(left) and test(left) for left in one.values(field)))


def _places(phrase: Phrase, field: Field) -> Iterator[tuple[range, Callable[[float], bool]]]:
    """Where the figure of which there is so much is called by its name, behind a word for more or less than that."""
    assert field.less is not None
    for at in range(phrase.begin, len(phrase.tokens) - 1):
        word = phrase.words[at]
        if word not in OVER | WITHIN or phrase.tokens[at].is_quoted:
            continue
        named = at + 1
        while named < len(phrase.tokens) - 1 and phrase.words[named] in SMALL:
            named += 1
        if any(lexical(phrase.words[named], one) >= CALLED for one in field.less[0].words):
            yield range(at, named + 1), _is_less if word in OVER else _is_enough


def _overspent(phrase: Phrase) -> Iterator[int]:
    return (at for at in range(phrase.begin, len(phrase.tokens)) if phrase.words[at] in SPENT)
