"""Where the person writes: Enter sends, Shift and Enter begin a line, Escape stops the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from transom_page.dom import find, on, set_attributes


class Composer:
    def __init__(self, send: Callable[[str], None], stop: Callable[[], None]) -> None:
        self._send = send
        self._stop = stop
        self._can_send = False
        self._is_writing = False
        self._field = find("#question")
        self._send_button = find("#send")
        self._stop_button = find("#stop")
        self._hint = find("#hint")
        on(find("#composer"), "submit", self._submit)
        on(self._field, "keydown", self._key)
        on(self._stop_button, "click", self._clicked_stop)
        on(find("body"), "keydown", self._key_elsewhere)

    def set_connected(self, can_send: bool, hint: str, asks: str) -> None:
        """Whether there is anybody to ask, and what to say if not; a draft stays in any case."""
        self._can_send = can_send
        set_attributes(self._field, placeholder=asks, disabled=None)
        set_attributes(self._send_button, disabled=not can_send)
        set_attributes(self._hint, hidden=not hint)
        self._hint.textContent = hint

    def set_writing(self, is_writing: bool) -> None:
        had_focus = self._stop_button._dom_element.matches(":focus")
        self._is_writing = is_writing
        set_attributes(self._send_button, hidden=is_writing)
        set_attributes(self._stop_button, hidden=not is_writing)
        if had_focus:
            self.focus()

    @property
    def only_waits(self) -> bool:
        """Whether the person is here, and has written nothing yet."""
        return self._field._dom_element.matches(":focus") and not self._field.value

    def put(self, words: str) -> None:
        """Words to be completed or sent by the person."""
        self._field.value = words
        self.focus()
        self._field._dom_element.setSelectionRange(len(words), len(words))

    def focus(self) -> None:
        self._field._dom_element.focus()

    def _submit(self, event: Any) -> None:
        self._try()

    def _try(self) -> None:
        words = self._field.value.strip()
        if words and self._can_send and not self._is_writing:
            self._field.value = ""
            self._send(words)

    def _key(self, event: Any) -> None:
        # The Enter that ends the writing of a Japanese word, say, is not for us.
        if event.key == "Enter" and not event.shiftKey and not event.isComposing:
            event.preventDefault()
            self._try()
        else:
            self._key_elsewhere(event)

    def _key_elsewhere(self, event: Any) -> None:
        # In a dialog, Escape closes that.
        if event.key == "Escape" and self._is_writing and not event.target.closest("dialog"):
            event.preventDefault()
            self._stop()

    def _clicked_stop(self, event: Any) -> None:
        self._stop()
