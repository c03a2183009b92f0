"""What is at a resource's address: read on demand, and read again when the server says that it has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mcp_types as types
from transom_page.dom import Element, h, redraw, replace, set_attributes

from ..state.amounts import duration_words
from ..state.live import LiveServer
from ..state.resources import Subscriptions, can_subscribe, read
from ..state.store import Store
from ..state.work import Work
from .copying import small_button
from .page import now
from .problem import problem_card
from .results import Shown, contents_view


class Reader:
    """`address` gives what is read, or `None` where something is missing. In a form, sending it reads."""

    def __init__(
        self, live: LiveServer, store: Store, address: Callable[[], str | None], *, in_form: bool = False
    ) -> None:
        self._live, self._address, self._in_form = live, address, in_form
        self._uri, self._started, self._took = "", 0.0, 0.0
        self._subscriptions = Subscriptions(live)
        self._reading: Work[types.ReadResourceResult] = Work(self._draw)
        self._following: Work[None] = Work(self._draw)
        self._shown: Any = None
        self._view: Shown | None = None
        self._buttons = h("div", class_="buttons")
        self._word = h("p", class_="note", role="status", testid="read-status")
        self._problem = h("div")
        self._contents = h("div", class_="contents", testid="contents")
        self.element: Element = h(
            "section", self._buttons, self._word, self._problem, self._contents, aria_label="Content", testid="reader"
        )
        self._stops = [store.watch(f"{topic}:{live.id}", self._draw) for topic in ("live", "updates")]
        self._draw()

    def read(self, event: Any = None) -> None:
        uri = self._address()
        if uri is None:
            return
        self._uri, self._started = uri, now()
        self._reading.start(lambda: read(self._live, uri))

    def close(self) -> None:
        for stop in self._stops:
            stop()
        self._reading.close()
        self._following.close()
        self._clear()

    def _clear(self) -> None:
        if self._view:
            self._view.close()
        self._view = None
        replace(self._contents)

    def _draw(self) -> None:
        reading = self._reading
        set_attributes(self.element, data_status=reading.status)
        set_attributes(self._contents, aria_busy="true" if reading.status == "running" else None)
        redraw(self._buttons, self._read_buttons(), self._follow_button())
        self._word.textContent = self._words()
        problem = reading.problem or self._following.problem
        replace(self._problem, problem_card(problem, {}) if problem else None)
        if reading.status == "done" and reading.result is not self._shown:
            self._show(reading.result)

    def _read_buttons(self) -> list[Element]:
        if self._reading.status == "running":
            cancel = small_button("Cancel", lambda event: self._reading.cancel(), "read-cancel")
            return [cancel, h("progress", aria_label="Reading", class_="read-progress")]
        words = "Read again" if self._uri else "Read"
        state = {"class_": "small", "testid": "read", "disabled": self._live.client is None}
        if self._in_form:
            return [h("button", words, **state)]
        if self._has_changed or not self._uri:
            state["class_"] = "small primary"
        return [h("button", words, type="button", on={"click": self.read}, **state)]

    def _follow_button(self) -> Element | None:
        if not self._uri or not can_subscribe(self._live) or self._live.client is None:
            return None
        words = "Stop watching" if self._uri in self._live.subscribed else "Watch for changes"
        return small_button(words, self._follow, "subscribe", disabled=self._following.status == "running")

    def _follow(self, event: Any) -> None:
        uri = self._uri
        change = self._subscriptions.stop if uri in self._live.subscribed else self._subscriptions.start
        self._following.start(lambda: change(uri))

    @property
    def _has_changed(self) -> bool:
        return self._live.subscribed.get(self._uri, False)

    def _words(self) -> str:
        if self._live.client is None:
            return "Connect to read it."
        if self._reading.status == "running":
            return "Reading …"
        if self._reading.status == "cancelled":
            return "Cancelled before the server answered."
        if self._has_changed:
            return "It has changed since it was read."
        watched = " Changes will be marked here." if self._uri in self._live.subscribed else ""
        return f"Read in {duration_words(self._took)}.{watched}" if self._reading.status == "done" else ""

    def _show(self, result: types.ReadResourceResult | None) -> None:
        self._shown, self._took = result, now() - self._started
        self._clear()
        if result:
            self._view = contents_view(result.contents)
            replace(self._contents, self._view.element)
        self._word.textContent = self._words()
