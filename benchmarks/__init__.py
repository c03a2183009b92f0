"""`python3 serve.py bench NAME [--json]`: measured side by side with what one would take instead, in one run."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

Result = dict[str, Any]
Say = Callable[[str], None]


@dataclass(frozen=True)
class Bench:
    measure: Callable[[int, Say], Result]
    lines: Callable[[Result], Iterable[str]]
    loads: int
    details: Callable[[Result], Iterable[str]] = lambda result: ()
    """What `--verbose` adds."""


def _apps(loads: int, say: Say) -> Result:
    from benchmarks.apps.bench import measure

    return measure(loads, say)


def _apps_lines(result: Result) -> Iterable[str]:
    from benchmarks.apps.bench import lines

    return lines(result)


def _boot(loads: int, say: Say) -> Result:
    from benchmarks.boot.bench import measure

    return {"bench": "boot", "rows": measure(loads, say)}


def _boot_lines(result: Result) -> Iterator[str]:
    rows = result["rows"]
    columns = list(rows[0])
    cells = [columns, *([str(row[column]) for column in columns] for row in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(columns))]
    for line in cells:
        yield "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))


def _calls(loads: int, say: Say) -> Result:
    from benchmarks.calls.bench import measure

    return measure(loads, say)


def _calls_lines(result: Result) -> Iterable[str]:
    from benchmarks.calls.results import lines

    return lines(result)


def _copilot(loads: int, say: Say) -> Result:
    from benchmarks.copilot.bench import measure

    return measure(loads, say)


def _copilot_lines(result: Result) -> Iterable[str]:
    from benchmarks.copilot.results import lines

    return lines(result)


def _copilot_details(result: Result) -> Iterable[str]:
    from benchmarks.copilot.results import details

    return details(result)


def _soak(loads: int, say: Say) -> Result:
    from benchmarks.soak.bench import measure

    return measure(loads, say)


def _soak_lines(result: Result) -> Iterable[str]:
    from benchmarks.soak.bench import lines

    return lines(result)


def _host(loads: int, say: Say) -> Result:
    from benchmarks.host.bench import measure

    return measure(loads, say)


def _host_lines(result: Result) -> Iterable[str]:
    from benchmarks.host.results import lines

    return lines(result)


BENCHES = {
    "apps": Bench(_apps, _apps_lines, loads=3),
    "boot": Bench(_boot, _boot_lines, loads=7),
    "calls": Bench(_calls, _calls_lines, loads=3),
    "copilot": Bench(_copilot, _copilot_lines, loads=1, details=_copilot_details),
    "host": Bench(_host, _host_lines, loads=3),
    "soak": Bench(_soak, _soak_lines, loads=10),
}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="serve.py bench", description=__doc__)
    parser.add_argument("name", choices=sorted(BENCHES))
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.add_argument("--verbose", action="store_true", help="list what went wrong, where a bench has that (copilot)")
    loads = ", ".join(f"{bench.loads} for {name}" for name, bench in BENCHES.items())
    parser.add_argument("--loads", type=int, help=f"how often each case is measured ({loads})")
    options = parser.parse_args(arguments)
    bench = BENCHES[options.name]
    result = bench.measure(options.loads or bench.loads, (lambda text: None) if options.json else _say)
    if options.json:
        print(json.dumps(result))
    else:
        for line in [*bench.lines(result), *(bench.details(result) if options.verbose else ())]:
            print(line)
    failed = isinstance(result["rows"], dict) and any("error" in row for row in result["rows"].values())
    return 1 if failed else 0


def _say(text: str) -> None:
    print(text, flush=True)
