"""Writes a value as JSON text, which may be long, in steps."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from typing import Any


class TooLong(Exception):
    """The text would be longer than it may be."""


def json_text(value: Any, most_chars: int) -> Generator[float, None, str]:
    """The whole text. Raises `TooLong`."""
    pieces: list[str] = []
    left = most_chars
    for piece in _pieces(value, most_chars):
        pieces.append(piece)
        left -= len(piece)
        if left < 0:
            raise TooLong
        yield 1 - left / most_chars
    return "".join(pieces)


def _pieces(value: Any, most_chars: int) -> Iterator[str]:
    open_values: list[tuple[Iterator[tuple[str, Any]], str]] = [(iter([("", value)]), "")]
    while open_values:
        rest, closing = open_values[-1]
        for before, inner in rest:
            if isinstance(inner, str) and len(inner) > most_chars:
                raise TooLong
            if not isinstance(inner, dict | list):
                yield before + json.dumps(inner, ensure_ascii=False)
                continue
            brackets = "{}" if isinstance(inner, dict) else "[]"
            yield before + brackets[0]
            open_values.append((_members(inner), brackets[1]))
            break
        else:
            yield closing
            open_values.pop()


def _members(value: dict[str, Any] | list[Any]) -> Iterator[tuple[str, Any]]:
    """Each with what is written before it."""
    comma = ""
    for key in value:
        if isinstance(value, dict):
            yield f"{comma}{json.dumps(key, ensure_ascii=False)}: ", value[key]
        else:
            yield comma, key
        comma = ", "
