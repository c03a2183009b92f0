"""Native modal dialogs: a question with its answers, and the frame of every other one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from .dom import Child, Element, add, find, h, remove

_numbers = count(1)


class Modal:
    """A titled dialog with a button to close it, in the page while it is open. The focus then goes back."""

    def __init__(self, title: str, *children: Child, testid: str, class_: str = "") -> None:
        title_id = f"dialog-{next(_numbers)}"
        close = h("button", "Close", type="button", class_="small", testid="dialog-close", on={"click": self._click})
        self.element: Element = h(
            "dialog",
            h("div", h("h2", title, id=title_id), close, class_="modal-head"),
            *children,
            class_=f"modal {class_}",
            aria_labelledby=title_id,
            closedby="any",
            testid=testid,
            on={"close": self._left},
        )

    @property
    def is_open(self) -> bool:
        return bool(self.element._dom_element.open)

    def open(self) -> None:
        if not self.is_open:
            add(find("body"), self.element)
            self.element._dom_element.showModal()

    def hide(self) -> None:
        self.element._dom_element.close()

    def close(self) -> None:
        """For good."""
        self.hide()
        remove(self.element)

    def _click(self, event: Any) -> None:
        self.hide()

    def _left(self, event: Any) -> None:
        if not self.is_open:
            self.element._dom_element.remove()  # its handlers stay: it can be opened again


async def ask(title: str, body: Child, buttons: Sequence[tuple[str, str]], *, testid: str = "dialog") -> str | None:
    """The value of the button that was chosen; `None` on Escape.

    `buttons` are values and words, the main one first: it is what Enter in a field of `body` chooses.
    """
    answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

    def say(value: str | None) -> None:
        if not answer.done():
            answer.set_result(value)

    dialog = _question(title, body, buttons, say, testid)
    add(find("body"), dialog)
    dialog._dom_element.showModal()
    try:
        return await answer
    finally:
        dialog._dom_element.close()
        remove(dialog)


def _question(
    title: str, body: Child, buttons: Sequence[tuple[str, str]], say: Callable[[str | None], None], testid: str
) -> Element:
    def submit(event: Any) -> None:
        event.preventDefault()
        say(buttons[0][0])

    title_id = f"dialog-{next(_numbers)}"
    kinds = ["submit"] + ["button"] * (len(buttons) - 1)
    choices = [_choice(value, words, kind, say) for (value, words), kind in zip(buttons, kinds, strict=True)]
    return h(
        "dialog",
        h("h2", title, id=title_id),
        h("form", body, h("div", *choices, class_="buttons"), novalidate=True, on={"submit": submit}),
        class_="ask",
        aria_labelledby=title_id,
        testid=testid,
        on={"close": lambda event: say(None)},
    )


def _choice(value: str, words: str, kind: str, say: Callable[[str | None], None]) -> Element:
    on = {"click": lambda event: say(value)} if kind == "button" else None
    return h("button", words, type=kind, testid=f"answer-{value or 'none'}", on=on)
