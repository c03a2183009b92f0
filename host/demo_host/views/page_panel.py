"""The place of a server's own page, beside its tools: shown as the server needs it and the person wants it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from transom import Inspector, OuterFrame
from transom_page.dom import Element, Handler, h, icon, replace, set_attributes

from ..state.live import LiveServer
from ..state.servers import ServerEntry, Servers

DEFAULT_DESCRIPTION = "The server has a page of its own."


class PagePanel:
    """Lives as long as its server is in the list: a frame that is moved in the page is loaded anew."""

    def __init__(
        self,
        server_id: str,
        servers: Servers,
        live: LiveServer,
        *,
        reconnect: Callable[[], None],
        changed: Callable[[], None],
    ) -> None:
        self._id, self._servers, self._live = server_id, servers, live
        self._reconnect, self._changed = reconnect, changed
        self._frame: OuterFrame | None = None
        self.is_maximised = False
        self._body = h("div", class_="page-panel-body")
        self._head = h("div", class_="page-panel-head")
        self.element: Element = h(
            "section",
            self._head,
            self._body,
            class_="page-panel",
            aria_label="The server’s page",
            testid="page-panel",
            data_shown="no",
        )
        self._drawn: object = None

    @property
    def _entry(self) -> ServerEntry:
        return self._servers.get(self._id)

    def new_frame(self, inspector: Inspector, on_stage: Callable[[str], None]) -> OuterFrame:
        """For one session. It is a window of its own when the page was moved out."""
        entry = self._entry
        self._frame = OuterFrame(
            entry.url,
            self._body._dom_element,
            popup=self._live.popped_out,
            title=f"The page of {entry.name}",
            decisions=entry.decisions,
            permissions=entry.permissions,
            visibility=entry.visibility,
            on_stage=on_stage,
            on_setup_required=lambda notice: self._live.touch("live"),
            inspector=inspector,
        )
        if self._is_optional and entry.shown:
            self._frame.visible = True
        return self._frame

    @property
    def _is_optional(self) -> bool:
        visibility = self._entry.visibility
        return visibility is not None and visibility.requirement == "optional"

    @property
    def can_be_shown(self) -> bool:
        visibility = self._entry.visibility
        return visibility is not None and visibility.requirement != "hidden"

    @property
    def is_shown(self) -> bool:
        has_page = self._live.client is not None or self._live.status in ("loading", "connecting")
        return has_page and not self._live.popped_out and self._frame is not None and self._frame.visible

    def toggle(self, event: Any = None) -> None:
        """Show or hide an optional page; the choice is kept."""
        shown = not self.is_shown
        self._servers.update(self._id, shown=shown)
        if self._frame is not None:
            self._frame.show() if shown else self._frame.hide()
        self.is_maximised = self.is_maximised and shown
        self._changed()

    def maximise(self, event: Any = None) -> None:
        self.is_maximised = not self.is_maximised
        self._changed()

    def move(self, event: Any = None) -> None:
        """Into a window of its own, or back: the page is loaded anew there, in a new session."""
        self._live.popped_out = not self._live.popped_out
        self.is_maximised = False
        self._reconnect()

    def draw(self) -> None:
        if self._live.status == "ended":
            self._live.popped_out = False  # its window may have been closed: the next session is here again
        state = (self.is_shown, self.is_maximised, self._is_optional, self._entry.name)
        set_attributes(self.element, data_shown="yes" if self.is_shown else "no")
        if state != self._drawn:
            self._drawn = state
            replace(self._head, *self._controls())

    def _controls(self) -> list[Element]:
        size = "Restore" if self.is_maximised else "Maximise"
        controls = [
            h(
                "button",
                icon("maximise"),
                f" {size}",
                type="button",
                class_="small",
                testid="page-maximise",
                on={"click": self.maximise},
            ),
            h(
                "button",
                icon("window"),
                " Own window",
                type="button",
                class_="small",
                testid="page-move",
                on={"click": self.move},
            ),
        ]
        if self._is_optional:
            controls.append(
                h(
                    "button",
                    icon("close"),
                    " Hide",
                    type="button",
                    class_="small",
                    testid="page-hide",
                    on={"click": self.toggle},
                )
            )
        return [h("strong", self._entry.name), h("div", *controls, class_="buttons")]

    def offer(self) -> Element | None:
        """The control for a page that is elsewhere or may be shown, with what the server says of it."""
        if self._live.popped_out:
            return self._offer("Bring its page back", "page-back", self.move, "Its page is in a window of its own.")
        visibility = self._entry.visibility
        if self._live.client is None or not self.can_be_shown or self.is_shown or visibility is None:
            return None
        about = visibility.description or DEFAULT_DESCRIPTION
        return self._offer("Show its page", "page-show", self.toggle, about)

    def _offer(self, words: str, testid: str, clicked: Handler, about: str) -> Element:
        button = h("button", words, type="button", class_="small", testid=testid, on={"click": clicked})
        return h("p", button, " ", h("span", about, class_="note"), class_="page-offer")
