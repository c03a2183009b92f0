"""What the measured times come to: figures for each row, goals, and a table for people."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.calls import results as calls
from benchmarks.host.inspector import version

Figures = dict[str, Any]

FIGURES = {
    "cold_usable_ms": "navigation to usable, new profile",
    "warm_usable_ms": "navigation to usable, warm",
    "warm_first_click_ms": "the first click, right then, to what it opens",
    "warm_compiled_ms": "navigation to everything compiled, warm",
    "connect_ms": "click on connect to tools and form, server cold",
    "connect_again_ms": "the same once more, a new session",
    "first_run_ms": "click on run to result, the first",
    "run_ms": "click on run to result, the next ones",
    "added_ms": "one of ten servers added and connected",
    "all_added_ms": "ten servers added and connected",
    "closed_message_ms": "each message, messages not shown",
    "closed_gap_ms": "longest time without a frame then",
    "open_ms": "click on Messages to the list",
    "open_message_ms": "each message, messages shown",
    "open_gap_ms": "longest time without a frame then",
}
GOALS = {"warm_usable_ms": 600, "connect_ms": 700}
"""What the host stays below, in milliseconds."""

NOTES = """\
Times in milliseconds, medians. Clicks are made by a script in the page, and a thing is there when it is laid out.
bare: a page with the same Python client and nothing to see: navigation to the script's first line, and calls as such
host, bare: the server is a page, in a process of its own that starts with the connect; each of the ten has one
inspector-stdio: a process with the same server natively, started by the connect; inspector-http: it runs already
inspector: tools and form need two clicks more there, which cost no time here; of its ten servers each ends the session
    of the one before, as it has one at a time; on host all ten stay connected
messages: notifications of progress during one call; 10 000 on host and bare, after as many that don't count; on
    inspector 500 that are not shown, and 50 that are, since each takes longer than the one before"""


def row_of(rounds: list[Figures], errors: Mapping[str, str]) -> Figures:
    """A row: the median of each figure, and what could not be measured."""
    values: dict[str, list[float]] = {}
    for figures in rounds:
        for name, measured in _parts(figures):
            values.setdefault(name, []).append(statistics.median(measured))
    row: Figures = {name: round(statistics.median(of_name), 3) for name, of_name in values.items()}
    return {**row, **({"error": dict(errors)} if errors else {})}


def _parts(figures: Figures) -> Iterator[tuple[str, list[float]]]:
    """The first run has things to compile that the next ones have not."""
    for name, measured in figures.items():
        if name == "added_ms":
            yield "all_added_ms", [sum(measured)]
        if name == "run_ms":
            yield "first_run_ms", measured[:1]
            yield name, measured[1:]
        else:
            yield name, measured


def goals(rows: Mapping[str, Figures]) -> dict[str, Figures]:
    """Each goal: the time, the limit that it stays below, and whether it does."""
    host = rows["host"]
    return {
        name: {"ms": host.get(name), "limit": limit, "met": name in host and host[name] < limit}
        for name, limit in GOALS.items()
    }


def machine() -> Figures:
    described = calls.machine()
    del described["typescript_sdk"]
    return {**described, "inspector": version()}


def lines(result: Figures) -> Iterator[str]:
    """The result for people."""
    rows = result["rows"]
    table = [["", *rows, *(f"host / {row}" for row in rows if row != "host")]]
    table += [[words, *_cells(name, rows)] for name, words in FIGURES.items()]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for first, *rest in table:
        cells = [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
        yield "  ".join([first.ljust(widths[0]), *cells])
    for row, figures in rows.items():
        yield from (f"{row}: {steps} failed: {why}" for steps, why in figures.get("error", {}).items())
    yield ""
    for name, goal in result["goals"].items():
        met = "met" if goal["met"] else "NOT MET"
        yield f"{met}: {FIGURES[name]} takes {goal['ms']} ms, and should take less than {goal['limit']}"
    yield ""
    yield NOTES
    if (result["machine"]["load"] or 0) > calls.QUIET_LOAD:
        yield "The machine was busy with something else: measure again when it is not."
    yield "machine: " + ", ".join(f"{key} {value}" for key, value in result["machine"].items())


def _cells(name: str, rows: Mapping[str, Figures]) -> list[str]:
    values = [figures.get(name) for figures in rows.values()]
    host = rows["host"].get(name)
    others = [figures.get(name) for row, figures in rows.items() if row != "host"]
    ratios = [host / other if host is not None and other else None for other in others]
    return [*map(_text, values), *("-" if ratio is None else f"{ratio:.2f}" for ratio in ratios)]


def _text(value: float | None) -> str:
    return "-" if value is None else f"{value:.{0 if value >= 100 else 1 if value >= 1 else 3}f}"
