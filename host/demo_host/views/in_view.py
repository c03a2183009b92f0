"""Brings what a person waits for into view while it grows, until they do anything else."""

from __future__ import annotations

from typing import Any

from pyscript import window
from pyscript.ffi import create_proxy
from transom_page.dom import Element, listen

ACTS = ("wheel", "touchmove", "pointerdown", "keydown")
"""Whoever does any of it may be reading or writing elsewhere."""


def likes_motion() -> bool:
    return not window.matchMedia("(prefers-reduced-motion: reduce)").matches


class InView:
    """Scrolls no more than it takes to show an element, or its beginning where it is larger than the window.

    What is within, such as a picture, may take its room later than the rest: hence by size, not by time.
    """

    def __init__(self, element: Element) -> None:
        self._node = element._dom_element
        self._grown = create_proxy(self._bring)
        self._observer = window.ResizeObserver.new(self._grown)
        self._ends = [listen(window, kind, self._act) for kind in ACTS]
        self._observer.observe(self._node)

    def _bring(self, entries: Any, observer: Any) -> None:
        self._node.scrollIntoView(behavior="smooth", block="nearest", inline="nearest")

    def _act(self, event: Any) -> None:
        """A question of the server's is answered in a dialog: who does that still waits."""
        if not (hasattr(event.target, "closest") and event.target.closest("dialog")):
            self.end()

    def end(self) -> None:
        ends, self._ends = self._ends, []
        if ends:
            self._observer.disconnect()
            self._grown.destroy()
        for end in ends:
            end()
