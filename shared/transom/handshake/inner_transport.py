"""The transport handshake from the inner page: OFFERING → (CONFIRMING) → OPEN → OVER. It lives with its session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import ClassVar

from transom.errors import (
    ClosedHere,
    PeerClosed,
    PeerSilent,
    Refused,
    SetupRequired,
    TransomError,
    VersionMismatch,
)
from transom.handshake.machine import (
    ANSWER_SECONDS,
    EXTENSIONS,
    REPEAT_SECONDS,
    Actions,
    Cancelled,
    Drop,
    Elapsed,
    Fail,
    Foreign,
    Lost,
    Machine,
    NeedsSetup,
    Open,
    Pin,
    Received,
    Send,
    SetTimer,
    Started,
    Table,
    table,
)
from transom.handshake.reasons import farewell, no_host, refusal
from transom.handshake.sides import InnerMachine
from transom.origins import ANY
from transom.protocol import (
    Failure,
    Goodbye,
    Message,
    Ready,
    SetupNeeded,
    TransportAccepted,
    TransportHandshake,
    TransportReply,
)
from transom.versions import PROTOCOL_VERSION, same_version

CONFIRM_SECONDS = 15.0


class InnerTransportState(Enum):
    OFFERING = auto()
    CONFIRMING = auto()
    OPEN = auto()
    OVER = auto()


def _knows_all(session_id: str) -> bool:
    return True


@dataclass(slots=True)
class InnerTransport(InnerMachine):
    """The inner page's side. `knows` says whether a session was set up."""

    knows: Callable[[str], bool] = _knows_all
    extensions: frozenset[str] = EXTENSIONS
    answer_seconds: float = ANSWER_SECONDS
    confirm_seconds: float = CONFIRM_SECONDS
    accepted: TransportAccepted | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.state = InnerTransportState.OFFERING

    def start(self, event: Started) -> Actions:
        return (SetTimer("answer", self.answer_seconds), *self._offer())

    def _offer(self) -> Actions:
        offer = TransportHandshake(protocol_version=PROTOCOL_VERSION, extensions=tuple(sorted(self.extensions)))
        return (Send(offer, ANY), SetTimer("repeat", REPEAT_SECONDS))

    def accept(self, event: Received) -> Actions:
        reply = event.message
        assert isinstance(reply, TransportReply)
        if not same_version(reply.protocol_version, PROTOCOL_VERSION):
            return self.turn_down(VersionMismatch(PROTOCOL_VERSION, reply.protocol_version), event.origin)
        agreed = frozenset(reply.extensions or ())
        if not agreed <= self.extensions or ("port" in agreed) != (reply.port is not None):
            return (Drop("malformed", reply),)
        self.origin = event.origin
        stop = (Pin(event.origin), SetTimer("repeat", None), SetTimer("answer", None))
        if not self.knows(reply.session_id):
            self.state = InnerTransportState.OVER
            needed = "This browser has no data of that session."
            message = SetupNeeded(reason="CONFIG_CHANGED", message=needed, can_continue=False)
            return (*stop, Send(message, self._address()), Fail(SetupRequired("CONFIG_CHANGED", needed)))
        self.accepted = TransportAccepted(session_id=reply.session_id, port=reply.port)
        confirmed = reply.extensions is not None
        self.state = InnerTransportState.CONFIRMING if confirmed else InnerTransportState.OPEN
        return (
            *stop,
            SetTimer("confirm", self.confirm_seconds if confirmed else None),
            Send(self.accepted, self._address()),
            Open(reply.session_id, event.origin, reply.port, agreed),
        )

    def confirm(self, event: Received) -> Actions:
        """The port tells this page's session from that of the page before a reload, which has the same id."""
        ready = event.message
        assert isinstance(ready, Ready)
        assert self.accepted is not None
        if ready.session_id != self.accepted.session_id or ready.port not in (None, self.accepted.port):
            return (Drop("session", ready),)
        self.state = InnerTransportState.OPEN
        return (SetTimer("confirm", None),)

    def refuse(self, event: Received) -> Actions:
        assert isinstance(event.message, Failure)
        error = refusal(event.message)
        if self.state is not InnerTransportState.OFFERING and isinstance(error, Refused):
            error = PeerClosed(event.message.message)
        self.state = InnerTransportState.OVER
        return (*self._stop_timers(), Fail(error))

    def hear_goodbye(self, event: Received) -> Actions:
        goodbye = event.message
        assert isinstance(goodbye, Goodbye)
        self.state = InnerTransportState.OVER
        return (*self._stop_timers(), Fail(farewell(goodbye)))

    def need_setup(self, event: NeedsSetup) -> Actions:
        message = SetupNeeded(reason=event.reason, message=event.message[:2000], can_continue=event.can_continue)
        sent = Send(message, self._address())
        if event.can_continue:
            return (sent,)
        self.state = InnerTransportState.OVER
        return (sent, *self._stop_timers(), Fail(SetupRequired(event.reason, event.message)))

    def time_out(self, event: Elapsed) -> Actions:
        if event.timer == "repeat":
            return self._offer() if self.state is InnerTransportState.OFFERING else ()
        if event.timer == "confirm":
            return self._end(PeerSilent()) if self.state is InnerTransportState.CONFIRMING else ()
        waited = event.timer == "answer" and self.state is InnerTransportState.OFFERING
        return self._end(no_host(self, self.answer_seconds)) if waited else ()

    def cancel(self, event: Cancelled) -> Actions:
        return self._end(ClosedHere())

    def _stop_timers(self) -> Actions:
        return (SetTimer("repeat", None), SetTimer("answer", None), SetTimer("confirm", None))

    def _end(self, error: TransomError) -> Actions:
        told: Actions = ()
        if self.origin is not None:
            told = (Send(Goodbye(reason="closed", message=str(error)[:2000]), self._address()),)
        self.state = InnerTransportState.OVER
        return (*told, *self._stop_timers(), Fail(error))

    TABLE: ClassVar[Table] = table(
        {
            InnerTransportState.OFFERING: {
                Started: start,
                TransportReply: accept,
                Failure: refuse,
                Elapsed: time_out,
                Foreign: Machine.note_foreign,
                Lost: Machine.lose,
                Cancelled: cancel,
            },
            InnerTransportState.CONFIRMING: {
                Ready: confirm,
                Failure: refuse,
                Goodbye: hear_goodbye,
                NeedsSetup: need_setup,
                Elapsed: time_out,
                Lost: Machine.lose,
                Cancelled: cancel,
            },
            InnerTransportState.OPEN: {
                Failure: refuse,
                Goodbye: hear_goodbye,
                NeedsSetup: need_setup,
                Elapsed: time_out,
                Lost: Machine.lose,
                Cancelled: cancel,
            },
            InnerTransportState.OVER: {},
        }
    )
    REPLY: ClassVar[type[Message]] = TransportReply
    OVER: ClassVar[frozenset[Enum]] = frozenset({InnerTransportState.OVER})
