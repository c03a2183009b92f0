"""Superlatives of what is said beside them: `owes the most`, `the most left to pick`, `the longest delay`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from assistant.planner.english.degrees import BEST, LEAST, MOST, WORST, superlative
from assistant.planner.english.stems import is_plural
from assistant.planner.english.vocabulary import SUPERLATIVES, wordset
from assistant.planner.facts.things import Field, Kind, count_fields
from assistant.planner.readings.attributes import mention_of
from assistant.planner.readings.debts import owed, owes_turned, says_owing
from assistant.planner.readings.dimensions import is_scale
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.judged import is_descending
from assistant.planner.readings.lexical import lexical
from assistant.planner.readings.measures import BEHIND, OVERDUE, is_of_something, is_parted
from assistant.planner.readings.phrase import Phrase
from assistant.planner.readings.remaining import figures_left, left_places
from assistant.planner.readings.times import DUE

BESIDE = 0.93
SAID = 0.97
CALLED = 0.9
PARTLY = 0.45
"""So well a figure's name is said at least where it stands beside `the most`."""
AHEAD = 2
MORE, FEWER = frozenset({"more"}), frozenset({"less", "fewer"})
WHICH = wordset("which who whose what")
HAVING = wordset("has have had got with")
MOST_OF, LEAST_OF = frozenset({"most"}), frozenset({"least"})
GRAVITY = wordset("severity seriousness gravity")
GRAVE_WORDS = wordset("urgent important serious critical pressing severe")
LASTING = wordset("longest most furthest farthest worst")
BEHIND_TIME = OVERDUE | {"behind"}
BORN = wordset("born birth birthday birthdate")
YEARS = wordset("year")
OLD = {"oldest": False, "newest": True, "youngest": True, "latest": True}
"""Whether the most years are meant."""


def superlative_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    kinds = list(kinds)
    for at in range(phrase.begin, len(phrase.tokens)):
        word = superlative(phrase.words[at])
        if phrase.tokens[at].is_quoted or phrase.words[max(0, at - 1)] == "at":  # at least two
            continue
        behind = max((_said_behind(phrase, kind, at) for kind in kinds), default=0.0)
        for kind in kinds:
            for field, span, strength, descending in _found(phrase, kind, kinds, at, word, behind):
                yield Atom(span, "extreme", kind, strength, field, descending=descending)


def _said_behind(phrase: Phrase, kind: Kind, at: int) -> float:
    """How well a figure is called by what stands behind a superlative: `which hall has the biggest stage`."""
    if at + 1 >= len(phrase.tokens) or not phrase.weights[at + 1]:
        return 0.0
    told = (mention_of(phrase, one) for one in kind.fields if _is_measured(one))
    return max((strength for span, strength in filter(None, told) if span.start == at + 1), default=0.0)


def _found(
    phrase: Phrase, kind: Kind, kinds: Sequence[Kind], at: int, word: str, behind: float
) -> Iterator[tuple[Field, range, float, bool]]:
    if word in OLD:
        years = (one for one in kind.fields if one.is_number and set(one.words) <= YEARS)
        yield from ((one, range(at, at + 1), SAID, OLD[word]) for one in years)
        births = (one for one in kind.fields if one.is_moment and BORN & set(one.words))
        yield from ((one, range(at, at + 1), SAID, OLD[word]) for one in births)
    if word in LASTING and _is_overdue(phrase, at) and not (behind >= CALLED and _is_of_many(phrase, at)):
        due = (one for one in kind.fields if one.is_moment and DUE & set(one.words))
        yield from ((one, range(at, at + 1), SAID, False) for one in due)
    yield from _graded(phrase, kind, at)
    if word in WORST:
        yield from (
            (one, range(at, at + 1), SAID, True) for one in kind.fields if is_scale(one) and GRAVITY & {*one.words}
        )
    is_any = word in MOST | LEAST or (word in MORE | FEWER and not phrase.has("than") and phrase.has(*WHICH))
    descending = word in MOST | MORE if is_any else SUPERLATIVES.get(word, ("", True))[1]
    if is_any:
        for place in left_places(phrase):
            if at < place.start <= at + AHEAD + 1:
                yield from ((one, range(at, place.stop), SAID, descending) for one in figures_left(kind))
    owing = next((here for here in range(max(phrase.begin, at - BEHIND), at) if says_owing(phrase, here)), None)
    if is_any and owing is not None and (field := owed(kind)) is not None:
        yield field, range(owing, at + 1), SAID, descending != owes_turned(phrase, field, at)
    if is_any:
        for field, span in _counted(phrase, kind, kinds, at):
            yield field, span, SAID, descending
    if is_any or word in SUPERLATIVES or word in WORST | BEST:
        for field, span in _beside(phrase, kind, at, is_any or word in WORST | BEST, behind):
            judged = is_descending(word, field)
            is_most = descending if judged is None else judged
            yield field, span, BESIDE, is_most != (is_any and owes_turned(phrase, field, at))


def _is_measured(field: Field) -> bool:
    return is_scale(field) or (field.is_number and not field.slot.is_id)


def _counted(phrase: Phrase, kind: Kind, kinds: Sequence[Kind], at: int) -> Iterator[tuple[Field, range]]:
    """`the one with the most stops`: of which most are listed."""
    after = phrase.words[at + 1] if at + 1 < len(phrase.tokens) else ""
    for field in count_fields(kind, kinds) if is_plural(after) else ():
        if lexical(after, field.words[-1]) >= SAID:
            yield field, range(at, at + 2)


def _graded(phrase: Phrase, kind: Kind, at: int) -> Iterator[tuple[Field, range, float, bool]]:
    """`more urgent`, `the least serious`: by a scale of words, as `low`, `medium`, `high`."""
    word, after = phrase.words[at], phrase.words[at + 1] if at + 1 < len(phrase.tokens) else ""
    if word in MORE | FEWER | MOST_OF | LEAST_OF and (after in GRAVE_WORDS or after == "important"):
        for field in kind.fields:
            if is_scale(field):
                yield field, range(at, at + 2), SAID, word in MORE | MOST_OF


def _is_of_many(phrase: Phrase, at: int) -> bool:
    """`the crew with the most late jobs`: how many there are, and not how late."""
    return at + 2 < len(phrase.tokens) and is_plural(phrase.words[at + 2])


def _is_overdue(phrase: Phrase, at: int) -> bool:
    """`the longest overdue`, `overdue the longest`, `furthest behind`."""
    return bool(BEHIND_TIME & {*phrase.words[at + 1 : at + 2], *phrase.words[max(phrase.begin, at - BEHIND) : at]})


def _beside(phrase: Phrase, kind: Kind, at: int, is_any: bool, behind: float) -> Iterator[tuple[Field, range]]:
    """The figure that is said best of all, before `the most` or behind a superlative."""
    told = [(field, mention_of(phrase, field)) for field in kind.fields if _is_measured(field)]
    near = [(field, one[0], one[1]) for field, one in told if one and _is_near(phrase, one[0], at, is_any)]
    near = [one for one in near if one[1].start > at or one[2] >= behind]
    best = max((strength for *_, strength in near), default=0.0)
    longest = [span for _, span, strength in near if strength == best]
    for field, span, strength in near:
        if strength == best >= PARTLY and not any(set(span) < set(other) for other in longest):
            start = at - 1 if at > phrase.begin and phrase.words[at - 1] in HAVING else at
            yield field, range(min(start, span.start), max(at + 1, span.stop))


def _is_near(phrase: Phrase, span: range, at: int, is_any: bool) -> bool:
    is_behind = at < span.start <= at + (AHEAD if is_any else 1)
    is_behind = is_behind or (
        is_any and phrase.words[at + 1 : span.start] in (["of", "its"], ["of", "their"], ["of", "the"])
    )
    is_before = at - BEHIND <= span.start < at and not is_parted(phrase, span.stop, at)
    is_before = is_before and not is_of_something(phrase, at)
    return is_behind or (is_any and is_before)
