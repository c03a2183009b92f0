"""The commands of the page: its buttons, the palette, the shortcuts, the settings and the drawer of messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from pyscript import document
from transom_page.dom import Element, add, find, h, on, set_attributes

from .app import App
from .deeds import Deeds
from .state.commands import Command, Commands
from .state.live import LiveServer

if TYPE_CHECKING:
    from .views.palette import Palette, ShortcutsView
    from .views.settings import SettingsView
    from .views.wire import WireView

TABS = {
    "tools": "tools",
    "resources": "resources",
    "prompts": "prompts",
    "log": "the log",
    "about": "what is known of it",
}
OTHER_KEYS = {
    "In a tool’s form": (
        ("enter", "Run the tool"),
        ("mod+enter", "Run it, from the JSON or a long text"),
        ("shift+enter", "A new line in a field"),
    ),
    "In lists": (
        ("arrowup", "One up"),
        ("arrowdown", "One down"),
        ("alt+arrowup", "Move a server up"),
        ("alt+arrowdown", "Move a server down"),
    ),
}


class Menu:
    def __init__(self, app: App, deeds: Deeds) -> None:
        self._app, self._deeds = app, deeds
        self.rename: Callable[[str], None] = lambda id: None
        self.commands = Commands(lambda: app.settings.value.plain_keys)
        self.commands.add(*self._page_commands(), *self._server_commands())
        self._palette: Palette | None = None
        self._keys: ShortcutsView | None = None
        self._settings: SettingsView | None = None
        self._wire: WireView | None = None
        self._openers = {"palette": self.open_palette, "wire": self.toggle_wire, "settings": self.open_settings}
        for name, opener in self._openers.items():
            on(find(f"#{name}-button"), "click", lambda event, opener=opener: opener())
        self._listen()
        app.store.watch("asks", self._show_asks)

    def _listen(self) -> None:
        from .views.palette import listen_for_keys

        listen_for_keys(self.commands)

    def grant(self, kind: str) -> None:
        """Do what was clicked before Python was there."""
        if kind == "welcome":
            self.dismiss_welcome()
        elif kind in self._openers:
            self._openers[kind]()

    def restore(self) -> None:
        """Open what was open in the last visit."""
        if self._app.settings.value.wire_open:
            self.toggle_wire()

    def dismiss_welcome(self) -> None:
        self._app.settings.change(welcomed=True)
        set_attributes(find("html"), data_welcome="seen")
        find("#address").focus()

    # Commands

    def _page_commands(self) -> list[Command]:
        deeds = self._deeds
        return [
            Command("palette", "Find a command", "Page", self.open_palette, "mod+k"),
            Command("keys", "Show the keys", "Page", self.show_keys, "?"),
            Command("add", "Add a server by its address", "Servers", lambda: find("#address").focus(), "a"),
            Command("wire", "Show or hide the messages", "Page", self.toggle_wire, "m"),
            Command("settings", "Settings", "Page", self.open_settings, "mod+,"),
            Command("theme", "Switch between light and dark", "Page", self.switch_theme),
            Command("export", "Export the servers to a file", "Servers", deeds.export, enabled=self._has_servers),
            Command(
                "put-back",
                "Put back the last server that was removed",
                "Servers",
                deeds.put_back,
                enabled=lambda: deeds.has_removed,
            ),
            Command("import", "Import servers from a file", "Servers", deeds.import_file),
            Command("connect-all", "Connect all servers", "Servers", self._connect_all, enabled=self._has_servers),
            Command(
                "disconnect-all", "Disconnect all servers", "Servers", self._disconnect_all, enabled=self._has_servers
            ),
        ]

    def _server_commands(self) -> list[Command]:
        app, deeds = self._app, self._deeds

        def chosen() -> LiveServer | None:
            return app.live(app.chosen) if app.chosen else None

        def is_connected() -> bool:
            return (live := chosen()) is not None and live.client is not None

        def is_chosen() -> bool:
            return bool(app.chosen)

        def is_active() -> bool:
            return (live := chosen()) is not None and (live.client is not None or live.is_busy)

        return [
            Command(
                "connect",
                "Connect",
                "This server",
                lambda: deeds.connect(app.chosen),
                "c",
                lambda: is_chosen() and not is_active(),
            ),
            Command("disconnect", "Disconnect", "This server", self._disconnect, enabled=is_active),
            Command("set-up", "Set up again", "This server", lambda: deeds.set_up(app.chosen), enabled=is_chosen),
            Command("rename", "Rename", "This server", lambda: self.rename(app.chosen), "f2", is_chosen),
            Command("edit", "Change the address", "This server", lambda: deeds.edit(app.chosen), enabled=is_chosen),
            Command(
                "copy-link",
                "Copy a link that adds this server",
                "This server",
                lambda: deeds.copy_link(app.chosen),
                enabled=is_chosen,
            ),
            Command(
                "remove", "Remove from the list", "This server", lambda: deeds.remove(app.chosen), enabled=is_chosen
            ),
            Command("search", "Search the tools", "This server", self._search_tools, "/", is_connected),
            *(
                Command(f"tab-{name}", f"Show {title}", "This server", self._tab_opener(name), str(number), is_chosen)
                for number, (name, title) in enumerate(TABS.items(), 1)
            ),
        ]

    def _tab_opener(self, name: str) -> Callable[[], None]:
        return lambda: self._app.view(self._app.chosen).tabs.choose(name)

    def _search_tools(self) -> None:
        self._tab_opener("tools")()
        find(f"#tool-search-{self._app.chosen}").focus()

    def _disconnect(self) -> None:
        self._app.sessions.disconnect(self._app.chosen)

    def _has_servers(self) -> bool:
        return bool(self._app.servers.entries)

    def _connect_all(self) -> None:
        entries = self._app.servers.entries
        idle = [entry.id for entry in entries if (live := self._app.live(entry.id)).client is None and not live.is_busy]
        self._app.sessions.connect_in_turn(idle)

    def _disconnect_all(self) -> None:
        for entry in self._app.servers.entries:
            self._app.sessions.disconnect(entry.id)

    def _more_commands(self) -> Iterable[Command]:
        """Each server, and each tool of those that are connected."""
        app = self._app
        for entry in app.servers.entries:
            yield Command(f"server-{entry.id}", entry.name, "Servers", lambda id=entry.id: app.choose(id, focus=True))
            for tool in app.live(entry.id).catalog.tools or () if app.live(entry.id).client else ():
                title = f"{tool.title or tool.name} · {entry.name}"
                run = lambda id=entry.id, name=tool.name: app.open_tool(id, name)  # noqa: E731
                yield Command(f"tool-{entry.id}-{tool.name}", title, "Tools", run)

    # What opens

    def open_palette(self) -> None:
        from .views.palette import Palette

        if self._palette is None:
            self._palette = Palette(self.commands, lambda: list(self._more_commands()))
        self._palette.open()

    def show_keys(self) -> None:
        from .views.palette import ShortcutsView

        if self._keys is None:
            self._keys = ShortcutsView(self.commands, OTHER_KEYS)
        self._keys.open()

    def switch_theme(self) -> None:
        from .views.page import prefers_dark

        theme = self._app.settings.value.theme
        is_dark = prefers_dark() if theme == "system" else theme == "dark"
        self._app.settings.change(theme="light" if is_dark else "dark")

    def open_settings(self) -> None:
        if self._settings is None:
            from .views.settings import SettingsView

            self._settings = SettingsView(self._app.settings, self._app.store, self._app.models, [self._file_section()])
        self._settings.open()

    def _file_section(self) -> Element:
        deeds = self._deeds
        return h(
            "div",
            h("h3", "Your servers as a file"),
            h(
                "div",
                h("button", "Export", type="button", testid="export", on={"click": lambda event: deeds.export()}),
                h("button", "Import", type="button", testid="import", on={"click": lambda event: deeds.import_file()}),
                class_="buttons",
            ),
        )

    def toggle_wire(self) -> None:
        app = self._app
        if self._wire is None:
            from .views.wire import WireView

            self._wire = WireView(
                app.wire,
                app.store,
                app.name_of,
                height=app.settings.value.wire_height,
                resized=lambda px: app.settings.change(wire_height=round(px)),
                closed=self.toggle_wire,
            )
            add(find("#wire"), self._wire.element)
        button = find("#wire-button")
        if self._wire.is_open:
            self._wire.close()
            button.focus()
        else:
            self._wire.open()
        set_attributes(button, aria_expanded="true" if self._wire.is_open else "false")
        app.settings.change(wire_open=self._wire.is_open)

    def _show_asks(self) -> None:
        """Make the dialog for questions when the first one comes."""
        if document.querySelector("[data-testid=ask]"):
            return
        from .views.asks import AsksView

        app = self._app
        view = AsksView(
            app.asks, app.store, app.name_of, say=app.toasts.say, origin_of=app.origin_of, models=app.models
        )
        add(find("body"), view.element)
        view.draw()
