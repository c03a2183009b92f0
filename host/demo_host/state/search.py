"""Which of many things a person means by a few words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Thing = TypeVar("Thing")


def matching(things: Iterable[Thing], query: str, text_of: Callable[[Thing], str]) -> list[Thing]:
    """Those whose text has all words of the query, in any order."""
    words = query.casefold().split()
    return [thing for thing in things if all(word in text_of(thing).casefold() for word in words)]
