"""What a clause is answered with, and what that was about."""

from __future__ import annotations

from dataclasses import dataclass, field

from assistant.planner.offer.records import Record

BY_WAY = "\n\nBy way of "
"""Before what an answer was found by, which is not what was asked for."""


@dataclass
class Reply:
    text: str
    things: list[Record] = field(default_factory=list[Record])
    holds: bool | None = None
    """The answer to a question for yes or no."""
    is_bare: bool = False
    """All that is known of the thing, for want of something that is asked of it."""
    by_way: list[Record] = field(default_factory=list[Record])
    """What it was found by: not asked for, but told, and something that later turns can mean."""
