"""What is known of a server, and what a person has decided about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from transom_page.dom import Child, Element, h, redraw
from transom_page.markdown import markdown

from ..state.amounts import cut
from ..state.live import LiveServer
from ..state.servers import Servers
from ..state.store import Store
from .roots import RootsView

INSTRUCTIONS_CHARACTERS = 10_000

VISIBILITY_WORDS = {
    "required": "always shown while it is connected",
    "optional": "shown when you want it",
    "hidden": "never shown",
}


class AboutView:
    def __init__(
        self,
        server_id: str,
        servers: Servers,
        live: LiveServer,
        store: Store,
        roots: RootsView,
        *,
        set_up: Callable[[], None],
        edit: Callable[[], None],
    ) -> None:
        self._id, self._servers, self._live, self._roots = server_id, servers, live, roots
        self._set_up, self._edit = set_up, edit
        self._known = h("div")
        self._said, self._said_of = h("div"), ""
        self.element: Element = h("div", self._known, roots.element, class_="about", testid="about")
        self._stops = [store.watch(topic, self._draw) for topic in (f"live:{server_id}", "servers")]
        self._draw()

    def _draw(self) -> None:
        if self._servers.find(self._id) is None:
            return
        redraw(self._known, self._instructions(), self._facts(), self._permissions(), self._choices())

    def _instructions(self) -> Child:
        if not self._live.instructions:
            return None
        if self._said_of != self._live.instructions:
            self._said_of = self._live.instructions
            said = cut(self._said_of, INSTRUCTIONS_CHARACTERS)
            self._said = h("div", markdown(said), testid="instructions")
        return [h("h3", "What the server says"), self._said]

    def _facts(self) -> Child:
        rows = h("dl", *(pair for name, value in self._rows() if value for pair in (h("dt", name), h("dd", value))))
        return [h("h3", "The server"), rows]

    def _rows(self) -> list[tuple[str, str]]:
        entry, live = self._servers.get(self._id), self._live
        info = live.info
        took = f"{live.connected_ms:.0f} ms, from its page to its tools" if live.connected_ms is not None else ""
        return [
            ("Address", entry.url),
            ("Name", f"{info.title or info.name} {info.version or ''}" if info else ""),
            ("Protocol", live.protocol_version),
            ("Messages go", ("over a port of their own" if live.over_port else "over the window") if info else ""),
            ("Last connection", took),
            ("Offers", ", ".join(live.capabilities.model_dump(exclude_none=True)) if live.capabilities else ""),
            ("Its page", VISIBILITY_WORDS[entry.visibility.requirement] if entry.visibility else "not set up yet"),
        ]

    def _permissions(self) -> Child:
        entry = self._servers.get(self._id)
        if not entry.decisions:
            return [h("h3", "Permissions"), h("p", "It has asked for none.", class_="note")]
        purposes = {need.name: need.purpose for need in entry.requirements}
        items = [
            self._permission(name, allowed, purposes.get(name, "")) for name, allowed in sorted(entry.decisions.items())
        ]
        note = "A change takes effect with the next connection."
        return [
            h("h3", "Permissions"),
            h("ul", *items, class_="decisions", testid="decisions"),
            h("p", note, class_="note"),
        ]

    def _permission(self, name: str, allowed: bool, purpose: str) -> Element:
        state = h("strong", "Allowed" if allowed else "Not allowed")
        act = "Take back" if allowed else "Ask again"
        button = h(
            "button",
            act,
            type="button",
            class_="small",
            aria_label=f"{act}: {name}",
            testid="revoke",
            data_name=name,
            on={"click": lambda event: self._revoke(name, allowed)},
        )
        return h("li", name, ": ", state, f". {purpose} ", button)

    def _revoke(self, name: str, allowed: bool) -> None:
        """A permission that is taken back is refused from now on; one that was refused is asked for in a new setup."""
        entry = self._servers.get(self._id)
        if allowed:
            decisions = {**entry.decisions, name: False}
            self._servers.update(self._id, decisions=decisions, permissions=entry.permissions - {name})
            return
        self._servers.update(self._id, decisions={n: v for n, v in entry.decisions.items() if n != name})
        self._set_up()

    def _choices(self) -> Child:
        entry = self._servers.get(self._id)
        at_start = h(
            "input",
            type="checkbox",
            checked=entry.connect_at_start,
            testid="connect-at-start",
            on={"change": self._choose_start},
        )
        return [
            h("h3", "Your choices"),
            h("p", h("label", at_start, " Connect to it when this page is opened")),
            h(
                "div",
                h(
                    "button",
                    "Set up again",
                    type="button",
                    class_="small",
                    testid="set-up-again",
                    on={"click": lambda _: self._set_up()},
                ),
                h(
                    "button",
                    "Change the address",
                    type="button",
                    class_="small",
                    testid="edit",
                    on={"click": lambda _: self._edit()},
                ),
                self._again_button(),
                class_="buttons",
            ),
        ]

    def _again_button(self) -> Element | None:
        """For servers that do not tell of their changes."""
        again = self._live.list_again
        if again is None:
            return None
        words = "Ask again what it offers"
        return h("button", words, type="button", class_="small", testid="list-again", on={"click": lambda _: again()})

    def _choose_start(self, event: Any) -> None:
        self._servers.update(self._id, connect_at_start=bool(event.target.checked))

    def close(self) -> None:
        for stop in self._stops:
            stop()
        self._roots.close()
