"""The browser: iframes, popups, the window above, storage. The only module that imports `js`.

Values are converted here: no proxy travels inward. Each proxy made here is destroyed by the object that made it.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import js  # type: ignore[reportMissingImports]
import transom_border  # type: ignore[reportMissingImports]  # border.js, registered by the page's runtime
from pyodide.ffi import JsException, create_proxy, jsnull, to_js

from transom.errors import PopupBlocked
from transom.link import Link
from transom.storage import MemoryStore
from transom.windows import Address, FrameSettings, SessionState, TextStore

PROBE_MS = 4000
POPUP_FEATURES = "popup,width=480,height=640"

# `js` has no types: what comes out of it is Any here, and nowhere else.
_js: Any = js
_border: Any = transom_border


def _or_none(value: Any) -> Any:
    """JavaScript's `null` is an object of its own in Python."""
    return None if value is jsnull else value


class BrowserBorder:
    """border.js in front of one window."""

    def __init__(self, target: Any, link: Link) -> None:
        self._link = link
        self._run_ready: Callable[[], None] | None = getattr(asyncio.get_running_loop(), "run_ready", None)
        # The border destroys them when it is closed: only JavaScript knows when none of them is running.
        listeners = create_proxy(self._deliver), create_proxy(link.on_event)
        self._js: Any = _border.Border.new(target, link.limits.message_chars, *listeners)
        self._send: Any = self._js.send  # looking it up makes a proxy
        self._counts: dict[str, int] | None = None

    def _deliver(self, text: str) -> None:
        try:
            self._link.on_message(text)
        except Exception as error:  # the boundary to JavaScript: the next message must come all the same
            asyncio.get_running_loop().call_exception_handler({"message": "A message failed.", "exception": error})
        if self._run_ready is not None:  # the page's runtime has a loop that can: a wait less for each message
            self._run_ready()

    def post(self, text: str, origin: str, port: int | None) -> None:
        self._js.post(text, origin, port)

    def pin(self, origin: str) -> None:
        self._js.pin(origin)

    def open(self, origin: str, port: int | None) -> bool:
        return bool(self._js.open(origin, port))

    def send(self, text: str) -> None:
        self._send(text)

    def send_control(self, text: str) -> None:
        self._js.sendControl(text)

    def say_on_leaving(self, text: str) -> None:
        self._js.sayOnLeaving(text)

    def watch_frame(self, frame: Any) -> None:
        self._js.watchFrame(frame)

    def counts(self) -> dict[str, int]:
        if self._counts is not None:
            return self._counts
        return dict(json.loads(_js.JSON.stringify(self._js.counts)))

    def close(self) -> None:
        if self._counts is not None:
            return
        self._counts = self.counts()
        self._js.close()


class Iframe:
    """A page in an iframe. A new element for each load: what it may do is settled before it is loaded."""

    has_load_events = True

    def __init__(self, settings: FrameSettings, container: Any) -> None:
        frame = self._frame = _js.document.createElement("iframe")
        frame.className = "transom-frame"
        frame.title = settings.title
        frame.setAttribute("sandbox", settings.sandbox)
        frame.setAttribute("allow", settings.allow)
        self.show(settings.visible)
        frame.src = settings.href
        container.append(frame)

    def border(self, link: Link) -> BrowserBorder:
        border = BrowserBorder(self._frame.contentWindow, link)
        border.watch_frame(self._frame)
        return border

    def show(self, visible: bool) -> None:
        self._frame.hidden = not visible
        # A hidden frame must not take the focus.
        self._frame.inert = not visible

    def close(self) -> None:
        self._frame.remove()


class Popup:
    """A page in a window of its own."""

    has_load_events = False

    def __init__(self, settings: FrameSettings) -> None:
        name = f"transom-{secrets.token_hex(8)}"
        self._window = _or_none(_js.window.open(settings.href, name, POPUP_FEATURES))
        if self._window is None:
            raise PopupBlocked(settings.href)

    def border(self, link: Link) -> BrowserBorder:
        return BrowserBorder(self._window, link)

    def show(self, visible: bool) -> None:
        if visible:
            self._window.focus()

    def close(self) -> None:
        self._window.close()


class LocalStore:
    """`localStorage`, which has thrown nothing so far."""

    def get(self, key: str) -> str | None:
        return _or_none(_js.localStorage.getItem(key))

    def set(self, key: str, value: str) -> None:
        try:
            _js.localStorage.setItem(key, value)
        except JsException as error:
            raise OSError(f"The browser's storage took no more ({error}). Free some of it, or store less.") from error

    def delete(self, key: str) -> None:
        _js.localStorage.removeItem(key)

    def names(self) -> Iterator[str]:
        keys: list[str] = [_js.localStorage.key(index) for index in range(_js.localStorage.length)]
        return iter(keys)


_memory = MemoryStore()


class BrowserPage:
    """This page, as one that opens others and as one that others have opened."""

    def resolve(self, url: str) -> Address:
        if not url.strip():
            raise ValueError("There is no address. Write it as https://app.example/page.")
        try:
            resolved = _js.URL.new(url.strip(), _js.location.href)
        except JsException as error:
            raise ValueError(f"{url!r} is not an address. Write it as https://app.example/page.") from error
        if resolved.protocol not in ("http:", "https:"):
            raise ValueError(f"{url!r} is not the address of a web page: it starts with {resolved.protocol}")
        return Address.of(resolved.href, resolved.origin)

    def load_frame(self, settings: FrameSettings, container: object) -> Iframe:
        element: Any = container if container is not None else _js.document.body
        # PyScript's elements wrap those of the browser.
        return Iframe(settings, getattr(element, "_dom_element", element))

    def open_popup(self, settings: FrameSettings) -> Popup:
        _border.mark()  # a popup sees no other sign of this page's life
        return Popup(settings)

    async def is_reachable(self, href: str) -> bool:
        """Whether there is a server at all. What it answers is not for this page to see.

        One that is slow is there: the handshake's own time limit is for that.
        """
        options = {"mode": "no-cors", "cache": "no-store", "credentials": "omit"}
        try:
            signal = _js.AbortSignal.timeout(PROBE_MS)
            await _js.fetch(href, to_js({**options, "signal": signal}, dict_converter=_js.Object.fromEntries))
        except JsException as error:
            return error.name == "TimeoutError"
        return True

    def fragment(self) -> str:
        return str(_js.location.hash)

    def border_above(self, link: Link) -> BrowserBorder | None:
        above = _or_none(_border.above())
        if above is None:
            return None
        _border.mark()
        return BrowserBorder(above, link)

    def store(self) -> TextStore:
        try:
            _js.localStorage.setItem("transom:probe", "")
            _js.localStorage.removeItem("transom:probe")
        except JsException:
            return _memory
        return LocalStore()

    def announce(self, state: SessionState, message: str = "") -> None:
        root = _js.document.documentElement
        root.dataset.session = state
        if message:
            _js.console.info(f"Transom: {message}")

    async def served_origin(self, role: str) -> str:
        """The origin that the server of this page gives to a role, such as `host`, or to an app."""
        response = await _js.fetch("/origins.json")
        origins: dict[str, Any] = json.loads(await response.text())
        found = origins.get(role) or origins.get("apps", {}).get(role)
        if not isinstance(found, str):
            raise LookupError(f"The server of this page knows no {role!r}.")
        return found
