"""The table of hostile cases that a run prints at its end, from the reports of all processes that ran tests."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

import pytest

from .cases import CASES


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "case(group, name): the hostile case that a test shows")


def pytest_itemcollected(item: pytest.Item) -> None:
    where = "browser" if "playwright" in getattr(item, "fixturenames", ()) else "core"
    for marker in item.iter_markers("case"):
        item.user_properties.append(("case", (*marker.args, where)))


@dataclass
class Line:
    tests: int = 0
    failed: int = 0
    known: int = 0
    where: set[str] = field(default_factory=set[str])
    measured: list[str] = field(default_factory=list[str])

    @property
    def outcome(self) -> str:
        outcome = f"{self.failed} of {self.tests} FAILED" if self.failed else f"held ({self.tests - self.known})"
        known = [f"NOT YET ({self.known})"] if self.known else []
        return ", ".join([outcome, *known, *self.measured])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    lines: dict[tuple[str, str], Line] = defaultdict(Line)
    for outcome in ("passed", "failed", "error", "xfailed", "xpassed"):
        for report in terminalreporter.stats.get(outcome, []):
            for kind, value in getattr(report, "user_properties", []):
                if kind == "case":
                    line = lines[value[:2]]
                    line.tests += report.when == "call"
                    line.failed += outcome in ("failed", "error")
                    line.known += outcome == "xfailed"
                    line.where.add(value[2])
                elif kind == "measured":
                    lines[value[:2]].measured.append(value[2])
    if not lines:
        return
    terminalreporter.section("hostile cases")
    for group, cases in CASES.items():
        for name, expected in cases.items():
            if line := lines.get((group, name)):
                where = "+".join(sorted(line.where))
                terminalreporter.write_line(f"{group:21}  {name:36}  {expected:52}  {line.outcome}  [{where}]")
