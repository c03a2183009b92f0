"""What was said, and what was called while it was said."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Literal

Arguments = dict[str, Any]

CallState = Literal["running", "done", "failed", "refused", "stopped"]
"""`refused` is the server's person or policy saying no; `failed` is everything else that the server calls an error."""

TurnState = Literal["writing", "done", "stopped", "failed"]

MAX_TOLD = 6
TOLD_CHARACTERS = 60


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

    @property
    def about(self) -> str:
        """Which thing it is about, as its arguments say, where its title does not."""
        return told({name: value for name, value in self.arguments.items() if str(value) not in self.title})

    @property
    def named(self) -> str:
        """Its title, and the thing."""
        return f"{self.title}: {self.about}" if self.about else self.title


@dataclass(frozen=True, slots=True)
class Row:
    """One thing of a result."""

    title: str
    telling: dict[str, str] = field(default_factory=dict[str, str])
    """The few fields that tell most, as words."""
    rest: dict[str, Any] = field(default_factory=dict[str, Any])
    """All others, to be opened."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A call that the person may have meant, with its arguments as far as they are known."""

    kind: Literal["tool", "prompt", "resource"]
    name: str
    """Of the tool or prompt; the address of the resource, or its template."""
    arguments: Arguments = field(default_factory=Arguments)
    words: str = ""
    """What tells it from others that call the same; empty where nothing has to."""


@dataclass(frozen=True, slots=True)
class LanguageModelNeeded:
    """What was asked takes a language model: the person is offered to choose one."""


Piece = str | Row | Candidate | LanguageModelNeeded
"""Of an answer, as a model gives it: Markdown, the things that it tells of, or what the person may pick."""


@dataclass(slots=True)
class Turn:
    """What the person said, or what the copilot answered; `text` grows while it writes."""

    speaker: Literal["person", "copilot"]
    text: str = ""
    calls: list[Call] = field(default_factory=list[Call])
    state: TurnState = "done"
    model: str = ""
    rows: list[Row] = field(default_factory=list[Row])
    candidates: list[Candidate] = field(default_factory=list[Candidate])
    needs_language_model: bool = False
    picked: Candidate | None = None
    """Of the person: the candidate of an answer whose form they have sent, with the arguments as they sent it."""

    def take(self, piece: Piece) -> None:
        match piece:
            case str():
                self.text += piece
            case Row():
                self.rows.append(piece)
            case Candidate():
                self.candidates.append(piece)
            case LanguageModelNeeded():
                self.needs_language_model = True

    @property
    def said(self) -> str:
        """All of it as Markdown, for whoever does not see the page."""
        return "\n".join([self.text, *(_in_words(row) for row in self.rows)])


def told(arguments: Arguments) -> str:
    """Arguments in a line, as a person says them: `P-104, on hold`."""
    words = [word for name, value in arguments.items() if (word := _told(name, value))]
    return ", ".join(words[:MAX_TOLD]) + (", …" if len(words) > MAX_TOLD else "")


def _told(name: str, value: Any) -> str:
    label = name.replace("_", " ")[:TOLD_CHARACTERS]
    match value:
        case None | "":
            return ""
        case bool():
            return f"{label}: {'yes' if value else 'no'}"
        case int() | float():
            return f"{label}: {value:.15g}"
        case str():
            text = value.replace("_", " ") if value.islower() else value
        case _:
            text = json.dumps(value, ensure_ascii=False, default=str)
    text = " ".join(text.split())
    return text if len(text) <= TOLD_CHARACTERS else f"{text[:TOLD_CHARACTERS]}…"


def _in_words(row: Row) -> str:
    telling = ", ".join(f"{name}: {value}" for name, value in row.telling.items())
    return f"- **{row.title}**" + (f" ({telling})" if telling else "")
