"""What a document consists of: which places it has, with which types, how often."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, Field

from excerpts import Kind, kind_of, legible
from pointers import Key
from reading import Document
from walking import children

PLACES = 2000
"""So many places are told apart. A document that uses data as keys has no end of them."""

NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
NAMED_DUPLICATES = 10


class Place(BaseModel):
    """Values that are at the same place in similar objects."""

    path: str = Field(description="Where they are, as a JSONPath")
    count: int = Field(description="How many values there are")
    kinds: dict[Kind, int] = Field(description="How many there are of each type")
    most_items: int | None = Field(description="Items in the longest array there, or keys in the largest object")


class Description(BaseModel):
    """What a document consists of."""

    name: str
    size_bytes: int
    encoding: str
    values: int = Field(description="How many values there are, objects and arrays included")
    depth: int = Field(description="How many objects and arrays are within each other at most")
    kinds: dict[Kind, int] = Field(description="How many values there are of each type")
    places: list[Place] = Field(description="Which places it has, in their order in the document")
    more_places: int = Field(description="How many places are left out, because of the limit")
    has_uncounted_places: bool = Field(description="Whether it has so many places that not all were told apart")
    duplicate_keys: list[str] = Field(description="Some of the keys that are twice in one object; the last one counts")
    duplicate_key_count: int


@dataclass(slots=True)
class _Shape:
    path: str
    kinds: Counter[Kind] = field(default_factory=Counter[Kind])
    most_items: int = 0
    within: dict[Key, _Shape] = field(default_factory=dict[Key, "_Shape"])
    """By key; all items of an array by the number 0."""


class _Census:
    def __init__(self) -> None:
        self.root = _Shape("$")
        self.all = [self.root]
        self.rest = _Shape("…")
        """Of all places beyond the limit."""
        self.depth = 0

    def count(self, document: Any, values: int) -> Generator[float, None, None]:
        open_values: list[tuple[_Shape, Iterator[tuple[Key | None, Any]]]] = [(self.root, iter([(None, document)]))]
        counted = 0
        while open_values:
            around, rest = open_values[-1]
            for key, value in rest:
                shape = around if key is None else self._child(around, key)
                kind = kind_of(value)
                shape.kinds[kind] += 1
                counted += 1
                yield min(counted / values, 1)
                if kind in ("object", "array"):
                    shape.most_items = max(shape.most_items, len(value))
                    self.depth = max(self.depth, len(open_values))
                    open_values.append((shape, iter(children(value))))
                    break
            else:
                open_values.pop()

    def _child(self, shape: _Shape, key: Key) -> _Shape:
        key = key if isinstance(key, str) else 0
        known = shape.within.get(key)
        if known is None:
            if len(self.all) == PLACES or shape is self.rest:
                return self.rest
            known = shape.within[key] = _Shape(shape.path + (step_of(key) if isinstance(key, str) else "[*]"))
            self.all.append(known)
        return known


def step_of(key: str) -> str:
    """A key in a JSONPath."""
    return f".{key}" if NAME.fullmatch(key) else f"[{json.dumps(key, ensure_ascii=False)}]"


def describe(document: Document, most_places: int) -> Generator[float, None, Description]:
    census = _Census()
    # Nobody knows before how many values there are: few are shorter than this with the comma
    yield from census.count(document.value, max(document.size_bytes // 8, 1))
    shapes = list(_in_order(census.root))
    kinds = sum((shape.kinds for shape in [*shapes, census.rest]), Counter[Kind]())
    return Description(
        name=document.name,
        size_bytes=document.size_bytes,
        encoding=document.encoding,
        values=kinds.total(),
        depth=census.depth,
        kinds=dict(kinds),
        places=[_place(shape) for shape in shapes[:most_places]],
        more_places=max(len(shapes) - most_places, 0),
        has_uncounted_places=bool(census.rest.kinds),
        duplicate_keys=[legible(key) for key in document.duplicates[:NAMED_DUPLICATES]],
        duplicate_key_count=len(document.duplicates),
    )


def _in_order(root: _Shape) -> Generator[_Shape, None, None]:
    waiting = [root]
    while waiting:
        shape = waiting.pop()
        yield shape
        waiting += reversed(shape.within.values())


def _place(shape: _Shape) -> Place:
    has_items = shape.kinds["object"] or shape.kinds["array"]
    return Place(
        path=legible(shape.path),
        count=shape.kinds.total(),
        kinds={kind: count for kind, count in shape.kinds.items() if count},
        most_items=shape.most_items if has_items else None,
    )
