"""The question whether the copilot may do something: one after the other, over everything else in the page."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pyscript import document, window
from transom_page.dom import Element, add, find, h, listen, on, replace, set_attributes

from operations.views.ids import unbroken
from operations.views.proposals import Fact, Reason
from operations.views.words import clip, count

REST_SECONDS = 1.0
"""Nothing is allowed sooner, nor so soon after the page was covered: such a click was meant for something else."""
TICK_SECONDS = 0.5
TITLE_CHARACTERS = 300
FACT_CHARACTERS = 600

Answer = Literal["refuse", "once", "always"]
CHOICES: dict[Answer, str] = {"refuse": "Refuse", "once": "Allow once", "always": "Always allow"}
ALWAYS = "Always allow: this tool is not asked about any more, until its rule is changed."


@dataclass(eq=False, slots=True)
class Question:
    """All of it may have the copilot's words in it: it is text, of any length."""

    title: str
    facts: Sequence[Fact]
    reason: Reason | None
    seconds: float
    ends: float = field(init=False)
    """On the loop's clock."""
    answer: asyncio.Future[Answer] = field(init=False)

    def __post_init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.ends, self.answer = loop.time() + self.seconds, loop.create_future()


class QuestionDialog:
    """`origin` is that of the copilot."""

    def __init__(self, origin: str) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Question] = []
        self._shown: Question | None = None
        self._rests_until = 0.0
        self._focused: Any = None
        """What had the focus before the first of the questions."""
        self._page_title = document.title
        self._title = h("h2", id="question-title")
        self._origin = h("p", f"The copilot from {origin} wants to:", class_="who")
        self._facts = h("dl", class_="facts")
        self._reason = h("div", class_="reason", testid="question-reason")
        self._known = h("div", self._facts, self._reason, class_="known", id="question-known", tabindex="0")
        self._time = h("progress", aria_label="Time to answer")
        self._left = h("p", class_="note", testid="question-left")
        self._buttons = {answer: self._button(answer) for answer in CHOICES}
        self._more = h("p", class_="note", role="status", testid="question-more")
        self.element = self._dialog()
        add(find("body"), self.element)
        listen(window, "focus", self._rest_again)
        listen(document, "visibilitychange", self._rest_again)

    def _dialog(self) -> Element:
        buttons = h("div", *self._buttons.values(), class_="buttons")
        always = h("p", ALWAYS, class_="note")
        body = (self._origin, self._title, self._known, buttons, always, self._time, self._left, self._more)
        content = h("div", *body)
        dialog = h(
            "dialog",
            content,
            class_="question",
            aria_labelledby="question-title",
            aria_describedby="question-known",
            testid="question",
        )
        on(dialog, "cancel", self._escape)
        on(dialog, "close", self._closed)
        return dialog

    def _button(self, answer: Answer) -> Element:
        click = {"click": lambda event: self._click(answer)}
        class_ = "allow" if answer == "once" else None
        return h("button", CHOICES[answer], type="button", class_=class_, testid=f"answer-{answer}", on=click)

    async def ask(self, question: Question) -> Answer:
        """What the person says, or `refuse` when the time is over. Cancel the call to take the question back."""
        self._waiting.append(question)
        self._draw()
        try:
            async with asyncio.timeout_at(question.ends):
                return await question.answer
        except TimeoutError:
            return "refuse"
        finally:
            self._waiting.remove(question)
            self._draw()

    # Showing

    def _draw(self) -> None:
        first = self._waiting[0] if self._waiting else None
        if first is not self._shown:
            self._shown = first
            document.title = f"Question: {self._page_title}" if first else self._page_title
            if first:
                self._show(first)
            else:
                self._close()

    def say_more(self, number: int) -> None:
        """How many other questions wait for their turn."""
        words = f"{count(number, 'more question')} waiting." if number > 0 else ""
        if self._more.textContent != words:
            self._more.textContent = words

    def _show(self, question: Question) -> None:
        replace(self._title, unbroken(clip(question.title, TITLE_CHARACTERS)))
        replace(self._facts, *(_fact(fact) for fact in question.facts))
        replace(self._reason, *_reason(question.reason))
        self._open()
        self._tick(question)

    def _open(self) -> None:
        dialog = self.element._dom_element
        if not dialog.open:
            self._focused = document.activeElement
            dialog.showModal()
        dialog.scrollTop = 0
        self._buttons["refuse"]._dom_element.focus()
        self._rest()

    def _close(self) -> None:
        focused, self._focused = self._focused, None
        if self.element._dom_element.open:
            self.element._dom_element.close()
        if focused and focused.isConnected:
            focused.focus()  # the browser itself does not give it back to a frame

    def _tick(self, question: Question) -> None:
        """How much time is left, until the question is answered."""
        if question is not self._shown:
            return
        left = max(0.0, question.ends - self._loop.time())
        set_attributes(self._time, max=f"{question.seconds:g}", value=f"{left:.1f}")
        self._left.textContent = f"Without an answer it is refused in {left:.0f} seconds."
        self._loop.call_later(TICK_SECONDS, self._tick, question)

    # Answering

    def _rest(self) -> None:
        self._rests_until = self._loop.time() + REST_SECONDS
        self._draw_rest()
        self._loop.call_later(REST_SECONDS, self._draw_rest)

    def _rest_again(self, event: Any) -> None:
        if self._shown:
            self._rest()

    @property
    def _rests(self) -> bool:
        return self._loop.time() < self._rests_until - 0.001

    def _draw_rest(self) -> None:
        """They stay where the focus can be: one that is disabled would hand it on."""
        for answer in ("once", "always"):
            set_attributes(self._buttons[answer], aria_disabled="true" if self._rests else None)

    def _click(self, answer: Answer) -> None:
        if self._shown and (answer == "refuse" or not self._rests):
            self._say(self._shown, answer)

    def _escape(self, event: Any) -> None:
        event.preventDefault()
        if self._shown:
            self._say(self._shown, "refuse")

    def _closed(self, event: Any) -> None:
        """By the browser, which lets nobody keep a dialog open against a second Escape."""
        if self._shown and not self.element._dom_element.open:
            self._say(self._shown, "refuse")

    def _say(self, question: Question, answer: Answer) -> None:
        if not question.answer.done():
            question.answer.set_result(answer)


def _fact(fact: Fact) -> tuple[Element, Element]:
    words = unbroken(clip(fact.words, FACT_CHARACTERS))
    if fact.was is None:
        return h("dt", fact.name), h("dd", words)
    before = (h("span", "from ", class_="heard"), h("span", fact.was), " → ", h("span", "to ", class_="heard"))
    return h("dt", fact.name), h("dd", before if fact.was else None, h("strong", words), class_="changes")


def _reason(reason: Reason | None) -> list[Element]:
    """The copilot's words are apart from ours, and can't turn the direction of those."""
    if reason is None:
        return []
    words = clip(reason.words, FACT_CHARACTERS)
    if not reason.is_foreign:
        return [h("p", words, class_="note")]
    return [h("p", "The copilot says:", class_="note"), h("blockquote", words, dir="auto")]
