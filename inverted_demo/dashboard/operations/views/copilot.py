"""The copilot's place in the page: its frame, the switch, and words for whatever becomes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from transom_page.dom import Child, Element, find, h, on, redraw, set_attributes

from operations.views.sessions import CopilotSessions

OFF = "The copilot is disconnected. It sees nothing of the dashboard, and can do nothing here."
IN_WINDOW = "The copilot is in a window of its own. What it may do is the same there."


class CopilotView:
    """`wanted` hears whether the person wants it connected. `calls` says what it did last."""

    def __init__(self, sessions: CopilotSessions, wanted: Callable[[bool], None], calls: Callable[[], str]) -> None:
        self._sessions, self._wanted, self._calls = sessions, wanted, calls
        self._switch, self._move = find("#copilot-switch"), find("#copilot-move")
        on(self._switch, "change", lambda event: self._set(bool(self._switch.checked)))
        on(self._move, "click", lambda event: self._set(True, in_window=not sessions.in_window))
        set_attributes(self._switch, disabled=False)

    def _set(self, connected: bool, *, in_window: bool = False) -> None:
        self._wanted(connected)
        if connected:
            self._sessions.connect(in_window=in_window)
        else:
            self._sessions.disconnect()

    def draw(self) -> None:
        sessions = self._sessions
        is_on = sessions.state in ("loading", "connected")
        self._switch.checked = is_on
        set_attributes(self._move, disabled=not is_on)
        self._move.textContent = "Back here" if is_on and sessions.in_window else "Own window"
        set_attributes(find("#copilot"), data_state=sessions.state)
        redraw(find("#copilot-note"), *self._note())
        self.draw_strip()

    def draw_strip(self) -> None:
        state, words = self._sessions.state, self._sessions.words
        strips = {
            "off": "Disconnected.",
            "stopped": "Not connected.",
            "loading": f"{words} Loading the copilot …".strip(),
        }
        find("#strip").textContent = strips.get(state) or self._calls()

    def _note(self) -> list[Child]:
        sessions = self._sessions
        if sessions.state == "off":
            return [h("p", OFF), self._button("Connect", "copilot-connect")]
        if sessions.state == "stopped":
            window = self._button("Open its window", "copilot-window", in_window=True) if sessions.in_window else None
            again = self._button("Load the copilot here" if window else "Load it again", "copilot-again")
            return [h("p", sessions.words), h("div", again, window, class_="buttons")]
        if sessions.in_window:
            return [h("p", IN_WINDOW), self._button("Bring it back here", "copilot-back")]
        return []

    def _button(self, words: str, testid: str, *, in_window: bool = False) -> Element:
        def click(event: Any) -> None:
            self._set(True, in_window=in_window)

        return h("button", words, type="button", testid=testid, on={"click": click})
