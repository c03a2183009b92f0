"""Lists in an order that is said: `the boats sorted by price`, `rank them by age`, `late boats, the oldest first`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from assistant.planner.english.numbers import number
from assistant.planner.english.vocabulary import wordset
from assistant.planner.facts.things import Field, Kind
from assistant.planner.readings.attributes import mention_of
from assistant.planner.readings.dimensions import is_scale
from assistant.planner.readings.evidence import Atom
from assistant.planner.readings.measures import OVERDUE
from assistant.planner.readings.phrase import Phrase

SORTING = wordset("sort sorted order ordered arrange arranged list listed")
RANKING = wordset("rank ranked ranking")
TOP = wordset("top bottom")
SORTING_BEFORE = (SORTING - {"list", "listed"}) | RANKING | TOP
DOWN = wordset("descending desc highest biggest largest most latest newest longest high top")
UP = wordset("ascending asc lowest smallest fewest least cheapest earliest oldest shortest low bottom")
DIRECTING = DOWN | UP | wordset("first from to the in order with starting decreasing increasing down up last begin")
BESIDE = OVERDUE | {"one", "ones"}
"""`The longest overdue first`."""
STRENGTH = 1.0
ALL = 10_000
CALLED = 0.75


def ordering_atoms(phrase: Phrase, kinds: Iterable[Kind]) -> Iterator[Atom]:
    kinds = list(kinds)
    for led, by in _places(phrase):
        for kind in kinds:
            for field, span in _figures(phrase, kind, by):
                behind = range(span.stop, _direction_end(phrase, span.stop))
                is_last = behind.stop == len(phrase.tokens) and phrase.tokens[by - 1].stem in kind.nouns
                if not led and not is_last and not any(phrase.words[at] in DOWN | UP for at in behind):
                    continue
                many, is_down = _how(phrase, led, behind, is_down=is_scale(field))
                yield Atom(range(by, behind.stop), "extreme", kind, STRENGTH, field, descending=is_down, many=many)
                if led:
                    yield Atom(led, "not", kind, STRENGTH, field)


def all_in_order(phrase: Phrase, atoms: Iterable[Atom]) -> Iterator[Atom]:
    """`The worst first`, at the end, means all of them, in that order."""
    first = len(phrase.tokens) - 1
    if first <= phrase.begin or phrase.words[first] != "first":
        yield from atoms
        return
    found = list(atoms)
    led = [one for one in found if one.role == "extreme" and one.span.start < first and _leads_to(phrase, one, first)]
    for one in found:
        if one in led:
            yield replace(one, span=range(one.span.start, first + 1), many=ALL)
        elif not led or first not in one.span:
            yield one


def _leads_to(phrase: Phrase, most: Atom, first: int) -> bool:
    """`the oldest first`, `the oldest ones first`, `oldest projects first`."""
    between = phrase.tokens[most.span.stop : first]
    return all(token.word in BESIDE or token.stem in most.kind.nouns for token in between)


def _places(phrase: Phrase) -> Iterator[tuple[range, int]]:
    """Where an order is asked for, and where begins by what."""
    for at in range(phrase.begin, len(phrase.tokens)):
        word, after = phrase.words[at], phrase.words[at + 1 : at + 2]
        if word == "by" and not SORTING_BEFORE & set(phrase.words[phrase.begin : at]):
            yield range(0), at
        if word not in SORTING | RANKING | TOP:
            continue
        many = number(after[0]) if word in TOP and after else None
        if word in TOP and not many:
            continue
        for by in range(at + 1, len(phrase.tokens) - 1):
            if phrase.words[by] == "by" or (by == at + 1 and word == "order" and phrase.words[by] == "of"):
                yield range(at, at + 1 + bool(many)), by
                break


def _figures(phrase: Phrase, kind: Kind, by: int) -> Iterator[tuple[Field, range]]:
    measured = (one for one in kind.fields if one.is_number or one.is_moment or is_scale(one))
    told = [(one, mention_of(phrase, one)) for one in measured]
    near = [(one, *said) for one, said in told if said and by < said[0].start <= by + 2 and said[1] >= CALLED]
    best = max(((strength, len(span)) for _, span, strength in near), default=(0.0, 0))
    for one, span, strength in near:
        if (strength, len(span)) == best:
            yield (
                one,
                range(span.start, span.stop + (one.is_moment and phrase.words[span.stop : span.stop + 1] == ["date"])),
            )


def _direction_end(phrase: Phrase, stop: int) -> int:
    while stop < len(phrase.tokens) and phrase.words[stop] in DIRECTING:
        stop += 1
    return stop


def _how(phrase: Phrase, led: range, behind: range, *, is_down: bool) -> tuple[int, bool]:
    """How many, and whether the most goes first; where that is not said, a ranking begins with the best."""
    said = [phrase.words[at] for at in behind]
    towards = next((word for word in said if word in DOWN | UP | {"decreasing", "increasing"}), None)
    first = phrase.words[led.start] if led else ""
    many = number(phrase.words[led.stop - 1]) if len(led) > 1 else None
    is_down = is_down or first in RANKING or first == "top" if towards is None else towards in DOWN | {"decreasing"}
    return int(many) if many else ALL, is_down
