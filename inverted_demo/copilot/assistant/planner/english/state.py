"""One state that things may be in: how people say it, and what a server may have for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from assistant.planner.english.vocabulary import wordset

Side = Literal["past", "soon", "at", "told", "around"]
"""Before today; in the next days; on the day that is told, or from today on; only on that day; with today within."""


@dataclass(frozen=True)
class State:
    """What is said of a thing, and what a server may offer for it: the first of these that there is is taken."""

    name: str
    said: re.Pattern[str]
    """As words are read: `turned up` is `arrived` then, and `didn't` is `did not`."""
    choices: tuple[tuple[str, ...], ...] = ()
    """What choices for it are called: all of the first group of which there is any."""
    flags: frozenset[str] = frozenset()
    unflags: frozenset[str] = frozenset()
    """Switches that are off then."""
    figures: frozenset[str] = frozenset()
    """Figures that are more than nothing then: `days_late`."""
    moments: tuple[str, ...] = ()
    """Words in the names or descriptions of days to hold against today."""
    side: Side = "past"
    is_open: bool = False
    """Only of what is not over."""
    short_of: frozenset[str] = frozenset()
    """Choices that have not been reached yet, in the server's order."""
    room: Literal["", "some", "none", "little"] = ""
    """How much there is left."""
    is_arriving: bool = False
    """Only of what arrives some day."""
    is_counted: bool = True
    """Also where things are counted: `how many`."""


def state(
    name: str, *said: str, choices: str = "", flags: str = "", unflags: str = "", figures: str = "", moments: str = "",
    side: Side = "past", is_open: bool = False, short_of: str = "", room: Literal["", "some", "none", "little"] = "",
    is_arriving: bool = False, is_counted: bool = True,
) -> State:  # fmt: skip
    return State(
        name,
        re.compile(rf"(?<!\S)(?:{'|'.join(said)})(?!\S)"),
        tuple(tuple(one.strip() for one in group.split(",")) for group in choices.split(";") if group),
        wordset(flags),
        wordset(unflags),
        wordset(figures),
        tuple(moments.split()),
        side,
        is_open,
        wordset(short_of),
        room,
        is_arriving,
        is_counted,
    )
