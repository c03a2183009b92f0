"""What a person does with the copilot, in their words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import ElementHandle, Frame, Page, ViewportSize, expect

from assistant.chat import Entry
from assistant.conversation import Turn
from assistant.memory import PREFIX, Record

from ...conftest import wait_for_element, wait_until
from ..looks import SETTLED
from ..visitor import Visitor

FRAME_WIDTH = "document.querySelector('iframe').clientWidth"
NOTES_MOUSE = """() => {
    window.hasMouse = false;
    addEventListener("pointermove", () => (window.hasMouse = true), { capture: true, once: true });
}"""
MOVED_AND_BACK = """async (element) => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    element.style.translate = "0 1px";
    await drawn();
    element.style.translate = "";
    await drawn();
}"""
TRIES = 100
KEEPS = """([tab, prefix, record]) => {
    sessionStorage.setItem("copilot.tab", tab);
    const above = location.ancestorOrigins[0];
    localStorage.setItem(`${prefix}${tab}.${above}`, record);
}"""


class Person(Visitor):
    """Someone with the page above open in a tab, and the copilot in its frame."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.copilot: Page | Frame = page

    @property
    def side(self) -> Page | Frame:
        return self.copilot

    @property
    def frame(self) -> ElementHandle:
        """The copilot's, in the page above: each session has its own."""
        element = self.page.wait_for_selector("iframe.transom-frame:not([hidden])")
        assert element
        return element

    def is_ready(self) -> None:
        frame = self.frame.content_frame()
        assert frame
        self.copilot = frame
        expect(self["send"]).to_be_enabled()
        self.reaches_the_frame()

    def reaches_the_frame(self) -> None:
        """Clicks in it arrive. One that the browser has not shown yet gets none, and after a new size it may have none
        either, about once in 70 times under load: Chromium gives them to the page above until the frame is moved.
        """
        self.copilot.evaluate(NOTES_MOUSE)
        frame = self.frame
        box = frame.bounding_box()
        assert box
        for step in range(TRIES):
            self.page.mouse.move(box["x"] + box["width"] / 2 + step % 2, box["y"] + box["height"] / 2)
            if self.copilot.evaluate("hasMouse"):
                return
            frame.evaluate(MOVED_AND_BACK)
        raise AssertionError("What is clicked in the frame goes to the page above.")

    def has_window(self, size: ViewportSize) -> None:
        """With the frame as it is in a window of this size: it is told of its own later."""
        self.page.set_viewport_size(size)
        wait_until(self.copilot, "innerWidth == given", self.page.evaluate(FRAME_WIDTH))
        self.copilot.evaluate(SETTLED)
        self.reaches_the_frame()

    def steers(self, word: str) -> None:
        """Have the page above do something."""
        self.page.evaluate("(word) => steer(word)", word)

    def reloads_the_copilot(self) -> None:
        self.page.evaluate("document.querySelector('iframe').dataset.left = true")
        self.copilot.evaluate("void setTimeout(() => location.reload())")
        self.waits_for_above("iframe:not([data-left])")
        self.is_ready()

    def comes_back_to(self, *turns: Turn) -> None:
        """With that conversation, as if it had been kept: the page that is left keeps its own under another name."""
        record = Record(time=0, entries=[Entry(turn) for turn in turns])
        tab = "other" if self.copilot.evaluate("sessionStorage.getItem('copilot.tab')") == "one" else "one"
        self.copilot.evaluate(KEEPS, [tab, PREFIX, record.model_dump_json()])
        self.reloads_the_copilot()
        expect(self["turn"]).to_have_count(sum(turn.speaker == "copilot" for turn in turns))

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

    def chooses_the_matcher(self) -> None:
        self["model"].click()
        self["kind-matcher"].check()
        self["model-save"].click()
        expect(self["settings"]).to_have_count(0)

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
