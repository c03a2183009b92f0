"""The two labs, and figures for the table of cases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import pytest
from playwright.sync_api import Browser, BrowserContext

from runtime.build import DIST
from tests.conftest import CLOCK, LIMIT_MS, NO_EXERCISE, Site, serving

from .labs import InnerLab, Lab, add_inner_pages, add_lab_pages

Kind = TypeVar("Kind", Lab, InnerLab)


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
    context.add_init_script(CLOCK)
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
def served(runtime: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server of their own: the labs' pages stay there, while other tests begin and end with none."""
    with serving(tmp_path_factory.mktemp("labs"), DIST) as site:
        yield site


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
