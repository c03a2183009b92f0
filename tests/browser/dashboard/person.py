"""What a person does in the dashboard, in their words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import ConsoleMessage, Locator, Page, Route, expect

from ...conftest import wait_for_element
from .copilots import Copilot


class Person:
    """Someone with the dashboard open in a tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.mistakes: list[str] = []
        """Of the dashboard itself: what it says in the console."""
        page.on("console", self._note)

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error" and message.text.startswith(("The page made a mistake", "Traceback", "An observer")):
            self.mistakes.append(message.text)

    def visit(self, url: str) -> None:
        self.page.goto(url)
        self.is_ready()

    def reload(self) -> None:
        self.page.reload()
        self.is_ready()

    @contextmanager
    def before_python(self) -> Iterator[None]:
        """Load the page again; its Python does not start before the end of the block."""
        held: list[Route] = []
        is_over = False

        def hold(route: Route) -> None:
            if is_over:
                route.continue_()
            else:
                held.append(route)

        script = f"{self.page.url}page.py"
        self.page.route(script, hold)
        self.page.reload(wait_until="commit")
        yield
        is_over = True
        for route in held:
            route.continue_()
        self.is_ready()
        self.page.unroute(script)

    def is_ready(self) -> None:
        wait_for_element(self.page, "html[data-dashboard=ready], html[data-status=failed]")
        card = self.page.locator(".transom-card pre")
        assert card.count() == 0, card.text_content()

    def __getitem__(self, testid: str) -> Locator:
        """What is on the page and can be seen under a test id."""
        return self.page.get_by_test_id(testid).filter(visible=True)

    def thing(self, key: str) -> Locator:
        """A project, service, incident or team, by its id."""
        return self.page.locator(f'[data-id="{key}"]')

    @property
    def copilot(self) -> Copilot:
        """The one in the page, once it is connected."""
        self.sees_copilot("connected")
        self.shows("copilot")
        element = self.page.locator("#copilot-frame iframe").element_handle()
        frame = element.content_frame()
        assert frame
        return Copilot(frame).ready()

    def sees_copilot(self, state: str) -> None:
        expect(self.page.locator("#copilot")).to_have_attribute("data-state", state)

    def sees_toast(self, words: str) -> None:
        expect(self["toast"].filter(has_text=words)).to_be_visible()

    def sees_question(self, words: str) -> None:
        expect(self["question"]).to_contain_text(words)

    def answers(self, answer: str) -> None:
        """Say something to the question, once it takes an answer."""
        self[f"answer-{answer}"].click()

    def opens_rules(self) -> None:
        self.shows("trust")
        if not self["defaults"].is_visible():
            self["rules"].locator("summary").click()

    def policy(self, tool: str, policy: str) -> Locator:
        return self.page.locator(f'[data-testid="policy-{tool}"][value="{policy}"]')

    def shows(self, place: str) -> None:
        """Where there is no room for everything at once."""
        button = self.page.locator(f'nav.views [data-view="{place}"]')
        if button.is_visible():
            button.click()

    def copilot_in(self, window: Page) -> Copilot:
        self.sees_copilot("connected")
        return Copilot(window).ready()
