"""How fast calls are: Transom beside the official SDKs on what one would take instead, all in one run.

A page and what is in its frame are on two origins of localhost. Chromium runs without a debugger attached; pages report
by themselves. All rows are measured in turn, several times; a figure is the median of its rounds.
"""

from __future__ import annotations

import itertools
import json
import queue
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.calls.pages import Pair, write_pages
from benchmarks.calls.results import Figures, figures_of, goals, machine, medians
from benchmarks.pages import Reports, chromium, serving
from devserver.origins import ROOT
from runtime.build import DIST, build

Say = Callable[[str], None]

LIMIT_SECONDS = 90

PAIRS = {
    "transom-python": Pair("transom_host", "transom_server"),
    "transom-js": Pair("transom_js_host", "transom_server"),
    "typescript": Pair("typescript_host", "typescript_server"),
    "floor-window": Pair("floor_host", "floor_server", {"channel": "window"}),
    "floor-port": Pair("floor_host", "floor_server", {"channel": "port"}),
}
NATIVE = {"python-stdio": "stdio", "python-http": "http"}
ROWS = ("transom-python", "transom-js", "typescript", "python-stdio", "python-http", "floor-window", "floor-port")

WARMING = ("transom-python", "transom-js")
"""Once before the rounds: Chromium compiles a page's wasm for good, and keeps it, when it has run for a while."""


class RowFailed(Exception):
    """A row could not be measured; the text says why."""


def measure(rounds: int, say: Say) -> dict[str, Any]:
    """The figures of all rows, the goals, and the machine."""
    build(say)
    measured_on = machine()
    measured: dict[str, list[Figures]] = {name: [] for name in ROWS}
    failed: dict[str, str] = {}
    plan = [(0, name) for name in WARMING] + [(n, name) for n in range(1, rounds + 1) for name in ROWS]
    with _browser() as in_browser:
        for number, name in plan:
            if name in failed:
                continue
            say(f"{name}, round {number} of {rounds}" if number else f"{name}, warming up")
            try:
                report = in_browser(name) if name in PAIRS else _in_processes(NATIVE[name])
            except RowFailed as failure:
                failed[name] = str(failure)
                say(f"{name} failed: {failure}")
            else:
                measured[name] += [figures_of(report)] if number else []
    rows = {name: medians(measured[name], failed.get(name)) for name in ROWS}
    return {"rows": rows, "goals": goals(rows), "machine": measured_on}


@contextmanager
def _browser() -> Iterator[Callable[[str], Figures]]:
    """What measures a row in a browser of its own, all with one profile."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        root = Path(temporary)
        write_pages(root)
        with serving(root, DIST) as (reports, origins):
            runs = itertools.count()

            def run(name: str) -> Figures:
                number = next(runs)
                with chromium(root / "profile", PAIRS[name].url(origins.apps("localhost"), number), []):
                    return _report_of(number, reports)

            yield run


def _report_of(run: int, reports: Reports) -> Figures:
    report: Figures = {}
    while report.get("run") != str(run):  # a browser that ends may still have something to say
        try:
            report = reports.arrived.get(timeout=LIMIT_SECONDS)
        except queue.Empty:
            raise RowFailed(f"The page reported nothing for {LIMIT_SECONDS} s.") from None
    if "error" in report:
        raise RowFailed(report["error"].partition("\n\nPage:")[0].strip())
    return report


def _in_processes(kind: str) -> Figures:
    command = [sys.executable, "-m", "benchmarks.calls.native", kind]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise RowFailed(f"It was not done after {LIMIT_SECONDS} s.") from None
    if done.returncode:
        raise RowFailed(done.stderr.strip() or f"It ended with {done.returncode}.")
    return json.loads(done.stdout)
