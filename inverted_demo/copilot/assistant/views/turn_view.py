"""One turn: what the person said, or an answer as it is written, with its calls, its things and its choices."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from transom_page.dom import Child, Element, h, remove, replace, set_attributes
from transom_page.markdown import markdown, pieces

from assistant.chat import Entry
from assistant.conversation import Candidate
from assistant.views.calls_view import CallsView
from assistant.views.candidates_view import CandidatesView, Picking
from assistant.views.rows_view import RowsView

PAUSE_SECONDS = 0.05
"""Words come faster than anybody sees them: between two of these the page is left alone."""

MAY_ASK = "This takes a moment: the application may be asking you about it."


@dataclass(frozen=True, slots=True)
class Doing:
    """What the person can do in an answer."""

    again: Callable[[], None]
    choose_model: Callable[[], None]
    picking: Picking


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
    def __init__(self, entry: Entry, doing: Doing, grown: Callable[[], None]) -> None:
        self.entry = entry
        self._doing = doing
        self._grown = grown
        """Called when there is more to see of it."""
        self._later: asyncio.TimerHandle | None = None
        self._laid_out = 0
        """How many characters of the text are."""
        self.calls = CallsView()
        self._rows = RowsView(grown)
        self.candidates = CandidatesView(entry.turn.candidates, doing.picking)
        self._plain = h("p", class_="plain-text")
        self._text = h("div", self._plain, class_="answer", testid="answer")
        self._foot = h("div", class_="turn-foot")
        self.element: Element = h(
            "li",
            h("h2", f"Answer by {entry.turn.model}" if entry.turn.model else "Answer", class_="unseen"),
            self.calls.element,
            h("p", MAY_ASK, class_="may-ask"),
            self._text,
            self._rows.element,
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
        if self.calls.draw(self.entry.turn.calls):
            self._lay_out()
        self._draw()

    def _draw(self) -> None:
        self._cancel()
        turn = self.entry.turn
        rest = turn.text[self._laid_out :].lstrip("\n")
        self._plain.textContent = rest
        self._rows.draw(turn.rows)
        set_attributes(self.element, data_status=turn.state)
        waits = turn.state == "writing" and not (rest or turn.rows) and all(call.outcome for call in turn.calls)
        set_attributes(self._text, data_waiting="" if waits else None)
        self._grown()

    def end(self) -> None:
        """Nothing more will come."""
        self._cancel()
        turn = self.entry.turn
        set_attributes(self.element, data_status=turn.state)
        set_attributes(self._text, data_waiting=None)
        self._rows.draw(turn.rows)
        self._lay_out()
        self._plain._dom_element.remove()
        replace(self._foot, self.candidates.element if turn.candidates else None, self._end_words())
        self.candidates.draw()
        self._grown()

    def _lay_out(self) -> None:
        """What has been said until now, each part once: a call may take as long as the person thinks about it."""
        text = self.entry.turn.text
        if (rest := text[self._laid_out :]).strip():
            self._plain._dom_element.before(markdown(rest, self._grown)._dom_element)
            self._laid_out = len(text)

    def settle(self, picked: Candidate | None) -> None:
        """The conversation has gone on: with a candidate of this answer, or with something else."""
        self.candidates.settle(picked)
        for button in self._foot._dom_element.querySelectorAll("[data-testid=again]"):
            button.remove()

    def _end_words(self) -> Child:
        entry, turn = self.entry, self.entry.turn
        again = h("button", "Ask again", type="button", class_="small", testid="again", on={"click": self._ask_again})
        match turn.state:
            case "failed":
                return h("div", h("p", entry.problem, testid="problem"), again, class_="problem")
            case "stopped":
                return h("div", h("p", entry.problem or "Stopped.", testid="stopped"), again, class_="stopped")
            case _ if turn.needs_language_model:
                on = {"click": lambda event: self._doing.choose_model()}
                return h("button", "Choose a language model", type="button", testid="choose-model", on=on)
            case _:
                return None

    def _ask_again(self, event: object) -> None:
        self._doing.again()

    def _cancel(self) -> None:
        if self._later:
            self._later.cancel()
            self._later = None

    def close(self) -> None:
        self._cancel()
        remove(self.element)
