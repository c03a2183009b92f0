"""One tool: what it says of itself, its form, and what its calls gave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mcp_types import Tool, ToolAnnotations
from transom_page.dialogs import ask
from transom_page.dom import Element, h, on, redraw, replace, set_attributes

from ..state.calls import Call, Calls
from ..state.content import unwrap
from ..state.live import LiveServer
from ..state.store import Store
from .calls import CallView
from .forms import ArgumentsEditor
from .history import HistoryView
from .in_view import InView, likes_motion
from .results import ReadResource

HINTS = (
    ("read_only_hint", True, "Only reads", "badge"),
    ("destructive_hint", True, "May destroy", "badge badge-warn"),
    ("idempotent_hint", True, "Same again changes nothing", "badge"),
    ("open_world_hint", True, "Reaches the outside world", "badge"),
)


def title_of(tool: Tool) -> str:
    return tool.title or (tool.annotations.title if tool.annotations else None) or tool.name


def is_destructive(tool: Tool) -> bool:
    """Whether the server itself says so. One that says nothing is not asked about at each call."""
    notes = tool.annotations
    return notes is not None and notes.destructive_hint is True and not notes.read_only_hint


def badges(notes: ToolAnnotations | None) -> list[Element]:
    """What the server claims of a tool, in words."""
    if notes is None:
        return []
    shown = [(words, class_) for hint, value, words, class_ in HINTS if getattr(notes, hint) is value]
    if notes.read_only_hint:
        shown = [(words, class_) for words, class_ in shown if words != "May destroy"]
    return [h("span", words, class_=class_) for words, class_ in shown]


class ToolView:
    def __init__(
        self,
        tool: Tool,
        live: LiveServer,
        calls: Calls,
        store: Store,
        *,
        read_resource: ReadResource,
        snippet_url: Callable[[], str],
    ) -> None:
        self.tool, self._live, self._calls, self._store = tool, live, calls, store
        self._read_resource, self._snippet_url = read_resource, snippet_url
        self._shown: CallView | None = None
        self._in_view: InView | None = None
        self.editor = ArgumentsEditor(
            tool.input_schema, changed=self._draw_run, submit=self._submit, name=f"Arguments of {title_of(tool)}"
        )
        self._run_button = h("button", "Run", testid="run")
        self._anyway = h(
            "button",
            "Send it as it is",
            type="button",
            class_="small",
            hidden=True,
            title="To see what the server says of it",
            testid="send-anyway",
            on={"click": self._send_anyway},
        )
        self._to_call = h(
            *("button", "Show the result"),
            type="button",
            class_="small to-call",
            testid="to-call",
            on={"click": self._go_to_call},
        )
        self._word = h("span", class_="note", testid="run-note")
        self._result = h("div", testid="call")
        self._history = HistoryView(calls, live.id, tool.name, store, again=self._again, show=self._show_again)
        form = h(
            "form",
            self.editor.element,
            h("div", self._run_button, self._anyway, self._to_call, self._word, class_="buttons run"),
            novalidate=True,
            testid="tool-form",
        )
        on(form, "submit", self._run)
        self._head = h("div")
        self.element: Element = h(
            *("article", self._head, form, self._result, self._history.element),
            class_="tool",
            testid="tool",
        )
        self._stops = [store.watch(f"live:{live.id}", self._draw_run)]
        self._is_closed = False
        self._draw_head()
        self._draw_run()

    def became(self, tool: Tool) -> bool:
        """Go on as a tool of the same name, unless its form would be another one."""
        if tool.input_schema != self.tool.input_schema:
            return False
        self.tool = tool
        self._draw_head()
        return True

    def take_over(self, before: ToolView) -> None:
        """Show what the view of the tool before it changed showed."""
        self.editor.set_value(before.editor.value)
        if before._shown is not None:
            self._show(before._shown.call)

    def _draw_head(self) -> None:
        replace(self._head, *self._about())

    def _about(self) -> list[Element]:
        tool = self.tool
        title = title_of(tool)
        name = [" ", h("code", tool.name)] if title != tool.name else []
        about = unwrap(tool.description or "The server says nothing about it.")
        return [
            h("h3", title, *name),
            h("p", *badges(tool.annotations), class_="buttons") if badges(tool.annotations) else h("span"),
            h("p", about, class_="tool-about", testid="description"),
        ]

    def _draw_run(self) -> None:
        connected = self._live.client is not None
        set_attributes(self._run_button, disabled=not connected)
        self._word.textContent = "" if connected else "Connect to run it."

    async def focus(self) -> None:
        """Into the first field, once it is there; to the button where there are none."""
        await self.editor.ready
        if not self.editor.focus():
            self._run_button._dom_element.focus()

    def _submit(self) -> None:
        self._run_button._dom_element.form.requestSubmit()

    async def _run(self, event: Any) -> None:
        event.preventDefault()
        if self._live.client is None:
            return
        may_be_sent = self.editor.check()
        set_attributes(self._anyway, hidden=may_be_sent or not self.editor.is_json)
        if may_be_sent:
            await self._call()

    async def _send_anyway(self, event: Any) -> None:
        if self._live.client is not None and self.editor.is_json:
            await self._call()

    async def _call(self) -> None:
        if is_destructive(self.tool) and not await self._confirm():
            return
        if not self._is_closed and self._live.client is not None:
            self._start(self.editor.value)

    async def _confirm(self) -> bool:
        answer = await ask(
            f"Run {title_of(self.tool)}?",
            h("p", "Its server says that it may destroy or overwrite something. Check the arguments first."),
            [("run", "Run it"), ("", "Don’t run it")],
        )
        return answer == "run"

    def _start(self, arguments: dict[str, Any]) -> None:
        self._show(self._calls.start(self._live, self.tool, arguments))
        if self._shown is not None and likes_motion():
            self._in_view = InView(self._shown.element)

    def _again(self, call: Call) -> None:
        """Run it with an earlier call's arguments, which are in the form from then on."""
        self.editor.set_value(call.arguments)
        self._submit()

    def _show_again(self, call: Call) -> None:
        self._show(call)
        self._go_to_call()

    def _go_to_call(self, event: Any = None) -> None:
        if self._shown is not None:
            self._shown.element._dom_element.scrollIntoView()

    def _show(self, call: Call) -> None:
        self._leave()
        self._shown = CallView(
            call,
            self._calls,
            self._store,
            again=self._again,
            read_resource=self._read_resource,
            snippet_url=self._snippet_url,
        )
        redraw(self._result, self._shown.element)

    def _leave(self) -> None:
        """The call that is shown, if there is one."""
        if self._in_view is not None:
            self._in_view.end()
        if self._shown is not None:
            self._shown.close()

    def close(self) -> None:
        self._is_closed = True
        for stop in self._stops:
            stop()
        self._leave()
        self._history.close()
        self.editor.close()
        replace(self.element)
