"""What the browser keeps for the dashboard; where it denies that, what this page keeps as long as it is open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from pyodide.ffi import JsException, create_once_callable
from pyscript import document, window
from pyscript.ffi import is_none, to_js
from transom import new_session_id
from transom_page.dom import listen

PREFIX = "dashboard:"


class Kept:
    """Texts by key: for all tabs of this browser, or for this tab alone."""

    def __init__(self, *, tab_only: bool = False) -> None:
        self._memory: dict[str, str] = {}
        self._store: Any = None
        if document.documentElement.dataset.storage == "memory":
            return  # the runtime stands in for what is denied
        try:
            self._store = window.sessionStorage if tab_only else window.localStorage
            self._store.getItem(PREFIX)
        except JsException:
            self._store = None

    @property
    def lasts(self) -> bool:
        return self._store is not None

    def get(self, key: str) -> str | None:
        if self._store is None or key in self._memory:
            return self._memory.get(key)
        value = self._store.getItem(PREFIX + key)
        return value if isinstance(value, str) else None

    def set(self, key: str, value: str) -> bool:
        """Whether the browser keeps it. It may have no room left; then it lasts as long as this page."""
        self._memory[key] = value
        if self._store is None:
            return False
        try:
            self._store.setItem(PREFIX + key, value)
        except JsException:
            return False
        del self._memory[key]
        return True

    def on_change(self, key: str, changed: Callable[[str], None]) -> None:
        """Call `changed` with the text that another tab has written under a key."""

        def heard(event: Any) -> None:
            if event.key == PREFIX + key and isinstance(event.newValue, str):
                changed(event.newValue)

        listen(window, "storage", heard)


async def session_of(tab: Kept, origin: str) -> str:
    """This tab's session id with a copilot: the same after a reload, another one in a copy of the tab."""
    key = f"session:{origin}"
    known = tab.get(key)
    if known is None or not await _hold(known):
        known = new_session_id()
        await _hold(known)
        tab.set(key, known)
    return known


async def _hold(session_id: str) -> bool:
    """Whether no other tab has it. A lock is let go when its page is left."""
    if not hasattr(window.navigator, "locks"):
        return True
    answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def granted(lock: Any) -> Any:
        answer.set_result(not is_none(lock))
        return None if is_none(lock) else window.Promise.race(to_js([]))  # which never comes to an end

    options = window.JSON.parse('{"ifAvailable": true}')
    window.navigator.locks.request(PREFIX + session_id, options, create_once_callable(granted))
    return await answer
