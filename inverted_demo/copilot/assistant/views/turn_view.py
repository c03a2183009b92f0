"""One turn: what the person said, or an answer as it is written, with its calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from transom_page.dom import Child, Element, add, h, remove, replace, set_attributes
from transom_page.markdown import markdown

from assistant.chat import Entry
from assistant.views.call_row import CallRow

PAUSE_SECONDS = 0.05
"""Words come faster than anybody sees them: between two of these the page is left alone."""

MAY_ASK = "This takes a moment: the application may be asking you about it."

Title = Callable[[str], str]
"""The name for people of a tool."""


class PersonView:
    def __init__(self, entry: Entry) -> None:
        said = h("p", entry.turn.text, class_="said", testid="question")
        self.element: Element = h("li", h("h2", "You said", class_="unseen"), said, class_="turn turn-person")

    def close(self) -> None:
        remove(self.element)


class AnswerView:
    def __init__(self, entry: Entry, title: Title, again: Callable[[], None]) -> None:
        self._entry = entry
        self._title = title
        self._again = again
        self._rows: list[CallRow] = []
        self._later: asyncio.TimerHandle | None = None
        self._calls = h("div", class_="calls")
        self._plain = h("p", class_="plain-text")
        self._text = h("div", self._plain, class_="answer", testid="answer")
        self._foot = h("div", class_="turn-foot")
        self.element: Element = h(
            "li",
            h("h2", f"Answer by {entry.turn.model}" if entry.turn.model else "Answer", class_="unseen"),
            self._calls,
            h("p", MAY_ASK, class_="may-ask"),
            self._text,
            self._foot,
            class_="turn turn-copilot",
            testid="turn",
        )
        self.draw_calls()
        if entry.turn.state == "writing":
            self._draw()
        else:
            self.end()

    def write(self) -> None:
        """The text has grown."""
        if self._later is None:
            self._later = asyncio.get_running_loop().call_later(PAUSE_SECONDS, self._draw)

    def draw_calls(self) -> None:
        for row in self._rows:
            row.draw()
        for call in self._entry.turn.calls[len(self._rows) :]:
            row = CallRow(call, self._title(call.tool))
            self._rows.append(row)
            add(self._calls, row.element)
        self._draw()

    def mark_stale(self, uri: str) -> None:
        for row in self._rows:
            if row.uri == uri:
                row.mark_stale()

    def _draw(self) -> None:
        self._cancel()
        turn = self._entry.turn
        self._plain.textContent = turn.text
        set_attributes(self.element, data_status=turn.state)
        waits = turn.state == "writing" and not turn.text and all(call.outcome for call in turn.calls)
        set_attributes(self._text, data_waiting="" if waits else None)

    def end(self) -> None:
        """Nothing more will come: the text is laid out."""
        self._cancel()
        turn = self._entry.turn
        set_attributes(self.element, data_status=turn.state)
        set_attributes(self._text, data_waiting=None)
        replace(self._text, markdown(turn.text) if turn.text else None)
        replace(self._foot, self._end_words())

    def forget_again(self) -> None:
        """Another question has been asked since."""
        for button in self._foot._dom_element.querySelectorAll("button"):
            button.remove()

    def _end_words(self) -> Child:
        entry = self._entry
        button = h("button", "Ask again", type="button", class_="small", testid="again", on={"click": self._ask_again})
        match entry.turn.state:
            case "failed":
                return h("div", h("p", entry.problem, testid="problem"), button, class_="problem")
            case "stopped":
                return h("div", h("p", entry.problem or "Stopped.", testid="stopped"), button, class_="stopped")
            case _:
                return None

    def _ask_again(self, event: object) -> None:
        self._again()

    def _cancel(self) -> None:
        if self._later:
            self._later.cancel()
            self._later = None

    def close(self) -> None:
        self._cancel()
        remove(self.element)
