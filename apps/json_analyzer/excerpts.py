"""Values as JSON text that is never longer than it may be: what is left out is counted."""

from __future__ import annotations

import json
import re
from typing import Any, Literal

from pydantic import BaseModel, Field

Kind = Literal["object", "array", "string", "number", "boolean", "null"]

KINDS: dict[type, Kind] = {
    dict: "object",
    list: "array",
    str: "string",
    bool: "boolean",
    type(None): "null",
    int: "number",
    float: "number",
}
LEVELS = 12
STRING_CHARS = 400
LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Excerpt(BaseModel):
    """A value, or its beginning."""

    kind: Kind
    size: int | None = Field(description="How many keys an object has, items an array, characters a string")
    text: str = Field(description="The value as JSON text; where it is cut, … and how much more there is")
    is_whole: bool = Field(description="Whether nothing of it is cut")


def kind_of(value: Any) -> Kind:
    return KINDS[type(value)]


def legible(text: str) -> str:
    """A text that can be sent: half a surrogate pair, which JSON allows, is not Unicode text."""
    return LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):x}", text)


def excerpt(value: Any, most_chars: int = 1000) -> Excerpt:
    writer = _Writer(most_chars)
    writer.write(value, 0)
    size = len(value) if isinstance(value, dict | list | str) else None
    return Excerpt(kind=kind_of(value), size=size, text=legible("".join(writer.pieces)), is_whole=writer.is_whole)


class _Writer:
    def __init__(self, most_chars: int) -> None:
        self._left = most_chars
        self.pieces: list[str] = []
        self.is_whole = True

    def _put(self, piece: str) -> None:
        self.pieces.append(piece)
        self._left -= len(piece)

    def _cut(self, count: int, what: str) -> None:
        self.is_whole = False
        self._put(f"… {count} more{what}")

    def write(self, value: Any, level: int) -> None:
        if isinstance(value, dict):
            self._several(value.items(), len(value), "{}", level)
        elif isinstance(value, list):
            self._several(value, len(value), "[]", level)
        elif isinstance(value, str):
            self._string(value)
        else:
            # Beyond what a float can hold, such as 1e999
            self._put(json.dumps(value).replace("Infinity", "1e999"))

    def _string(self, value: str) -> None:
        most = min(STRING_CHARS, max(self._left, 20))
        if len(value) <= most:
            self._put(json.dumps(value, ensure_ascii=False))
            return
        self._put(json.dumps(value[:most], ensure_ascii=False)[:-1])
        self._cut(len(value) - most, ' characters"')

    def _several(self, values: Any, count: int, brackets: str, level: int) -> None:
        self._put(brackets[0])
        for number, value in enumerate(values):
            if number:
                self._put(", ")
            if self._left <= 0 or level == LEVELS:
                self._cut(count - number, "")
                break
            if brackets == "{}":
                key, value = value
                self._string(key)
                self._put(": ")
            self.write(value, level + 1)
        self._put(brackets[1])
