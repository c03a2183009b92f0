"""What a person does with the copilot, in their words."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import ConsoleMessage, Frame, Locator, Page, expect

from ...conftest import wait_for_element


class Person:
    """Someone with the page above open in a tab, and the copilot in its frame."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.copilot: Page | Frame = page
        self.mistakes: list[str] = []
        """Of the copilot itself: what it says in the console."""
        page.on("console", self._note)

    def _note(self, message: ConsoleMessage) -> None:
        is_first = message.text.startswith(("The page made a mistake", "The model made a mistake", "Traceback"))
        if message.type == "error" and (is_first or self.mistakes):  # the lines of a traceback come one by one
            self.mistakes.append(message.text)

    def visit(self, url: str) -> None:
        self.page.goto(url)
        self.is_connected()

    def is_connected(self) -> None:
        """In the frame that is there now: each session has its own."""
        element = self.page.wait_for_selector("iframe.transom-frame:not([hidden])", state="attached")
        frame = element and element.content_frame()
        assert frame
        self.copilot = frame
        expect(self["send"]).to_be_enabled()

    def __getitem__(self, testid: str) -> Locator:
        """What can be seen in the copilot under a test id."""
        return self.copilot.get_by_test_id(testid).filter(visible=True)

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

    def axe(self, source: str, tags: list[str]) -> list[str]:
        expect(self.copilot.locator(".transom-status")).to_have_count(0)  # it fades, through all contrasts
        if not self.copilot.evaluate("'axe' in window"):
            self.copilot.evaluate(source)
        found: dict[str, Any] = self.copilot.evaluate("(tags) => axe.run(document, { runOnly: tags })", tags)
        return [f"{one['id']}: {[node['html'][:200] for node in one['nodes']]}" for one in found["violations"]]

    def waits_for_above(self, selector: str) -> None:
        wait_for_element(self.page, selector)
