"""A server's log: its lines as they come, chosen by level and text."""

from __future__ import annotations

from typing import Any, cast

import mcp_types as types
from transom_page.dom import Element, add, h, remove, replace, set_attributes

from ..state import logs
from ..state.amounts import clock_words
from ..state.live import LiveServer, LogLine, lines_after
from ..state.store import Store
from ..state.work import Work
from .copying import copy_button, download_button, small_button

MOST_LINES = 300
"""In the page; copies and files have all that are kept."""

END_PX = 40
"""So near to the end counts as being there."""

NONE = "Nothing yet. A server writes here what it does, if its author had it log something."
AT_EACH_CALL = "From this level on, a call asks for the server’s lines."
BY_THE_SERVER = "The server sends lines from this level on, once you have chosen one."
NO_LEVEL = "The server itself decides what it sends."


class LogView:
    def __init__(self, live: LiveServer, store: Store) -> None:
        self._live = live
        self._last: LogLine | None = None
        self._setting: Work[None] = Work(self._say_level)
        self._level = self._select("log-filter", logs.LEVELS[0], self._redraw)
        self._server_level = self._select("log-level", live.log_level, self._ask_for_level)
        self._text = h("input", type="search", id=self._id("log-text"), testid="log-text", on={"input": self._redraw})
        self._note = h("p", class_="note", id=self._id("log-note"))
        set_attributes(self._server_level, aria_describedby=self._id("log-note"))
        self._word = h("p", class_="note", role="status", testid="log-status")
        self._lines = h("ol", testid="log-lines")
        self._scroller = h("div", self._lines, class_="log-lines", tabindex="0", role="log", aria_label="Log")
        self.element: Element = h(
            "div", self._controls(), self._note, self._word, self._scroller, class_="log", testid="log"
        )
        self._stops = [
            store.watch(f"log:{live.id}", self._draw),
            store.watch(f"live:{live.id}", self._say_level),
        ]
        self._redraw()
        self._say_level()

    def _id(self, name: str) -> str:
        return f"{name}-{self._live.id}"

    def _select(self, name: str, chosen: str, changed: Any) -> Element:
        options = [h("option", level.capitalize(), value=level, selected=level == chosen) for level in logs.LEVELS]
        return h("select", *options, id=self._id(name), testid=name, on={"change": changed})

    def _controls(self) -> Element:
        def field(name: str, words: str, control: Element) -> Element:
            return h("div", h("label", words, for_=self._id(name), class_="small-label"), control)

        return h(
            "div",
            field("log-filter", "Show from", self._level),
            field("log-text", "Search the log", self._text),
            field("log-level", "Ask the server for", self._server_level),
            h(
                "div",
                copy_button("Copy", self._as_text, "log-copy"),
                download_button("server-log.txt", self._as_text),
                small_button("Clear", self._clear, "log-clear"),
                class_="buttons",
            ),
            class_="log-controls",
        )

    @property
    def _filter(self) -> tuple[types.LoggingLevel, str]:
        level = cast(types.LoggingLevel, self._level._dom_element.value or logs.LEVELS[0])
        return level, self._text._dom_element.value

    def _wanted(self, lines: list[LogLine]) -> list[LogLine]:
        level, text = self._filter
        if level == logs.LEVELS[0] and not text:
            return lines
        return [line for line in lines if logs.is_wanted(line, level, text)]

    def _redraw(self, event: Any = None) -> None:
        replace(self._lines)
        self._last = None
        self._draw()

    def _draw(self) -> None:
        """Add what is new; the oldest rows make room. One who has scrolled up is left there."""
        scroller = self._scroller._dom_element
        at_end = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < END_PX
        fresh = lines_after(self._live.log, self._last)
        if not self._live.log:
            replace(self._lines)
        self._last = self._live.log[-1] if self._live.log else None
        self._add(self._wanted(fresh)[-MOST_LINES:])
        if at_end:
            scroller.scrollTop = scroller.scrollHeight
        self._count()

    def _add(self, lines: list[LogLine]) -> None:
        node = self._lines._dom_element
        add(self._lines, *(_row(line) for line in lines))
        while node.childElementCount > MOST_LINES:
            node.firstElementChild.remove()
        set_attributes(self._scroller, hidden=not node.childElementCount)

    def _count(self) -> None:
        total, wanted = len(self._live.log), len(self._wanted(list(self._live.log)))
        shown = min(wanted, MOST_LINES)
        if not total:
            self._word.textContent = NONE
        elif shown == total:
            self._word.textContent = "1 line." if total == 1 else f"{total} lines."
        else:
            self._word.textContent = f"{shown} of {total} lines are shown."

    def _ask_for_level(self, event: Any) -> None:
        level = cast(types.LoggingLevel, self._server_level._dom_element.value)
        self._setting.start(lambda: logs.ask_for_level(self._live, level))

    def _say_level(self) -> None:
        live = self._live
        set_attributes(self._server_level, disabled=live.client is None or not logs.has_level(live))
        words = AT_EACH_CALL if logs.asks_each_time(live) else BY_THE_SERVER if logs.has_level(live) else NO_LEVEL
        if self._setting.problem:
            words = f"The server did not take the level: {self._setting.problem.text}"
        self._note.textContent = words if live.client else "Connect to choose what the server sends."

    def _as_text(self) -> str:
        return logs.as_text(self._wanted(list(self._live.log)))

    def _clear(self, event: Any) -> None:
        self._live.log.clear()
        self._live.touch("log")

    def close(self) -> None:
        for stop in self._stops:
            stop()
        self._setting.close()
        remove(self.element)


def _row(line: LogLine) -> Element:
    return h(
        "li",
        h("time", clock_words(line.time, exact=True), datetime=logs.iso_time(line)),
        h("span", line.level, class_="log-level"),
        h("span", line.logger, class_="log-logger"),
        h("span", line.text, class_="log-text"),
        data_level=line.level,
    )
