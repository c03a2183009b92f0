"""Every call that the copilot has made: what it asked for, what it got, and how to undo it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace as copied
from itertools import islice
from typing import Any

from transom_page.dom import Element, find, h, set_attributes

from operations.ledger import Call, CallState, Ledger
from operations.views.rows import Rows
from operations.views.words import clip, count, moment_words, pretty, seconds_words

MOST_SHOWN = 50
LINE_CHARACTERS = 200
DETAIL_CHARACTERS = 8000

STATES: dict[CallState, tuple[str, str]] = {
    "running": ("Running", "accent"),
    "asking": ("Waits for you", "warn"),
    "done": ("Done", "good"),
    "refused": ("Refused", "bad"),
    "failed": ("Failed", "warn"),
    "stopped": ("Stopped", ""),
}


class CallsView:
    def __init__(self, ledger: Ledger, undo: Callable[[int], None]) -> None:
        self._ledger, self._undo = ledger, undo
        self._rows = Rows(find("#calls"), self._row, lambda call: call.number)
        self._badge = find("#trust-badge")
        self.draw()

    @property
    def total(self) -> int:
        return len(self._ledger) + self._ledger.forgotten

    def draw(self) -> None:
        newest = list(islice(self._ledger, MOST_SHOWN))
        undoable = [call for call in islice(self._ledger, MOST_SHOWN, None) if call.can_undo]
        self._rows.draw([copied(call) for call in (*newest, *undoable)])
        words = f"{count(self.total, 'call')}."
        if self.total > len(newest):
            words = f"The newest {len(newest)} of {words} Older ones stay here as long as they can be undone."
        find("#calls-count").textContent = words if self.total else "None yet."
        self._badge.textContent = str(self.total)
        set_attributes(self._badge, hidden=not self.total)

    def last_words(self) -> str:
        """In a line, for the copilot's place."""
        last = next(iter(self._ledger), None)
        if last is None:
            return "Connected. It has called nothing yet."
        return f"{count(self.total, 'call')}. Last: {clip(title_of(last), 80)}, {state_words(last).lower()}."

    def _row(self, call: Call) -> Element:
        return h(
            "li",
            h("details", self._summary(call), *_details(call)),
            self._action(call),
            class_="call",
            testid="call",
            data_name=call.name[:LINE_CHARACTERS],
            data_state=call.state,
        )

    def _summary(self, call: Call) -> Element:
        tone = STATES[call.state][1]
        took = f" · {seconds_words(call.seconds)}" if call.seconds is not None else ""
        return h(
            "summary",
            h("strong", clip(title_of(call), LINE_CHARACTERS)),
            h("span", state_words(call), class_="pill", data_tone=tone),
            h("span", h("time", moment_words(call.started), datetime=call.started.isoformat()), took, class_="note"),
            testid="call-summary",
        )

    def _action(self, call: Call) -> Element | None:
        words = clip(call.text, LINE_CHARACTERS) if call.change or call.state in ("refused", "failed") else ""
        if call.change and call.is_undone:
            words = clip(call.change.undone, LINE_CHARACTERS)
        undo = self._undo_button(call) if call.can_undo else None
        if not words and undo is None:
            return None
        return h("div", h("p", words, class_="note", testid="call-text"), undo, class_="undo")

    def _undo_button(self, call: Call) -> Element:
        def click(event: Any) -> None:
            self._undo(call.number)

        heard = h("span", f": {clip(call.text, LINE_CHARACTERS)}", class_="heard")
        return h("button", "Undo", heard, type="button", class_="small", testid="undo", on={"click": click})


def title_of(call: Call) -> str:
    return call.title or call.name


def state_words(call: Call) -> str:
    words = "Undone" if call.is_undone else STATES[call.state][0]
    return f"{words}, {call.times} times" if call.times > 1 else words


def _details(call: Call) -> list[Element]:
    parts = [h("p", clip(call.name, LINE_CHARACTERS), class_="note")]
    parts += (
        [h("h4", "Arguments"), _block(call.arguments)] if call.arguments else [h("p", "No arguments.", class_="note")]
    )
    if call.result is not None:
        parts += [h("h4", "Result"), _block(call.result)]
    elif len(call.text) > LINE_CHARACTERS:
        parts += [h("h4", "Answer"), h("pre", clip(call.text, DETAIL_CHARACTERS), tabindex="0")]
    return parts


def _block(value: Any) -> Element:
    text = clip(value, DETAIL_CHARACTERS) if isinstance(value, str) else pretty(value, DETAIL_CHARACTERS)
    return h("pre", text, tabindex="0")
