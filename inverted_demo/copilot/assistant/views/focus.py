"""The focus comes back to where it was: browsers forget that, when the page above takes it for a question."""

from __future__ import annotations

import asyncio
from typing import Any

from pyscript import document, window
from transom_page.dom import listen


def keep_focus() -> None:
    last: Any = None

    def note(event: Any) -> None:
        nonlocal last
        last = event.target

    def give_back() -> None:
        is_pressed = document.querySelector(":active")  # the person is about to say where it goes
        if last and last.isConnected and document.activeElement == document.body and not is_pressed:
            last.focus()

    def come(event: Any) -> None:
        asyncio.get_running_loop().call_soon(give_back)  # whoever comes with the Tab key has got it by then

    listen(document, "focusin", note)
    listen(window, "focus", come)
