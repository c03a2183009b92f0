"""A handle between two parts of the page: drag it, or move it with the arrow keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from transom_page.dom import Element, h, listen

STEP_PX = 24


class Resizer:
    """`value()` is the size now, in pixels; `resize(px)` applies a new one, and `done(px)` keeps the last."""

    def __init__(
        self,
        name: str,
        *,
        axis: Literal["x", "y"],
        value: Callable[[], float],
        resize: Callable[[float], None],
        done: Callable[[float], None],
        smallest: float,
        largest: Callable[[], float],
        grows: Literal["forward", "back"] = "forward",
        class_: str = "",
    ) -> None:
        self._axis, self._value, self._resize, self._done = axis, value, resize, done
        self._smallest, self._largest = smallest, largest
        self._sign = 1 if grows == "forward" else -1
        self._size: float | None = None
        """What is applied and not yet kept."""
        self._ends: list[Callable[[], None]] = []
        self.element: Element = h(
            "div",
            class_=f"resizer resizer-{axis} {class_}",
            role="separator",
            tabindex="0",
            aria_label=name,
            aria_orientation="vertical" if axis == "x" else "horizontal",
            aria_valuemin=str(int(smallest)),
            on={"keydown": self._key, "pointerdown": self._start},
        )
        self.refresh()

    def refresh(self) -> None:
        node = self.element._dom_element
        node.setAttribute("aria-valuenow", str(int(self._value())))
        node.setAttribute("aria-valuemax", str(int(self._largest())))

    def _set(self, size: float) -> None:
        self._size = max(self._smallest, min(size, self._largest()))
        self._resize(self._size)
        self.refresh()

    def _keep(self) -> None:
        size, self._size = self._size, None
        if size is not None:
            self._done(size)

    def _key(self, event: Any) -> None:
        keys = ("ArrowLeft", "ArrowRight") if self._axis == "x" else ("ArrowUp", "ArrowDown")
        if event.key not in keys:
            return
        event.preventDefault()
        self._set(self._value() + self._sign * STEP_PX * (1 if event.key == keys[1] else -1))
        self._keep()

    def _start(self, event: Any) -> None:
        event.preventDefault()
        node = self.element._dom_element
        node.setPointerCapture(event.pointerId)  # a frame would swallow the movement
        start, size = self._at(event), self._value()
        self._end()
        self._ends = [
            listen(node, "pointermove", lambda moved: self._set(size + self._sign * (self._at(moved) - start))),
            listen(node, "lostpointercapture", lambda _: self._end()),
        ]

    def _at(self, event: Any) -> float:
        return event.clientX if self._axis == "x" else event.clientY

    def _end(self) -> None:
        ends, self._ends = self._ends, []
        for end in ends:
            end()
        self._keep()

    def close(self) -> None:
        self._end()
