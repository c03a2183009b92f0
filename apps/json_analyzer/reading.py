"""Reads a JSON text as RFC 8259 has it, step by step, and says where it is wrong."""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from slices import Tell, in_slices

LIMIT_BYTES = 50 * 1024 * 1024
LARGE_BYTES = 1024 * 1024
STEPPED_LEVELS = 4
"""So deep we read ourselves, to pause between values. What is deeper is left to `json` in one go, which is faster."""

DEEPEST = 200
PEELED_LEVELS = 10
NO_MARKS = bytes(set(range(256)) - set(b'"[]{}'))
STRING = re.compile(rb'"[^"]*"?')
ROUND = bytes.maketrans(b"[]{}", b"()()")
OPENING = ord("(")

BLANK = re.compile(r"[ \t\n\r]*")
CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b')
NEAR_CHARS = 20

WORDS = {"Expecting value": "A value is missing"}
"""For what Python says of a mistake."""

Read = Generator[float, None, tuple[Any, int]]
"""Yields how much is read; returns a value, and where it ends."""


class NotJson(Exception):
    """A file or a text that is not JSON. The words are for people, and say where."""


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON document that was read."""

    name: str
    value: Any
    size_bytes: int
    encoding: str
    duplicates: list[str] = field(default_factory=list[str])
    """Keys that are in one object more than once: the last one counts."""


async def read_document(name: str, data: bytes, tell: Tell) -> Document:
    """Read a file. Raises `NotJson`."""
    if len(data) > LIMIT_BYTES:
        raise too_large(name, len(data))
    encoding = json.detect_encoding(data)
    text = _decode(data, encoding)
    if is_too_deep(text):
        raise NotJson(f"It is nested more than {DEEPEST} levels deep. Choose a part of it that is not.")
    reader = _Reader(text)
    with _no_collections() if len(data) > LARGE_BYTES else nullcontext():
        value = await in_slices(reader.steps(), tell)
    return Document(name, value, len(data), encoding.removesuffix("-sig"), reader.duplicates)


@contextmanager
def _no_collections() -> Iterator[None]:
    """There are millions of new objects, and no cycles: to look for some would take longer than to read the file."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def too_large(name: str, size_bytes: int) -> NotJson:
    words = f"{name} has {size_words(size_bytes)}, and {size_words(LIMIT_BYTES)} is the limit."
    return NotJson(f"{words} Choose a smaller file, or a part of this one.")


def size_words(size_bytes: int) -> str:
    for unit, size in (("MB", 1024 * 1024), ("KB", 1024)):
        if size_bytes >= size:
            return f"{size_bytes / size:.1f} {unit}".replace(".0 ", " ")
    return f"{size_bytes} bytes"


def _decode(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        name = encoding.removesuffix("-sig").upper()
        raise NotJson(
            f"Byte {error.start + 1} is not {name} text. Save the file as UTF-8, and choose it again."
        ) from None


def is_too_deep(text: str) -> bool:
    """Whether objects and arrays are too deep in each other: in a page, `json` would overflow the stack, and stop all.

    Done by searching and replacing, which takes less than a second for the largest file.
    """
    unescaped = text.replace("\\\\", "").replace('\\"', "").encode(errors="replace")
    marks = unescaped.translate(None, NO_MARKS).replace(b'""', b"")
    brackets = STRING.sub(b"", marks).translate(ROUND)
    for _ in range(PEELED_LEVELS):
        brackets = brackets.replace(b"()", b"")
    depth = PEELED_LEVELS
    for bracket in brackets:
        depth += 1 if bracket == OPENING else -1
        if depth > DEEPEST:
            return True
    return False


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._decoder = json.JSONDecoder(object_pairs_hook=self._object, parse_constant=self._refuse_constant)
        self.duplicates: list[str] = []

    def steps(self) -> Generator[float, None, Any]:
        at = self._after_blank(0)
        if at == len(self._text):
            raise NotJson("It is empty: there is no JSON in it.")
        value, at = yield from self._value(at, 0)
        at = self._after_blank(at)
        if at < len(self._text):
            raise self._wrong("The document ends before this", at)
        return value

    def _value(self, at: int, level: int) -> Read:
        opening = self._text[at : at + 1]
        if level < STEPPED_LEVELS and opening == "[":
            return (yield from self._array(at, level + 1))
        if level < STEPPED_LEVELS and opening == "{":
            return (yield from self._members(at, level + 1))
        yield at / len(self._text)
        return self._leaf(at)

    def _array(self, opening: int, level: int) -> Read:
        values: list[Any] = []
        at = self._after_blank(opening + 1)
        if self._text.startswith("]", at):
            return values, at + 1
        while True:
            value, at = yield from self._value(at, level)
            values.append(value)
            at, is_last = self._after_value(at, "]", opening)
            if is_last:
                return values, at

    def _members(self, opening: int, level: int) -> Read:
        pairs: list[tuple[str, Any]] = []
        at = self._after_blank(opening + 1)
        if self._text.startswith("}", at):
            return {}, at + 1
        while True:
            if not self._text.startswith('"', at):
                raise self._wrong("A key in double quotes is missing", at)
            key, at = self._leaf(at)
            at = self._after_blank(at)
            if not self._text.startswith(":", at):
                raise self._wrong("A colon is missing after a key", at)
            value, at = yield from self._value(self._after_blank(at + 1), level)
            pairs.append((key, value))
            at, is_last = self._after_value(at, "}", opening)
            if is_last:
                return self._object(pairs), at

    def _after_value(self, at: int, closing: str, opening: int) -> tuple[int, bool]:
        """Where the next value begins, or the array or object ends."""
        at = self._after_blank(at)
        if self._text.startswith(closing, at):
            return at + 1, True
        if self._text.startswith(",", at):
            return self._after_blank(at + 1), False
        line, column = self._place(opening)
        raise self._wrong(f"A comma or the {closing} for line {line}, column {column} is missing", at)

    def _leaf(self, at: int) -> tuple[Any, int]:
        try:
            return self._decoder.raw_decode(self._text, at)
        except json.JSONDecodeError as error:
            raise self._wrong(WORDS.get(error.msg, error.msg), error.pos) from None
        except ValueError:  # Python's own limit for the digits of an integer
            raise self._wrong("This, or what is in it, has a number with too many digits", at) from None

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs):
            seen: set[str] = set()
            self.duplicates += [key for key, _ in pairs if key in seen or seen.add(key)]
        return members

    def _refuse_constant(self, constant: str) -> None:
        found = (match for match in CONSTANT.finditer(self._text) if not match[0].startswith('"'))
        first = next(found, None)
        raise self._wrong(f"{constant} is not JSON: use null or a number", first.start() if first else 0)

    def _after_blank(self, at: int) -> int:
        match = BLANK.match(self._text, at)
        assert match is not None
        return match.end()

    def _place(self, at: int) -> tuple[int, int]:
        return self._text.count("\n", 0, at) + 1, at - self._text.rfind("\n", 0, at)

    def _wrong(self, words: str, at: int) -> NotJson:
        line, column = self._place(at)
        near = self._text[at : at + NEAR_CHARS].split("\n")[0]
        where = f"here: {near}" if near else "at the end" if at >= len(self._text) else "at the end of the line"
        return NotJson(f"Line {line}, column {column}: {words.rstrip('.')}, {where}")
