"""The browser, for the rest of the page: elements, events, files, JavaScript libraries."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Callable
from typing import Any

from pyodide.ffi import JsException, create_proxy, to_js
from pyscript import document, window
from transom_libraries import load

__all__ = ["JsException", "Proxies", "find", "in_javascript", "library", "listen", "new", "object_url", "window"]

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


def listen(target: Any, kind: str, handler: Callable[[Any], Any]) -> None:
    """Call a handler for each event, as long as the page is there. A coroutine becomes a task."""

    def handle(event: Any) -> None:
        if kind in ("dragover", "drop", "submit"):
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


def in_javascript(value: Any) -> Any:
    """A JavaScript value like one of JSON. `None` becomes `null`, as conversion would not do it."""
    return window.JSON.parse(json.dumps(value))


def strings(values: list[str]) -> Any:
    """A JavaScript array, for what asks for one."""
    return to_js(values)


async def library(name: str) -> Any:
    return await load(name)


def object_url(text: str, media_type: str) -> str:
    """An address of a text in this page. Who asks for it revokes it."""
    return window.URL.createObjectURL(window.Blob.new(to_js([text]), in_javascript({"type": media_type})))
