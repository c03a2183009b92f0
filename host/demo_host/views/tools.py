"""The tools of a server: the list, and the one that is open, with its form and its calls."""

from __future__ import annotations

from collections.abc import Callable

from mcp_types import Tool
from transom_page.dom import Element, h, replace, spawn

from ..state.live import LiveServer
from ..state.store import Store
from .page import reveal
from .pick_list import Pick, PickList
from .tool import ToolView, title_of

NO_TOOLS = "This server offers no tools. Tools are what a model, or you, can have it do."
NOT_CONNECTED = "Connect to see its tools."
CUT = "It offers more tools than are kept here."


class ToolsView:
    def __init__(self, live: LiveServer, store: Store, new_tool: Callable[[Tool], ToolView]) -> None:
        self._live, self._new_tool = live, new_tool
        self._open: ToolView | None = None
        self._views: dict[str, ToolView] = {}
        self._list = PickList(live.id, "tool", self._choose)
        self._place = h("div", class_="tool-place")
        self.element: Element = h("div", self._list.element, self._place, class_="tools", testid="tools")
        self._stops = [store.watch(f"{topic}:{live.id}", self._draw) for topic in ("catalog", "live")]
        self._draw()

    def _draw(self) -> None:
        tools = self._live.catalog.tools
        self._list.draw([_pick(tool) for tool in tools or ()], self._reason(tools))
        if tools is not None and self._live.client is not None:
            self._follow(tools)
        if self._open is None and tools:
            self.open(tools[0].name)

    def _reason(self, tools: list[Tool] | None) -> str:
        if problem := self._live.catalog.problems.get("tools"):
            return f"The tools can’t be listed: {problem}"
        if "tools" in self._live.catalog.cut:
            return CUT
        if tools:
            return ""
        return NOT_CONNECTED if self._live.client is None else NO_TOOLS

    def _choose(self, name: str) -> None:
        self.open(name)
        reveal(self._place)

    def open(self, name: str, *, focus: bool = False) -> None:
        """Show a tool with its form, as it was left."""
        tool = next((tool for tool in self._live.catalog.tools or () if tool.name == name), None)
        if tool is None:
            return
        if name not in self._views:
            self._views[name] = self._new_tool(tool)
        view = self._views[name]
        if self._open is not view:
            self._open = view
            self._place._dom_element.replaceChildren(view.element._dom_element)
        self._list.show_open(name)
        if focus:
            reveal(self._place)
            spawn(view.focus())

    def _follow(self, tools: list[Tool]) -> None:
        """Tools that are gone take their forms with them. Those that changed keep what was typed, and their call."""
        present: dict[str, Tool] = {}
        for tool in tools:
            present.setdefault(tool.name, tool)
        for name, view in list(self._views.items()):
            if view.tool == present.get(name) or (name in present and view.became(present[name])):
                continue
            del self._views[name]
            if name in present:
                self._views[name] = self._new_tool(present[name])
                self._views[name].take_over(view)
            view.close()
            if view is self._open:
                self._open = None
                replace(self._place)
                self.open(name)

    def close(self) -> None:
        for stop in self._stops:
            stop()
        for view in self._views.values():
            view.close()


def _pick(tool: Tool) -> Pick:
    title = title_of(tool)
    return Pick(tool.name, title, tool.description or "", f"{tool.name} {title} {tool.description or ''}")
