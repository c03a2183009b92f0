"""The dialog in which servers ask the person: one question after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

import mcp_types as types
from transom_page.dom import Element, add, h, on, remove, replace

from ..state.amounts import count_words
from ..state.asks import Ask, AskQueue, Withdrawal
from ..state.models import HostModels
from ..state.store import Store
from .copying import small_button
from .elicitation import FormQuestion, UrlQuestion
from .sampling import SamplingQuestion
from .toasts import Later, Timer

REST_SECONDS = 0.5
"""A question can't be answered sooner: the second click of two was meant for what was there before."""
ANSWERS = ", ".join(f"[data-testid=ask-{name}]" for name in ("accept", "decline", "cancel", "mute"))
GONE: dict[Withdrawal, str] = {
    "taken back": "{} has taken its question back.",
    "session ended": "The session with {} has ended, and its question with it.",
}


class Question(Protocol):
    element: Element

    def close(self) -> None: ...


class AsksView:
    """Put `element` into the page once, then `draw` it. `say` tells of a question that its server took back."""

    def __init__(
        self,
        asks: AskQueue,
        store: Store,
        name_of: Callable[[str], str],
        *,
        say: Callable[[str], None],
        origin_of: Callable[[str], str] = lambda server_id: "",
        models: HostModels | None = None,
        later: Later | None = None,
    ) -> None:
        self._asks, self._store, self._name_of, self._origin_of = asks, store, name_of, origin_of
        self._say, self._models = say, models
        self._later: Later = later or asyncio.get_running_loop().call_later
        self._rest: Timer | None = None
        """There while the question is too new to be answered."""
        self._shown: Ask | None = None
        self._said: Ask | None = None
        self._question: Question | None = None
        self._title = h("h2", id="ask-title", tabindex="-1")
        self._origin = h("p", class_="question-origin note")
        self._place = h("div")
        self._more = h("div", class_="question-more", role="status", testid="ask-more")
        self.element: Element = h(
            "dialog",
            self._title,
            self._origin,
            self._place,
            self._more,
            class_="question",
            aria_labelledby="ask-title",
            testid="ask",
        )
        on(self.element, "cancel", self._escape)
        on(self.element, "close", self._closed)
        self._stop = store.watch("asks", self.draw)

    def draw(self) -> None:
        self._tell_withdrawn()
        ask = self._asks.first
        if ask is not self._shown:
            self._shown = ask
            self._clear()
            if ask:
                self._show(ask)
            elif self.element._dom_element.open:
                self.element._dom_element.close()
        if ask:
            self._say_more(ask)
            self._draw_rest()

    def _show(self, ask: Ask) -> None:
        """The title has the focus: keys that were meant for something else must not answer."""
        name = self._name_of(ask.server_id)
        self._title.textContent = f"{name} {_wish(ask)}"
        self._origin.textContent = self._origin_of(ask.server_id)
        self._question = self._new_question(ask, name)
        self._rest = self._later(REST_SECONDS, self._rested)
        replace(self._place, self._question.element)
        self.element._dom_element.setAttribute("data-status", _kind(ask))
        self._open()

    def _open(self) -> None:
        if not self.element._dom_element.open:
            self.element._dom_element.showModal()
        self.element._dom_element.scrollTop = 0
        self._title._dom_element.focus()

    def _rested(self) -> None:
        self._rest = None
        self._draw_rest()

    def _draw_rest(self) -> None:
        for node in self.element._dom_element.querySelectorAll(ANSWERS):
            node.inert = node.disabled = self._rest is not None  # disabled: no key in a field sends it either

    def _new_question(self, ask: Ask, name: str) -> Question:
        match ask.params:
            case types.ElicitRequestFormParams():
                return FormQuestion(ask, ask.params, self._asks, name)
            case types.ElicitRequestURLParams():
                return UrlQuestion(ask, ask.params, self._asks, name)
            case _:
                return SamplingQuestion(ask, ask.params, self._asks, self._store, self._models)

    def _say_more(self, ask: Ask) -> None:
        waiting, declined = len(self._asks.waiting) - 1, self._asks.declined[ask.server_id]
        words = [f"{count_words(waiting, 'more question')} waiting."] if waiting else []
        if declined:
            words.append(f"{count_words(declined, 'question')} of this server declined, as there were too many.")
        replace(self._more, h("span", " ".join(words)) if words else None)
        if self._asks.asks_much(ask.server_id):
            mute = small_button("Decline all from this server", lambda event: self._mute(ask), "ask-mute")
            add(self._more, mute)

    def _mute(self, ask: Ask) -> None:
        self._asks.mute(ask.server_id)
        self._say(f"What {self._name_of(ask.server_id)} asks is declined until it is connected again.")

    def _tell_withdrawn(self) -> None:
        gone = self._asks.withdrawn
        if gone is not None and gone is not self._said:
            self._said = gone
            self._say(GONE[gone.withdrawal or "taken back"].format(self._name_of(gone.server_id)))

    def _escape(self, event: Any) -> None:
        event.preventDefault()
        self._give_up()

    def _closed(self, event: Any) -> None:
        """Also by the browser, which lets nobody keep a dialog open against a second Escape."""
        if not self.element._dom_element.open:
            self._give_up()
        if self._shown and self._rest:
            self._open()

    def _give_up(self) -> None:
        if self._shown and not self._rest:
            self._asks.cancel(self._shown)

    def _clear(self) -> None:
        if self._question:
            self._question.close()
        self._question = None
        if self._rest:
            self._rest.cancel()
        self._rest = None
        replace(self._place)

    def close(self) -> None:
        self._stop()
        self._clear()
        remove(self.element)


def _kind(ask: Ask) -> str:
    return "sampling" if isinstance(ask.params, types.CreateMessageRequestParams) else ask.params.mode


def _wish(ask: Ask) -> str:
    wishes = {"form": "asks you", "url": "wants you to open a page", "sampling": "asks for a model’s answer"}
    return wishes[_kind(ask)]
