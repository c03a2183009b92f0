"""What the person may pick in an answer: a button for each, with a form that is filled as far as it got."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from transom_page.dom import Child, Element, add, h, redraw, remove, replace, run, set_attributes

from assistant.candidates import Described, described, filled, is_picked, titled
from assistant.conversation import Candidate, told
from assistant.offer import Offer
from assistant.views.form_view import FormView


@dataclass(frozen=True, slots=True)
class Picking:
    """What the candidates of an answer are picked from, and by whom."""

    offer: Callable[[], Offer]
    pick: Callable[[Candidate, Candidate], object]
    """Called with the candidate as it was, and as it is picked."""


class CandidatesView:
    """Can be used until the conversation goes on."""

    def __init__(self, candidates: Sequence[Candidate], picking: Picking) -> None:
        self._candidates = candidates
        self._picking = picking
        self._choices: list[_Choice] = []
        self._is_past = False
        self._picked: Candidate | None = None
        self.element = h("ul", class_="candidates", aria_label="What you may mean", testid="candidates")

    def draw(self) -> None:
        """As it is offered now. Whoever fills a form goes on with it, as long as it can be sent."""
        offer = self._picking.offer()
        if self._is_past:
            replace(self.element, *(self._past(one, offer) for one in self._candidates))
            return
        if any(one.is_open and described(one.candidate, offer) for one in self._choices):
            return
        self._choices = [_Choice(one, described(one, offer), self._picking, self._open) for one in self._candidates]
        redraw(self.element, *(one.element for one in self._choices))
        if len(self._choices) == 1:
            self._choices[0].open()

    def settle(self, picked: Candidate | None) -> None:
        """The conversation has gone on: with one of them, or with something else."""
        self._choices.clear()
        self._is_past, self._picked = True, picked
        self.draw()

    def focus_what_is_needed(self) -> None:
        """The first field that is empty and has to be filled, where a form is open."""
        for choice in self._choices:
            if choice.form and choice.form.first_empty:
                choice.form.focus()

    def _open(self, chosen: _Choice) -> None:
        for one in self._choices:
            if one is not chosen:
                one.close()
        chosen.open()

    def _past(self, candidate: Candidate, offer: Offer) -> Element:
        mark = h("span", "picked", class_="mark") if is_picked(candidate, self._picked) else None
        return h(
            "li", _heading(candidate, offer), " ", mark, class_="candidate past-candidate", testid="past-candidate"
        )


class _Choice:
    def __init__(
        self, candidate: Candidate, shown: Described | None, picking: Picking, opens: Callable[[_Choice], None]
    ) -> None:
        self.candidate = candidate
        self.form: FormView | None = None
        self._shown = shown
        self._picking = picking
        self._opens = opens
        self._button = h(
            "button",
            *_head(candidate, shown, picking.offer()),
            type="button",
            class_="suggestion",
            disabled=shown is None,
            aria_expanded="false",
            testid="candidate",
            on={"click": self._click},
        )
        self.element = h("li", self._button, class_="candidate")

    @property
    def is_open(self) -> bool:
        return self.form is not None

    def open(self) -> None:
        if self.form or not (shown := self._shown):
            return
        self.form = FormView(shown.title, shown.fields, shown.button, partial(self._send, shown), self._cancel)
        add(self.element, self.form.element)
        set_attributes(self._button, aria_expanded="true")

    def close(self) -> None:
        if self.form:
            remove(self.form.element)
            self.form = None
            set_attributes(self._button, aria_expanded="false")

    def _click(self, event: Any) -> None:
        if self.form:
            self.close()
            return
        if self._shown and self.candidate.words and self._shown.is_ready:  # only the thing had to be said
            run(self._picking.pick, self.candidate, self.candidate)
            return
        self._opens(self)
        if self.form:
            self.form.focus()

    def _cancel(self) -> None:
        self.close()
        self._button._dom_element.focus()

    def _send(self, shown: Described, texts: Mapping[str, str]) -> Mapping[str, str]:
        picked, problems = filled(self.candidate, shown.fields, texts)
        if not problems:
            run(self._picking.pick, self.candidate, picked)
        return problems


def _heading(candidate: Candidate, offer: Offer) -> str:
    title = titled(candidate, offer)
    return f"{title}: {candidate.words}" if candidate.words else title


def _head(candidate: Candidate, shown: Described | None, offer: Offer) -> list[Child]:
    mark = h("span", shown.mark, class_="mark", data_kind=shown.mark) if shown else None
    about = "" if candidate.words else shown.about if shown else "Not offered at this moment."
    known = told(candidate.arguments)
    return [
        h("span", _heading(candidate, offer), " ", mark),
        h("span", about, class_="suggestion-about") if about else None,
        h("span", known, class_="suggestion-about candidate-known") if known else None,
    ]
