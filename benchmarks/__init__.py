"""`python3 serve.py bench NAME [--json]`: measured side by side with what one would take instead, in one run."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any

Row = dict[str, Any]
Say = Callable[[str], None]


def _boot(loads: int, say: Say) -> list[Row]:
    from benchmarks.boot.bench import measure

    return measure(loads, say)


BENCHES: dict[str, Callable[[int, Say], list[Row]]] = {"boot": _boot}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="serve.py bench", description=__doc__)
    parser.add_argument("name", choices=sorted(BENCHES))
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.add_argument("--loads", type=int, default=7, help="how often each case is measured (%(default)s)")
    options = parser.parse_args(arguments)
    rows = BENCHES[options.name](options.loads, (lambda text: None) if options.json else _say)
    if options.json:
        print(json.dumps({"bench": options.name, "rows": rows}))
    else:
        _print_table(rows)
    return 0


def _say(text: str) -> None:
    print(text, flush=True)


def _print_table(rows: list[Row]) -> None:
    columns = list(rows[0])
    cells = [columns, *([str(row[column]) for column in columns] for row in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(columns))]
    for line in cells:
        print("  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)))
