"""The earlier calls of a tool: look at one again, repeat it, or compare two."""

from __future__ import annotations

from collections.abc import Callable

from transom_page.dom import Element, h, redraw, remove, replace, set_attributes

from ..state.amounts import clock_words, duration_words
from ..state.calls import STATUS_WORDS, Call, Calls
from ..state.content import one_line
from ..state.store import Store
from .copying import small_button

FIRST_ROWS = 10


class HistoryView:
    """Topic: `calls:SERVER`. Rows that stay the same stay where they are, with their focus."""

    def __init__(
        self,
        calls: Calls,
        server_id: str,
        tool_name: str,
        store: Store,
        *,
        again: Callable[[Call], None],
        show: Callable[[Call], None],
    ) -> None:
        self._calls, self._server_id, self._tool_name = calls, server_id, tool_name
        self._again, self._show = again, show
        self._rows: dict[str, HistoryRow] = {}
        self._chosen: list[Call] = []
        self._limit = FIRST_ROWS
        self._list = h("ol", class_="history", testid="history")
        self._more = h("div")
        self._comparison = h("div", testid="comparison", aria_live="polite")
        clear = small_button("Clear", lambda event: calls.clear(server_id, tool_name), "clear-history")
        self._hint = h("span", "Choose two to compare them.", class_="note")
        head = h("div", h("h4", "Calls"), self._hint, clear, class_="history-head")
        self.element: Element = h("div", head, self._list, self._more, self._comparison, class_="history-view")
        self._stop = store.watch(f"calls:{server_id}", self._draw)
        self._draw()

    def close(self) -> None:
        self._stop()
        replace(self.element)

    def _draw(self) -> None:
        kept = self._calls.of(self._server_id, self._tool_name)
        shown = kept[: self._limit]
        ids = {call.id for call in shown}
        for id in [id for id in self._rows if id not in ids]:
            remove(self._rows.pop(id).element)
        for place, call in enumerate(shown):
            self._place(call, place)
        self._draw_more(len(kept) - len(shown))
        if any(call not in kept for call in self._chosen):
            self._choose([call for call in self._chosen if call in kept])
        set_attributes(self.element, hidden=not kept)
        set_attributes(self._hint, hidden=len(kept) < 2)

    def _place(self, call: Call, place: int) -> None:
        row = self._rows.get(call.id)
        if row is None:
            row = self._rows[call.id] = HistoryRow(call, self._again, self._show, self._toggled)
            nodes = self._list._dom_element.children
            # One that is new comes before the one that is in its place now.
            before = nodes.item(place) if place < nodes.length else None
            if before is None:
                self._list._dom_element.append(row.element._dom_element)
            else:
                before.before(row.element._dom_element)
        row.draw()

    def _draw_more(self, left: int) -> None:
        redraw(self._more, small_button(f"Show {left} more", self._show_all, "more-history") if left else None)

    def _show_all(self, event: object) -> None:
        self._limit = len(self._calls.of(self._server_id, self._tool_name)) + FIRST_ROWS
        self._draw()

    def _toggled(self, call: Call, chosen: bool) -> None:
        others = [other for other in self._chosen if other is not call]
        self._choose([*others[-1:], call] if chosen else others)

    def _choose(self, chosen: list[Call]) -> None:
        self._chosen = chosen
        for row in self._rows.values():
            row.check(row.call in chosen)
        compared = self._compared()
        redraw(self._comparison, compared)
        if compared is not None:
            self._comparison._dom_element.scrollIntoView(False)

    def _compared(self) -> Element | None:
        if len(self._chosen) < 2:
            return None
        from .comparison import comparison

        return comparison(*sorted(self._chosen, key=lambda call: call.started))


class HistoryRow:
    def __init__(
        self,
        call: Call,
        again: Callable[[Call], None],
        show: Callable[[Call], None],
        toggled: Callable[[Call, bool], None],
    ) -> None:
        self.call = call
        clock = clock_words(call.started)
        self._state = h("span", class_="history-state")
        self._drawn = ""
        self._box = h(
            "input",
            type="checkbox",
            aria_label=f"Compare the call of {clock}",
            testid="compare",
            on={"change": lambda event: toggled(call, bool(event.target.checked))},
        )
        arguments = h("span", one_line(call.arguments), class_="history-arguments")
        self.element: Element = h(
            "li",
            self._box,
            h("span", clock, class_="note"),
            self._state,
            arguments,
            small_button("Show", lambda event: show(call), "show-call", aria_label=f"Show the call of {clock}"),
            small_button("Again", lambda event: again(call), "again-call", aria_label=f"Again, as at {clock}"),
            testid="history-call",
        )
        self.draw()

    def draw(self) -> None:
        call = self.call
        if call.status == self._drawn:
            return
        self._drawn = call.status
        took = f", {duration_words(call.duration)}" if call.duration is not None else ""
        self._state.textContent = f"{STATUS_WORDS[call.status]}{took}"
        set_attributes(self.element, data_status=call.status)

    def check(self, chosen: bool) -> None:
        self._box._dom_element.checked = chosen
