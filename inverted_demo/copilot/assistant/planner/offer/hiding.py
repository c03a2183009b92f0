"""Which fields a server hides, and which it shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from assistant.planner.offer.records import NAMES, masked_in


@dataclass
class Hiding:
    """What the results of one answer tell of it."""

    masked: set[str] = field(default_factory=set[str])
    shown: set[str] = field(default_factory=set[str])
    called: set[str] = field(default_factory=set[str])
    """The words that things are called by: `email`, where there is a service for it."""

    @property
    def hidden(self) -> set[str]:
        """The fields of which no value is known."""
        return self.masked - self.shown

    def take(self, data: Any) -> None:
        for told in _mappings(data):
            masked = masked_in(told)
            self.masked |= masked
            named = (value for name, value in told.items() if name in NAMES and isinstance(value, str))
            self.called |= {
                word for value in named for word in re.findall(r"[a-z]+", value.casefold().replace("-", ""))
            }
            self.shown |= {name for name, value in told.items() if value is not None} - masked


def _mappings(data: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(data, Mapping):
        found = cast(Mapping[str, Any], data)
        yield found
        data = list(found.values())
    if isinstance(data, list):
        for one in cast(list[Any], data):
            yield from _mappings(one)
