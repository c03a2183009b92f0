"""What the measured times come to: figures for each row, goals, and a table for people."""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from devserver.browsers import find_chromium
from devserver.origins import ROOT

Figures = dict[str, Any]

FIGURES = ("connect_ms", "rtt_median_ms", "rtt_p95_ms", "rtt_mean_ms", "calls_per_s", "echo_1mb_ms")
PEERS = ("python-stdio", "python-http", "typescript")

GOALS = (
    ("rtt_median_ms", "python-stdio", 1),
    ("rtt_median_ms", "python-http", 1),
    ("calls_per_s", "python-stdio", 1),
    ("calls_per_s", "python-http", 1),
    ("rtt_median_ms", "typescript", 2),
)
"""How many times slower than a peer `transom-python` may be, at most."""
P95_LIMIT = 3
"""How many times its median its p95 may be, at most."""

QUIET_LOAD = 0.5
"""With more running beforehand, the figures say little."""

NOTES = """\
connect_ms: from the first message of the page in the frame, which is up then, to the first result of tools/list;
    python-stdio: from before the server's process is started, so with its imports; python-http: the server runs already
rtt: 300 calls of `echo` with three letters, one after the other, after 500 that don't count
    (the first some hundred calls of a page take up to twice as long, until the browser has compiled it)
calls_per_s: 2000 such calls, 50 in flight
echo_1mb_ms: median of 5 calls; the result carries the text twice, as text and structured, as it does by default
floor-*: a text to the frame and back, without MCP; the clock of a page ticks in tenths of a millisecond
python-*: client and server in a process each; the server does not log its requests
protocol: what both sides agreed on; the TypeScript client is told to choose as the Python client does (`auto`)"""


def figures_of(report: Figures) -> Figures:
    """The figures of one round."""
    rtts = report["rtts_ms"]
    return {
        "connect_ms": report.get("connect_ms"),
        "rtt_median_ms": statistics.median(rtts),
        "rtt_p95_ms": statistics.quantiles(rtts, n=20)[-1],
        "rtt_mean_ms": statistics.mean(rtts),
        "calls_per_s": report["calls_per_s"],
        "echo_1mb_ms": statistics.median(report["large_ms"]),
        "protocol": report.get("protocol"),
    }


def medians(rounds: list[Figures], error: str | None) -> Figures:
    """A row: the median of each figure, or why there is none."""
    if error is not None:
        return {**dict.fromkeys((*FIGURES, "protocol")), "error": error}
    row: Figures = {}
    for name in FIGURES:
        values = [figures[name] for figures in rounds if figures[name] is not None]
        row[name] = round(statistics.median(values), 3) if values else None
    return {**row, "protocol": rounds[0]["protocol"]}


def goals(rows: Mapping[str, Figures]) -> dict[str, Figures]:
    """Each goal: a ratio, the limit that it stays below, and whether it does."""
    transom = rows["transom-python"]
    ratios = {f"{figure} / {peer}": (_slower(transom, rows[peer], figure), limit) for figure, peer, limit in GOALS}
    ratios["rtt_p95_ms / rtt_median_ms"] = (_ratio(transom["rtt_p95_ms"], transom["rtt_median_ms"]), P95_LIMIT)
    return {
        name: {"ratio": ratio, "limit": limit, "met": ratio is not None and ratio < limit}
        for name, (ratio, limit) in ratios.items()
    }


def _slower(row: Figures, other: Figures, figure: str) -> float | None:
    """How many times slower `row` is than `other`; unknown when one of them failed."""
    if figure == "calls_per_s":
        return _ratio(other[figure], row[figure])
    return _ratio(row[figure], other[figure])


def _ratio(value: float | None, other: float | None) -> float | None:
    return None if value is None or not other else round(value / other, 3)


def machine() -> Figures:
    """What is measured on, and with; `load` counts what runs here already."""
    chromium = subprocess.run([find_chromium(), "--version"], capture_output=True, text=True, check=False).stdout
    packages = json.loads((ROOT / "tests" / "package.json").read_text(encoding="utf-8"))["dependencies"]
    return {
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "cpu": _cpu(),
        "cpus": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "python": platform.python_version(),
        "mcp": version("mcp"),
        "chromium": chromium.strip(),
        "typescript_sdk": packages["@modelcontextprotocol/client"],
    }


def _cpu() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("model name")]
    return names[0] if names else platform.processor()


def lines(result: Figures) -> Iterator[str]:
    """The result for people."""
    rows = result["rows"]
    table = [["", *FIGURES, *(f"rtt / {peer}" for peer in PEERS), "protocol"]]
    table += [_cells(name, rows) for name in rows if "error" not in rows[name]]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for first, *rest in table:
        cells = [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
        yield "  ".join([first.ljust(widths[0]), *cells])
    yield from (f"{name} failed: {row['error']}" for name, row in rows.items() if "error" in row)
    yield ""
    for name, goal in result["goals"].items():
        yield f"{'met' if goal['met'] else 'NOT MET'}: {name} is {goal['ratio']}, and should be below {goal['limit']}"
    yield ""
    yield NOTES
    if result["machine"]["load"] and result["machine"]["load"] > QUIET_LOAD:
        yield "The machine was busy with something else: measure again when it is not."
    yield "machine: " + ", ".join(f"{key} {value}" for key, value in result["machine"].items())


def _cells(name: str, rows: Mapping[str, Figures]) -> list[str]:
    row = rows[name]
    ratios = [_slower(row, rows[peer], "rtt_median_ms") for peer in PEERS]
    return [name, *(_text(row[figure]) for figure in FIGURES), *map(_text, ratios), row["protocol"] or "-"]


def _text(value: float | None) -> str:
    return "-" if value is None else f"{value:.{0 if value >= 100 else 2}f}"
