"""JSON becomes columns, some rows at a time: in one go, a large text would hold the page."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from breathing import Tell, part_of, pause, slices
from columns import LARGEST_EXACT, MISSING, Cell, Column, DataError, Kind, as_text, quoted, to_date, typed_as
from headers import check_height, check_record, check_width, distinct

SLICE_ROWS = 2_000
BLANK = " \t\n\r"
ADVICE = "Give an array of objects, or an array of arrays whose first one has the names."


async def read_json(text: str, kinds: Mapping[str, Kind], tell: Tell) -> list[Column]:
    read = await _read(text, tell)
    tell = part_of(tell, 0.1, 1)
    found: list[Column] = []
    for number, (name, cells) in enumerate(zip(read.names, read.columns, strict=True)):
        await tell(number / len(read.names), f"Column {number + 1} of {len(read.names)}")
        found.append(await _column(name, cells, kinds.get(name)))
    return found


class _Objects:
    """What was read of an array of objects."""

    def __init__(self) -> None:
        self._columns: dict[str, list[Any]] = {}
        self._rows = 0

    @property
    def names(self) -> list[str]:
        return distinct([key.strip() for key in self._columns])

    @property
    def columns(self) -> Sequence[list[Any]]:
        return [*self._columns.values()]

    def add(self, rows: Sequence[dict[str, Any]]) -> None:
        for key in dict.fromkeys(chain.from_iterable(rows)):
            if key not in self._columns:
                check_width(len(self._columns) + 1)
                self._columns[key] = [None] * self._rows
        self._rows += len(rows)
        check_height(self._rows, len(self._columns))
        for key, cells in self._columns.items():
            cells += [row.get(key) for row in rows]


class _Arrays:
    """What was read of an array of arrays."""

    def __init__(self, first: Sequence[Any]) -> None:
        self._has_names = all(isinstance(cell, str) for cell in first)
        self.names = distinct([cell.strip() for cell in first] if self._has_names else [""] * len(first))
        check_width(len(self.names))
        self.columns: list[list[Any]] = [[] for _ in self.names]
        self._rows = 0

    def add(self, rows: Sequence[list[Any]]) -> None:
        if self._has_names:
            rows, self._has_names = rows[1:], False
        for number, row in enumerate(rows, self._rows + 1):
            if len(row) != len(self.names):
                check_record([as_text(cell) for cell in row[: len(self.names) + 1]], number, self.names)
        self._rows += len(rows)
        check_height(self._rows, len(self.names))
        for place, cells in enumerate(self.columns):
            cells += [row[place] for row in rows]


async def _read(text: str, tell: Tell) -> _Objects | _Arrays:
    items = _items(text)
    try:
        first = next(items)
    except StopIteration:
        raise DataError(f"The JSON holds no rows. {ADVICE}") from None
    read, done = _rows_like(first), 0
    items = chain([first], items)
    has_halves = "\\ud" in text.lower()  # of characters, perhaps, which can be sent nowhere
    while rows := list(islice(items, SLICE_ROWS)):
        for number, row in enumerate(rows, done + 1):
            if type(row) is not type(first):
                raise _no_row(number, row)
        read.add(_without_halves(rows) if has_halves else rows)
        done += len(rows)
        await tell(0, f"{done} rows read")
        await pause()
    return read


def _rows_like(first: Any) -> _Objects | _Arrays:
    match first:
        case dict():
            return _Objects()
        case list():
            return _Arrays(first)
        case _:
            raise _no_row(1, first)


def _no_row(number: int, item: Any) -> DataError:
    return DataError(f"Row {number} is {quoted(as_text(item))}. {ADVICE}")


def _without_halves(rows: list[Any]) -> list[Any]:
    return json.loads(json.dumps(rows, ensure_ascii=False).encode("utf-8", "replace"))


def _items(text: str) -> Iterator[Any]:
    """The items of the array that a text is, one after the other. Raises `DataError`."""
    try:
        yield from _decoded(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise DataError(f"The text is no JSON: {error.msg} at {where}. Correct it there.") from None
    except (RecursionError, ValueError):  # nested too deep, or an integer with thousands of digits
        raise DataError("The JSON nests too deep, or has a number that is too long. Give an array of rows.") from None


def _decoded(text: str) -> Iterator[Any]:
    decoder = json.JSONDecoder(parse_constant=_refuse)
    at = _skip(text, 0)
    if text[at] == "{":
        return
    if text[at] != "[":
        decoder.decode(text)
        return
    at = _skip(text, at + 1)
    is_more = not text.startswith("]", at)
    while is_more:
        item, at = decoder.raw_decode(text, at)
        yield item
        at = _skip(text, at)
        is_more = text.startswith(",", at)
        if not is_more and not text.startswith("]", at):
            raise json.JSONDecodeError("Expecting ',' delimiter", text, at)
        at = _skip(text, at + is_more)
    end = _skip(text, at + 1)
    if end < len(text):
        raise json.JSONDecodeError("Extra data", text, end)


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in BLANK:
        at += 1
    return at


def _refuse(word: str) -> None:
    raise DataError(f"{word} is no JSON. Write null where a number is missing.")


async def _column(name: str, cells: Sequence[Any], wanted: Kind | None) -> Column:
    kind = wanted or await _kind_of(cells)
    if wanted or kind == "text":
        texts: list[str] = []
        async for part in slices(len(cells)):
            texts += map(as_text, cells[part.start : part.stop])
        return await typed_as(name, texts, kind)
    values: list[Cell] = []
    async for part in slices(len(cells)):
        some = [None if cell == "" else cell for cell in cells[part.start : part.stop]]
        values += [None if cell is None else float(cell) for cell in some] if kind == "number" else some
    return Column(name, kind, values)


async def _kind_of(cells: Sequence[Any]) -> Kind:
    """What all values are, as their JSON has them: a number in quotes is a text."""
    types: set[type[Any]] = set()
    is_plain = True
    """No text is other than a date, no number is larger than can be told."""
    async for part in slices(len(cells)):
        present = [cell for cell in cells[part.start : part.stop] if cell is not None and cell != ""]
        types.update(map(type, present))
        if types == {str}:
            is_plain = is_plain and all(map(_is_date, present))
        elif types <= {int, float}:
            is_plain = is_plain and not any(map(_is_too_large, present))
    if types == {bool}:
        return "boolean"
    if types == {str}:
        return "date" if is_plain else "text"
    if not types or not types <= {int, float} or not is_plain:
        return "text"
    return "integer" if types == {int} else "number"


def _is_too_large(number: float) -> bool:
    return abs(number) > LARGEST_EXACT if type(number) is int else math.isinf(number)


def _is_date(text: str) -> bool:
    try:
        return text not in MISSING and bool(to_date(text))
    except ValueError:
        return False
