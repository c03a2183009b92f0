"""JSON Pointers, RFC 6901: where a value is in a document."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

from excerpts import legible

NAMED_KEYS = 8

Key = str | int
Parts = Iterable[Key]


class BadPointer(Exception):
    """A pointer that is none, or that leads nowhere. The words are for people, and say where."""


def pointer_of(parts: Parts) -> str:
    return legible("".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts))


def parts_of(pointer: str) -> list[str]:
    if not pointer:
        return []
    if not pointer.startswith("/"):
        raise BadPointer(f'A JSON Pointer is empty, for the whole document, or starts with "/": try "/{pointer}".')
    at = 0
    while (at := pointer.find("~", at)) >= 0:
        if pointer[at + 1 : at + 2] not in ("0", "1"):
            raise BadPointer(f'At character {at + 1}: write "~0" for a "~" in a key, and "~1" for a "/".')
        at += 1
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer[1:].split("/")]


def resolve(document: Any, pointer: str) -> Any:
    """The value at a pointer."""
    value = document
    passed: list[str] = []
    for part in parts_of(pointer):
        value = _child(value, part, passed)
        passed.append(part)
    return value


def _child(value: Any, part: str, passed: list[str]) -> Any:
    where = f'"{pointer_of(passed)}"' if passed else "The document"
    if isinstance(value, dict):
        if part in value:
            return value[part]
        raise BadPointer(f'{where} has no key "{legible(part)}". {_keys(value)}')
    if isinstance(value, list):
        if part.isascii() and part.isdecimal() and str(int(part[:20])) == part and int(part) < len(value):
            return value[int(part)]
        last = f"Its items are 0 to {len(value) - 1}." if value else "It is empty."
        raise BadPointer(f'{where} is an array without an item "{legible(part)}". {last}')
    raise BadPointer(f'{where} is neither an object nor an array: there is no "{legible(part)}" in it.')


def _keys(value: dict[str, Any]) -> str:
    if not value:
        return "It is empty."
    named = ", ".join(f'"{legible(key)[:40]}"' for key in list(value)[:NAMED_KEYS])
    more = len(value) - NAMED_KEYS
    return f"It has {named}{f', … {more} more' if more > 0 else ''}."


def completions(document: Any, begun: str) -> Generator[float, None, list[str]]:
    """The pointers that a pointer can become with one more part, or with the rest of its last one."""
    above = begun.rpartition("/")[0]
    try:
        value = resolve(document, above)
        parts = parts_of(above)
    except BadPointer:
        return []
    keys: Parts = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    found: list[str] = []
    for key in keys:
        pointer = pointer_of([*parts, key])
        if pointer.startswith(begun):
            found.append(pointer)
        yield 0
    return found
