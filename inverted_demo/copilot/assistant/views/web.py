"""What the copilot asks of the browser: storage, and a name for the tab."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

from pyodide.ffi import JsException
from pyscript import document, window

TAB = "copilot.tab"


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
