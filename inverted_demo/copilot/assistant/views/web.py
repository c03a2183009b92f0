"""What the copilot asks of the browser: requests that stream, storage, the time."""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from pyodide.ffi import JsException
from pyscript import document, window
from pyscript.ffi import to_js

TAB = "copilot.tab"


class WebResponse:
    """A `Response` whose body has not been read."""

    def __init__(self, response: Any) -> None:
        self._response = response
        self.status = int(response.status)

    def header(self, name: str) -> str:
        return self._response.headers.get(name) or ""

    async def chunks(self) -> AsyncGenerator[bytes]:
        if not self._response.body:
            return
        async for piece in pieces(self._response.body):
            yield piece.to_bytes()


async def pieces(stream: Any) -> AsyncGenerator[Any]:
    """What comes out of a `ReadableStream`. Raises `OSError` where it breaks."""
    reader = stream.getReader()
    while True:
        try:
            piece = await reader.read()
        except JsException as error:
            raise OSError(str(error)) from error
        if piece.done:
            return
        yield piece.value


@asynccontextmanager
async def post(url: str, headers: Mapping[str, str], body: str) -> AsyncGenerator[WebResponse]:
    """POST something to that address and to no other: what it sends on to would get the key as well."""
    abort = window.AbortController.new()
    options = {"method": "POST", "headers": dict(headers), "body": body, "signal": abort.signal}
    careful = {"credentials": "omit", "redirect": "error", "referrerPolicy": "no-referrer", "cache": "no-store"}
    try:
        yield WebResponse(await _fetched(url, to_js({**options, **careful})))
    finally:
        abort.abort()


async def _fetched(url: str, options: Any) -> Any:
    try:
        return await window.fetch(url, options)
    except JsException as error:
        raise OSError(str(error)) from error


class LocalStorage:
    """`localStorage`, or the stand-in for it where the browser denies storage."""

    def get(self, key: str) -> str | None:
        return window.localStorage.getItem(key) or None

    def set(self, key: str, value: str) -> None:
        try:
            window.localStorage.setItem(key, value)
        except JsException as error:
            raise OSError("The browser has no more room for what this page keeps.") from error

    def delete(self, key: str) -> None:
        window.localStorage.removeItem(key)

    def names(self) -> Iterator[str]:
        storage = window.localStorage
        return iter([storage.key(index) for index in range(storage.length)])


def storage_lasts() -> bool:
    """Whether what is stored outlives the page."""
    return document.documentElement.getAttribute("data-storage") == "persistent"


def tab() -> str:
    """A name for the tab that this page is in: the same after a reload, and in a window that was opened from it."""
    storage = window.sessionStorage
    name = storage.getItem(TAB) or secrets.token_urlsafe(12)
    storage.setItem(TAB, name)
    return name
