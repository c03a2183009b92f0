"""A server's prompts: the list, and the one that is open, with its arguments and its messages."""

from __future__ import annotations

from typing import Any

import mcp_types as types
from transom_page.dom import Element, add, h, redraw, remove, replace, set_attributes

from ..state import prompts
from ..state.completion import suggest_for
from ..state.live import LiveServer
from ..state.resources import searched
from ..state.store import Store
from ..state.work import Work
from .copying import copy_button, small_button
from .page import reveal
from .pick_list import Pick, PickList
from .problem import problem_card
from .results import ReadResource, message_view
from .text_field import TextField, first_missing

WHAT_THEY_ARE = "Prompts are messages to a model that a server has written, with blanks for you to fill."
NONE = f"This server offers no prompts. {WHAT_THEY_ARE}"
NOT_CONNECTED = f"Connect to see its prompts. {WHAT_THEY_ARE}"


class PromptsView:
    def __init__(self, live: LiveServer, store: Store, read_resource: ReadResource | None = None) -> None:
        self._live, self._store, self._read_resource = live, store, read_resource
        self._list = PickList(live.id, "prompt", self.open)
        self._open: PromptView | None = None
        self._place = h("div")
        self.element: Element = h("div", self._list.element, self._place, class_="tools", testid="prompts")
        self._stops = [store.watch(f"{topic}:{live.id}", self._draw) for topic in ("catalog", "live")]
        self._draw()

    def open(self, name: str) -> None:
        prompt = next((one for one in self._live.catalog.prompts or [] if one.name == name), None)
        if prompt is None:
            return
        if self._open:
            self._open.close()
            remove(self._open.element)
        self._open = PromptView(prompt, self._live, self._store, self._read_resource)
        add(self._place, self._open.element)
        self._list.show_open(name)
        reveal(self._place)

    def _draw(self) -> None:
        found = self._live.catalog.prompts or []
        picks = [Pick(one.name, one.title or one.name, one.description or "", searched(one)) for one in found]
        self._list.draw(picks, self._word(bool(found)))
        opened = self._open.prompt if self._open else None
        if opened and any(one.name == opened.name and one != opened for one in found):
            self.open(opened.name)

    def _word(self, has_some: bool) -> str:
        if problem := self._live.catalog.problems.get("prompts"):
            return f"The prompts can’t be listed: {problem}"
        if has_some:
            return ""
        return NOT_CONNECTED if self._live.client is None else NONE

    def close(self) -> None:
        for stop in self._stops:
            stop()
        if self._open:
            self._open.close()
        remove(self.element)


class PromptView:
    def __init__(
        self, prompt: types.Prompt, live: LiveServer, store: Store, read_resource: ReadResource | None
    ) -> None:
        self.prompt, self._live, self._read_resource = prompt, live, read_resource
        self._running: Work[types.GetPromptResult] = Work(self._draw)
        self._fields = [self._field(argument) for argument in prompt.arguments or []]
        self._buttons = h("div", class_="buttons run")
        self._word = h("p", class_="note", role="status", testid="prompt-status")
        self._problem = h("div")
        self._messages = h("div", class_="prompt-messages", testid="messages")
        self._views: list[Any] = []
        self._shown: Any = None
        self.element: Element = h(
            "article",
            h("h3", prompt.title or prompt.name),
            h("p", prompt.description, class_="tool-about") if prompt.description else None,
            h("form", *self._arguments(), self._buttons, novalidate=True, on={"submit": self._run}),
            self._word,
            self._problem,
            self._messages,
            class_="prompt",
            testid="prompt",
        )
        self._stop = store.watch(f"live:{live.id}", self._draw)
        self._draw()

    def _arguments(self) -> list[Element]:
        if not self._fields:
            return [h("p", "This prompt takes no arguments.", class_="note")]
        return [field.element for field in self._fields]

    def _field(self, argument: types.PromptArgument) -> TextField:
        ref = types.PromptReference(type="ref/prompt", name=self.prompt.name)
        return TextField(
            argument.name,
            label=argument.title or argument.name,
            about=argument.description or "",
            is_required=bool(argument.required),
            suggest=suggest_for(self._live, ref, argument.name, lambda: self._values),
        )

    @property
    def _values(self) -> dict[str, str]:
        return {field.name: field.value for field in self._fields}

    def _run(self, event: Any) -> None:
        event.preventDefault()
        wrong = first_missing(self._fields)
        if wrong:
            wrong.focus()
        elif self._live.client is not None:
            values = self._values
            self._running.start(lambda: prompts.run(self._live, self.prompt, values))

    def _draw(self) -> None:
        running = self._running
        set_attributes(self.element, data_status=running.status)
        redraw(self._buttons, *self._actions())
        self._word.textContent = self._words()
        replace(self._problem, problem_card(running.problem, {}) if running.problem else None)
        if running.status == "done" and running.result is not self._shown:
            self._show(running.result)

    def _actions(self) -> list[Element]:
        if self._running.status == "running":
            return [small_button("Cancel", lambda event: self._running.cancel(), "prompt-cancel")]
        offline = self._live.client is None
        run = h("button", "Run", class_="small", testid="prompt-run", disabled=offline)
        if (result := self._running.result) is None:
            return [run]
        return [
            run,
            copy_button("Copy as text", lambda: prompts.as_text(result), "copy-messages"),
            copy_button("Copy as JSON", lambda: prompts.as_json(result), "copy-json"),
        ]

    def _words(self) -> str:
        if self._live.client is None:
            return "Connect to run it."
        words = {"running": "Waiting for the server …", "cancelled": "Cancelled before the server answered."}
        return words.get(self._running.status, "")

    def _show(self, result: types.GetPromptResult | None) -> None:
        self._shown = result
        self._clear()
        if result is None:
            return
        self._views = [message_view(message, read_resource=self._read_resource) for message in result.messages]
        is_new = result.description and result.description != self.prompt.description
        about = h("p", result.description, class_="note") if is_new else None
        shown = [view.element for view in self._views] or [h("p", "The server sent no messages.", class_="empty")]
        replace(self._messages, about, *shown)

    def _clear(self) -> None:
        for view in self._views:
            view.close()
        self._views = []
        replace(self._messages)

    def close(self) -> None:
        self._stop()
        self._running.close()
        for field in self._fields:
            field.close()
        self._clear()
