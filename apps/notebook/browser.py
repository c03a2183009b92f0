"""The browser, for the rest of the page: elements, events, files, JavaScript libraries."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Callable
from typing import Any

from pyodide.ffi import JsException, create_proxy, to_js
from pyscript import document, window
from transom_libraries import address
from transom_libraries import load as library

__all__ = ["JsException", "Proxies", "Worker", "address", "bring", "find", "in_javascript", "library", "listen"]
__all__ += ["new", "object_url", "window"]

_tasks: set[asyncio.Future[Any]] = set()


def find(key: str) -> Any:
    """The element with an id."""
    return document.getElementById(key)


def new(tag: str, text: str = "", *children: Any, class_name: str = "") -> Any:
    """An element; its text is text, whatever it says."""
    node = document.createElement(tag)
    node.append(text, *children)
    if class_name:
        node.className = class_name
    return node


def bring(key: str) -> None:
    """Scroll to an element, unless somebody works in this page. The one around it stays where it is."""
    if not document.hasFocus():
        window.scrollBy(0, find(key).getBoundingClientRect().top)


def listen(target: Any, kind: str, handler: Callable[[Any], Any]) -> None:
    """Call a handler for each event, as long as the page is there. A coroutine becomes a task."""

    def handle(event: Any) -> None:
        if kind in ("dragenter", "dragover", "drop", "submit"):
            event.preventDefault()  # in a task it would be too late
        made = handler(event)
        if inspect.isawaitable(made):
            task = asyncio.ensure_future(made)
            _tasks.add(task)
            task.add_done_callback(_tasks.discard)

    target.addEventListener(kind, create_proxy(handle))


class Proxies:
    """Python functions that JavaScript holds, until they are let go together."""

    def __init__(self) -> None:
        self._made: list[Any] = []

    def of(self, function: Callable[..., Any]) -> Any:
        proxy = create_proxy(function)
        self._made.append(proxy)
        return proxy

    def destroy(self) -> None:
        while self._made:
            self._made.pop().destroy()


class Worker:
    """A script beside the page, which has a thread of its own. It answers each message with another, in turn."""

    def __init__(self, script: str) -> None:
        self._proxies = Proxies()
        self._worker = window.Worker.new(script, in_javascript({"type": "module"}))
        self._worker.onmessage = self._proxies.of(lambda event: self._take(event.data))
        self._worker.onerror = self._proxies.of(self._fail)
        self._answer: asyncio.Future[Any] | None = None

    async def ask(self, **message: str | float) -> Any:
        """The answer. Raises `WorkerFailed`."""
        self._answer = asyncio.get_running_loop().create_future()
        self._worker.postMessage(to_js(message, dict_converter=window.Object.fromEntries))
        return await self._answer

    def _take(self, answer: Any) -> None:
        if self._answer and not self._answer.done():
            self._answer.set_result(answer)

    def _fail(self, event: Any) -> None:
        event.preventDefault()
        if self._answer and not self._answer.done():
            self._answer.set_exception(WorkerFailed(str(event.message or "its script was not loaded")))

    def end(self) -> None:
        """Whatever it is doing."""
        self._worker.terminate()
        self._proxies.destroy()


class WorkerFailed(Exception):
    """A worker's script has ended, or never begun."""


def in_javascript(value: Any) -> Any:
    """A JavaScript value like one of JSON. `None` becomes `null`, as conversion would not do it."""
    return window.JSON.parse(json.dumps(value))


def strings(values: list[str]) -> Any:
    """A JavaScript array, for what asks for one."""
    return to_js(values)


def object_url(text: str, media_type: str) -> str:
    """An address of a text in this page. Who asks for it revokes it."""
    return window.URL.createObjectURL(window.Blob.new(to_js([text]), in_javascript({"type": media_type})))
