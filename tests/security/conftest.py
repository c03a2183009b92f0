"""The two labs, and the table of cases that a run prints at its end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.conftest import LIMIT_MS, NO_EXERCISE, Site

from .cases import CASES
from .labs import InnerLab, Lab, add_inner_pages, add_lab_pages

Kind = TypeVar("Kind", Lab, InnerLab)


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


Measured = Callable[[str], None]


@pytest.fixture
def measured(request: pytest.FixtureRequest) -> Measured:
    """Puts a figure into the table."""

    def note(text: str) -> None:
        marker = request.node.get_closest_marker("case")
        request.node.user_properties.append(("measured", (*marker.args, text)))

    return note


def new_context(browser: Browser) -> BrowserContext:
    context = browser.new_context()
    context.add_init_script(NO_EXERCISE)
    context.set_default_timeout(LIMIT_MS)
    return context


@dataclass
class Running(Generic[Kind]):
    """A lab that all tests share, made anew when one of them has broken it."""

    make: Callable[[], Kind]
    lab: Kind | None = None

    def use(self) -> Iterator[Kind]:
        lab = self.lab or self.make()
        self.lab = None
        yield lab
        try:
            lab.check()
        except BaseException:
            lab.context.close()
            raise
        self.lab = lab


@pytest.fixture(scope="session")
def lab_pages(served: Site) -> tuple[str, str, str, str]:
    """The addresses of the host, the good server, the plain page and the attacker."""
    return add_lab_pages(served)


@pytest.fixture(scope="session")
def lab_running(served: Site, lab_pages: tuple[str, str, str, str], browser: Browser) -> Iterator[Running[Lab]]:
    running = Running(lambda: Lab(new_context(browser), served, lab_pages))
    yield running
    if running.lab:
        running.lab.context.close()


@pytest.fixture(scope="session")
def inner_running(served: Site, browser: Browser) -> Iterator[Running[InnerLab]]:
    urls = add_inner_pages(served)
    running = Running(lambda: InnerLab(new_context(browser), urls))
    yield running
    if running.lab:
        running.lab.context.close()


@pytest.fixture
def lab(lab_running: Running[Lab]) -> Iterator[Lab]:
    """The host in Python."""
    yield from lab_running.use()


@pytest.fixture
def inner(inner_running: Running[InnerLab]) -> Iterator[InnerLab]:
    """The server in Python."""
    yield from inner_running.use()
