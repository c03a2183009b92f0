"""Short messages that come and go, with something that can be done about them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Literal, Protocol

from transom_page.dom import Element, add, h, remove, run, set_attributes

MAX_TOASTS = 4
SHOWN_SECONDS = 10.0
LINGER_SECONDS = 2.0
"""How long one stays after the pointer and the focus were last seen in it."""

Kind = Literal["info", "problem"]
Action = tuple[str, Callable[[], Awaitable[None] | None]]
"""A word for a button, and what it does."""


class Timer(Protocol):
    def cancel(self) -> None: ...


Later = Callable[[float, Callable[[], None]], Timer]
"""Runs something after a number of seconds: `loop.call_later`."""


class Toast:
    def __init__(self, text: str, action: Action | None, kind: Kind, gone: Callable[[Toast], None]) -> None:
        self.timer: Timer | None = None
        self._gone = gone
        self._act = action[1] if action else None
        self.element: Element = h(
            "div",
            h("p", h("strong", "Problem: ") if kind == "problem" else None, text),
            self._button(action[0], "toast-action", self._take) if action else None,
            self._button("Dismiss", "toast-dismiss", lambda event: gone(self)),
            class_="toast",
            testid="toast",
            data_status=kind,
        )

    def _button(self, words: str, testid: str, click: Callable[[Any], None]) -> Element:
        return h("button", words, type="button", class_="small", testid=testid, on={"click": click})

    def _take(self, event: Any) -> None:
        self._gone(self)
        if self._act is not None:
            run(self._act)

    @property
    def is_in_use(self) -> bool:
        return bool(self.element._dom_element.matches(":hover, :focus-within"))


class Toasts:
    """`element` is in the page already. Problems stay until they are dismissed, the others for ten seconds."""

    def __init__(self, element: Element, later: Later | None = None) -> None:
        self.element = element
        set_attributes(element, role="status", aria_live="polite", testid="toasts")
        self._later: Later = later or asyncio.get_running_loop().call_later
        self._shown: list[Toast] = []

    def say(self, text: str, action: Action | None = None, kind: Kind = "info") -> None:
        while len(self._shown) >= MAX_TOASTS:
            self._drop(self._shown[0])
        toast = Toast(text, action, kind, self._drop)
        self._shown.append(toast)
        add(self.element, toast.element)
        if kind == "info":
            toast.timer = self._later(SHOWN_SECONDS, lambda: self._expire(toast))

    def _expire(self, toast: Toast) -> None:
        if toast.is_in_use:
            toast.timer = self._later(LINGER_SECONDS, lambda: self._expire(toast))
        else:
            self._drop(toast)

    def _drop(self, toast: Toast) -> None:
        if toast in self._shown:
            self._shown.remove(toast)
            remove(toast.element)
        if toast.timer is not None:
            toast.timer.cancel()

    def close(self) -> None:
        for toast in list(self._shown):
            self._drop(toast)
