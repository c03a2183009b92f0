"""Names and sizes of tables: what is made of a header, and what rows must be like."""

from __future__ import annotations

from collections.abc import Sequence

from columns import DataError, quoted

COLUMNS = 200
CELLS = 5_000_000
NAME_CHARS = 200


def distinct(names: Sequence[str]) -> list[str]:
    """Names for all columns, none twice."""
    given: set[str] = set()
    found: list[str] = []
    for number, name in enumerate(names, 1):
        base = name[:NAME_CHARS] or f"column {number}"
        unique, again = base, 2
        while unique in given or (unique != name and unique in names):
            unique, again = f"{base} {again}", again + 1
        given.add(unique)
        found.append(unique)
    return found


def check_width(width: int) -> None:
    if width > COLUMNS:
        raise DataError(f"There are {width} columns, and {COLUMNS} at most. Leave some out.")


def check_height(rows: int, width: int) -> None:
    if rows * width > CELLS:
        raise DataError(
            f"With row {rows} there are more than {CELLS} cells. Load a part of the rows, or fewer columns."
        )


def check_record(record: list[str], row: int, names: Sequence[str]) -> None:
    if len(record) == len(names):
        return
    if len(record) < len(names):
        problem = f"nothing for column {quoted(names[len(record)])}"
    else:
        problem = f"{quoted(record[len(names)])} after the last column, {quoted(names[-1])}"
    counts = f"{len(record)} cells where there are {len(names)} columns"
    raise DataError(f"Row {row} has {counts}: {problem}. Add or remove cells, or quote those with a separator in them.")
