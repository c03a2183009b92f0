"""Someone with a page open in a tab: what is the same for every page of the project."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import ConsoleMessage, Frame, Locator, Page, expect

from ..conftest import held
from .looks import findings

MISTAKES = ("The page made a mistake", "The model made a mistake", "Traceback", "An observer")
"""How a mistake of a page begins in the console. The lines of a traceback may come one by one."""


class Visitor:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.mistakes: list[str] = []
        """Of the page itself: what it says in the console."""
        page.on("console", self._note)

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error" and self.is_own(message) and (self.mistakes or message.text.startswith(MISTAKES)):
            self.mistakes.append(message.text)

    def is_own(self, message: ConsoleMessage) -> bool:
        """Whether it is of the page that is looked at."""
        return True

    @property
    def side(self) -> Page | Frame:
        """Where things are looked for."""
        return self.page

    def __getitem__(self, testid: str) -> Locator:
        """What is there and can be seen under a test id."""
        return self.side.get_by_test_id(testid).filter(visible=True)

    def is_ready(self) -> None:
        """The page can be used."""
        raise NotImplementedError

    def visit(self, url: str) -> None:
        self.page.goto(url)
        self.is_ready()

    def reload(self) -> None:
        self.page.reload()
        self.is_ready()

    @contextmanager
    def before_python(self, script: str) -> Iterator[None]:
        """Load the page again; its Python, in the file of that name, does not start before the end of the block."""
        address = f"{self.page.url.partition('?')[0]}{script}"
        release = held(self.page, address)
        self.page.reload(wait_until="commit")
        yield
        release()
        self.is_ready()
        self.page.unroute(address)

    def sees_toast(self, words: str) -> None:
        expect(self["toast"].filter(has_text=words)).to_be_visible()

    def axe(self, rules: Sequence[str], **options: Any) -> list[str]:
        """What axe-core finds wrong with the page as it is."""
        return findings(self.side, rules, **options)
