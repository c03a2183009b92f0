from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from ...conftest import LIMIT_MS, Profile, Site, with_pages
from .pages import add_server
from .person import Person

expect.set_options(timeout=LIMIT_MS)


@pytest.fixture
def newcomer(page: Page) -> Iterator[Person]:
    """Someone who has never opened the host, and for whom it makes no mistakes."""
    person = Person(page)
    yield person
    assert person.mistakes == []


@pytest.fixture
def person(site: Site, newcomer: Person) -> Person:
    """Someone who has just opened the host for the first time, and for whom it makes no mistakes."""
    newcomer.visit(site.host())
    return newcomer


@pytest.fixture(scope="module")
def in_the_kitchen(request: pytest.FixtureRequest, served: Site, profile: Profile) -> Iterator[Person]:
    parts = request.module.KITCHEN  # a module needs few of its tools, and all of them take a while
    with with_pages(served):
        person = Person(profile.context.new_page())
        person.visit(served.host())
        person.add_and_connect(f"{add_server(served, 'kitchen')}?{parts}")
        yield person
        profile.clear()
    assert person.mistakes == []


@pytest.fixture
def kitchen(in_the_kitchen: Person) -> Person:
    """Someone connected to the kitchen, in one page for all tests of a module: they use different tools."""
    in_the_kitchen.open_tab("tools")
    return in_the_kitchen
