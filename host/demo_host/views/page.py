"""What the views want from the browser besides elements: storage, clipboard, files, time."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable
from typing import Any

from pyscript import document, window
from pyscript.ffi import to_js
from transom_page.dom import Element, h, listen

from ..state.amounts import size_words

PICK_SECONDS = 600


def now() -> float:
    """Milliseconds since 1970, with fractions."""
    return window.performance.timeOrigin + window.performance.now()


class LocalStorage:
    """What is kept for this origin. Where the browser denies storage it is kept until the page is closed."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._memory: dict[str, str] = {}
        self._kept: Any = None
        try:
            self._kept = window.localStorage
            self._kept.getItem(prefix)
        except Exception:  # a SecurityError, as a JsException
            self._kept = None
        if (
            document.documentElement.getAttribute("data-storage") == "memory"
        ):  # the runtime stands in for what is denied
            self._kept = None

    @property
    def is_kept(self) -> bool:
        return self._kept is not None

    def get(self, key: str) -> str | None:
        if self._kept is None:
            return self._memory.get(key)
        value = self._kept.getItem(self._prefix + key)
        return value if isinstance(value, str) else None

    def set(self, key: str, value: str) -> None:
        """May raise `OSError` when the browser has no room left."""
        if self._kept is None:
            self._memory[key] = value
            return
        try:
            self._kept.setItem(self._prefix + key, value)
        except Exception as error:
            raise OSError("The browser has no room left for this site. Remove a server, or clear a history.") from error

    def remove(self, key: str) -> None:
        self._memory.pop(key, None)
        if self._kept is not None:
            self._kept.removeItem(self._prefix + key)

    def keys(self) -> list[str]:
        if self._kept is None:
            return list(self._memory)
        names = [self._kept.key(number) for number in range(self._kept.length)]
        return [name.removeprefix(self._prefix) for name in names if name.startswith(self._prefix)]

    def on_change(self, changed: Callable[[str], None]) -> Callable[[], None]:
        """Call `changed` with the key when another tab has written one."""

        def heard(event: Any) -> None:
            if isinstance(event.key, str) and event.key.startswith(self._prefix):
                changed(event.key.removeprefix(self._prefix))

        return listen(window, "storage", heard)


async def copy(text: str) -> bool:
    """To the clipboard; whether the browser let us."""
    try:
        await window.navigator.clipboard.writeText(text)
    except Exception:
        return False
    return True


def blob_url(data: bytes, media_type: str) -> str:
    """An address for some bytes. Give it back with `revoke` when nothing shows it any more."""
    array = to_js(data)
    blob = window.Blob.new(to_js([array]), type=media_type)
    return window.URL.createObjectURL(blob)


def revoke(url: str) -> None:
    window.URL.revokeObjectURL(url)


def data_url(data: bytes, media_type: str) -> str:
    return f"data:{media_type};base64,{base64.b64encode(data).decode()}"


def download(name: str, data: str | bytes, media_type: str = "application/json") -> None:
    """Offer something as a file."""
    url = blob_url(data.encode() if isinstance(data, str) else data, media_type)
    anchor = h("a", href=url, download=name)
    anchor._dom_element.click()
    revoke(url)


async def pick_file(most_bytes: int, accept: str = ".json,application/json") -> tuple[str, str] | None:
    """Let the person choose a file: its name and text. `None` if they choose none.

    Raises `ValueError`, with words for the person, for one that is too large.
    """
    chosen: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    node = h("input", type="file", accept=accept, hidden=True, testid="file")._dom_element
    document.body.append(node)

    def done(event: Any) -> None:
        if not chosen.done():
            chosen.set_result(node.files.item(0) if node.files.length else None)

    ends = [listen(node, "change", done), listen(node, "cancel", done)]
    try:
        node.click()
        async with asyncio.timeout(PICK_SECONDS):
            file = await chosen
        if file and file.size > most_bytes:
            sizes = f"it has {size_words(file.size)}, of at most {size_words(most_bytes)}"
            raise ValueError(f"{file.name} is too large: {sizes}.")
        return (file.name, await file.text()) if file else None
    except TimeoutError:
        return None
    finally:
        for end in ends:
            end()
        node.remove()


def prefers_dark() -> bool:
    return bool(window.matchMedia("(prefers-color-scheme: dark)").matches)


def reveal(element: Element) -> None:
    """Bring to view what was opened, where it lies below its list."""
    if is_narrow():
        element._dom_element.scrollIntoView()


def is_narrow() -> bool:
    return bool(window.matchMedia("(max-width: 47.99rem)").matches)
