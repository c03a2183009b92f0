"""The setup handshake from the inner page: OFFERING → FORM → OVER."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import ClassVar

from transom.errors import (
    SetupCancelled,
    SetupError,
    SetupFailed,
    SetupTimedOut,
    TransomError,
    VersionMismatch,
)
from transom.handshake.machine import (
    ANSWER_SECONDS,
    FORM_SECONDS,
    REPEAT_SECONDS,
    Actions,
    Cancelled,
    Complete,
    Elapsed,
    Fail,
    Finished,
    Foreign,
    Form,
    Lost,
    Machine,
    Pin,
    Received,
    Send,
    SetTimer,
    Started,
    Table,
    table,
)
from transom.handshake.reasons import error_of, no_host, refusal
from transom.handshake.sides import InnerMachine
from transom.origins import ANY
from transom.protocol import (
    Failure,
    Message,
    PermissionRequirement,
    Problem,
    SetupComplete,
    SetupHandshake,
    SetupReply,
)
from transom.versions import OUR_VERSIONS, VersionRange

ASKING_OFFERS = 2
"""How often a handshake that asks for permissions is sent: the person may be asked each time."""


class InnerSetupState(Enum):
    OFFERING = auto()
    FORM = auto()
    OVER = auto()


@dataclass(slots=True)
class InnerSetup(InnerMachine):
    """The inner page's side."""

    versions: VersionRange = OUR_VERSIONS
    visible: bool = False
    permissions: tuple[PermissionRequirement, ...] = ()
    answer_seconds: float = ANSWER_SECONDS
    form_seconds: float = FORM_SECONDS
    offers: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.state = InnerSetupState.OFFERING

    def start(self, event: Started) -> Actions:
        return (SetTimer("answer", self._limit()), *self._offer())

    def _limit(self) -> float:
        """For an answer: the person may be asked before there is one."""
        return self.form_seconds if self.permissions else self.answer_seconds

    def _offered_enough(self) -> bool:
        return bool(self.permissions) and self.offers >= ASKING_OFFERS

    def _offer(self) -> Actions:
        self.offers += 1
        handshake = SetupHandshake(
            min_protocol_version=self.versions.lowest,
            max_protocol_version=self.versions.highest,
            requires_visible_setup=self.visible,
            requested_permissions=self.permissions,
        )
        return (Send(handshake, ANY), SetTimer("repeat", None if self._offered_enough() else REPEAT_SECONDS))

    def begin(self, event: Received) -> Actions:
        assert isinstance(event.message, SetupReply)
        if event.message.protocol_version not in self.versions:
            error = VersionMismatch(str(self.versions), event.message.protocol_version)
            return self.turn_down(error, event.origin)
        self.origin = event.origin
        self.state = InnerSetupState.FORM
        return (
            Pin(event.origin),
            SetTimer("repeat", None),
            SetTimer("answer", None),
            SetTimer("form", self.form_seconds),
            Form(event.message.session_id, self.visible, event.message.granted_permissions or ()),
        )

    def finish(self, event: Finished) -> Actions:
        self.state = InnerSetupState.OVER
        result = event.result
        end = Complete(result) if result.status == "success" else Fail(error_of(result))
        return (Send(result, self._address()), SetTimer("form", None), end)

    def refuse(self, event: Received) -> Actions:
        assert isinstance(event.message, Failure)
        self.state = InnerSetupState.OVER
        return (*self._stop_timers(), Fail(refusal(event.message)))

    def time_out(self, event: Elapsed) -> Actions:
        if self.state is InnerSetupState.FORM:
            return self._end(SetupTimedOut(self.form_seconds)) if event.timer == "form" else ()
        if event.timer == "repeat":
            return () if self._offered_enough() else self._offer()
        return self._end(no_host(self, self._limit())) if event.timer == "answer" else ()

    def cancel(self, event: Cancelled) -> Actions:
        return self._end(SetupCancelled())

    def _stop_timers(self) -> Actions:
        return (SetTimer("repeat", None), SetTimer("answer", None), SetTimer("form", None))

    def _end(self, error: TransomError) -> Actions:
        told: Actions = ()
        if self.origin is not None and isinstance(error, SetupError):
            code = error.reason if isinstance(error, SetupFailed) else error.code
            problem = Problem(code=code, message=str(error)[:2000])
            told = (Send(SetupComplete(status="error", error=problem), self._address()),)
        self.state = InnerSetupState.OVER
        return (*told, *self._stop_timers(), Fail(error))

    TABLE: ClassVar[Table] = table(
        {
            InnerSetupState.OFFERING: {
                Started: start,
                SetupReply: begin,
                Failure: refuse,
                Elapsed: time_out,
                Foreign: Machine.note_foreign,
                Lost: Machine.lose,
                Cancelled: cancel,
            },
            InnerSetupState.FORM: {
                Finished: finish,
                Failure: refuse,
                Elapsed: time_out,
                Lost: Machine.lose,
                Cancelled: cancel,
            },
            InnerSetupState.OVER: {},
        }
    )
    REPLY: ClassVar[type[Message]] = SetupReply
    OVER: ClassVar[frozenset[Enum]] = frozenset({InnerSetupState.OVER})
