"""Goes through all values of a document in their order, however deep it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pointers import Key

Path = tuple["Path", Key] | None
"""The path of the value around, and the key in that; `None` for the whole document."""


def walk(document: Any) -> Iterator[tuple[Path, Any]]:
    """Each value with its path."""
    yield None, document
    open_values: list[tuple[Path, Iterator[tuple[Key, Any]]]] = [(None, iter(children(document)))]
    while open_values:
        around, rest = open_values[-1]
        for key, value in rest:
            path = (around, key)
            yield path, value
            if isinstance(value, dict | list):
                open_values.append((path, iter(children(value))))
                break
        else:
            open_values.pop()


def children(value: Any) -> Iterable[tuple[Key, Any]]:
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list) else ()


def parts_of_path(path: Path) -> list[Key]:
    parts: list[Key] = []
    while path is not None:
        path, key = path
        parts.append(key)
    return parts[::-1]
