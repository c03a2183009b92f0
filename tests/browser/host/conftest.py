from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from ...conftest import LIMIT_MS, Site
from .person import Person

expect.set_options(timeout=LIMIT_MS)


@pytest.fixture
def person(site: Site, page: Page) -> Iterator[Person]:
    """Someone who has just opened the host for the first time, and for whom it makes no mistakes."""
    person = Person(page)
    person.visit(site.host())
    yield person
    assert person.mistakes == []
