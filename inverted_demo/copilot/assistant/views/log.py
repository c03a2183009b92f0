"""The conversation as it is seen, and as a screen reader says it: each answer once, when it is complete."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from transom_page.dom import add, find, h, replace, set_attributes

from assistant.aloud import answer_aloud
from assistant.chat import Entry
from assistant.views.turn_view import AnswerView, Doing, PersonView

View = PersonView | AnswerView

PAST = "This was said before the page was loaded. What it tells may have changed since."
ROOM_ABOVE_PX = 12
"""Between the edge and the question that is held there."""


class Log:
    def __init__(self, doing: Doing) -> None:
        self._doing = doing
        self._scroller = find("#log")
        self._list = find("#turns")
        self._spoken = find("#spoken")
        self._past = h("li", h("p", PAST), class_="past", hidden=True, testid="past")
        self._views: list[tuple[Entry, View]] = []

    def draw(self, entries: Sequence[Entry]) -> None:
        """Another conversation in the place of the one that is there."""
        for _, view in self._views:
            view.close()
        self._views.clear()
        set_attributes(self._past, hidden=True)
        replace(self._spoken)
        set_attributes(self._scroller, aria_busy=None)
        for entry in entries:
            self._settle_last(entry)
            self._show(entry)
        self.to_end()
        self._hold()

    def mark_past(self) -> None:
        """Behind what there is: it comes from an earlier visit."""
        add(self._list, self._past)
        set_attributes(self._past, hidden=None)
        self._hold()

    def add(self, entry: Entry) -> None:
        self._settle_last(entry)
        self._show(entry)
        self.to_end()
        set_attributes(self._scroller, aria_busy="true" if entry.turn.state == "writing" else None)

    def written(self, entry: Entry) -> None:
        if view := self._answer(entry):
            view.write()

    def called(self, entry: Entry) -> None:
        if view := self._answer(entry):
            view.draw_calls()

    def ended(self, entry: Entry) -> None:
        if view := self._answer(entry):
            view.end()
            set_attributes(self._scroller, aria_busy=None)
            self.say(_aloud(entry))

    def mark_stale(self, uri: str) -> None:
        for answer in self._answers():
            answer.calls.mark_stale(uri)

    def offer_changed(self) -> None:
        for answer in self._answers():
            answer.candidates.draw()

    def focus_what_is_needed(self) -> None:
        """In the form of the last answer, if one is open."""
        for answer in self._answers()[-1:]:
            answer.candidates.focus_what_is_needed()

    def say(self, words: str) -> None:
        """To a screen reader alone."""
        replace(self._spoken, h("p", words))

    def to_end(self) -> None:
        """The last words stay in view from now on; what is there before the first is read from its beginning."""
        set_attributes(self._scroller, data_held=None)
        self._scroller._dom_element.scrollTop = self._scroller._dom_element.scrollHeight if self._views else 0

    def _hold(self) -> None:
        """Stay at the last question, when its answer gets so long that it would go out of view: at its end, where the
        question itself leaves no room for an answer.
        """
        asked = next((view for _, view in reversed(self._views) if isinstance(view, PersonView)), None)
        scroller = self._scroller._dom_element
        if asked is None or scroller.hasAttribute("data-held") or scroller.scrollTop < -1:
            return
        room, top = scroller.clientHeight / 2, scroller.getBoundingClientRect().top + ROOM_ABOVE_PX
        if asked.seen_from(room) < top:
            set_attributes(self._scroller, data_held="")
            scroller.scrollTop += asked.seen_from(room) - top

    def _grown(self, entry: Entry) -> None:
        if self._views and self._views[-1][0] is entry:
            self._hold()

    def _show(self, entry: Entry) -> None:
        is_person = entry.turn.speaker == "person"
        view = PersonView(entry) if is_person else AnswerView(entry, self._doing, partial(self._grown, entry))
        self._views.append((entry, view))
        add(self._list, view.element)

    def _settle_last(self, following: Entry) -> None:
        """Only in the last answer something can be done."""
        if following.turn.speaker == "person":
            for answer in self._answers()[-1:]:
                answer.settle(following.turn.picked)

    def _answers(self) -> list[AnswerView]:
        return [view for _, view in self._views if isinstance(view, AnswerView)]

    def _answer(self, entry: Entry) -> AnswerView | None:
        """Its view; there is none after the conversation has been left."""
        return next((answer for answer in reversed(self._answers()) if answer.entry is entry), None)


def _aloud(entry: Entry) -> str:
    match entry.turn.state:
        case "failed":
            return f"No answer. {entry.problem}"
        case "stopped":
            return "Stopped."
        case _:
            return answer_aloud(entry.turn)
