"""What an inspector is shown: every message and what became of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Traffic:
    """One line of it."""

    kind: Literal["sent", "received", "dropped", "stage", "state"]
    text: str
    """The message as JSON, or a word."""
    detail: str = ""
    """The other side's origin, or the reason of a drop."""


Inspector = Callable[[Traffic], None]
