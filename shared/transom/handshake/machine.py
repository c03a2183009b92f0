"""What goes into a handshake's state machine, what comes out, and what all of them have in common. No I/O."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar, Literal

from transom.errors import PeerNavigated, TransomError
from transom.origins import ANY, OPAQUE, AllowList
from transom.protocol import MESSAGES, Message, PermissionRequirement, SetupComplete

ANSWER_SECONDS = 30.0
REPEAT_SECONDS = 0.25
FORM_SECONDS = 15 * 60.0
EXTENSIONS = frozenset({"port", "heartbeat"})

DropReason = Literal[
    "source",  # from another window
    "origin",  # from a page of another origin
    "untrusted",  # made by a script, not by the browser
    "malformed",  # of our protocol, but not as it has to be
    "unexpected",  # well-formed, but not at this moment
    "session",  # names another session
    "not-json",  # carries what JSON does not know
    "too-large",
    "early",  # an MCP message before the session is open
    "unknown-id",  # a response to no request
    "overload",
]
Timer = Literal["repeat", "answer", "form", "confirm"]


@dataclass(frozen=True, slots=True)
class Started: ...


@dataclass(frozen=True, slots=True)
class Received:
    """A message, with what the browser says of where it comes from."""

    message: Message
    origin: str
    from_peer: bool = True
    """Whether the window that sent it is the one on the other side."""


@dataclass(frozen=True, slots=True)
class Foreign:
    """The peer's window sent something that is not of this protocol."""


@dataclass(frozen=True, slots=True)
class Elapsed:
    timer: Timer
    seconds: float | None = None
    """How long it was, if it was not the whole time."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """The frame has loaded a document."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The other side is gone, or can't be reached."""

    error: TransomError


@dataclass(frozen=True, slots=True)
class Decided:
    """The person's answer: the permissions that are granted."""

    granted: frozenset[str]


@dataclass(frozen=True, slots=True)
class Finished:
    """The setup form has a result."""

    result: SetupComplete


@dataclass(frozen=True, slots=True)
class NeedsSetup:
    """The server says that it has to be set up again."""

    reason: Literal["AUTH_EXPIRED", "CONFIG_CHANGED", "PERMISSIONS_CHANGED", "OTHER"]
    message: str
    can_continue: bool


@dataclass(frozen=True, slots=True)
class Cancelled:
    """This side wants no more."""


Event = Started | Received | Foreign | Elapsed | Loaded | Lost | Decided | Finished | NeedsSetup | Cancelled
EVENTS: tuple[type[Any], ...] = (
    Started,
    Foreign,
    Elapsed,
    Loaded,
    Lost,
    Decided,
    Finished,
    NeedsSetup,
    Cancelled,
    *MESSAGES,
)
"""Every kind of event; a received message is of its own kind."""


@dataclass(frozen=True, slots=True)
class Send:
    """Send to the peer's window, for pages of the origin `to` alone; `port` asks for a new port of that number."""

    message: Message
    to: str
    port: int | None = None


@dataclass(frozen=True, slots=True)
class SetTimer:
    timer: Timer
    seconds: float | None
    """`None` stops it."""


@dataclass(frozen=True, slots=True)
class Pin:
    origin: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the person for permissions; `Decided` is the answer."""

    permissions: tuple[PermissionRequirement, ...]


@dataclass(frozen=True, slots=True)
class Load:
    """Load the page again, now with these permissions."""

    permissions: frozenset[str]


@dataclass(frozen=True, slots=True)
class Form:
    """Both sides are ready for the setup form: the inner side runs it, the outer side shows it."""

    session_id: str
    visible: bool
    granted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Complete:
    """The setup is done."""

    result: SetupComplete


@dataclass(frozen=True, slots=True)
class Open:
    """The session is open: over the port of that number, or over the window."""

    session_id: str
    origin: str
    port: int | None
    extensions: frozenset[str]


@dataclass(frozen=True, slots=True)
class Notice:
    """The server asks to be set up again, but goes on."""

    error: TransomError


@dataclass(frozen=True, slots=True)
class Fail:
    error: TransomError


@dataclass(frozen=True, slots=True)
class Drop:
    reason: DropReason
    message: Message


Action = Send | SetTimer | Pin | Ask | Load | Form | Complete | Open | Notice | Fail | Drop
Actions = Sequence[Action]
Handler = Callable[[Any, Any], Actions]
Table = Mapping[Enum, Mapping[type[Any], Handler]]


def ignore(machine: Machine, event: object) -> Actions:
    """Nothing to do: a stale timer, say."""
    return ()


def unexpected(machine: Machine, event: Received) -> Actions:
    return (Drop("unexpected", event.message),)


def table(rows: Table) -> Table:
    """The whole table: a message that a row does not name is unexpected there, any other event is ignored."""
    rest = {kind: unexpected if kind in MESSAGES else ignore for kind in EVENTS}
    return {state: {**rest, **row} for state, row in rows.items()}


@dataclass(slots=True)
class Machine:
    """One side of one handshake. `receive` takes an event and gives the actions that it leads to; it never raises."""

    TABLE: ClassVar[Table]
    OVER: ClassVar[frozenset[Enum]]

    allow: AllowList
    state: Enum = field(init=False)
    origin: str | None = field(default=None, init=False)
    """The pinned origin."""
    heard_foreign: bool = field(default=False, init=False)

    def receive(self, event: Event) -> Actions:
        if isinstance(event, Received):
            return self._receive_message(event)
        return self.TABLE[self.state][type(event)](self, event)

    @property
    def is_over(self) -> bool:
        return self.state in self.OVER

    def _receive_message(self, event: Received) -> Actions:
        if not event.from_peer:
            return (Drop("source", event.message),)
        if not self.accepts(event.origin):
            stray = () if self.is_over else self.stray(event)
            return (Drop("origin", event.message), *stray)
        return self.TABLE[self.state][type(event.message)](self, event)

    def accepts(self, origin: str) -> bool:
        return origin == self.origin if self.origin is not None else self.allow.allows(origin)

    def stray(self, event: Received) -> Actions:
        """The peer's window sent a message of ours, from an origin that is not accepted."""
        return self._end(PeerNavigated(self.origin or str(self.allow), event.origin))

    def note_foreign(self, event: Foreign) -> Actions:
        self.heard_foreign = True
        return ()

    def lose(self, event: Lost) -> Actions:
        return self._end(event.error)

    @abstractmethod
    def _end(self, error: TransomError) -> Actions:
        """End with this error, and tell the other side as far as it can know."""

    def _address(self) -> str:
        """Where to send: an opaque frame has no other address."""
        return ANY if self.origin in (None, OPAQUE) else self.origin
