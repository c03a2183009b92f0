"""What stays of 20 000 calls and 200 connects in one page: memory, proxies, tasks, frames.

The first step of each kind warms up; what counts is what comes after.
"""

from __future__ import annotations

import json
import queue
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from benchmarks.pages import Reports, chromium, serving
from runtime.build import DIST, build

HERE = Path(__file__).parent
CALLS = 20_000
CONNECTS = 200
STEPS = 10
LIMIT_SECONDS = 180
COLUMNS = ("kind", "number", "memory_mb", "wasm_mb", "proxies", "tasks", "frames", "objects")

PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Soak</title>
    <script type="module" src="/runtime/page.js"></script>
    <script>
      new MutationObserver(() => {
        const card = document.querySelector(".transom-card pre");
        if (card) fetch("/report", { method: "POST", body: JSON.stringify({ error: card.textContent }) });
      }).observe(document, { childList: true, subtree: true });
    </script>
  </head>
  <body>
    <script type="py" src="./SCRIPT"></script>
  </body>
</html>
"""


class SoakFailed(Exception):
    """The pages stopped; the text says why."""


def measure(steps: int, say: Callable[[str], None]) -> dict[str, Any]:
    build(say)
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        root = Path(temporary)
        for name in ("host", "server"):
            folder = root / "apps" / name
            folder.mkdir(parents=True)
            (folder / "index.html").write_text(PAGE.replace("SCRIPT", f"{name}.py"))
            (folder / f"{name}.py").write_bytes((HERE / f"{name}.py").read_bytes())
        with serving(root, DIST) as (reports, origins):
            urls = origins.apps("localhost")
            frame = f"{urls['server']}/?{urlencode({'allow': urls['host']})}"
            query = urlencode({"frame": frame, "calls": CALLS, "connects": CONNECTS, "steps": steps})
            with chromium(root / "profile", f"{urls['host']}/?{query}", ["--js-flags=--expose-gc"]):
                for row in _rows(reports):
                    say(json.dumps(row))
                    rows.append(row)
    return {"bench": "soak", "calls": CALLS, "connects": CONNECTS, "rows": rows, "kept": kept(rows)}


def _rows(reports: Reports) -> Iterator[dict[str, Any]]:
    while True:
        try:
            report = reports.arrived.get(timeout=LIMIT_SECONDS)
        except queue.Empty:
            raise SoakFailed(f"The page reported nothing for {LIMIT_SECONDS} s.") from None
        if "error" in report:
            raise SoakFailed(report["error"])
        if report["kind"] == "done":
            return
        report["memory_mb"] = round(report["memory"] / 1e6, 1)
        yield {column: report[column] for column in COLUMNS}


def kept(rows: list[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """What each kind kept between its first row and its last, for each figure."""
    return {
        kind: {
            column: round(of_kind[-1][column] - of_kind[0][column], 1)
            for column in COLUMNS[2:]
            if (of_kind := [row for row in rows if row["kind"] == kind])
        }
        for kind in ("calls", "connects")
    }


def lines(result: dict[str, Any]) -> Iterator[str]:
    for row in [dict(zip(COLUMNS, COLUMNS, strict=True)), *result["rows"]]:
        yield "  ".join(str(row[column]).rjust(10) for column in COLUMNS)
    for kind, figures in result["kept"].items():
        yield f"kept by {kind}: " + ", ".join(f"{name} {value:+}" for name, value in figures.items())
