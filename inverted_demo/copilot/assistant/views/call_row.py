"""One call in an answer: what was called, on what, and what came of it, with everything inside to be opened."""

from __future__ import annotations

import json
from typing import Any

from transom_page.dom import Element, add, h, replace, set_attributes

from assistant.conversation import Call
from assistant.outcomes import cut
from assistant.recording import READ
from assistant.suggestions import spoken

SHOWN_CHARACTERS = 20_000


class CallRow:
    def __init__(self, call: Call) -> None:
        self.call = call
        self._state = h("span", class_="call-state", testid="call-state")
        self._time = h("span", class_="call-time")
        self._stale = h("span", "changed since", class_="call-stale", hidden=True, testid="call-stale")
        self._result = h("div", class_="call-result")
        summary = h(
            "summary",
            h("span", class_="call-mark", aria_hidden="true"),
            h(
                "span",
                h("span", call.title or spoken(call.tool), testid="call-title"),
                h("span", f": {call.about}", class_="call-about", testid="call-about") if call.about else None,
                class_="call-title",
            ),
            self._stale,
            self._state,
            self._time,
        )
        self.element: Element = h("details", summary, _arguments(call), self._result, class_="call", testid="call")
        self.draw()

    def draw(self) -> None:
        call = self.call
        set_attributes(self.element, data_status=call.state)
        is_waiting = call.waits and call.state == "running"
        self._state.textContent = f"waiting {call.waits:.0f} s" if is_waiting else call.state
        self._time.textContent = "" if call.seconds is None else f"{call.seconds:.1f} s"
        if call.outcome:
            replace(self._result, *_part("Result", _shown(call)))

    def mark_stale(self) -> None:
        """What was read has changed since."""
        set_attributes(self._stale, hidden=None)

    @property
    def uri(self) -> str:
        """The resource that was read, if one was."""
        return str(self.call.arguments.get("uri", "")) if self.call.tool == READ else ""


def _arguments(call: Call) -> Element:
    part = h("div", h("p", h("code", call.tool), class_="call-name"))
    add(part, *(_part("Arguments", pretty(call.arguments)) if call.arguments else [h("p", "No arguments.")]))
    return part


def _shown(call: Call) -> str:
    outcome = call.outcome
    if outcome is None:
        return ""
    return pretty(outcome.data) if outcome.data is not None else _laid_out(outcome.text)


def _part(title: str, text: str) -> list[Element]:
    # What may have to be scrolled must be reachable by keyboard.
    box = h("pre", cut(text, SHOWN_CHARACTERS) or "Nothing.", tabindex="0", role="group", aria_label=title)
    return [h("p", title, class_="call-part"), box]


def _laid_out(text: str) -> str:
    """JSON in a text becomes readable; any other text stays."""
    if not text.lstrip().startswith(("{", "[")):
        return text
    try:
        return pretty(json.loads(text))
    except ValueError:
        return text


def pretty(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
