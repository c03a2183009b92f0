"""What a person does with the copilot, in their words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Frame, Page, expect

from ...conftest import wait_for_element, wait_until
from ..visitor import IS_SEEN, Visitor


class Person(Visitor):
    """Someone with the page above open in a tab, and the copilot in its frame."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.copilot: Page | Frame = page

    @property
    def side(self) -> Page | Frame:
        return self.copilot

    def is_ready(self) -> None:
        """In the frame that is there now: each session has its own."""
        element = self.page.wait_for_selector("iframe.transom-frame:not([hidden])", state="attached")
        frame = element and element.content_frame()
        assert frame
        self.copilot = frame
        expect(self["send"]).to_be_enabled()
        wait_until(frame, IS_SEEN)

    def steers(self, word: str) -> None:
        """Have the page above do something."""
        self.page.evaluate("(word) => steer(word)", word)

    def begins_anew(self) -> None:
        if self["new"].is_enabled():
            self["new"].click()
        expect(self["turn"]).to_have_count(0)

    def asks(self, question: str) -> None:
        self["question-field"].fill(question)
        self["question-field"].press("Enter")

    def sees_answer(self, words: str) -> None:
        """The last answer, complete."""
        expect(self["turn"].last).to_have_attribute("data-status", "done")
        expect(self["answer"].last).to_contain_text(words)

    def sees_problem(self, words: str) -> None:
        expect(self["problem"].last).to_contain_text(words)

    def sees_calls(self, *states: str) -> None:
        expect(self["turn"].last.get_by_test_id("call-state")).to_have_text(list(states))

    def chooses_endpoint(self, url: str, key: str = "") -> None:
        self["model"].click()
        self["kind-endpoint"].check()
        for name, value in (("url", url), ("model", "tiny"), ("key", key)):
            self[f"model-{name}"].fill(value)
            self[f"model-{name}"].blur()
        self["model-save"].click()
        expect(self["settings"]).to_have_count(0)

    def axe(self, rules: Sequence[str], **options: Any) -> list[str]:
        expect(self.copilot.locator(".transom-status")).to_have_count(0)  # it fades, through all contrasts
        return super().axe(rules, **options)

    def waits_for_above(self, selector: str) -> None:
        wait_for_element(self.page, selector)
