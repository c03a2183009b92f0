"""The folders that a person names to one server."""

from __future__ import annotations

from itertools import count
from typing import Any

import mcp_types as types
from mcp import MCPError
from transom_page.dom import Element, h, redraw, remove, spawn

from ..state.live import LiveServer
from ..state.problems import text_of
from ..state.roots import RootLists, tell_roots_changed
from ..state.store import Store

WHAT_THEY_ARE = "Roots are folders that you name to a server as the ones to work in. Naming one gives it no access."
_numbers = count(1)


class RootsView:
    def __init__(self, live: LiveServer, store: Store, roots: RootLists) -> None:
        self._live, self._roots = live, roots
        key = f"root-{next(_numbers)}"
        self._uri = h(
            "input", type="text", id=key, testid="root-uri", placeholder="/home/me/project", spellcheck="false"
        )
        self._name = h("input", type="text", id=f"{key}-name", testid="root-name")
        self._word = h("p", class_="field-problem", role="alert", testid="root-problem")
        self._list = h("ul", class_="roots-list", testid="roots", aria_label="Roots")
        self.element: Element = h(
            "section",
            h("h3", "Roots"),
            h("p", WHAT_THEY_ARE, class_="note"),
            self._list,
            h(
                "form",
                h("div", h("label", "Folder", for_=key, class_="small-label"), self._uri),
                h("div", h("label", "Name (optional)", for_=f"{key}-name", class_="small-label"), self._name),
                h("button", "Add", testid="root-add"),
                class_="roots-form",
                novalidate=True,
                on={"submit": self._add},
            ),
            self._word,
            class_="roots",
        )
        self._stop = store.watch(f"roots:{live.id}", self._draw)
        self._draw()

    def _draw(self) -> None:
        redraw(self._list, *(self._row(root) for root in self._roots.of(self._live.id)))

    def _row(self, root: types.Root) -> Element:
        return h(
            "li",
            h("span", f"{root.name} " if root.name else "", h("code", str(root.uri))),
            h(
                "button",
                "Remove",
                type="button",
                class_="small",
                aria_label=f"Remove {root.name or root.uri}",
                on={"click": lambda event: self._remove(root)},
            ),
        )

    def _add(self, event: Any) -> None:
        event.preventDefault()
        uri, name = self._uri.value, self._name.value
        spawn(self._change(lambda: self._roots.add(self._live.id, uri, name)))

    async def _remove(self, root: types.Root) -> None:
        await self._change(lambda: self._roots.remove(self._live.id, root))

    async def _change(self, change: Any) -> None:
        self._word.textContent = ""
        try:
            change()
            self._uri.value = self._name.value = ""
            if self._live.client is not None:
                await tell_roots_changed(self._live.client)
        except (ValueError, OSError, MCPError) as error:
            self._word.textContent = text_of(error)

    def close(self) -> None:
        self._stop()
        remove(self.element)
