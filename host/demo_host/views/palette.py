"""The command palette, the overview of shortcuts, and the keys that lead to commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from pyscript import window
from transom_page.dialogs import Modal
from transom_page.dom import Element, h, listen, replace, run, set_attributes

from ..state.commands import Command, Commands, KeyPress, keys_text, match

MAX_SHOWN = 60
TYPING = "input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable]"


def is_mac() -> bool:
    return "Mac" in str(window.navigator.platform)


def keys_view(keys: str) -> Element:
    """A shortcut as keys."""
    return h("span", *(h("kbd", name) for name in keys_text(keys, mac=is_mac())), class_="keys")


def listen_for_keys(commands: Commands) -> Callable[[], None]:
    """Run commands by their shortcuts, unless a dialog is open. Call what is returned to end it."""
    mac = is_mac()

    def pressed(event: Any) -> None:
        if event.defaultPrevented or event.isComposing or window.document.querySelector("dialog[open]"):
            return
        command = commands.for_press(press_of(event), mac=mac)
        if command is not None:
            event.preventDefault()
            run(command.run)

    return listen(window, "keydown", pressed)


def press_of(event: Any) -> KeyPress:
    node = event.target
    in_field = bool(hasattr(node, "closest") and node.closest(TYPING))
    key = str(event.key or "")  # what a browser fills in has none
    return KeyPress(key, event.ctrlKey, event.metaKey, event.altKey, event.shiftKey, in_field)


class Palette:
    """Finds a command by some of its letters. `extra` gives more of them whenever it is opened: servers and tools."""

    def __init__(self, commands: Commands, extra: Callable[[], Iterable[Command]] = tuple) -> None:
        self._commands, self._extra = commands, extra
        self._all: list[Command] = []
        self._found: list[Command] = []
        self._chosen = 0
        self._input = h(
            "input",
            type="text",
            role="combobox",
            aria_label="Find a command, a server or a tool",
            aria_expanded="true",
            aria_controls="palette-list",
            aria_autocomplete="list",
            autocomplete="off",
            spellcheck="false",
            placeholder="Find a command, a server or a tool",
            testid="palette-input",
            on={"input": self._search, "keydown": self._key},
        )
        self._list = h("ul", id="palette-list", role="listbox", aria_label="Commands", testid="palette-list")
        self._count = h("p", class_="note", role="status")
        self._modal = Modal("Commands", self._input, self._list, self._count, testid="palette", class_="palette")
        self.element: Element = self._modal.element

    def open(self) -> None:
        self._all = [*(one for one in self._commands.enabled if one.id != "palette"), *self._extra()]
        self._input._dom_element.value = ""
        self._modal.open()
        self._input._dom_element.focus()
        self._search()

    def close(self) -> None:
        self._modal.close()

    def _search(self, event: Any = None) -> None:
        query = str(self._input._dom_element.value)
        every = match(query, self._all)
        self._found, self._chosen = every[:MAX_SHOWN], 0
        replace(self._list, *(self._option(number, command) for number, command in enumerate(self._found)))
        more = len(every) - len(self._found)
        too_many = f"{more} more: type on to find them." if more else ""
        self._count.textContent = too_many if every else f"Nothing has “{query}” in its name."
        self._mark()

    def _option(self, number: int, command: Command) -> Element:
        return h(
            "li",
            h("span", command.group, class_="palette-group"),
            h("span", command.title, class_="palette-title"),
            keys_view(keys) if (keys := self._commands.keys_of(command)) else None,
            id=f"palette-{number}",
            role="option",
            testid="palette-option",
            data_command=command.id,
            on={"click": lambda event: self._run(number)},
        )

    def _mark(self) -> None:
        for number, node in enumerate(self._list._dom_element.children):
            node.setAttribute("aria-selected", "true" if number == self._chosen else "false")
            if number == self._chosen:
                node.scrollIntoView(block="nearest")
        set_attributes(self._input, aria_activedescendant=f"palette-{self._chosen}" if self._found else None)

    def _key(self, event: Any) -> None:
        last = len(self._found) - 1
        places = {"ArrowDown": self._chosen + 1, "ArrowUp": self._chosen - 1, "PageDown": last, "PageUp": 0}
        if event.key == "Enter":
            event.preventDefault()
            self._run(self._chosen)
        elif event.key in places and self._found:
            event.preventDefault()
            self._chosen = places[event.key] % len(self._found)
            self._mark()

    def _run(self, number: int) -> None:
        if number < len(self._found):
            command = self._found[number]
            self._modal.hide()
            run(command.run)


class ShortcutsView:
    """Which keys do what."""

    def __init__(self, commands: Commands, more: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        """`more` are keys that parts of the page understand by themselves, each with what it does."""
        self._commands, self._more = commands, more
        self._body = h("div", class_="shortcuts")
        self._modal = Modal("Keys", self._body, testid="shortcuts")
        self.element: Element = self._modal.element

    def open(self) -> None:
        grouped = groupby(sorted(self._commands.with_keys, key=_group_of), _group_of)
        groups = [(group, [(one.keys, one.title) for one in members]) for group, members in grouped]
        groups += [(part, list(keys)) for part, keys in self._more.items()]
        replace(self._body, *(self._part(group, rows) for group, rows in groups))
        self._modal.open()

    def close(self) -> None:
        self._modal.close()

    def _part(self, group: str, rows: list[tuple[str, str]]) -> Element:
        pairs = [child for keys, title in rows for child in (h("dt", keys_view(keys)), h("dd", title))]
        return h("section", h("h3", group), h("dl", *pairs))


def _group_of(command: Command) -> str:
    return command.group
