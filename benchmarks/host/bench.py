"""How fast the demo host is: beside the official MCP Inspector, and a page with the same client and nothing to see.

Chromium runs without a debugger attached; scripts in the pages do what a person does, and report the times. A page
before each, on another origin, keeps the browser's own start out of them. Each case has a browser of its own, all with
one profile; cold is a new profile.
"""

from __future__ import annotations

import itertools
import queue
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from benchmarks.host.inspector import Inspector, inspector
from benchmarks.host.pages import SERVERS, server_name, write_pages
from benchmarks.host.results import Figures, goals, machine, row_of
from benchmarks.pages import Reports, chromium, serving
from devserver.origins import Origins
from runtime.build import DIST, build
from runtime.vendor import VendorError

Say = Callable[[str], None]

LIMIT_SECONDS = 120
WARMING_LOADS = 4
RUNS = 11
MESSAGES = 10_000
INSPECTOR_MESSAGES = {"messages": "500", "shown_messages": "50"}
"""As many as it shows in a time that can be waited for; each takes longer than the one before."""

FLAGS = [
    "--window-size=1280,800",
    "--disable-back-forward-cache",  # a page that was left would keep its frames' processes
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",  # the Inspector asks for web fonts
]

NUMBERS = {"runs": str(RUNS), "servers": str(SERVERS), "messages": str(MESSAGES)}


@dataclass(frozen=True)
class Case:
    row: str
    steps: str
    more: Mapping[str, str] = field(default_factory=dict[str, str])


CASES = (
    Case("host", "connects"),
    Case("host", "many"),
    Case("host", "messages"),
    Case("bare", "connects"),
    Case("inspector-stdio", "connects"),
    Case("inspector-stdio", "many"),
    Case("inspector-stdio", "messages", INSPECTOR_MESSAGES),
    Case("inspector-http", "connects"),
)
LOADED = ("host", "bare", "inspector-stdio")
ROWS = ("host", "bare", "inspector-stdio", "inspector-http")


class CaseFailed(Exception):
    """A case could not be measured; the text says why."""


class Bench:
    """Runs cases in Chromium, and collects what their pages report."""

    def __init__(self, root: Path, reports: Reports, origins: Origins, peer: Inspector | None) -> None:
        self._reports, self._peer, self._root = reports, peer, root
        self._apps, self._host = origins.apps("localhost"), origins.roles("localhost")["host"]
        self._runs = itertools.count()

    def run(self, case: Case, profile: Path, loads: int = 1) -> list[Figures]:
        """The figures of each load."""
        run = str(next(self._runs))
        url = self._url(case, {**NUMBERS, **case.more, "run": run, "bench": case.steps, "loads": str(loads)})
        with chromium(profile, f"{self._apps['start']}/?{urlencode({'next': url})}", FLAGS):
            return [self._report(run) for _ in range(loads)]

    def _url(self, case: Case, query: Mapping[str, str]) -> str:
        if case.row == "host":
            return f"{self._host}/?{urlencode(query)}"
        if case.row == "bare":
            server = f"{self._apps[server_name(0)]}/?for=bare"
            return f"{self._apps['bare']}/?{urlencode({**query, 'server': server})}"
        if self._peer is None:
            raise CaseFailed("The Inspector does not run.")
        self._peer.forget()
        return self._peer.url({**query, "server": case.row.removeprefix("inspector-")})

    def _report(self, run: str) -> Figures:
        report: dict[str, Any] = {}
        while report.get("run") != run:  # a browser that ends may still have something to say
            try:
                report = self._reports.arrived.get(timeout=LIMIT_SECONDS)
            except queue.Empty:
                raise CaseFailed(f"The page reported nothing for {LIMIT_SECONDS} s.") from None
        if "error" in report:
            raise CaseFailed(report["error"])
        return report["figures"]

    def loads(self, row: str, loads: int) -> Figures:
        """From navigation on: with a new profile, and with one that has seen the page."""
        case = Case(row, "load")
        cold = [self.run(case, self.new_profile())[0] for _ in range(loads)]
        warm = self.run(case, self.new_profile(), WARMING_LOADS + loads)[WARMING_LOADS:]
        return {**_named("cold", cold), **_named("warm", warm)}

    def new_profile(self) -> Path:
        return Path(tempfile.mkdtemp(dir=self._root))


def _named(cache: str, rounds: list[Figures]) -> Figures:
    return {f"{cache}_{name}": [one[name][0] for one in rounds] for name in rounds[0]}


class Results:
    """What was measured, and what could not be."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self.rounds: dict[str, list[Figures]] = {row: [] for row in ROWS}
        self.errors: dict[str, dict[str, str]] = {row: {} for row in ROWS}

    def take(self, row: str, steps: str, measure: Callable[[], list[Figures]], *, counts: bool = True) -> None:
        """Measure something, unless it failed before."""
        if steps in self.errors[row]:
            return
        try:
            figures = measure()
        except CaseFailed as failure:
            self.errors[row][steps] = str(failure)
            self._say(f"{row}: {steps} failed: {failure}")
        else:
            self.rounds[row] += figures if counts else []

    def rows(self) -> dict[str, Figures]:
        return {row: row_of(self.rounds[row], self.errors[row]) for row in ROWS}


def measure(rounds: int, say: Say) -> dict[str, Any]:
    """The figures of all rows, the goals, and the machine."""
    build(say)
    measured_on = machine()
    results = Results(say)
    with _bench(say) as bench:
        for row in LOADED:
            say(f"{row}: load")
            results.take(row, "load", lambda row=row: [bench.loads(row, 2 * rounds + 1)])
        profile = bench.new_profile()
        for number, case in itertools.product(range(rounds + 1), CASES):
            say(f"{case.row}: {case.steps}, " + (f"round {number} of {rounds}" if number else "warming up"))
            results.take(case.row, case.steps, lambda case=case: bench.run(case, profile), counts=number > 0)
    rows = results.rows()
    return {"bench": "host", "rows": rows, "goals": goals(rows), "machine": measured_on}


@contextmanager
def _bench(say: Say) -> Iterator[Bench]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary, ExitStack() as stack:
        root = Path(temporary)
        write_pages(root)
        reports, origins = stack.enter_context(serving(root, DIST))
        try:
            say("Starting the Inspector")
            peer = stack.enter_context(inspector(root, f"{origins.roles('localhost')['host']}/report"))
        except (VendorError, OSError) as error:
            say(f"The Inspector can't be run: {error}")
            peer = None
        yield Bench(root, reports, origins, peer)
