"""The host as a whole: what there is, how the parts know of each other, and what a person can have done."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from mcp_types import Tool
from pyscript import document, window
from transom import Inspector
from transom_page.dom import find, report

from .state.asks import AskQueue
from .state.calls import Calls
from .state.live import LiveServer
from .state.roots import ROOTS_KEY, RootLists
from .state.servers import ORDER_KEY, SERVER_KEY, ServerEntry, Servers
from .state.sessions import Sessions, SetUp, origin_of
from .state.settings import KEY as SETTINGS_KEY
from .state.settings import Settings
from .state.store import Store
from .state.wire import Wire
from .views import page
from .views.server import ServerActions, ServerView
from .views.tabs import Tab, View
from .views.toasts import Toasts

if TYPE_CHECKING:
    from .state.models import HostModels
    from .views.resources import ResourcesView
    from .views.tools import ToolsView

STORAGE_PREFIX = "transom.host."
CHOSEN_KEY = "transom.host.chosen"


class App:
    def __init__(self) -> None:
        self.store = Store(asyncio.get_running_loop().call_soon, report)
        self.storage = page.LocalStorage(STORAGE_PREFIX)
        self.settings = Settings(self.storage, self.store)
        self.servers = Servers(self.storage, self.store, page.now)
        self.wire = Wire(page.now)
        self.calls = Calls(self.store, page.now)
        self.roots = RootLists(self.store, self.storage)
        self.roots.keep_only(self.servers.stored_ids)
        self.asks = AskQueue(self.store, self.roots, page.now)
        self.sessions = Sessions(
            *(self.servers, self.store, self.asks, self, page.now),
            log_level=lambda: self.settings.value.log_level,
            report=report,
        )
        self.toasts = Toasts(find("#toasts"))
        self.views: dict[str, ServerView] = {}
        self.chosen = ""
        self.on_choice: Callable[[str], None] = lambda id: None
        self.on_edit: Callable[[str], object] = lambda id: None
        self.on_remove: Callable[[str], object] = lambda id: None

    @cached_property
    def models(self) -> HostModels:
        from transom_client.models.web import language_model, post

        from .state.models import host_models

        return host_models(self.store, self.storage, post, language_model())

    def live(self, id: str) -> LiveServer:
        return self.sessions.live(id)

    def name_of(self, id: str) -> str:
        entry = self.servers.find(id)
        return entry.name if entry else "A server that was removed"

    def origin_of(self, id: str) -> str:
        entry = self.servers.find(id)
        return origin_of(entry.url) if entry else ""

    # Where the pages of servers are shown: `state.sessions.Places`.

    def session_frame(self, entry: ServerEntry, live: LiveServer) -> Any:
        return self.view(entry.id).page.new_frame(self.inspector(entry.id), live.set_stage)

    async def set_up(self, entry: ServerEntry, live: LiveServer) -> SetUp | None:
        from .views.setup import SetupDialog

        done = await SetupDialog(entry, live, self.inspector(entry.id)).run()
        if done is not None and done.result.message:
            self.toasts.say(f"{entry.name}: {done.result.message}")
        return done

    def inspector(self, id: str) -> Inspector:
        return self.wire.inspector(id)

    # The views of servers.

    def view(self, id: str) -> ServerView:
        """The view of a server. It stays while the server does: its frame can't be moved."""
        if id not in self.views:
            view = ServerView(id, self.servers, self.live(id), self.store, self.actions(), self._tabs(id))
            self.views[id] = view
            find("#server")._dom_element.append(view.element._dom_element)
        return self.views[id]

    def actions(self) -> ServerActions:
        return ServerActions(
            connect=self.sessions.connect,
            disconnect=self.sessions.disconnect,
            set_up=self.sessions.set_up,
            edit=self.edit,
            remove=lambda id: self.on_remove(id),
            open_page=lambda id: window.open(self.servers.get(id).url, "_blank", "noopener"),
            resize_page=self._resize_page,
            keep_page_width=lambda px: self.settings.change(frame_width=round(px)),
        )

    def edit(self, id: str) -> None:
        self.on_edit(id)

    def _resize_page(self, px: float) -> None:
        document.documentElement.style.setProperty("--side-page", f"{px:.0f}px")

    def _tabs(self, id: str) -> list[Tab]:
        def number(name: str) -> Callable[[], int | None]:
            def count() -> int | None:
                found = getattr(self.live(id).catalog, name)
                return len(found) if found is not None else None

            return count

        def resources() -> int | None:
            catalog = self.live(id).catalog
            return None if catalog.resources is None else len(catalog.resources) + len(catalog.templates or [])

        def lines() -> int | None:
            return len(self.live(id).log) or None

        return [
            Tab("tools", "Tools", lambda: self._tools_view(id), number("tools")),
            Tab("resources", "Resources", lambda: self._resources_view(id), resources),
            Tab("prompts", "Prompts", lambda: self._prompts_view(id), number("prompts")),
            Tab("log", "Log", lambda: self._log_view(id), lines),
            Tab("about", "About", lambda: self._about_view(id), lambda: None),
        ]

    # What the tabs show. Each module is compiled when it is first wanted.

    def _tools_view(self, id: str) -> View:
        from .views.tool import ToolView
        from .views.tools import ToolsView

        def new_tool(tool: Tool) -> ToolView:
            return ToolView(
                tool,
                self.live(id),
                self.calls,
                self.store,
                read_resource=lambda uri: self.read_resource(id, uri),
                snippet_url=lambda: self.servers.get(id).url,
            )

        return ToolsView(self.live(id), self.store, new_tool)

    def _resources_view(self, id: str) -> View:
        from .views.resources import ResourcesView

        return ResourcesView(self.live(id), self.store)

    def _prompts_view(self, id: str) -> View:
        from .views.prompts import PromptsView

        return PromptsView(self.live(id), self.store, lambda uri: self.read_resource(id, uri))

    def _log_view(self, id: str) -> View:
        from .views.log import LogView

        return LogView(self.live(id), self.store)

    def _about_view(self, id: str) -> View:
        from .views.about import AboutView
        from .views.roots import RootsView

        return AboutView(
            id,
            self.servers,
            self.live(id),
            self.store,
            RootsView(self.live(id), self.store, self.roots),
            set_up=lambda: self.sessions.set_up(id),
            edit=lambda: self.edit(id),
        )

    async def read_resource(self, id: str, uri: str) -> None:
        """Show a resource of a server, in its tab."""
        view = self.view(id)
        view.tabs.choose("resources")
        await cast("ResourcesView", view.tabs.view("resources")).read(uri)

    def open_tool(self, id: str, name: str) -> None:
        self.choose(id)
        view = self.view(id)
        view.tabs.choose("tools")
        cast("ToolsView", view.tabs.view("tools")).open(name, focus=True)

    def choose(self, id: str, *, focus: bool = False) -> None:
        """Show a server; none, when it is not in the list."""
        entry = self.servers.find(id)
        self.chosen = entry.id if entry else ""
        if entry:
            self.view(entry.id)
        for other, view in self.views.items():
            view.show(other == self.chosen)
        root = document.documentElement
        root.setAttribute("data-chosen", "yes") if entry else root.removeAttribute("data-chosen")
        document.title = f"{entry.name} · Transom host" if entry else "Transom host"
        self.on_choice(self.chosen)
        self._remember()
        if focus:
            main = find("#main")
            main._dom_element.focus()
            page.reveal(main)

    def _remember(self) -> None:
        """Which server was open, for the next visit of this tab."""
        with suppress(Exception):  # storage may be denied, as a JsException
            window.sessionStorage.setItem(CHOSEN_KEY, self.chosen)

    def remembered(self) -> str:
        with suppress(Exception):
            return str(window.sessionStorage.getItem(CHOSEN_KEY) or "")
        return ""

    def reconnect(self) -> None:
        """Open the sessions that the person wants at the start."""
        wanted = self.settings.value.reconnect
        if wanted != "never":
            entries = self.servers.entries
            self.sessions.connect_in_turn(entry.id for entry in entries if wanted == "all" or entry.connect_at_start)

    def other_tab_wrote(self, key: str) -> None:
        """Take over what another tab has changed."""
        if key == SETTINGS_KEY:
            self.settings.reload()
        elif key.startswith(ROOTS_KEY):
            self.roots.other_tab_wrote(key)
        elif key == ORDER_KEY or key.startswith(SERVER_KEY):
            self._reload_servers()

    def _reload_servers(self) -> None:
        self.servers.reload()
        for id in [id for id in self.views if self.servers.find(id) is None]:
            self.drop(id)
        self.sessions.check_addresses()

    def drop(self, id: str) -> None:
        """Close what belongs to a server that is no longer in the list."""
        view = self.views.pop(id, None)
        if view is not None:
            view.close()
        self.calls.clear(id)
        self.asks.forget(id)
        self.sessions.forget(id)
        if self.chosen == id:
            first = next(iter(self.servers.entries), None)
            self.choose(first.id if first else "")
