"""How fast the apps work, and whether their pages and the host's stay usable meanwhile.

Points per second beside the same counting in native CPython, and beside the usual way in JavaScript. Chromium runs
without a debugger attached; a client in a page on another origin calls the tools, and takes the times.
"""

from __future__ import annotations

import itertools
import queue
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from benchmarks.apps.pages import write_pages
from benchmarks.calls import results as calls
from benchmarks.pages import Reports, chromium, serving
from devserver.origins import ROOT
from runtime.build import DIST, build

Say = Callable[[str], None]
Figures = dict[str, Any]

LIMIT_SECONDS = 300
FLAGS = ["--window-size=1280,800", "--disable-back-forward-cache"]
IN_THE_PAGE = ("pi", "counted", "reference", "json_analyzer", "notebook")
NATIVE = "import points; print(points.points_per_second())"


def measure(rounds: int, say: Say) -> dict[str, Any]:
    """The figures of each app and of what one would take instead; medians of the rounds."""
    build(say)
    machine = calls.machine()
    rows: dict[str, Figures] = {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        root = Path(temporary)
        write_pages(root)
        with serving(root, DIST) as (reports, origins):
            host, start = origins.roles("localhost")["host"], origins.apps("localhost")["start"]
            numbers = itertools.count()
            taken: dict[str, list[Figures]] = {name: [] for name in (*IN_THE_PAGE, "native")}
            for number, name in itertools.product(range(rounds + 1), taken):
                say(f"{name}, " + (f"round {number} of {rounds}" if number else "warming up"))
                run = str(next(numbers))
                page = f"{host}/?{urlencode({'run': run, 'steps': name})}"
                address = f"{start}/?{urlencode({'next': page})}"
                found = _native() if name == "native" else _in_the_page(reports, root / "profile", address, run)
                if number or "error" in found:
                    taken[name].append(found)
            rows = {name: _medians(found) for name, found in taken.items()}
    return {"bench": "apps", "rows": rows, "ratios": ratios(rows), "machine": machine}


def _native() -> Figures:
    """The same counting, in a process of this Python."""
    command = [sys.executable, "-c", NATIVE]
    ran = subprocess.run(command, cwd=ROOT / "apps" / "pi", capture_output=True, text=True, check=True)
    return {"points_per_s": float(ran.stdout)}


def _in_the_page(reports: Reports, profile: Path, address: str, run: str) -> Figures:
    with chromium(profile, address, FLAGS):
        report: Figures = {}
        while report.get("run") != run:
            try:
                report = reports.arrived.get(timeout=LIMIT_SECONDS)
            except queue.Empty:
                return {"error": f"The page reported nothing for {LIMIT_SECONDS} s."}
    return {"error": report["error"]} if "error" in report else report["figures"]


def _medians(rounds: list[Figures]) -> Figures:
    errors = [found["error"] for found in rounds if "error" in found]
    if errors:
        return {"error": errors[0]}
    return {name: round(statistics.median(found[name] for found in rounds), 1) for name in rounds[0]}


def ratios(rows: dict[str, Figures]) -> Figures:
    """How many points the app counts for each one that another way does."""
    own = rows["pi"].get("points_per_s")
    others = {name: rows[name].get("points_per_s") for name in ("native", "counted", "reference")}
    return {f"pi / {name}": round(own / value, 2) for name, value in others.items() if own and value}


NOTES = """\
points_per_s: 50 million points, called through the host, with the picture and the progress; native: the same counting
    without those, in CPython; counted: a loop in JavaScript; reference: one that makes each into an object and keeps it
longest_wait_ms: the longest time that a message from the host's page, as a click would, waits for its answer,
    from when the app's page is ready; in counted and reference the page answers nothing before the end
host_wait_ms: the longest time that a message from a worker waits in the host's page meanwhile
memory_mb: of all pages together, before the 50 million points and after
cancel_ms: from the client's cancel, in the middle of the work, until the app's page says so, median of 5
digits: 20,000 at once, 10,000 one by one
json: a document of 50 MB; set up is choosing, checking and keeping it; the first call reads it again, the others don't
notebook: a table of 200 000 rows"""


def lines(result: dict[str, Any]) -> Iterator[str]:
    """The result for people."""
    for row, figures in result["rows"].items():
        for name, value in figures.items():
            shown = value if isinstance(value, str) else f"{value:,.{0 if value >= 100 else 1}f}"
            yield f"{row:15}{name:25}{shown:>15}"
    for name, ratio in result["ratios"].items():
        yield f"{name}: {ratio}"
    yield ""
    yield NOTES
    if (result["machine"]["load"] or 0) > calls.QUIET_LOAD:
        yield "The machine was busy with something else: measure again when it is not."
    yield "machine: " + ", ".join(f"{key} {value}" for key, value in result["machine"].items())
