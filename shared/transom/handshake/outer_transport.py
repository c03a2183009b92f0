"""The transport handshake from the outer frame: WAITING → REPLIED → OPEN → OVER. It lives as long as the session."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import ClassVar

from transom.errors import (
    ClosedHere,
    PeerReloaded,
    Refused,
    SetupRequired,
    TransomError,
    VersionMismatch,
)
from transom.handshake.machine import (
    EXTENSIONS,
    Actions,
    Cancelled,
    Drop,
    Elapsed,
    Fail,
    Foreign,
    Loaded,
    Lost,
    Machine,
    Notice,
    Open,
    Pin,
    Received,
    Send,
    SetTimer,
    Started,
    Table,
    ignore,
    table,
)
from transom.handshake.reasons import farewell, refusal
from transom.handshake.sides import OuterMachine
from transom.origins import OPAQUE
from transom.protocol import (
    Failure,
    Goodbye,
    Ready,
    SetupNeeded,
    StageReached,
    TransportAccepted,
    TransportHandshake,
    TransportReply,
)
from transom.versions import PROTOCOL_VERSION, same_version

REPLIES = 256
"""How many handshakes of one page are answered."""


class OuterTransportState(Enum):
    WAITING = auto()
    REPLIED = auto()
    OPEN = auto()
    OVER = auto()


@dataclass(slots=True)
class OuterTransport(OuterMachine):
    """The outer frame's side."""

    extensions: frozenset[str] = EXTENSIONS
    agreed: frozenset[str] | None = field(default=None, init=False)
    """The extensions that will be used; `None` with a page that knows of none."""
    replies: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.state = OuterTransportState.WAITING

    def start(self, event: Started) -> Actions:
        return (SetTimer("answer", self.answer_seconds),)

    def reply(self, event: Received) -> Actions:
        """Each repeated handshake is answered, with a port of its own: which reply arrives first, the page says."""
        offer = event.message
        assert isinstance(offer, TransportHandshake)
        self.origin = event.origin
        if not same_version(offer.protocol_version, PROTOCOL_VERSION):
            return self._end(VersionMismatch(PROTOCOL_VERSION, offer.protocol_version))
        self.agreed = self.extensions & frozenset(offer.extensions) if offer.extensions else None
        has_port = self.agreed is not None and "port" in self.agreed
        if event.origin == OPAQUE and not has_port:
            return self._end(_needs_port())
        if self.replies >= REPLIES:
            return (Drop("overload", offer),)
        self.replies += 1
        port = self.replies if has_port else None
        self.state = OuterTransportState.REPLIED
        answer = TransportReply(
            session_id=self.session_id,
            protocol_version=PROTOCOL_VERSION,
            extensions=None if self.agreed is None else tuple(sorted(self.agreed)),
            port=port,
        )
        return (Pin(event.origin), Send(answer, self._address(), port))

    def accept(self, event: Received) -> Actions:
        accepted = event.message
        assert isinstance(accepted, TransportAccepted)
        if accepted.session_id != self.session_id:
            return (Drop("session", accepted),)
        has_port = self.agreed is not None and "port" in self.agreed
        if accepted.port not in (range(1, self.replies + 1) if has_port else (None,)):
            return (Drop("malformed", accepted),)
        self.state = OuterTransportState.OPEN
        opened = Open(self.session_id, event.origin, accepted.port, self.agreed or frozenset())
        ready = Send(Ready(session_id=self.session_id, port=accepted.port), self._address())
        return (SetTimer("answer", None), *(() if self.agreed is None else (ready,)), opened)

    def turned_down(self, event: Received) -> Actions:
        """The page will have nothing to do with this one."""
        assert isinstance(event.message, Failure)
        self.state = OuterTransportState.OVER
        return (SetTimer("answer", None), Fail(refusal(event.message)))

    def need_setup(self, event: Received) -> Actions:
        needed = event.message
        assert isinstance(needed, SetupNeeded)
        error = SetupRequired(needed.reason, needed.message)
        if needed.can_continue:
            return (Notice(error),)
        self.state = OuterTransportState.OVER
        return (SetTimer("answer", None), Fail(error))

    def hear_goodbye(self, event: Received) -> Actions:
        goodbye = event.message
        assert isinstance(goodbye, Goodbye)
        self.state = OuterTransportState.OVER
        return (SetTimer("answer", None), Fail(farewell(goodbye)))

    def reloaded(self, event: object) -> Actions:
        return self._end(PeerReloaded())

    def time_out(self, event: Elapsed) -> Actions:
        if event.timer != "answer":
            return ()
        return self._end(self.no_page(event.seconds))

    def cancel(self, event: Cancelled) -> Actions:
        if self.state is not OuterTransportState.OPEN:
            return self._end(ClosedHere())
        self.state = OuterTransportState.OVER
        return (Send(Goodbye(reason="closed"), self._address()), Fail(ClosedHere()))

    def _end(self, error: TransomError) -> Actions:
        told: Actions = ()
        if self.origin is not None:
            code = error.reason if isinstance(error, Refused) else error.code
            told = (Send(Failure(code=code, message=str(error)[:2000]), self._address()),)
        self.state = OuterTransportState.OVER
        return (*told, SetTimer("answer", None), Fail(error))

    TABLE: ClassVar[Table] = table(
        {
            OuterTransportState.WAITING: {
                Started: start,
                TransportHandshake: reply,
                SetupNeeded: need_setup,
                Goodbye: hear_goodbye,
                Failure: turned_down,
                StageReached: OuterMachine.progress,
                Elapsed: time_out,
                Foreign: Machine.note_foreign,
                Lost: Machine.lose,
                Cancelled: cancel,
            },
            OuterTransportState.REPLIED: {
                TransportHandshake: reply,
                TransportAccepted: accept,
                SetupNeeded: need_setup,
                Goodbye: hear_goodbye,
                Failure: turned_down,
                StageReached: OuterMachine.progress,
                Elapsed: time_out,
                Loaded: reloaded,
                Lost: Machine.lose,
                Cancelled: cancel,
            },
            OuterTransportState.OPEN: {
                TransportHandshake: reloaded,
                SetupNeeded: need_setup,
                Goodbye: hear_goodbye,
                StageReached: ignore,
                Loaded: reloaded,
                Lost: Machine.lose,
                Cancelled: cancel,
            },
            OuterTransportState.OVER: {StageReached: ignore},
        }
    )
    OVER: ClassVar[frozenset[Enum]] = frozenset({OuterTransportState.OVER})


def _needs_port() -> TransomError:
    return Refused("NO_PORT", "a page without an origin needs a message port, which it did not offer")
