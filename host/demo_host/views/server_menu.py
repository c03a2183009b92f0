"""The menu of a server in the list: one popover, filled for the server whose button opens it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from pyscript import document
from transom_page.dom import Element, h, remove, replace

from .server_item import MENU_ID

STEPS = {"ArrowDown": 1, "ArrowUp": -1}


@dataclass(frozen=True)
class MenuEntry:
    word: str
    run: Callable[[], None]
    testid: str
    checked: bool | None = None
    """For one that is on or off."""
    enabled: bool = True


class ServerMenu:
    def __init__(self) -> None:
        keys = {"keydown": self._key}
        self.element: Element = h(
            "div", popover="auto", id=MENU_ID, class_="menu", role="menu", testid="server-menu", on=keys
        )

    def fill(self, name: str, entries: Iterable[MenuEntry]) -> None:
        self.element._dom_element.setAttribute("aria-label", f"For {name}")
        replace(self.element, *(self._item(number, entry) for number, entry in enumerate(entries)))

    def _item(self, number: int, entry: MenuEntry) -> Element:
        return h(
            "button",
            entry.word,
            type="button",
            role="menuitem" if entry.checked is None else "menuitemcheckbox",
            aria_checked=None if entry.checked is None else str(entry.checked).lower(),
            aria_disabled=None if entry.enabled else "true",
            autofocus=number == 0,
            tabindex="-1",
            testid=entry.testid,
            on={"click": lambda event: self._run(entry)},
        )

    def _run(self, entry: MenuEntry) -> None:
        if entry.enabled:
            self.element._dom_element.hidePopover()  # the focus goes back to the button that opened it
            entry.run()

    def _key(self, event: Any) -> None:
        items = self.element._dom_element.querySelectorAll("button")
        last = items.length - 1
        here = next((n for n in range(items.length) if items.item(n) == document.activeElement), 0)
        if event.key in STEPS:
            place = (here + STEPS[event.key]) % (last + 1)
        elif event.key in ("Home", "End"):
            place = 0 if event.key == "Home" else last
        elif event.key == "Tab":
            self.element._dom_element.hidePopover()
            return
        else:
            return
        event.preventDefault()
        items.item(place).focus()

    def close(self) -> None:
        remove(self.element)
