from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from devserver.origins import ROOT

from ...conftest import LIMIT_MS, Profile, Site, html
from .endpoint import Endpoint, running
from .person import Person

expect.set_options(timeout=LIMIT_MS)

OUTER = Path(__file__).with_name("outer.py")
LANGUAGE_MODEL = OUTER.with_name("language_model.js")
FRAME = """<style>
    html body { max-width: none; padding: 0; }
    h1, button { margin: 0.5rem; }
    .transom-frame { display: block; width: 100%; height: calc(100dvh - 5rem); border: 0; }
</style>"""
BODY = '<button type="button">Open</button><script type="py" src="./page.py"></script>'


@contextmanager
def with_copilot(site: Site) -> Iterator[Site]:
    """The copilot, and a small page above it in the place of the dashboard; without either afterwards."""
    role = site.root / "inverted_demo"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "inverted_demo/copilot", role / "copilot", ignore=ignored)
    (role / "dashboard").mkdir()
    (role / "dashboard/index.html").write_text(html(BODY, head=FRAME, title="Harbour"))
    shutil.copy(OUTER, role / "dashboard/page.py")
    yield site
    shutil.rmtree(role)


@pytest.fixture(scope="module")
def harbour(served: Site) -> Iterator[Site]:
    with with_copilot(served):
        yield served


@pytest.fixture(scope="module")
def endpoint() -> Iterator[Endpoint]:
    with running() as endpoint:
        yield endpoint


@pytest.fixture(scope="module")
def visit(harbour: Site, profile: Profile) -> Iterator[Person]:
    page = profile.context.new_page()
    page.add_init_script(path=LANGUAGE_MODEL)
    person = Person(page)
    person.visit(harbour.origins.roles("localhost")["dashboard"])
    yield person
    mistakes = [*person.mistakes]  # a page that is closed in the middle of something may complain
    profile.clear()
    assert mistakes == []


@pytest.fixture
def person(visit: Person) -> Person:
    """Someone with the copilot before them, in one page for all tests of a module: connected, with nothing said."""
    visit.begins_anew()
    return visit


@pytest.fixture
def asking(person: Person, endpoint: Endpoint) -> Person:
    """Someone who has chosen the endpoint."""
    if person["model"].inner_text() != "tiny":
        person.chooses_endpoint(endpoint.url, "secret")
    return person
