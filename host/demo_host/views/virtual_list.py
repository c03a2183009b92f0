"""A long list of lines of one height, of which only those in sight are in the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from pyscript import window
from pyscript.ffi import create_proxy
from transom_page.dom import Element, add, h, listen

ROW_PX = 26
SPARE = 4
"""Lines beyond those in sight, so that scrolling finds them there."""
PAGE = 10


class Lines(Protocol):
    def count(self) -> int: ...
    def stamp(self, index: int) -> object:
        """Another one whenever the line has to be written again."""
        ...

    def write(self, index: int, row: Any, cells: list[Any]) -> None:
        """Into a row's node and those of its cells, which another line may have used before."""
        ...


class NextFrame:
    """Calls something when the browser draws next: once, however often it was asked to."""

    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call
        self._asked = 0
        self._proxy = create_proxy(self._run)

    def ask(self) -> None:
        if not self._asked:
            self._asked = window.requestAnimationFrame(self._proxy)

    def _run(self, time: float) -> None:
        self._asked = 0
        self._call()

    def close(self) -> None:
        window.cancelAnimationFrame(self._asked)
        self._proxy.destroy()


class VirtualList:
    """A grid with a chosen line. It stays at its end while lines come, until the person scrolls back."""

    def __init__(
        self,
        name: str,
        columns: dict[str, str],
        lines: Lines,
        *,
        changed: Callable[[], None],
        chosen: Callable[[int], None],
        opened: Callable[[int, bool], None],
        escaped: Callable[[Any], None],
        testid: str,
    ) -> None:
        """`columns` are their classes and titles. `changed` is called when `draw` should be.

        `opened` is called with whether it was by a key.
        """
        self._lines, self._columns, self._id = lines, columns, testid
        self._changed, self._chosen, self._opened, self._escaped = changed, chosen, opened, escaped
        self.follows = True
        self.chosen: int | None = None
        self._pool: list[tuple[Any, list[Any]]] = []
        self._written: list[tuple[object, bool] | None] = []
        self._top = 0.0
        self._count = -1
        heads = [h("span", title, role="columnheader", class_=f"cell {key}") for key, title in columns.items()]
        head = h(
            "div", h("div", *heads, role="row", class_="line", aria_rowindex="1"), role="rowgroup", class_="line-head"
        )
        self._window = h("div", role="presentation", class_="line-window")
        self._body = h("div", self._window, role="rowgroup", class_="line-body")
        self.element: Element = h(
            *("div", head, self._body),
            class_="lines",
            role="grid",
            tabindex="0",
            aria_label=name,
            testid=testid,
            on={"keydown": self._key, "click": self._click},
        )
        self._node = self.element._dom_element
        self._ends: list[Callable[[], None]] = []

    def start(self) -> None:
        """Hear of scrolling, until `stop`."""
        again = lambda event: self._changed()  # noqa: E731
        self._ends = [listen(self._node, "scroll", self._scrolled), listen(window, "resize", again)]

    def stop(self) -> None:
        ends, self._ends = self._ends, []
        for end in ends:
            end()

    def _scrolled(self, event: Any) -> None:
        top = self._node.scrollTop
        if abs(top - self._top) >= 1:  # the person's doing, not ours
            self.follows = top + self._node.clientHeight >= self._node.scrollHeight - ROW_PX / 2
            self._top = top
        self._changed()

    def follow(self) -> None:
        """Go to the newest, and stay there."""
        self.follows = True
        self._changed()

    def choose(self, index: int | None) -> None:
        """Mark a line, and bring it into sight."""
        self.chosen = index
        if index is not None:
            height = self._node.clientHeight - ROW_PX
            low, high = (index + 1) * ROW_PX - height, index * ROW_PX
            if not low <= self._top <= high:
                self.follows = False
                self._scroll(high if self._top > high else low)
        self._changed()

    def shift(self, removed: int) -> None:
        """So many lines have gone at the top: what is in sight stays where it is."""
        if not self.follows:
            self._top = max(0.0, self._top - removed * ROW_PX)

    def draw(self) -> None:
        count, height = self._lines.count(), self._node.clientHeight - ROW_PX
        if count != self._count:
            self._count = count
            self._body._dom_element.style.height = f"{count * ROW_PX}px"
            self._node.setAttribute("aria-rowcount", str(count + 1))
        top = max(0, count * ROW_PX - height)
        self._scroll(top if self.follows else min(self._top, top))
        first = max(0, int(self._top // ROW_PX) - SPARE)
        last = min(count, int((self._top + height) // ROW_PX) + 1 + SPARE)
        self._window._dom_element.style.transform = f"translateY({first * ROW_PX}px)"
        self._fill(first, last)

    def _scroll(self, top: float) -> None:
        if self._node.scrollTop != top:
            self._node.scrollTop = top
        self._top = self._node.scrollTop

    def _fill(self, first: int, last: int) -> None:
        while len(self._pool) < last - first:
            self._add_row()
        for slot, (row, cells) in enumerate(self._pool):
            index = first + slot
            if index >= last:
                if self._written[slot] is not None:
                    self._written[slot] = None
                    row.hidden = True
                continue
            stamp = (index, self._lines.stamp(index)), index == self.chosen
            if stamp != self._written[slot]:
                self._written[slot] = stamp
                self._write(index, row, cells)
        seen = self.chosen is not None and first <= self.chosen < last
        self._set(self._node, "aria-activedescendant", f"{self._id}-{self.chosen}" if seen else None)

    def _write(self, index: int, row: Any, cells: list[Any]) -> None:
        row.hidden = False
        row.id = f"{self._id}-{index}"
        row.setAttribute("aria-rowindex", str(index + 2))
        row.setAttribute("aria-selected", "true" if index == self.chosen else "false")
        self._lines.write(index, row, cells)

    def _set(self, node: Any, name: str, value: str | None) -> None:
        if value is None:
            node.removeAttribute(name)
        else:
            node.setAttribute(name, value)

    def _add_row(self) -> None:
        cells = [h("span", role="gridcell", class_=f"cell {key}") for key in self._columns]
        row = h("div", *cells, role="row", class_="line")
        add(self._window, row)
        self._pool.append((row._dom_element, [cell._dom_element for cell in cells]))
        self._written.append(None)

    def _click(self, event: Any) -> None:
        row = event.target.closest("[aria-selected]")
        if row:
            index = int(row.getAttribute("aria-rowindex")) - 2
            self.choose(index)
            self._chosen(index)
            self._opened(index, False)

    def _key(self, event: Any) -> None:
        count, now = self._lines.count(), self.chosen
        if event.key == "Escape":
            self._escaped(event)
        if event.key == "Enter" and now is not None:
            event.preventDefault()
            self._opened(now, True)
        start = self._nearest() if now is None else now
        moves = {"ArrowDown": 1, "ArrowUp": -1, "PageDown": PAGE, "PageUp": -PAGE, "Home": -count, "End": count}
        step = moves.get(event.key)
        if step is None or not count or event.ctrlKey or event.metaKey or event.altKey:
            return
        event.preventDefault()
        at = start if now is None and abs(step) == 1 else max(0, min(count - 1, start + step))
        self.choose(at)
        self.follows = self.follows or at == count - 1
        self._chosen(at)

    def _nearest(self) -> int:
        """Where the keys start: at the end that is followed, or with the first in sight."""
        return max(0, self._lines.count() - 1) if self.follows else int(-(-self._top // ROW_PX))
