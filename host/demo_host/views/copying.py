"""Buttons that copy, and that say whether it worked."""

from __future__ import annotations

from collections.abc import Callable

from transom_page.dom import Element, Handler, h

from .page import copy, download

DENIED = "The browser does not allow it"


def small_button(words: str, clicked: Handler, testid: str, **attributes: object) -> Element:
    return h("button", words, type="button", class_="small", testid=testid, on={"click": clicked}, **attributes)


def copy_button(words: str, text: Callable[[], str], testid: str = "copy") -> Element:
    async def clicked(event: object) -> None:
        button.textContent = "Copied" if await copy(text()) else DENIED

    def left(event: object) -> None:
        button.textContent = words

    handlers: dict[str, Handler] = {"click": clicked, "blur": left}
    button = h("button", words, type="button", class_="small", aria_live="polite", testid=testid, on=handlers)
    return button


def download_button(name: str, data: Callable[[], str | bytes], words: str = "Download") -> Element:
    """The kind of the file is left open, so that no browser opens a foreign one in its place."""
    return small_button(words, lambda event: download(name, data(), "application/octet-stream"), "download")
