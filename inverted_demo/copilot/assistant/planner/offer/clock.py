"""What time it is for a server: what it says itself, else what the system says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from assistant.conversation import Turn
from assistant.offer import Offer
from assistant.planner.offer.records import as_moment, structured
from assistant.planner.offer.sources import CLOCK

SAID = re.compile(
    r"\b(?:now|today|current (?:time|date)|clock)\b[^.\n]{0,40}?"
    r"(\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?)",
    re.IGNORECASE,
)


def system_time() -> datetime:
    return datetime.now(UTC)


def server_time(offer: Offer, turns: Sequence[Turn], otherwise: datetime) -> datetime:
    """The newest time that a result gave as its own, else one in the server's texts, else the system's."""
    for turn in reversed(turns):
        for call in reversed(turn.calls):
            if call.outcome is not None and (moment := now_in(structured(call.outcome))):
                return moment
    for text in (offer.instructions, *(tool.description or "" for tool in offer.tools)):
        if (said := SAID.search(text)) and (moment := as_moment(said[1])):
            return moment
    return otherwise


def now_in(data: Any) -> datetime | None:
    if not isinstance(data, Mapping):
        return None
    return next((moment for key in CLOCK if (moment := as_moment(data.get(key)))), None)
