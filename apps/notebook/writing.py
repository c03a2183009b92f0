"""Tables become CSV and JSON again, with nothing lost; where a reader would take texts for numbers, that is said."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from breathing import Tell, slices, tell_nobody
from columns import Table, as_text, typed
from reading import Syntax

MEDIA_TYPES: dict[Syntax, str] = {"csv": "text/csv", "json": "application/json"}
SLICE_ROWS = 2_000

SPECIAL = re.compile(r'[,;\t|"\r\n]')
"""In quotes, so that a reader who guesses what separates cells takes none of them for it."""


async def write(table: Table, syntax: Syntax, tell: Tell = tell_nobody) -> str:
    return await (_write_csv if syntax == "csv" else _write_json)(table, tell)


async def _write_csv(table: Table, tell: Tell) -> str:
    lines = [_line(table.names)]
    async for part in slices(table.rows, tell, "Writing", SLICE_ROWS):
        lines += [_line([as_text(cell) for cell in row]) for row in table.part(part.start, len(part))]
    return "".join(lines)


def _line(texts: Sequence[str]) -> str:
    # A lone empty cell is quoted, as an empty line would be none.
    return (",".join(map(_quoted, texts)) or '""') + "\r\n"


def _quoted(text: str) -> str:
    return '"{}"'.format(text.replace('"', '""')) if SPECIAL.search(text) else text


async def _write_json(table: Table, tell: Tell) -> str:
    names, rows = table.names, list[str]()
    async for part in slices(table.rows, tell, "Writing", SLICE_ROWS):
        for row in table.part(part.start, len(part)):
            rows.append(json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False, allow_nan=False))
    return "[\n" + ",\n".join(rows) + "\n]\n"


async def misread(table: Table) -> list[str]:
    """Columns of texts that would be another kind, read from CSV: codes that are digits, say."""
    found: list[str] = []
    for column in table.columns:
        if column.kind == "text":
            again = await typed(column.name, [as_text(cell) for cell in column.values])
            if again.kind != "text":
                found.append(f"{column.name} ({again.kind})")
    return found
