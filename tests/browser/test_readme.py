"""What the README shows works as it stands there."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from devserver.origins import ROOT
from tests.conftest import Site, wait_for_status


def snippet(language: str) -> str:
    """The README's one snippet in a language."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / "README.md").read_text(), re.DOTALL | re.MULTILINE)
    assert len(found) == 1
    return found[0]


def test_the_smallest_page_is_a_server_that_answers(site: Site, page: Page) -> None:
    url = site.add({"index.html": snippet("html"), "server.py": snippet("python")})
    with page.expect_console_message(lambda message: "Hello, Ada!" in message.text):
        page.goto(url)
    wait_for_status(page, "ready")
    assert page.locator(".transom-card").count() == 0
