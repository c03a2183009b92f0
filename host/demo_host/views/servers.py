"""The list of servers beside the page: their order, the menu of each, and what is chosen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from pyscript import document
from transom_page.dom import Element, h, remove, run, set_attributes

from ..state.live import LiveServer
from ..state.servers import Servers
from ..state.store import Store
from .server_item import ServerItem
from .server_menu import MenuEntry, ServerMenu

EMPTY = "None yet. Choose an example below, or add one by its address."


class ListActions(Protocol):
    """What a person can have done from the list; the app does it."""

    def select(self, id: str) -> None: ...
    def connect(self, id: str) -> None: ...
    def disconnect(self, id: str) -> None: ...
    def set_up(self, id: str) -> None: ...
    def edit(self, id: str) -> Awaitable[None] | None:
        """Change the address."""
        ...

    def rename(self, id: str, name: str) -> None: ...
    def change(self, id: str, **changes: Any) -> None: ...
    def move(self, id: str, index: int) -> None: ...
    def copy_link(self, id: str) -> Awaitable[None] | None:
        """A link that offers it to somebody else."""
        ...

    def remove(self, id: str) -> None: ...


class ServersView:
    """Its element takes the place of what early.js has drawn."""

    def __init__(
        self, servers: Servers, live_of: Callable[[str], LiveServer], store: Store, actions: ListActions
    ) -> None:
        self._servers, self._live_of, self._store, self._actions = servers, live_of, store, actions
        self._items: dict[str, ServerItem] = {}
        self._watches: dict[str, Callable[[], None]] = {}
        self._selected = self._dragged = ""
        dragging = {"dragstart": self._drag, "dragover": self._over, "drop": self._drop, "dragend": self._end_drag}
        handlers = {**dragging, "keydown": self._key}
        self._list = h("ol", id="servers", class_="servers", aria_label="Your servers", testid="servers", on=handlers)
        self._empty = h("p", EMPTY, id="servers-empty", class_="empty", hidden=True)
        self._menu = ServerMenu()
        self._said = h("p", class_="visually-hidden", role="status", testid="servers-said")
        self._problem = h("p", class_="note servers-problem", role="status", testid="servers-problem")
        self.element: Element = h("div", self._list, self._empty, self._problem, self._said, self._menu.element)
        self._stop = store.watch("servers", self._draw)
        self._draw()

    @property
    def selected(self) -> str:
        return self._selected

    @selected.setter
    def selected(self, id: str) -> None:
        self._selected = id
        for item in self._items.values():
            item.choose(item.entry.id == id)

    def start_rename(self, id: str) -> None:
        self._items[id].start_rename()

    def _say(self, text: str) -> None:
        self._said.textContent = text

    def _draw(self) -> None:
        focused = document.activeElement
        entries = self._servers.entries
        for id in [id for id in self._items if not self._servers.find(id)]:
            self._let_go(id)
        for number, entry in enumerate(entries):
            if entry.id not in self._items:
                self._items[entry.id] = self._new_item(entry.id)
            self._items[entry.id].draw(entry)
            self._place(self._items[entry.id], number)
        if focused and focused.isConnected and focused != document.activeElement:
            focused.focus()  # it was moved with its item
        set_attributes(self._empty, hidden=bool(entries))
        self._problem.textContent = self._servers.problem

    def _let_go(self, id: str) -> None:
        """Take an item away. The focus that was in it goes to the one beside it."""
        self._watches.pop(id)()
        item = self._items.pop(id)
        node = item.element._dom_element
        heir = (node.nextElementSibling or node.previousElementSibling) if node.matches(":focus-within") else None
        item.close()
        if heir:
            heir.querySelector("button").focus()

    def _new_item(self, id: str) -> ServerItem:
        item = ServerItem(
            self._servers.get(id),
            self._live_of(id),
            select=self._actions.select,
            act=self._act,
            open_menu=self._open_menu,
            rename=self._actions.rename,
        )
        item.choose(id == self._selected)
        self._watches[id] = self._store.watch(f"live:{id}", item.draw)
        return item

    def _place(self, item: ServerItem, number: int) -> None:
        node, present = item.element._dom_element, self._list._dom_element.children.item(number)
        if present != node:
            self._list._dom_element.insertBefore(node, present)

    def _act(self, id: str) -> None:
        acts = {
            "connect": self._actions.connect,
            "disconnect": self._actions.disconnect,
            "set-up": self._actions.set_up,
        }
        acts[self._items[id].action[0]](id)

    def _open_menu(self, id: str) -> None:
        item, act = self._items[id], self._actions
        entry, ids = item.entry, list(self._items)
        place = [one.id for one in self._servers.entries].index(id)
        toggled = not entry.connect_at_start
        self._menu.fill(
            entry.name,
            [
                MenuEntry("Rename", item.start_rename, "menu-rename"),
                MenuEntry("Set up again" if entry.session_id else "Set up", lambda: act.set_up(id), "menu-set-up"),
                MenuEntry("Change the address", lambda: run(act.edit, id), "menu-edit"),
                MenuEntry("Copy a link that adds it", lambda: run(act.copy_link, id), "menu-copy-link"),
                MenuEntry(
                    "Connect at start",
                    lambda: act.change(id, connect_at_start=toggled),
                    "menu-at-start",
                    checked=entry.connect_at_start,
                ),
                MenuEntry("Move up", lambda: self.move(id, place - 1), "menu-up", enabled=place > 0),
                MenuEntry("Move down", lambda: self.move(id, place + 1), "menu-down", enabled=place < len(ids) - 1),
                MenuEntry("Remove", lambda: act.remove(id), "menu-remove"),
            ],
        )

    def move(self, id: str, to_index: int) -> None:
        count = len(self._servers.entries)
        if 0 <= to_index < count:
            self._actions.move(id, to_index)
            self._say(f"{self._servers.get(id).name} is now number {to_index + 1} of {count}.")

    def _key(self, event: Any) -> None:
        """Arrows go through the list, and with Alt they move a server; F2 renames it."""
        step = {"ArrowUp": -1, "ArrowDown": 1, "F2": 0}.get(event.key)
        node = event.target.closest("li")
        if step is None or not node:
            return
        event.preventDefault()
        ids = [entry.id for entry in self._servers.entries]
        place = ids.index(node.getAttribute("data-id"))
        if not step:
            self.start_rename(ids[place])
        elif event.altKey:
            self.move(ids[place], place + step)
        elif 0 <= place + step < len(ids):
            self._items[ids[place + step]].focus()

    def _drag(self, event: Any) -> None:
        self._dragged = str(event.target.getAttribute("data-id") or "")
        event.dataTransfer.effectAllowed = "move"
        event.dataTransfer.setData("text/plain", self._items[self._dragged].entry.url)

    def _over(self, event: Any) -> None:
        node = event.target.closest("li")
        if not self._dragged or not node:
            return
        event.preventDefault()  # it can be dropped here
        self._unmark()
        node.setAttribute("data-drop", "after" if self._is_below(event, node) else "before")

    def _is_below(self, event: Any, node: Any) -> bool:
        box = node.getBoundingClientRect()
        return event.clientY > box.top + box.height / 2

    def _drop(self, event: Any) -> None:
        node = event.target.closest("li")
        if not self._dragged or not node:
            return
        event.preventDefault()
        others = [entry.id for entry in self._servers.entries if entry.id != self._dragged]
        target = node.getAttribute("data-id")
        if target in others:
            self.move(self._dragged, others.index(target) + self._is_below(event, node))

    def _end_drag(self, event: Any) -> None:
        self._dragged = ""
        self._unmark()

    def _unmark(self) -> None:
        for node in self._list._dom_element.querySelectorAll("[data-drop]"):
            node.removeAttribute("data-drop")

    def close(self) -> None:
        self._stop()
        for stop in self._watches.values():
            stop()
        remove(self.element)
