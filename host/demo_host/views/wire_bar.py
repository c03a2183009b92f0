"""The controls of the wire: what to show, pause, clear, export."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from transom_page.dom import Element, h, replace, set_attributes

from ..state.wire_filter import KINDS, Filter
from ..state.wire_rows import RowKind
from ..state.wire_words import KIND_WORDS
from .copying import small_button


class WireBar:
    """`filter` is what the person has chosen; `filtered` is called when that changes."""

    def __init__(
        self,
        filtered: Callable[[], None],
        paused: Callable[[], None],
        cleared: Callable[[], None],
        exported: Callable[[], None],
        closed: Callable[[], None],
    ) -> None:
        self._filtered = filtered
        self._kinds = set(KINDS)
        self._errors_only = False
        self._servers: dict[str, str] | None = None
        self._said: tuple[object, ...] = ()
        self._server = h("select", aria_label="Server", testid="wire-server", on={"change": self._changed})
        self._search = h(
            "input",
            type="search",
            aria_label="Search in methods and messages",
            placeholder="Search",
            autocomplete="off",
            spellcheck="false",
            testid="wire-search",
            on={"input": self._changed},
        )
        kinds = [self._kind(kind, words) for kind, words in KIND_WORDS.items()]
        errors = small_button("Only errors", self._errors, "wire-errors", aria_pressed="false")
        self._pause = small_button("Pause", lambda event: paused(), "wire-pause")
        self._count = h("span", class_="wire-count", testid="wire-count")
        self.element: Element = h(
            "div",
            self._search,
            self._server,
            h("div", *kinds, errors, class_="wire-kinds", role="group", aria_label="What to show"),
            self._count,
            h(
                "div",
                self._pause,
                small_button("Clear", lambda event: cleared(), "wire-clear"),
                small_button("Export", lambda event: exported(), "wire-export", title="What is shown, as JSON lines"),
                small_button("Close", lambda event: closed(), "wire-close", aria_label="Close the messages"),
                class_="wire-actions",
            ),
            class_="wire-bar",
        )
        self.show_servers({})

    @property
    def filter(self) -> Filter:
        search = self._search.value.strip()
        return Filter(self._server.value, frozenset(self._kinds), self._errors_only, search)

    def _kind(self, kind: RowKind, words: str) -> Element:
        def clicked(event: Any) -> None:
            self._kinds ^= {kind}
            set_attributes(button, aria_pressed="true" if kind in self._kinds else "false")
            self._filtered()

        button = small_button(words, clicked, f"wire-kind-{kind}", aria_pressed="true")
        return button

    def _errors(self, event: Any) -> None:
        self._errors_only = not self._errors_only
        event.target.setAttribute("aria-pressed", "true" if self._errors_only else "false")
        self._filtered()

    def _changed(self, event: Any) -> None:
        self._filtered()

    def show(self, shown: int, rows: int, let_go: int, unread: int | None) -> None:
        """The counts; `unread` is that of the messages since the pause, if there is one."""
        if self._said == (said := (shown, rows, let_go, unread)):
            return
        self._said = said
        count = f"{rows:,} entries" if shown == rows else f"{shown:,} of {rows:,} entries"
        older = f" · {let_go:,} older not kept" if let_go else ""
        news = "" if unread is None else f" · {unread:,} new while paused"
        self._count.textContent = f"{count}{older}{news}".replace(",", "\N{NO-BREAK SPACE}")
        self._pause.textContent = "Pause" if unread is None else "Resume"

    def show_servers(self, names: dict[str, str]) -> None:
        if names == self._servers:
            return
        self._servers, chosen = names, self._server.value
        options = [h("option", name, value=server) for server, name in names.items()]
        replace(self._server, h("option", "All servers", value=""), *options)
        self._server.value = chosen if chosen in names else ""
