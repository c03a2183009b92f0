from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from devserver.origins import ROOT

from ...conftest import LIMIT_MS, Site
from .copilots import INDEX, SCRIPT
from .person import Person

expect.set_options(timeout=LIMIT_MS)


@pytest.fixture
def demo(served: Site) -> Iterator[Site]:
    """The dashboard, with a copilot that does what the test says."""
    folder = served.root / "inverted_demo"
    shutil.copytree(
        ROOT / "inverted_demo" / "dashboard", folder / "dashboard", ignore=shutil.ignore_patterns("__pycache__")
    )
    (folder / "copilot").mkdir()
    (folder / "copilot" / "index.html").write_text(INDEX, encoding="utf-8")
    (folder / "copilot" / "page.py").write_text(SCRIPT, encoding="utf-8")
    yield served
    shutil.rmtree(folder)


@pytest.fixture
def person(demo: Site, page: Page) -> Iterator[Person]:
    """Someone who has just opened the dashboard, and for whom it makes no mistakes."""
    person = Person(page)
    person.visit(f"{demo.origins.roles('localhost')['dashboard']}/")
    yield person
    assert person.mistakes == []
