"""One server: its state and what to do about it, its tabs, and its page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from transom_page.dom import Element, Handler, find, h, redraw, remove, replace, set_attributes

from ..state.live import STATUS_WORDS, LiveServer
from ..state.problems import Problem
from ..state.servers import ServerEntry, Servers
from ..state.store import Store
from .page_panel import PagePanel
from .problem import problem_card
from .resizer import Resizer
from .stages import SESSION_STAGES, Stages
from .tabs import Tab, Tabs

SMALLEST_PAGE_PX = 220
LEFT_FOR_TOOLS_PX = 320


@dataclass(frozen=True)
class ServerActions:
    """What a person can have done to a server; the app does it."""

    connect: Callable[[str], None]
    disconnect: Callable[[str], object]
    set_up: Callable[[str], None]
    edit: Callable[[str], None]
    remove: Callable[[str], object]
    open_page: Callable[[str], None]
    resize_page: Callable[[float], None]
    keep_page_width: Callable[[float], None]


class ServerView:
    def __init__(
        self, server_id: str, servers: Servers, live: LiveServer, store: Store, actions: ServerActions, tabs: list[Tab]
    ) -> None:
        self._id, self._servers, self.live, self._actions = server_id, servers, live, actions
        self.page = PagePanel(
            server_id, servers, live, reconnect=lambda: actions.connect(server_id), changed=self._draw
        )
        self._name = h("h2")
        self._status = h("span", class_="status", role="status", testid="server-status")
        self._url = h("span", class_="origin")
        self._buttons = h("div", class_="buttons")
        self._notice = h("div", testid="notice")
        self._offer = h("div")
        self._stages: Stages | None = None
        self._problem: Problem | None = None
        self._drawn: object = None
        self.tabs = Tabs(f"server-{server_id}", "What it offers", tabs)
        self._main = h("div", self._notice, self._offer, self.tabs.element, class_="server-main")
        self._resizer = Resizer(
            "Width of the server’s page",
            axis="x",
            value=self._page_width,
            resize=actions.resize_page,
            done=actions.keep_page_width,
            smallest=SMALLEST_PAGE_PX,
            largest=self._largest_page,
            grows="back",
            class_="side-resizer",
        )
        self.element: Element = h(
            "section",
            h(
                "div",
                h("div", self._name, self._status, self._url, self._buttons, class_="server-title"),
                class_="server-head",
            ),
            h("div", self._main, self._resizer.element, self.page.element, class_="server-body"),
            class_="server",
            id=f"server-{server_id}",
            testid="server",
            hidden=True,
        )
        topics = {f"live:{server_id}": self._draw, "servers": self._draw, f"catalog:{server_id}": self.tabs.draw}
        self._stops = [store.watch(topic, watcher) for topic, watcher in topics.items()]
        self._stops += [store.watch(f"{topic}:{server_id}", self.tabs.draw) for topic in ("log", "updates")]
        self._draw()

    @property
    def _entry(self) -> ServerEntry:
        return self._servers.get(self._id)

    def _page_width(self) -> float:
        return self.page.element._dom_element.getBoundingClientRect().width or SMALLEST_PAGE_PX

    def _largest_page(self) -> float:
        return max(SMALLEST_PAGE_PX, find("#main").clientWidth - LEFT_FOR_TOOLS_PX)

    def show(self, shown: bool) -> None:
        set_attributes(self.element, hidden=not shown)
        self.tabs.is_shown = shown
        if shown:
            self._draw()
            self._resizer.refresh()

    def _draw(self) -> None:
        if self._servers.find(self._id) is None:
            return
        live = self.live
        set_attributes(
            self.element,
            data_status=live.status,
            data_maximised="yes" if self.page.is_maximised and self.page.is_shown else "no",
        )
        self._draw_head()
        self.page.draw()
        self._draw_resizer()
        redraw(self._offer, self.page.offer())
        self._draw_notice()
        self.tabs.draw()

    def _draw_resizer(self) -> None:
        node = self._resizer.element._dom_element
        was_hidden, node.hidden = node.hidden, not self.page.is_shown
        if was_hidden and self.page.is_shown:
            self._resizer.refresh()

    def _draw_head(self) -> None:
        entry, live = self._entry, self.live
        head = (entry.name, entry.url, live.status, live.client is not None, bool(entry.session_id))
        if head == self._drawn:
            return
        self._drawn = head
        self._name.textContent, self._url.textContent = entry.name, entry.url
        is_new = live.status == "disconnected" and not entry.session_id
        self._status.textContent = "Not set up" if is_new else STATUS_WORDS[live.status]
        set_attributes(self._status, data_status=live.status)
        redraw(self._buttons, self._button_for())

    def _button_for(self) -> Element:
        actions, live = self._actions, self.live
        if live.is_busy:
            return self._button("Cancel", actions.disconnect, "cancel")
        if live.client is not None:
            return self._button("Disconnect", actions.disconnect, "disconnect")
        if not self._entry.session_id:
            return self._button("Set up", actions.set_up, "connect", primary=True)
        return self._button("Connect", actions.connect, "connect", primary=True)

    def _button(self, words: str, act: Callable[[str], object], testid: str, *, primary: bool = False) -> Element:
        return h(
            "button",
            words,
            type="button",
            class_="small primary" if primary else "small",
            testid=testid,
            on={"click": lambda event: act(self._id)},
        )

    def _draw_notice(self) -> None:
        live = self.live
        if live.status in ("loading", "connecting"):
            if self._stages is None:
                self._problem = None
                self._stages = Stages(SESSION_STAGES)
                replace(self._notice, self._stages.element)
            self._stages.reach("listing" if live.status == "connecting" else live.stage or "loading")
            return
        if self._stages is None and live.problem == self._problem:
            return  # what a screen reader has said, and the focus in it, stay
        self._stages, self._problem = None, live.problem
        redraw(self._notice, problem_card(live.problem, self._steps()) if live.problem is not None else None)

    def _steps(self) -> dict[Any, Handler]:
        actions = self._actions
        return {
            "connect": lambda event: actions.connect(self._id),
            "set-up": lambda event: actions.set_up(self._id),
            "edit": lambda event: actions.edit(self._id),
            "open-page": lambda event: actions.open_page(self._id),
            "remove": lambda event: actions.remove(self._id),
        }

    def close(self) -> None:
        for stop in self._stops:
            stop()
        self.tabs.close()
        self._resizer.close()
        remove(self.element)
