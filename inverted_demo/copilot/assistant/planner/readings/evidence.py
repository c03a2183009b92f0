"""What words of a question may say of the things that are known: one atom for each such way to take them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from assistant.conversation import Arguments
from assistant.planner.facts.things import Field, Kind, Thing

Role = Literal["kind", "field", "these", "extreme", "not"]

WITHIN = 0.6
"""What a small word counts that belongs to a longer name."""
NOT = 0.05
"""The same, of words that turn others round: they have to be heard, but are no better said for that."""
FAINT = 0.35
NAME = 0.7
MENTION = 0.62
"""What is less sure in a text is no name in it."""
SAID_OF = frozenset({"time", "figure", "ongoing", "count"})
"""What is said of things in words of which none is a name."""


@dataclass(frozen=True, eq=False)
class Atom:
    """Some words, taken one way."""

    span: range
    role: Role
    kind: Kind
    strength: float
    field: Field | None = None
    things: frozenset[Thing] = frozenset()
    """Of which it is so."""
    descending: bool = True
    is_name: bool = False
    """The words call the things by their names."""
    side: str = ""
    given: Arguments | None = None
    """What the tool was told that gave these things."""
    rank: int = 1
    """Of a superlative: which in order, `the second highest`."""
    many: int = 1
    """Of a superlative: how many are meant, `the two highest`."""
    goal: float | None = None
    """Of a superlative: what the figure is nearest to."""

    within: tuple[Atom, ...] = ()
    """Of a phrase that was read from within: what was read first, as far as nobody named it."""

    @property
    def is_mention(self) -> bool:
        """Some words of a text: what stands between them belongs to no name."""
        return self.role == "these" and self.strength < MENTION and self.field is not None and self.field.is_prose

    def utility(self, weights: Sequence[float]) -> float:
        is_name = len(self.span) > 1 and self.side not in SAID_OF and not self.is_mention
        least = NOT if self.side == "no" else WITHIN if is_name else 0.0
        return sum(max(weights[at], least) for at in self.span if at < len(weights)) * self.strength

    def __repr__(self) -> str:
        where = ".".join(self.field.path) if self.field else ""
        return (
            f"{self.role}[{self.span.start}:{self.span.stop}] {self.kind.source.noun}.{where}"
            f" {self.strength:.2f} n={len(self.things)}"
        )


def faint(atoms: Sequence[Atom]) -> list[int]:
    """Where nothing was understood but one word that everybody uses, and that some text has too.

    Of what is named, `Ada and the pillows`, it says enough.
    """
    if any(one.is_name and one.strength >= NAME for one in atoms):
        return []
    return [at for one in atoms if one.is_mention and one.strength <= FAINT for at in one.span]
