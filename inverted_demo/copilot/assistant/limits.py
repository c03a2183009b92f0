"""How far a model may go for one answer, and how much it is given to read."""

from __future__ import annotations

from dataclasses import dataclass

from transom_client.models import limits


@dataclass(frozen=True)
class Limits(limits.Limits):
    request_bytes: int = 59_000
    """Of each request, with the list of tools."""
    result_bytes: int = 12_000
    """What a model is given of one result at once."""
    turn_bytes: int = 1500
    """What it is given of the words of an earlier turn."""
    earlier_bytes: int = 10_000
    """Of all of those, the last turns first."""


DEFAULT_LIMITS = Limits()
