"""What the person has chosen for the page itself, and how wide and high its parts are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, get_args

from mcp_types import LoggingLevel

from .servers import Storage
from .store import Store

KEY = "settings"
TOPIC = "settings"

Theme = Literal["system", "light", "dark"]
Reconnect = Literal["never", "chosen", "all"]

CHOICES: Mapping[str, tuple[str, ...]] = {
    "theme": get_args(Theme),
    "reconnect": get_args(Reconnect),
    "log_level": get_args(LoggingLevel),
}
RANGES: Mapping[str, tuple[int, int]] = {
    "sidebar_width": (180, 640),
    "wire_height": (120, 2000),
    "frame_width": (240, 4000),
}
"""In pixels."""


@dataclass(frozen=True, slots=True)
class Preferences:
    theme: Theme = "system"
    reconnect: Reconnect = "chosen"
    """Which sessions are opened when the page is: none, those of servers that say so, or all."""
    log_level: LoggingLevel = "info"
    sidebar_width: int = 288
    wire_height: int = 320
    frame_width: int = 480
    wire_open: bool = False
    plain_keys: bool = True
    """Whether single letters and signs are shortcuts."""
    welcomed: bool = False
    """Whether the first explanation was read and closed."""


class Settings:
    """Topic: `settings`. What can't be read is as it was in the beginning."""

    def __init__(self, storage: Storage, store: Store) -> None:
        self._storage = storage
        self._store = store
        self.value = _checked(self._stored())
        self.problem = ""
        """Why the last change could not be kept."""

    def change(self, **changes: Any) -> None:
        """Change some; what another tab has changed meanwhile stays."""
        stored = {**self._stored(), **changes}
        value = _checked(stored)
        wrong = [name for name in changes if not hasattr(value, name)]
        if wrong:
            raise TypeError(f"There is no setting {wrong[0]!r}.")
        stored |= {name: getattr(value, name) for name in changes}
        try:
            self._storage.set(KEY, json.dumps({**stored, "v": 1}))
            self.problem = ""
        except OSError as error:
            self.problem = str(error)
            value = _checked({**_as_dict(self.value), **changes})
        self._take(value)

    def reload(self) -> None:
        """Another tab has written."""
        self._take(_checked(self._stored()))

    def _take(self, value: Preferences) -> None:
        if value != self.value:
            self.value = value
            self._store.touch(TOPIC)

    def _stored(self) -> dict[str, Any]:
        try:
            stored = json.loads(self._storage.get(KEY) or "{}")
        except (ValueError, RecursionError):
            return {}
        return stored if isinstance(stored, dict) else {}


def _as_dict(value: Preferences) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in fields(value)}


def _checked(stored: Mapping[str, Any]) -> Preferences:
    """Those of the stored values that can be."""
    defaults = Preferences()
    good: dict[str, Any] = {}
    for name, default in _as_dict(defaults).items():
        value = stored.get(name, default)
        if name in CHOICES and value in CHOICES[name]:
            good[name] = value
        elif name in RANGES and isinstance(value, int | float) and not isinstance(value, bool) and value == value:
            low, high = RANGES[name]
            good[name] = round(min(max(value, low), high))
        elif isinstance(default, bool) and isinstance(value, bool):
            good[name] = value
    return replace(defaults, **good)
