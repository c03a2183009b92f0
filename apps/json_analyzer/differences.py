"""Compares two documents: what was added, removed and changed."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, Literal

from pydantic import BaseModel, Field

from excerpts import Excerpt, excerpt, kind_of
from pointers import Key, pointer_of
from walking import Path, parts_of_path

Change = Literal["added", "removed", "changed"]

MISSING: Any = object()
NOTHING: tuple[Path, Any, Any] = (None, None, None)
"""A pair without a difference: a step that is only for its pause."""


class Difference(BaseModel):
    """One place in which the documents differ."""

    pointer: str = Field(description="Where it is, as a JSON Pointer: into the first document, or what was added")
    change: Change
    before: Excerpt | None = Field(description="In the first document")
    after: Excerpt | None = Field(description="In the second document")


class Comparison(BaseModel):
    are_equal: bool
    added: int
    removed: int
    changed: int
    differences: list[Difference]
    more: int = Field(description="How many differences are left out, because of the limit")


@dataclass
class _Tally:
    most: int
    counts: dict[Change, int] = field(default_factory=lambda: {"added": 0, "removed": 0, "changed": 0})
    differences: list[Difference] = field(default_factory=list[Difference])

    def note(self, path: Path, before: Any, after: Any) -> None:
        change: Change = "added" if before is MISSING else "removed" if after is MISSING else "changed"
        self.counts[change] += 1
        if len(self.differences) < self.most:
            pointer = pointer_of(parts_of_path(path))
            sides = {"before": before, "after": after}
            shown = {side: None if value is MISSING else excerpt(value, 200) for side, value in sides.items()}
            self.differences.append(Difference(pointer=pointer, change=change, **shown))


def compare(first: Any, second: Any, most: int) -> Generator[float, None, Comparison]:
    """Object by key; arrays by position, after what both begin with and before what both end with."""
    tally = _Tally(most)
    waiting: list[Iterator[tuple[Path, Any, Any]]] = [iter([(None, first, second)])]
    while waiting:
        yield 0
        pair = next(waiting[-1], None)
        if pair is None:
            waiting.pop()
            continue
        path, before, after = pair
        if before is MISSING or after is MISSING or kind_of(before) != kind_of(after):
            tally.note(path, before, after)
        elif isinstance(before, dict):
            waiting.append(_members(path, before, after))
        elif isinstance(before, list):
            around = yield from _shared_ends(before, after)
            waiting.append(_items(path, before, after, *around))
        elif before != after:
            tally.note(path, before, after)
    total = sum(tally.counts.values())
    return Comparison(are_equal=not total, differences=tally.differences, more=max(total - most, 0), **tally.counts)


def _members(path: Path, before: dict[str, Any], after: dict[str, Any]) -> Iterator[tuple[Path, Any, Any]]:
    for key, value in before.items():
        yield (path, key), value, after.get(key, MISSING)
    for key, value in after.items():
        yield ((path, key), MISSING, value) if key not in before else NOTHING


def _items(path: Path, before: list[Any], after: list[Any], start: int, end: int) -> Iterator[tuple[Path, Any, Any]]:
    middles = (values[start : len(values) - end] for values in (before, after))
    for number, (one, other) in enumerate(zip_longest(*middles, fillvalue=MISSING), start):
        key: Key = number
        yield (path, key), one, other


def _shared_ends(before: list[Any], after: list[Any]) -> Generator[float, None, tuple[int, int]]:
    """How many items are the same from the start, and of the rest from the end."""
    shorter = min(len(before), len(after))
    start = yield from _shared(zip(before, after, strict=False), shorter)
    end = yield from _shared(zip(reversed(before), reversed(after), strict=False), shorter - start)
    return start, end


def _shared(pairs: Iterable[tuple[Any, Any]], most: int) -> Generator[float, None, int]:
    count = 0
    for one, other in pairs:
        if count == most or not (yield from _is_same(one, other)):
            break
        count += 1
    return count


def _is_same(one: Any, other: Any) -> Generator[float, None, bool]:
    """Whether two values are the same JSON: to Python, true is 1 as well."""
    waiting = [iter([(one, other)])]
    while waiting:
        yield 0
        one, other = next(waiting[-1], (MISSING, MISSING))
        if one is MISSING:
            waiting.pop()
        elif other is MISSING or kind_of(one) != kind_of(other):
            return False
        elif isinstance(one, dict):
            if len(one) != len(other):
                return False
            waiting.append(_values_by_key(one, other))
        elif isinstance(one, list):
            if len(one) != len(other):
                return False
            waiting.append(zip(one, other, strict=True))
        elif one != other:
            return False
    return True


def _values_by_key(one: dict[str, Any], other: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
    for key, value in one.items():
        yield value, other.get(key, MISSING)
