"""What was said, and what was called while it was said."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Arguments = dict[str, Any]

CallState = Literal["running", "done", "failed", "refused", "stopped"]
"""`refused` is the server's person or policy saying no; `failed` is everything else that the server calls an error."""

TurnState = Literal["writing", "done", "stopped", "failed"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a call."""

    state: CallState
    text: str
    """What the server says, in words: of an error too."""
    data: Any = None
    """The structured result, where there is one."""
    retry_after: float = 0.0
    """The seconds that the server wants to pass before it is called again; 0 where it says nothing."""


@dataclass(slots=True)
class Call:
    """One call of a tool, from the moment it is made."""

    number: int
    tool: str
    arguments: Arguments
    outcome: Outcome | None = None
    seconds: float | None = None
    title: str = ""
    """What the tool was called for people, when it was called: it may have gone since."""
    waits: float = 0.0
    """The seconds that it is waiting for at this moment, because the server asked for that."""
    reads: bool = False
    """By the server's own word nothing becomes of it."""

    @property
    def state(self) -> CallState:
        return self.outcome.state if self.outcome else "running"


@dataclass(slots=True)
class Turn:
    """What the person said, or what the copilot answered; `text` grows while it writes."""

    speaker: Literal["person", "copilot"]
    text: str = ""
    calls: list[Call] = field(default_factory=list[Call])
    state: TurnState = "done"
    model: str = ""
