"""What a person can have done to the list of servers, from any place of the page."""

from __future__ import annotations

from typing import Any

from pyscript import window
from transom_page.dialogs import ask
from transom_page.dom import Element, find, h

from .app import App
from .state.addresses import AddressError, parse_address
from .state.backup import DeepLink, link_to_add, parse_link, without_link
from .state.servers import Removed
from .state.sessions import origin_of
from .views import page
from .views.early import show_address_error


class Deeds:
    """The actions of the list; those of one server's view are the sessions'."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._base = str(window.location.href)
        self._removed: list[Removed] = []

    def select(self, id: str) -> None:
        self._app.choose(id, focus=True)

    def connect(self, id: str) -> None:
        self._app.choose(id)
        self._app.sessions.connect(id)

    def set_up(self, id: str) -> None:
        self._app.choose(id)
        self._app.sessions.set_up(id)

    def disconnect(self, id: str) -> None:
        self._app.sessions.disconnect(id)

    def rename(self, id: str, name: str) -> None:
        self._app.servers.rename(id, name)

    def change(self, id: str, **changes: Any) -> None:
        self._app.servers.update(id, **changes)

    def move(self, id: str, index: int) -> None:
        self._app.servers.move(id, index)

    def add(self, text: str) -> None:
        """Put what was typed into the list, and set it up. A server that is there already is shown instead."""
        try:
            address = parse_address(text, self._base)
        except AddressError as error:
            show_address_error(error, self.add)
            return
        show_address_error(None, self.add)
        find("#address").value = ""
        for note in address.notes:
            self._app.toasts.say(note)
        present = self._app.servers.find_url(address.url)
        if present is not None:
            self.open(present.id)
            return
        self._add(address.url)

    def _add(self, url: str, **fields: Any) -> None:
        entry = self._app.servers.add(url, **fields)
        self._app.choose(entry.id, focus=True)
        self._app.sessions.set_up(entry.id)

    def open(self, id: str) -> None:
        """Show a server, connected."""
        self.select(id)
        live = self._app.live(id)
        if live.client is None and not live.is_busy:
            self._app.sessions.connect(id)

    async def edit(self, id: str) -> None:
        """Change a server's address. What was agreed with one origin does not pass to another."""
        app = self._app
        entry = app.servers.get(id)
        field = h(
            "input", id="edit-address", value=entry.url, testid="edit-address", autocomplete="off", spellcheck="false"
        )
        word = h("p", class_="field-problem", aria_live="polite", testid="edit-problem")
        body = h("div", h("label", "Address", for_="edit-address"), field, word)
        while await ask(f"Change the address of {entry.name}", body, [("save", "Save"), ("", "Cancel")]) == "save":
            try:
                address = parse_address(field.value, self._base)
            except AddressError as error:
                word.textContent = str(error)
                continue
            if address.origin != origin_of(entry.url):
                app.roots.forget(id)
            app.servers.change_url(id, address.url)
            app.sessions.connect(id)
            return

    def remove(self, id: str) -> None:
        """Take a server off the list; it can be put back for a while, with all that was kept of it."""
        app = self._app
        removed = app.servers.remove(id)
        self._removed.append(removed)
        app.drop(id)
        app.toasts.say(f"{removed.entry.name} is removed.", ("Undo", lambda: self._restore(removed)))

    @property
    def has_removed(self) -> bool:
        return bool(self._removed)

    def put_back(self) -> None:
        """The last server that was removed, while the page is open."""
        self._restore(self._removed[-1])

    def _restore(self, removed: Removed) -> None:
        if removed in self._removed:
            self._removed.remove(removed)
            self._app.servers.restore(removed)
            self._app.choose(removed.entry.id)

    async def copy_link(self, id: str) -> None:
        link = link_to_add(self._app.servers.get(id), self._base)
        copied = await page.copy(link)
        self._app.toasts.say("The link is copied." if copied else f"The browser does not allow it to be copied: {link}")

    async def follow_link(self) -> None:
        """Add the server that the page's address names, when the person agrees."""
        href = str(window.location.href)
        try:
            link = parse_link(href, self._base)
        except AddressError as error:
            window.history.replaceState(None, "", without_link(href))
            self._app.toasts.say(f"The link that opened this page names no server. {error}", kind="problem")
            return
        if link is None:
            return
        window.history.replaceState(None, "", without_link(href))
        present = self._app.servers.find_url(link.address.url)
        if present is not None:
            self.select(present.id)
        elif await self._agrees(link):
            self._add(link.address.url, name=link.name, own_name=False)

    async def _agrees(self, link: DeepLink) -> bool:
        answer = await ask("Add this server?", self._about(link), [("add", "Add it"), ("", "Don’t add it")])
        return answer == "add"

    def _about(self, link: DeepLink) -> Element:
        return h(
            "div",
            h("p", "The link that opened this page asks to add a server from"),
            h("p", h("strong", link.address.origin, class_="origin")),
            h("p", link.address.url, class_="note"),
            h("p", f"It calls it “{link.name}”.") if link.name else None,
            *(h("p", note) for note in link.address.notes),
            h("p", "Add it if you trust where the link came from. Its page is loaded into a frame of its own."),
        )

    async def export(self) -> None:
        from .views.backup import ask_for_export

        text = await ask_for_export(self._app.servers)
        if text is not None:
            page.download("transom-servers.json", text)

    async def import_file(self) -> None:
        from .views.backup import ask_for_import

        word = await ask_for_import(self._app.servers, self._base)
        if word:
            self._app.toasts.say(word)
