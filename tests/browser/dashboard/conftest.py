from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from devserver.origins import ROOT

from ...conftest import LIMIT_MS, Profile, Site
from .copilots import INDEX, SCRIPT
from .person import Person

expect.set_options(timeout=LIMIT_MS)


@pytest.fixture(scope="module")
def demo(served: Site) -> Iterator[Site]:
    """The dashboard, with a copilot that does what the test says."""
    folder = served.root / "inverted_demo"
    shutil.copytree(
        ROOT / "inverted_demo" / "dashboard", folder / "dashboard", ignore=shutil.ignore_patterns("__pycache__")
    )
    write_copilot(folder)
    yield served
    shutil.rmtree(folder)


def write_copilot(folder: Path) -> None:
    (folder / "copilot").mkdir(exist_ok=True)
    (folder / "copilot" / "index.html").write_text(INDEX, encoding="utf-8")
    (folder / "copilot" / "page.py").write_text(SCRIPT, encoding="utf-8")


@pytest.fixture(scope="module")
def visit(demo: Site, profile: Profile) -> Iterator[Person]:
    person = Person(profile.context.new_page())
    yield person
    mistakes = [*person.mistakes]  # a page that is closed in the middle of something may complain
    profile.clear()
    assert mistakes == []


@pytest.fixture
def person(visit: Person, demo: Site) -> Person:
    """Someone with the dashboard before them, in one page for all tests of a module; it makes no mistakes for them."""
    visit.begins_anew(f"{demo.origins.roles('localhost')['dashboard']}/")
    return visit
