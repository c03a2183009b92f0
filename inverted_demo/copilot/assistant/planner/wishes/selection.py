"""The things that a text means, and how they came to be meant."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from assistant.conversation import Arguments, Outcome
from assistant.planner.english.words import Token
from assistant.planner.offer.names import Binding
from assistant.planner.offer.records import Record
from assistant.planner.offer.sources import Source
from assistant.planner.wishes.conditions import Condition
from assistant.planner.wishes.wishes import Wish


@dataclass(frozen=True)
class Search:
    """How things are looked for."""

    skip: frozenset[int] = frozenset()
    """Words that are used up."""
    fixed: Arguments = field(default_factory=dict[str, Any])
    """Arguments that are known already."""
    tests: bool = False
    """The conditions are what is asked of things that are named, instead of which they are."""
    universal: bool = False
    """The conditions are asked of all things."""
    links: bool = True
    """A name may be that of a thing of another kind, which has to do with these."""
    strict: bool = False
    """But only where these name it themselves: enough to look something up is not enough to change it."""


@dataclass
class Selection:
    """Things, and how they came to be meant."""

    wish: Wish
    things: list[Record] = field(default_factory=list[Record])
    total: int | None = None
    is_complete: bool = True
    names: list[Binding] = field(default_factory=list[Binding])
    unknown: list[Token] = field(default_factory=list[Token])
    passed_over: list[Token] = field(default_factory=list[Token])
    """Plain words that say nothing here, beside a name that does."""
    outcome: Outcome | None = None
    is_pointed: bool = False
    has_id: bool = False
    """Which thing is meant was known before."""
    others: list[Binding] = field(default_factory=list[Binding])
    """What the same words could name as well: values of other fields."""
    pool: list[Record] = field(default_factory=list[Record])
    """All that was looked at."""
    is_found: bool = False
    """By words that were given to the server."""
    is_none: bool = False
    """The server knows what was named, and has nothing for it."""
    predicates: list[Condition] = field(default_factory=list[Condition])
    """What a question for yes or no asks of the things."""

    @property
    def source(self) -> Source:
        return self.wish.source
