"""The drawer with everything that goes between the frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyscript import window
from transom_page.dom import Element, h

from ..state.amounts import short
from ..state.store import Store
from ..state.wire import Wire
from ..state.wire_filter import Timeline
from ..state.wire_rows import Row
from ..state.wire_words import export_lines
from .copying import small_button
from .page import download, is_narrow
from .resizer import Resizer
from .virtual_list import NextFrame, VirtualList
from .wire_bar import WireBar
from .wire_lines import COLUMNS, WireLines
from .wire_message import MessagePane

SMALLEST_PX = 160
REST_PX = 120
"""What is left of the page when the drawer is as high as it can be."""

NOTHING = "Nothing yet. Connect a server, and everything that goes between the two pages is listed here."
NO_MATCH = "No message fits the filter."


class WireView:
    def __init__(
        self,
        wire: Wire,
        store: Store,
        name_of: Callable[[str], str],
        *,
        height: float = 320,
        resized: Callable[[float], None] = lambda px: None,
        closed: Callable[[], None] = lambda: None,
    ) -> None:
        """`resized` is told a new height, in pixels; `closed` that the person wants to close it."""
        self._wire, self._store, self._name_of = wire, store, name_of
        self._height = height
        self._timeline = Timeline(wire)
        self._names: dict[str, str] = {}
        self._frame: NextFrame | None = None
        self._stop: Callable[[], None] = lambda: None
        self._lines = WireLines(self._timeline, wire, self._name)
        self._chosen: Row | None = None
        self._shown: list[Row] = self._timeline.shown
        self._left_at = 0
        """How many rows there were when the person scrolled back."""
        self._list = VirtualList(
            *("Messages", COLUMNS, self._lines),
            changed=self._ask,
            chosen=self._choose,
            opened=self._open_message,
            escaped=self._key,
            testid="wire-rows",
        )
        self._bar = WireBar(self._filter, self._pause, self._clear, self._export, closed)
        self._message = MessagePane(self._close_message)
        self._empty = h("p", NOTHING, class_="wire-empty empty", testid="wire-empty")
        self._newest = small_button("Newest", lambda event: self._list.follow(), "wire-newest", hidden=True)
        self._resizer = Resizer(
            "Height of the messages",
            axis="y",
            value=lambda: self._height,
            resize=self._resize,
            done=resized,
            smallest=SMALLEST_PX,
            largest=lambda: max(SMALLEST_PX, window.innerHeight - REST_PX),
            grows="back",
        )
        rows = h("div", self._list.element, self._empty, self._newest, class_="wire-rows")
        self.element: Element = h(
            *("section", self._resizer.element, self._bar.element),
            h("div", rows, self._message.element, class_="wire-body"),
            class_="wire",
            aria_label="Messages between the pages",
            testid="wire",
            data_status="live",
            hidden=True,
            on={"keydown": self._key},
        )
        self._apply_height()

    @property
    def is_open(self) -> bool:
        return self._frame is not None

    def open(self) -> None:
        if self._frame is not None:
            return
        self._frame = NextFrame(self._draw)
        self._stop = self._store.watch("servers", self._rename)
        self._names = {}
        self.element.hidden = False
        self._apply_height()
        self._list.start()
        self._ask()

    def close(self) -> None:
        """From now on it costs nothing; `open` reads what has come until then."""
        if self._frame is None:
            return
        self._frame.close()
        self._frame = None
        self._wire.when_new(None)
        self._stop()
        self._list.stop()
        self._resizer.close()
        self.element.hidden = True

    def focus(self) -> None:
        self._list.element.focus()

    # Drawing

    def _ask(self) -> None:
        if self._frame is not None:
            self._frame.ask()

    def _draw(self) -> None:
        more = self._timeline.step()
        if removed := self._timeline.take_removed():
            self._list.shift(removed)
            self._left_at -= removed
        self._keep_chosen()
        self._list.draw()
        self._message.refresh()
        self._draw_counts()
        if more:
            self._ask()
        self._wire.when_new(self._ask)

    def _draw_counts(self) -> None:
        timeline, shown = self._timeline, self._lines.count()
        self._bar.show(shown, len(timeline.rows), self._wire.let_go, timeline.unread if timeline.is_paused else None)
        self._bar.show_servers({server: self._name(server) for server in timeline.servers})
        self._empty.hidden = shown > 0
        if not shown:
            self._empty.textContent = NO_MATCH if timeline.rows else NOTHING
        if self._list.follows:
            self._left_at = shown
        new = shown - self._left_at
        self._newest.hidden = self._list.follows
        self._newest.textContent = f"Newest ({new} new)" if new > 0 else "Newest"

    def _rename(self) -> None:
        self._names = {}
        self._ask()

    def _name(self, server: str) -> str:
        if server not in self._names:
            self._names[server] = short(self._name_of(server), 60)
        return self._names[server]

    # What the person does

    def _choose(self, index: int) -> None:
        self._chosen = self._timeline.shown[index]
        if self._message.is_open:
            self._show_message(self._chosen)

    def _keep_chosen(self) -> None:
        """Find the chosen line again, which another filter may have moved."""
        index = None if self._chosen is None else self._timeline.index_of(self._chosen)
        self._list.chosen = index
        if self._timeline.shown is not self._shown:
            self._shown = self._timeline.shown
            if index is not None:
                self._list.choose(index)

    def _open_message(self, index: int, by_key: bool) -> None:
        self._show_message(self._timeline.shown[index])
        if by_key or is_narrow():
            self._message.element.focus()
        self._list.choose(index)

    def _show_message(self, row: Row) -> None:
        self._message.show(row, self._name(row.record.server), self._wire.start or 0)

    def _close_message(self) -> None:
        self._message.close()
        self.focus()
        self._ask()

    def _key(self, event: Any) -> None:
        if event.key == "Escape" and self._message.is_open and event.target.localName != "input":
            event.preventDefault()
            event.stopPropagation()
            self._close_message()

    def _filter(self) -> None:
        self._timeline.set_filter(self._bar.filter)
        self._ask()

    def _pause(self) -> None:
        self._timeline.is_paused = not self._timeline.is_paused
        self.element._dom_element.setAttribute("data-status", "paused" if self._timeline.is_paused else "live")
        self._ask()

    def _clear(self) -> None:
        self._timeline.clear()
        self._message.close()
        self._chosen = None
        self._list.follow()

    def _export(self) -> None:
        lines = export_lines(self._timeline.shown, self._wire.start or 0, self._name_of)
        text = "".join(f"{line}\n" for line in lines)
        download("messages.jsonl", text, "application/x-ndjson")

    def _resize(self, px: float) -> None:
        self._height = px
        self._apply_height()
        self._ask()

    def _apply_height(self) -> None:
        self.element._dom_element.style.height = (
            f"{min(self._height, max(SMALLEST_PX, window.innerHeight - REST_PX))}px"
        )
