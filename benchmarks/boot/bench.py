"""How long a page takes to Python and to the first tool result: Transom beside stock PyScript with the same packages.

Chromium runs without a debugger attached, which would keep it from caching compiled code; pages report by themselves.
Cold: a new profile for each load. Warm: one profile, whose first loads don't count.
"""

from __future__ import annotations

import itertools
import json
import shutil
import statistics
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.boot.stock import make_stock
from benchmarks.pages import Reports, chromium, serving
from devserver.origins import Origins
from runtime.build import DIST, build

HERE = Path(__file__).parent
LIMIT_SECONDS = 60
WARMING_LOADS = 4
MEMORY_LOADS = 3

PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Bench</title>
    <script>{measured}</script>
    {script}
  </head>
  <body>
    <script type="py" src="./server.py" {attributes}></script>
  </body>
</html>
"""


@dataclass
class Load:
    start_ms: float
    first_result_ms: float
    bytes: int
    memory_mb: float


class Bench:
    """Loads pages in Chromium and collects their reports."""

    def __init__(self, reports: Reports, origins: Origins) -> None:
        self._reports = reports
        self._urls = origins.apps("localhost")

    def run(self, name: str, place: str, profile: Path, loads: int, flags: list[str] | None = None) -> list[Load]:
        """Load a page several times in one browser, one after the other."""
        url = f"{self._urls[name]}/"
        left = iter(range(loads - 1))
        self._reports.next = lambda: url if next(left, None) is not None else "about:blank"
        with chromium(profile, f"{self._urls['driver']}/?place={place}&url={url}", flags or []):
            return [self._load() for _ in range(loads)]

    def _load(self) -> Load:
        report = self._reports.arrived.get(timeout=LIMIT_SECONDS)
        return Load(
            report["start"] - report["opened"],
            report["result"] - report["opened"],
            report["bytes"],
            report["memory"] / 1e6,
        )


def _write_pages(root: Path, stock_config: dict[str, Any], stock_core: str) -> None:
    measured = (HERE / "measured.js").read_text()
    pages = {
        "transom": PAGE.format(
            measured=measured, script='<script type="module" src="/runtime/page.js"></script>', attributes=""
        ),
        "stock": PAGE.format(
            measured=measured,
            script=f'<script type="module" src="{stock_core}"></script>',
            attributes=f"config='{json.dumps(stock_config)}'",
        ),
    }
    for name, page in pages.items():
        folder = root / "apps" / name
        folder.mkdir(parents=True)
        (folder / "index.html").write_text(page)
        shutil.copy2(HERE / "server.py", folder / "server.py")
    driver = root / "apps" / "driver"
    driver.mkdir()
    shutil.copy2(HERE / "driver.html", driver / "index.html")


def _medians(name: str, place: str, cache: str, loads: list[Load]) -> dict[str, Any]:
    def median(values: list[float]) -> float:
        return round(statistics.median(values), 1)

    return {
        "name": name,
        "place": place,
        "cache": cache,
        "start_ms": median([load.start_ms for load in loads]),
        "first_result_ms": median([load.first_result_ms for load in loads]),
        "bytes": int(statistics.median([load.bytes for load in loads])),
        "memory_mb": median([load.memory_mb for load in loads]),
    }


def measure(loads: int, say: Callable[[str], None]) -> list[dict[str, Any]]:
    rows = []
    build(say)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        root = Path(temporary)
        config, core = make_stock(root / "dist", DIST)
        _write_pages(root, config, core)
        with serving(root, root / "dist") as (reports, origins):
            bench = Bench(reports, origins)
            for place in ("top", "frame"):
                for name in ("transom", "stock"):
                    say(f"{name} in a {place}")
                    profiles = (Path(tempfile.mkdtemp(dir=root)) for _ in range(loads + 2))
                    cold = [bench.run(name, place, next(profiles), 1)[0] for _ in range(loads)]
                    rows.append(_medians(name, place, "cold", cold))
                    warm = bench.run(name, place, next(profiles), WARMING_LOADS + loads)[WARMING_LOADS:]
                    # Pages that follow each other share a process: without what was left of the earlier ones.
                    collected = bench.run(name, place, next(profiles), MEMORY_LOADS, ["--js-flags=--expose-gc"])
                    for load, other in zip(warm, itertools.cycle(collected), strict=False):
                        load.memory_mb = other.memory_mb
                    rows.append(_medians(name, place, "warm", warm))
    _say_ratios(rows, say)
    return rows


def _say_ratios(rows: list[dict[str, Any]], say: Callable[[str], None]) -> None:
    by_case = {(row["name"], row["place"], row["cache"]): row for row in rows}
    for place in ("top", "frame"):
        for cache in ("cold", "warm"):
            transom, stock = by_case["transom", place, cache], by_case["stock", place, cache]
            ratios = {key: stock[key] / transom[key] for key in ("first_result_ms", "memory_mb")}
            say(
                f"{place}, {cache}: the first result {ratios['first_result_ms']:.1f} times sooner, "
                f"with {1 / ratios['memory_mb']:.2f} times the memory"
            )
