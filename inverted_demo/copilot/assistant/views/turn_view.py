"""One turn: what the person said, or an answer as it is written, with its calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from transom_page.dom import Child, Element, add, h, remove, replace, set_attributes
from transom_page.markdown import markdown, pieces

from assistant.chat import Entry
from assistant.views.call_row import CallRow
from assistant.views.earlier_calls import LATEST, EarlierCalls

PAUSE_SECONDS = 0.05
"""Words come faster than anybody sees them: between two of these the page is left alone."""

MAY_ASK = "This takes a moment: the application may be asking you about it."


class PersonView:
    def __init__(self, entry: Entry) -> None:
        said = h("p", pieces(entry.turn.text), class_="said", testid="question")
        self.element: Element = h("li", h("h2", "You said", class_="unseen"), said, class_="turn turn-person")

    def seen_from(self, room: float) -> float:
        """Where in the window it begins, in pixels, or as much of its end as has room."""
        place = self.element._dom_element.getBoundingClientRect()
        return max(place.top, place.bottom - room)

    def close(self) -> None:
        remove(self.element)


class AnswerView:
    def __init__(self, entry: Entry, again: Callable[[], None], grown: Callable[[], None]) -> None:
        self._entry = entry
        self._again = again
        self._grown = grown
        """Called when there is more to see of it."""
        self._rows: list[CallRow] = []
        self._later: asyncio.TimerHandle | None = None
        self._laid_out = 0
        """How many characters of the text are."""
        self._earlier = EarlierCalls()
        self._calls = h("div", self._earlier.element, class_="calls")
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
        new = [CallRow(call) for call in self._entry.turn.calls[len(self._rows) :]]
        self._rows += new
        add(self._calls, *(row.element for row in new))
        if new:
            self._lay_out()
        self._draw()

    def mark_stale(self, uri: str) -> None:
        for row in self._rows:
            if row.uri == uri:
                row.mark_stale()

    def _draw(self) -> None:
        self._cancel()
        turn = self._entry.turn
        rest = turn.text[self._laid_out :].lstrip("\n")
        self._plain.textContent = rest
        self._earlier.take(self._rows, 0 if rest else LATEST)
        set_attributes(self.element, data_status=turn.state)
        waits = turn.state == "writing" and not rest and all(call.outcome for call in turn.calls)
        set_attributes(self._text, data_waiting="" if waits else None)
        self._grown()

    def end(self) -> None:
        """Nothing more will come."""
        self._cancel()
        turn = self._entry.turn
        set_attributes(self.element, data_status=turn.state)
        set_attributes(self._text, data_waiting=None)
        self._earlier.take(self._rows, 0 if turn.text else LATEST)
        self._lay_out()
        self._plain._dom_element.remove()
        replace(self._foot, self._end_words())
        self._grown()

    def _lay_out(self) -> None:
        """What has been said until now, each part once: a call may take as long as the person thinks about it."""
        text = self._entry.turn.text
        if (rest := text[self._laid_out :]).strip():
            self._plain._dom_element.before(markdown(rest, self._grown)._dom_element)
            self._laid_out = len(text)

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
