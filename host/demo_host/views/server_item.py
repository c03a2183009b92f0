"""One server in the list: its name, its state in words, and the buttons for it. early.js draws the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from transom_page.dom import Element, h, icon, remove, set_attributes

from ..state.addresses import label_of
from ..state.live import STATUS_WORDS, LiveServer
from ..state.servers import NAME_CHARS, ServerEntry

MENU_ID = "server-menu"

Act = Callable[[str], None]


class ServerItem:
    """`select`, `act`, `open_menu` get the server's id; `rename` the new name besides."""

    def __init__(
        self,
        entry: ServerEntry,
        live: LiveServer,
        *,
        select: Act,
        act: Act,
        open_menu: Act,
        rename: Callable[[str, str], None],
    ) -> None:
        self.entry, self.live = entry, live
        self._rename = rename
        self._form: Element | None = None
        self._name = h("span", class_="server-name", testid="server-name")
        self._origin = h("span", class_="server-origin")
        self._words = h("span", testid="server-words")
        self._open = h(
            "button",
            self._name,
            self._origin,
            h("span", h("span", class_="mark", aria_hidden="true"), self._words, class_="server-state"),
            type="button",
            class_="server-open",
            testid="server-select",
            on={"click": lambda event: select(self.entry.id)},
        )
        self._act = h(
            "button", type="button", class_="small", testid="server-act", on={"click": lambda event: act(self.entry.id)}
        )
        self._more = h(
            "button",
            icon("more"),
            type="button",
            class_="small server-more",
            popovertarget=MENU_ID,
            aria_haspopup="menu",
            testid="server-more",
            on={"click": lambda event: open_menu(self.entry.id)},
        )
        side = h("span", self._more, self._act, class_="server-side")
        self.element: Element = h(
            "li", self._open, side, class_="server-item", draggable="true", data_id=entry.id, testid="server-item"
        )
        self.draw(entry)

    @property
    def action(self) -> tuple[str, str]:
        """What the button beside it does now: its kind and its word."""
        if self.live.is_busy:
            return "disconnect", "Cancel"
        if self.live.client is not None:
            return "disconnect", "Disconnect"
        return ("connect", "Connect") if self.entry.session_id else ("set-up", "Set up")

    def draw(self, entry: ServerEntry | None = None) -> None:
        self.entry = entry = entry or self.entry
        status, problem = self.live.status, self.live.problem
        label = label_of(entry.url)
        self._name.textContent, self._origin.textContent = entry.name, label if label != entry.name else ""
        words = STATUS_WORDS[status] if entry.session_id or status != "disconnected" else "Not set up"
        self._words.textContent = f"{words}: {problem.title}" if problem else words
        self._act.textContent = word = self.action[1]
        set_attributes(self.element, data_status=status)
        set_attributes(self._open, title=problem.text if problem else entry.url)
        set_attributes(self._act, aria_label=f"{word}: {entry.name}")
        set_attributes(self._more, aria_label=f"More for {entry.name}")

    def choose(self, chosen: bool) -> None:
        set_attributes(self._open, aria_current="true" if chosen else None)

    def focus(self) -> None:
        self._open._dom_element.focus()

    def start_rename(self) -> None:
        """Show a field in the place of the name. Enter and leaving it take the new name, Escape does not."""
        if self._form is not None:
            return
        field = h(
            "input",
            value=self.entry.name,
            maxlength=str(NAME_CHARS),
            aria_label=f"New name for {self.entry.name}",
            autocomplete="off",
            testid="server-rename",
            on={"keydown": self._escape, "focusout": lambda event: self._end_rename(str(event.target.value))},
        )
        self._form = h("form", field, class_="server-rename", novalidate=True, on={"submit": self._submit})
        set_attributes(self.element, data_editing="yes", draggable="false")
        self.element._dom_element.prepend(self._form._dom_element)
        field._dom_element.select()

    def _submit(self, event: Any) -> None:
        event.preventDefault()
        self._end_rename(str(event.target.querySelector("input").value), focus=True)

    def _escape(self, event: Any) -> None:
        if event.key == "Escape":
            event.preventDefault()
            self._end_rename(None, focus=True)

    def _end_rename(self, name: str | None, *, focus: bool = False) -> None:
        form, self._form = self._form, None
        if form is None:
            return
        set_attributes(self.element, data_editing=None, draggable="true")
        remove(form)
        if focus:
            self.focus()
        if name is not None and name.strip() != self.entry.name:
            self._rename(self.entry.id, name)

    def close(self) -> None:
        self._form = None
        remove(self.element)
