"""A call of a tool: how it goes while it runs, and what it came to."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from transom_page.dom import Element, add, forget, h, redraw, replace, set_attributes, spawn

from ..state.amounts import count_words, duration_words
from ..state.calls import STATUS_WORDS, Call, Calls
from ..state.content import one_line
from ..state.live import LogLine, lines_after
from ..state.problems import Problem
from ..state.snippets import json_call, pretty, python_call
from ..state.store import Store
from .code import json_block
from .copying import copy_button, small_button
from .history import HistoryView
from .page import now
from .problem import problem_card
from .results import ReadResource, Shown, result_view

__all__ = ["CallView", "HistoryView"]

MASKED = (
    "The server keeps the reason to itself. If it is yours, the browser's console has the traceback. "
    "What a caller is to read is raised as a ToolError."
)
TICK_SECONDS = 0.1
FOLLOWED_PIXELS = 40
"""A log that is scrolled this near to its end stays at its end."""


class CallView:
    """Topic: `call:ID`. `again` and `snippet_url` bring a button each."""

    def __init__(
        self,
        call: Call,
        calls: Calls,
        store: Store,
        *,
        again: Callable[[Call], None] | None = None,
        read_resource: ReadResource | None = None,
        snippet_url: Callable[[], str] | None = None,
    ) -> None:
        self.call, self._calls, self._again = call, calls, again
        self._read_resource, self._snippet_url = read_resource, snippet_url
        self._status = h("p", class_="call-status", role="status", testid="call-status")
        self._running = h("div", class_="call-running")
        self._log = LogLines(call.logs)
        self._outcome = h("div")
        self._actions = h("div", class_="buttons", testid="call-actions")
        self._result: Shown | None = None
        self.element: Element = h(
            *("section", self._status, self._running, self._arguments(), self._log.element),
            *(self._outcome, self._actions),
            class_="call",
            aria_label="Call",
            testid="call-view",
        )
        self._stop = store.watch(f"call:{call.id}", self._draw)
        self._drawn = ""
        self._ticking: asyncio.Task[None] | None = None
        if call.status == "running":
            self._draw_running()
        self._draw()

    def close(self) -> None:
        self._stop()
        if self._ticking is not None:
            self._ticking.cancel()
        if self._result is not None:
            self._result.close()
        forget(self.element)

    def _arguments(self) -> Element:
        def opened(event: object) -> None:
            replace(body, json_block(pretty(self.call.arguments)))

        body = h("div")
        words = f"Arguments: {one_line(self.call.arguments)}"
        return h("details", h("summary", words), body, class_="call-arguments", on={"toggle": opened}, testid="sent")

    def _draw_running(self) -> None:
        self._bar = h("progress", aria_label="Progress of the call", testid="progress")
        self._words = h("span", testid="progress-text")
        self._elapsed = h("span", class_="note", testid="elapsed")
        cancel = small_button("Cancel", lambda event: self._calls.cancel(self.call), "cancel-call")
        replace(self._running, self._bar, h("div", self._words, self._elapsed, cancel, class_="call-line"))
        self._ticking = spawn(self._tick())

    async def _tick(self) -> None:
        while self.call.status == "running":
            self._elapsed.textContent = duration_words(now() - self.call.started)
            await asyncio.sleep(TICK_SECONDS)

    def _draw(self) -> None:
        call = self.call
        self._log.draw(call.logs)
        if call.status == "running":
            self._draw_progress()
        if call.status != self._drawn:
            self._drawn = call.status
            set_attributes(self.element, data_status=call.status)
            took = f" after {duration_words(call.duration)}" if call.duration is not None else " …"
            self._status.textContent = STATUS_WORDS[call.status] + took
            if call.status != "running":
                self._draw_end()

    def _draw_progress(self) -> None:
        progress = self.call.progress
        if progress is None:
            return
        set_attributes(self._bar, value=progress.fraction)
        self._words.textContent = " ".join(part for part in (progress.words, progress.message) if part)

    def _draw_end(self) -> None:
        call = self.call
        if call.result is not None:
            self._result = result_view(
                call.result,
                output_schema=call.tool.output_schema,
                schema_problem=call.schema_problem,
                read_resource=self._read_resource,
            )
            masked = h("p", MASKED, class_="note", testid="masked") if call.is_masked else None
            replace(self._outcome, self._result.element, masked)
        elif call.problem is not None:
            replace(self._outcome, self._problem(call.problem))
        redraw(self._actions, self._buttons())
        self._hand_over_focus()
        replace(self._running)

    def _hand_over_focus(self) -> None:
        """Who had the focus on Cancel finds it on the first button that is there now."""
        if self._running._dom_element.matches(":focus-within"):
            self._actions._dom_element.firstElementChild.focus()

    def _problem(self, problem: Problem) -> Element:
        card, error = problem_card(problem, {}), self.call.error
        if error is not None:
            add(card, h("p", f"Error code {error.code}", class_="note", testid="error-code"))
            if error.data is not None:
                add(card, json_block(pretty(error.data)))
        return card

    def _buttons(self) -> list[Element]:
        call, again, url = self.call, self._again, self._snippet_url
        buttons = [small_button("Call again", lambda event: again(call), "again")] if again else []
        buttons.append(copy_button("Copy as JSON", lambda: json_call(call), "copy-json"))
        if url is not None:
            text = lambda: python_call(url(), call.tool.name, call.arguments)  # noqa: E731
            buttons.append(copy_button("Copy as Python", text, "copy-python"))
        return [*buttons, small_button("Remove", self._remove, "remove-call")]

    def _remove(self, event: object) -> None:
        self._calls.remove(self.call)
        self.close()
        replace(self.element)
        set_attributes(self.element, hidden=True)


class LogLines:
    """What the server logged during a call, as it comes."""

    def __init__(self, logs: deque[LogLine]) -> None:
        self._seen: LogLine | None = None
        self._count = 0
        self._summary = h("summary")
        self._list = h("ol", class_="call-log", tabindex="0", aria_label="Log")
        self.element: Element = h("details", self._summary, self._list, open=True, hidden=True, testid="call-log")
        self.draw(logs)

    def draw(self, logs: deque[LogLine]) -> None:
        fresh = lines_after(logs, self._seen)
        if not fresh:
            return
        self._seen = fresh[-1]
        self._count += len(fresh)
        node = self._list._dom_element
        follows = node.scrollTop + node.clientHeight >= node.scrollHeight - FOLLOWED_PIXELS
        add(self._list, [self._line(line) for line in fresh])
        for _ in range(node.childElementCount - len(logs)):
            node.firstElementChild.remove()
        self._summary.textContent = f"Log: {count_words(self._count, 'line')}"
        set_attributes(self.element, hidden=False)
        if follows:
            node.scrollTop = node.scrollHeight

    def _line(self, line: LogLine) -> Element:
        logger = h("span", line.logger, class_="note") if line.logger else None
        return h("li", h("span", line.level, class_="call-log-level"), logger, line.text, data_status=line.level)
