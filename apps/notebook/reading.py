"""CSV and JSON become tables. How JSON does is in records.py."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Literal

from breathing import Tell, part_of, pause, tell_nobody, without_collections
from columns import CONVERTERS, Column, DataError, Kind, Table, typed, typed_as
from headers import NAME_CHARS, check_height, check_record, check_width, distinct
from records import read_json

Syntax = Literal["csv", "json"]

DELIMITERS = ",;\t|"
SNIFFED_RECORDS = 30
SLICE_RECORDS = 5_000
FIELD_CHARS = 1_000_000
LARGE_CHARS = 1_000_000


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
    with without_collections(is_large=len(text) > LARGE_CHARS):
        columns = await (read_json if syntax == "json" else _read_csv)(text, kinds or {}, tell)
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
        await pause()
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
