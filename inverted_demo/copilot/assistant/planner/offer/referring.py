"""Whether a thing names another one: by its id, by what it is called, or by a label made of its fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from assistant.planner.english.stems import concept, content_stems
from assistant.planner.offer.records import Record

WORD = re.compile(r"\w+")
MIN_PARTS = 2
"""A label such as `FV14 SCH Vauxhall Vivaro` has at least so many fields of the thing."""
MAX_LABEL = 80
MAX_KEPT = 8192


class Calls:
    """What some things are called by."""

    def __init__(self, entities: Sequence[Record]) -> None:
        self._kinds = entities[0].source.concepts if entities else frozenset[str]()
        self._names = {_plain(one) for entity in entities for one in (entity.id, entity.label) if one is not None}
        self._names -= {""}
        self._parts = [_parts(entity) for entity in entities]

    def name(self, key: str, value: Any) -> bool:
        """Whether a value of a field of that name names one of them."""
        if isinstance(value, bool) or not isinstance(value, str | int) or len(str(value)) > MAX_LABEL:
            return False
        plain = _plain(value)
        if plain in self._names or plain.partition(" (")[0] in self._names:
            return not plain.isdigit() or bool(self._kinds & _concepts(key))
        return isinstance(value, str) and any(_is_label(plain, parts) for parts in self._parts)


def references(thing: Record) -> Iterable[tuple[str, Any]]:
    """All plain values of a thing with the names of their fields, also those of lists and of the objects in it."""
    for key, value in thing.data.items():
        yield from _values(key, value)


def _values(key: str, value: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(value, list):
        for one in cast(list[Any], value):
            yield from _values(key, one)
    elif isinstance(value, Mapping):
        for inner, one in cast(Mapping[str, Any], value).items():
            yield from _values(inner, one)
    elif value is not None:
        yield key, value


def names_any(thing: Record, calls: Calls) -> bool:
    return any(calls.name(key, value) for key, value in references(thing))


def _plain(value: Any) -> str:
    return str(value).casefold().strip()


@lru_cache(MAX_KEPT)
def _concepts(key: str) -> frozenset[str]:
    return frozenset(map(concept, content_stems(key)))


@lru_cache(MAX_KEPT)
def _words(text: str) -> tuple[str, ...]:
    return tuple(WORD.findall(text))


def _parts(entity: Record) -> list[tuple[str, ...]]:
    values = (value for value in entity.data.values() if isinstance(value, str | int) and not isinstance(value, bool))
    return [words for value in values if (words := _words(_plain(value))) and len(str(value)) <= MAX_LABEL]


def _is_label(text: str, parts: Sequence[tuple[str, ...]]) -> bool:
    """Whether a text is put together of several values of one thing, and of nothing else."""
    left = _words(text)
    used = 0
    while left:
        part = max((one for one in parts if left[: len(one)] == one), key=len, default=None)
        if part is None:
            return False
        left = left[len(part) :]
        used += 1
    return used >= MIN_PARTS
