"""The tools of a server: the list, and the one that is open, with its form and its calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mcp_types import Tool

from ..state.live import LiveServer
from ..state.search import matching
from ..state.store import Store
from .dom import Element, h, redraw, replace, set_attributes
from .page import reveal
from .tool import ToolView, title_of

NO_TOOLS = "This server offers no tools. Tools are what a model, or you, can have it do."
NOT_CONNECTED = "Connect to see its tools."


def text_of(tool: Tool) -> str:
    return f"{tool.name} {title_of(tool)} {tool.description or ''}"


class ToolsView:
    def __init__(self, live: LiveServer, store: Store, new_tool: Callable[[Tool], ToolView]) -> None:
        self._live, self._new_tool = live, new_tool
        self._query = ""
        self._open: ToolView | None = None
        self._views: dict[str, ToolView] = {}
        self._search = h(
            "input",
            type="search",
            id=f"tool-search-{live.id}",
            testid="tool-search",
            placeholder="Name or words",
            on={"input": self._look},
        )
        self._list = h("ul", class_="tool-list", testid="tools", aria_label="Tools")
        self._word = h("p", class_="empty", role="status")
        self._place = h("div", class_="tool-place")
        label = h("label", "Search the tools", for_=f"tool-search-{live.id}", class_="small-label")
        self._left = h("div", label, self._search, self._word, self._list)
        self.element: Element = h("div", self._left, self._place, class_="tools")
        self._stops = [store.watch(f"{topic}:{live.id}", self._draw) for topic in ("catalog", "live")]
        self._draw()

    def _look(self, event: Any) -> None:
        self._query = event.target.value
        self._draw()

    def _draw(self) -> None:
        tools = self._live.catalog.tools
        found = matching(tools or [], self._query, text_of)
        self._word.textContent = self._word_for(tools, found)
        set_attributes(self._word, hidden=bool(found))
        set_attributes(self._search, disabled=not tools)
        redraw(self._list, *(h("li", self._button(tool)) for tool in found))
        self._follow(tools or [])
        if self._open is None and found:
            self.open(found[0].name)

    def _word_for(self, tools: list[Tool] | None, found: list[Tool]) -> str:
        if problem := self._live.catalog.problems.get("tools"):
            return f"The tools can’t be listed: {problem}"
        if tools is None:
            return NO_TOOLS if self._live.client is not None else NOT_CONNECTED
        return "" if found else "No tool has these words." if tools else NO_TOOLS

    def _button(self, tool: Tool) -> Element:
        return h(
            "button",
            h("span", title_of(tool), class_="name"),
            h("span", tool.description, class_="about") if tool.description else None,
            type="button",
            testid=f"tool-{tool.name}",
            aria_current="true" if self._open is not None and self._open.tool.name == tool.name else None,
            on={"click": lambda event: self._choose(tool.name)},
        )

    def _choose(self, name: str) -> None:
        self.open(name)
        reveal(self._place)

    def open(self, name: str) -> None:
        """Show a tool with its form, as it was left."""
        tool = next((tool for tool in self._live.catalog.tools or [] if tool.name == name), None)
        if tool is None:
            return
        if name not in self._views:
            self._views[name] = self._new_tool(tool)
        if self._open is not self._views[name]:
            self._open = self._views[name]
            self._place._dom_element.replaceChildren(self._open.element._dom_element)
        for item in self._list.find("button"):
            current = item.getAttribute("data-testid") == f"tool-{name}"
            set_attributes(item, aria_current="true" if current else None)

    def _follow(self, tools: list[Tool]) -> None:
        """Tools that are gone take their forms with them; those that changed get new ones."""
        present = {tool.name: tool for tool in tools}
        for name, view in list(self._views.items()):
            if self._live.client is not None and present.get(name) != view.tool:
                was_open = view is self._open
                view.close()
                del self._views[name]
                if was_open:
                    self._open = None
                    replace(self._place)
                    self.open(name)

    def close(self) -> None:
        for stop in self._stops:
            stop()
        for view in self._views.values():
            view.close()
