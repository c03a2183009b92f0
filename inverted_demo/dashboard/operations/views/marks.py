"""Shows where something happened: a flash for what has changed, an outline for what is pointed at."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from pyscript import document, window

FLASH_SECONDS = 2.4
MARK_SECONDS = 8.0


def places(target: str) -> list[Any]:
    """Where a thing, or a part of the page, is shown."""
    name = window.CSS.escape(target)
    return list(document.querySelectorAll(f'[data-id="{name}"], [data-part="{name}"]'))


def flash(*targets: str) -> None:
    """What has changed lights up, wherever it is shown."""
    for node in (node for target in targets for node in places(target)):
        _for_a_while(node, "data-flash", FLASH_SECONDS)


class Changes:
    """Things that are looked at again and again: what is not as it was lights up."""

    def __init__(self) -> None:
        self._seen: Mapping[str, object] | None = None

    def see(self, things: Mapping[str, object]) -> None:
        """When they are drawn."""
        before, self._seen = self._seen, dict(things)
        if before is not None:
            flash(*(key for key, thing in things.items() if before.get(key) != thing))


def point_at_nothing() -> None:
    for node in document.querySelectorAll("[data-marked]"):
        node.removeAttribute("data-marked")


def point_at(target: str) -> bool:
    """Bring something into sight, and outline it. Whether it is on the page."""
    point_at_nothing()
    found = places(target)
    if not found:
        return False
    found[0].scrollIntoView(window.JSON.parse('{"block": "center", "inline": "nearest"}'))
    for node in found:
        _for_a_while(node, "data-marked", MARK_SECONDS)
    return True


def _for_a_while(node: Any, name: str, seconds: float) -> None:
    stamp = str(window.performance.now())
    node.removeAttribute(name)
    node.offsetWidth  # noqa: B018  # a layout in between: else an animation that runs would not start again
    node.setAttribute(name, stamp)

    def end() -> None:
        if node.getAttribute(name) == stamp:
            node.removeAttribute(name)

    asyncio.get_running_loop().call_later(seconds, end)
