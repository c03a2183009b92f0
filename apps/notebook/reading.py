"""CSV and JSON become tables."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, Literal, cast

from breathing import Tell, part_of, slices, tell_nobody
from columns import (
    CONVERTERS,
    LARGEST_EXACT,
    MISSING,
    Cell,
    Column,
    DataError,
    Kind,
    Table,
    as_text,
    quoted,
    to_date,
    typed,
    typed_as,
)
from headers import NAME_CHARS, check_height, check_record, check_width, distinct

Syntax = Literal["csv", "json"]

DELIMITERS = ",;\t|"
SNIFFED_RECORDS = 30
SLICE_RECORDS = 5_000
FIELD_CHARS = 1_000_000


async def read(
    name: str,
    text: str,
    syntax: Syntax | None = None,
    kinds: Mapping[str, Kind] | None = None,
    tell: Tell = tell_nobody,
) -> Table:
    """A table from a text; `kinds` are those that columns must have."""
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise DataError("The text is empty. Give CSV with a line of names first, or a JSON array.")
    if syntax is None:
        syntax = "json" if text.lstrip()[0] in "[{" else "csv"
    if syntax == "json":
        columns = await _read_json(text, kinds or {}, tell)
    else:
        columns = await _read_csv(text, kinds or {}, tell)
    table = Table(name[:NAME_CHARS] or "data", tuple(columns))
    for column in kinds or {}:
        table.column(column)
    return table


def decode(data: bytes) -> str:
    """A file's text, from what spreadsheets write."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


async def _read_csv(text: str, kinds: Mapping[str, Kind], tell: Tell) -> list[Column]:
    records = _records(text, sniff(text))
    names, first = _header(next(records))
    check_width(len(names))
    if first is not None:
        records = chain([first], records)
    texts: list[list[str]] = [[] for _ in names]
    rows = 0
    while chunk := list(islice(records, SLICE_RECORDS)):
        for row, record in enumerate(chunk, rows + 1):
            check_record(record, row, names)
        rows += len(chunk)
        check_height(rows, len(names))
        for column, cells in zip(texts, zip(*chunk, strict=True), strict=True):
            column.extend(cells)
        await tell(0, f"{rows} rows read")
        await asyncio.sleep(0)
    return await _typed_columns(names, texts, kinds, part_of(tell, 0.1, 1))


def _records(text: str, delimiter: str) -> Iterator[list[str]]:
    """The lines that hold something, as cells."""
    csv.field_size_limit(FIELD_CHARS)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for record in reader:
            if record:
                yield record
    except csv.Error as error:
        advice = "Check the quotes there: each cell that starts with one must end with one."
        raise DataError(f"Line {reader.line_num} cannot be read ({error}). {advice}") from None


def sniff(text: str) -> str:
    """What separates cells: that which makes most of them, and as many in each line."""

    def merit(delimiter: str) -> tuple[bool, int]:
        reader = csv.reader(io.StringIO(text[:100_000], newline=""), delimiter=delimiter)
        try:
            widths = [len(record) for record in islice(reader, SNIFFED_RECORDS) if record]
        except csv.Error:
            return False, 0
        return len(set(widths)) == 1, min(widths, default=0)

    best = max(DELIMITERS, key=merit)
    return best if merit(best)[1] > 1 else ","


def _header(record: list[str]) -> tuple[list[str], list[str] | None]:
    """Names of columns; and the first row, when there is no line of names."""
    is_data = all(_is_value(cell.strip()) for cell in record)
    names = [""] * len(record) if is_data else [cell.strip() for cell in record]
    return distinct(names), record if is_data else None


def _is_value(text: str) -> bool:
    for converter in CONVERTERS.values():
        try:
            converter(text)
        except ValueError:
            continue
        return True
    return False


async def _typed_columns(
    names: Sequence[str], texts: Sequence[Sequence[str]], kinds: Mapping[str, Kind], tell: Tell
) -> list[Column]:
    columns: list[Column] = []
    for number, (name, cells) in enumerate(zip(names, texts, strict=True)):
        await tell(number / len(names), f"Column {number + 1} of {len(names)}")
        kind = kinds.get(name)
        columns.append(await typed_as(name, cells, kind) if kind else await typed(name, cells))
    return columns


async def _read_json(text: str, kinds: Mapping[str, Kind], tell: Tell) -> list[Column]:
    names, rows = _json_rows(_parse_json(text))
    check_width(len(names))
    check_height(len(rows), len(names))
    columns: list[Column] = []
    for number, name in enumerate(names):
        await tell(number / len(names), f"Column {number + 1} of {len(names)}")
        cells: list[Any] = []
        async for part in slices(len(rows)):
            cells += [rows[row][number] for row in part]
        columns.append(await _json_column(name, cells, kinds.get(name)))
    return columns


def _parse_json(text: str) -> Any:
    def refuse(word: str) -> None:
        raise DataError(f"{word} is no JSON. Write null where a number is missing.")

    try:
        data = json.loads(text, parse_constant=refuse)
        if "\\ud" in text.lower():  # half a character, perhaps, which can be sent nowhere
            data = json.loads(json.dumps(data, ensure_ascii=False).encode("utf-8", "replace"))
        return data
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise DataError(f"The text is no JSON: {error.msg} at {where}. Correct it there.") from None
    except (RecursionError, ValueError):  # nested too deep, or an integer with thousands of digits
        raise DataError("The JSON nests too deep, or has a number that is too long. Give an array of rows.") from None


def _json_rows(data: Any) -> tuple[list[str], list[Sequence[Any]]]:
    advice = "Give an array of objects, or an array of arrays whose first one has the names."
    if not isinstance(data, list) or not data:
        raise DataError(f"The JSON holds no rows. {advice}")
    items = cast(list[Any], data)
    kind = type(items[0])
    for row, item in enumerate(items, 1):
        if type(item) is not kind or kind not in (dict, list):
            raise DataError(f"Row {row} is {quoted(as_text(item))}. {advice}")
    if kind is dict:
        keys = list(dict.fromkeys(key for item in items for key in item))
        return distinct([key.strip() for key in keys]), [[item.get(key) for key in keys] for item in items]
    has_names = all(isinstance(cell, str) for cell in items[0])
    names = distinct([cell.strip() for cell in items[0]] if has_names else [""] * len(items[0]))
    rows = items[1:] if has_names else items
    for row, item in enumerate(rows, 1):
        check_record([as_text(cell) for cell in item[: len(names) + 1]], row, names)
    return names, rows


async def _json_column(name: str, cells: Sequence[Any], wanted: Kind | None) -> Column:
    kind = wanted or _json_kind(cells)
    if wanted or kind == "text":
        return await typed_as(name, [as_text(cell) for cell in cells], kind)
    if kind == "number":
        return Column(name, kind, [None if cell is None else float(cell) for cell in cells])
    values = cast("Sequence[Cell]", cells)
    return Column(name, kind, [None if cell == "" else cell for cell in values])


def _json_kind(cells: Sequence[Any]) -> Kind:
    """What all values are, as their JSON has them: a number in quotes is a text."""
    present = [cell for cell in cells if cell is not None and cell != ""]
    match {type(cell) for cell in present}:
        case types if types == {bool}:
            return "boolean"
        case types if types == {str}:
            return "date" if all(_is_date(cell) for cell in present) else "text"
        case types if types and types <= {int, float}:
            if any(abs(cell) > LARGEST_EXACT if type(cell) is int else math.isinf(cell) for cell in present):
                return "text"
            return "integer" if types == {int} else "number"
        case _:
            return "text"


def _is_date(text: str) -> bool:
    try:
        return text not in MISSING and bool(to_date(text))
    except ValueError:
        return False
