"""What a person does in the dashboard, in their words."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, ViewportSize, expect

from ...conftest import wait_for_element
from ..visitor import Visitor
from .copilots import Copilot

OWN_CLOCK = """{
    const now = performance.now.bind(performance);
    performance.now = () => now() + (window.skipped ?? 0);
}"""
"""A test lets the time of a limit pass at once, for what counts seconds in the dashboard."""

DRAWN = """() => document.hidden || new Promise((drawn) => {
    let frames = 3;
    const next = () => (frames-- ? requestAnimationFrame(next) : drawn());
    next();
})"""
"""Until the browser has drawn what is shown now, a click goes to the frame that was in its place."""

REST_MS = 70_000
SIZE: ViewportSize = {"width": 1280, "height": 800}
SETTLED = re.compile("connected|stopped|off")


class Person(Visitor):
    """Someone with the dashboard open in a tab."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        page.add_init_script(OWN_CLOCK)

    def begins_anew(self, url: str) -> None:
        """The dashboard, running and connected, with its first rules; what was done before stays done."""
        if self.page.url != url:
            self.visit(url)
        self.page.set_viewport_size(SIZE)
        self.page.emulate_media(color_scheme="light", reduced_motion="no-preference")
        self.rests()
        self.has_copilot()
        if self["pause"].inner_text() == "Resume":
            self["pause"].click()
        self.opens_rules()
        self["defaults"].click()
        self.shows("copilot")

    def rests(self) -> None:
        """The limits have room again."""
        self.page.evaluate("(more) => void (window.skipped = (window.skipped ?? 0) + more)", REST_MS)

    def has_copilot(self) -> None:
        """Have it loaded, if it is not."""
        expect(self.page.locator("#copilot")).to_have_attribute("data-state", SETTLED)
        for button in ("copilot-again", "copilot-connect"):
            if self[button].is_visible():
                self[button].click()

    def is_ready(self) -> None:
        wait_for_element(self.page, "html[data-dashboard=ready], html[data-status=failed]")
        card = self.page.locator(".transom-card pre")
        assert card.count() == 0, card.text_content()

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
            self.page.evaluate(DRAWN)

    def copilot_in(self, window: Page) -> Copilot:
        self.sees_copilot("connected")
        return Copilot(window).ready()
