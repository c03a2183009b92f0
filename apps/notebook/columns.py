"""Tables of typed columns: what a text means as a value of a kind, and what is missing.

A date is kept as its ISO 8601 text: it sorts as the date does, and is written as it was read.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from mcp.server.mcpserver.exceptions import ToolError

from breathing import slices

Kind = Literal["integer", "number", "date", "boolean", "text"]
Value = int | float | bool | str
Cell = Value | None
"""`None` is a missing value."""

NUMERIC: tuple[Kind, ...] = ("integer", "number", "boolean")
MISSING = frozenset({"", "NA", "N/A", "n/a", "NaN", "nan", "null", "NULL", "None"})
"""In columns of texts, the empty one alone."""

LARGEST_EXACT = 2**53 - 1
"""Beyond it a page's numbers skip integers: such ones are names of things, and kept as texts."""
SAMPLE_ROWS = 200
MOSTLY = 0.9
QUOTED_CHARS = 40

_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)?(?:\.\d+)?(?:[eE][+-]?\d+)?", re.ASCII)
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)?", re.ASCII)
_BOOLEANS = {"true": True, "yes": True, "false": False, "no": False}


class DataError(ToolError):
    """Something about the data, or what is asked of it. Its text says where, and what to do."""


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    kind: Kind
    values: Sequence[Cell]
    note: str = ""
    """Why it is a column of texts, when that may surprise."""

    @property
    def is_numeric(self) -> bool:
        return self.kind in NUMERIC


@dataclass(frozen=True, slots=True)
class Table:
    """Columns of one length. It never changes: another one takes its place."""

    name: str
    columns: tuple[Column, ...]

    @property
    def rows(self) -> int:
        return len(self.columns[0].values) if self.columns else 0

    @property
    def names(self) -> list[str]:
        return [column.name for column in self.columns]

    def of_kind(self, *kinds: Kind) -> list[str]:
        return [column.name for column in self.columns if column.kind in kinds]

    def column(self, name: str) -> Column:
        for column in self.columns:
            if column.name == name:
                return column
        raise DataError(f"There is no column {quoted(name)}. Choose one of: {listed(self.names)}.")

    def numeric(self, name: str, purpose: str) -> Column:
        column = self.column(name)
        if not column.is_numeric:
            choice = f"Choose one of: {listed(names)}." if (names := self.of_kind(*NUMERIC)) else "There are none here."
            raise DataError(f"The column {quoted(name)} holds {plural(column.kind)}; {purpose} needs numbers. {choice}")
        return column

    def part(self, start: int, count: int) -> list[list[Cell]]:
        """Some rows."""
        return [
            list(row) for row in zip(*(column.values[start : start + count] for column in self.columns), strict=True)
        ]


def quoted(text: str) -> str:
    short = text if len(text) <= QUOTED_CHARS else f"{text[: QUOTED_CHARS - 1]}…"
    return f"“{short}”"


def listed(names: Sequence[str], most: int = 20) -> str:
    words = ", ".join(quoted(name) for name in names[:most])
    return f"{words} and {len(names) - most} more" if len(names) > most else words


def plural(kind: Kind) -> str:
    return {"boolean": "yes or no"}.get(kind, f"{kind}s")


def to_integer(text: str) -> int:
    value = int(text)
    if str(value) != text or abs(value) > LARGEST_EXACT:  # "007" is no number, but a name
        raise ValueError(text)
    return value


def to_number(text: str) -> float:
    value = float(text)
    if not _NUMBER.fullmatch(text) or not math.isfinite(value):
        raise ValueError(text)
    return value


def to_date(text: str) -> str:
    if not _DATE.fullmatch(text):
        raise ValueError(text)
    datetime.fromisoformat(text)
    return text


def to_boolean(text: str) -> bool:
    try:
        return _BOOLEANS[text.lower()]
    except KeyError:
        raise ValueError(text) from None


CONVERTERS: dict[Kind, Callable[[str], Value]] = {
    "integer": to_integer,
    "number": to_number,
    "date": to_date,
    "boolean": to_boolean,
}
"""In the order in which they are tried. Each raises `ValueError` for a text that is none of its kind."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """The first cell that is not what its column holds."""

    row: int
    text: str


async def convert(texts: Sequence[str], kind: Kind) -> list[Cell] | Misfit:
    """Texts as values of a kind."""
    values: list[Cell] = []
    if kind == "text":
        known: dict[str, str] = {}  # one string for all cells that are alike
        async for part in slices(len(texts)):
            values += [known.setdefault(text, text) if text else None for text in texts[part.start : part.stop]]
        return values
    converter = CONVERTERS[kind]
    async for part in slices(len(texts)):
        try:
            values += [
                None if text in MISSING else converter(text) for text in map(str.strip, texts[part.start : part.stop])
            ]
        except ValueError:
            return _first_misfit(texts, part, converter)
    return values


def _first_misfit(texts: Sequence[str], part: range, converter: Callable[[str], Value]) -> Misfit:
    for row in part:
        if not _fits(texts[row], converter):
            return Misfit(row, texts[row])
    raise AssertionError("a slice that does not fit has a row that does not")


def _fits(text: str, converter: Callable[[str], Value]) -> bool:
    try:
        return text.strip() in MISSING or converter(text.strip()) is not None
    except ValueError:
        return False


async def typed(name: str, texts: Sequence[str]) -> Column:
    """A column of the narrowest kind that all its texts are of."""
    sample = [text for text in texts[:SAMPLE_ROWS] if text.strip() not in MISSING]
    note = ""
    for kind, converter in CONVERTERS.items() if sample else ():
        share = sum(_fits(text, converter) for text in sample) / len(sample)
        if share < MOSTLY:
            continue
        values = await convert(texts, kind)
        if not isinstance(values, Misfit):
            return Column(name, kind, values)
        note = note or f"Row {values.row + 1} holds {quoted(values.text)}, most others {plural(kind)}: so it is text."
    values = await convert(texts, "text")
    assert not isinstance(values, Misfit)
    return Column(name, "text", values, note)


async def typed_as(name: str, texts: Sequence[str], kind: Kind) -> Column:
    """A column of the kind that somebody wants."""
    values = await convert(texts, kind)
    if isinstance(values, Misfit):
        message = f"Row {values.row + 1}, column {quoted(name)}: {quoted(values.text)} is no {kind}."
        raise DataError(f"{message} Correct it, or load the column as text.")
    return Column(name, kind, values)


def as_text(value: object) -> str:
    """A cell as it is written: what `typed` reads as the same value."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str():
            return value
        case int() | float():
            return repr(value)
        case _:
            return json.dumps(value, ensure_ascii=False)
