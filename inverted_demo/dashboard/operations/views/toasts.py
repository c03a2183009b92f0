"""Short messages that come and go, with something that can be done about them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal

from transom_page.dom import Element, add, h, remove, run, set_attributes

from operations.views.ids import unbroken

MAX_TOASTS = 3
SHOWN_SECONDS = 8.0
LINGER_SECONDS = 2.0
"""How long one stays after the pointer and the focus were last seen in it."""

Action = tuple[str, Callable[[], object]]
"""A word for a button, and what it does."""


class Toasts:
    """In an element that is a live region already. Problems stay until they are dismissed."""

    def __init__(self, place: Element) -> None:
        self._place = place
        self._shown: list[Element] = []

    def say(self, text: str, *actions: Action, kind: Literal["info", "problem"] = "info") -> Callable[[], None]:
        """What it returns takes it away again: what it says, or offers, is not so any more."""
        while len(self._shown) >= MAX_TOASTS:
            self._drop(self._shown[0])
        toast = h("div", h("p", unbroken(text)), class_="toast", testid="toast", data_status=kind)
        for words, act in actions:
            add(toast, self._button(toast, words, act, f"toast-{words.lower()}"))
        add(toast, self._dismissal(toast))
        self._shown.append(toast)
        add(self._place, toast)
        if kind == "info":
            asyncio.get_running_loop().call_later(SHOWN_SECONDS, self._expire, toast)
        return lambda: self._drop(toast)

    def _dismissal(self, toast: Element) -> Element:
        button = self._button(toast, "✕", lambda: None, "toast-dismiss")
        set_attributes(button, aria_label="Dismiss", class_="small dismiss")
        return button

    def _button(self, toast: Element, words: str, act: Callable[[], object], testid: str) -> Element:
        def click(event: object) -> None:
            self._drop(toast)
            run(act)

        return h("button", words, type="button", class_="small", testid=testid, on={"click": click})

    def _expire(self, toast: Element) -> None:
        if toast._dom_element.matches(":hover, :focus-within"):
            asyncio.get_running_loop().call_later(LINGER_SECONDS, self._expire, toast)
        else:
            self._drop(toast)

    def _drop(self, toast: Element) -> None:
        if toast in self._shown:
            self._shown.remove(toast)
            remove(toast)
