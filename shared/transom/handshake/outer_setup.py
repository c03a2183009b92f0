"""The setup handshake from the outer frame: WAITING → (ASKING) → FORM → OVER."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import ClassVar

from transom.errors import (
    PeerReloaded,
    PeerRemoved,
    PermissionsDenied,
    SetupCancelled,
    SetupTimedOut,
    TransomError,
    VersionMismatch,
)
from transom.handshake.machine import (
    FORM_SECONDS,
    Actions,
    Ask,
    Cancelled,
    Complete,
    Decided,
    Elapsed,
    Fail,
    Foreign,
    Form,
    Load,
    Loaded,
    Lost,
    Machine,
    Pin,
    Received,
    Send,
    SetTimer,
    Started,
    Table,
    ignore,
    table,
)
from transom.handshake.reasons import error_of, refusal
from transom.handshake.sides import OuterMachine
from transom.permissions import GRANTABLE, denied, granted, undecided
from transom.protocol import (
    Failure,
    SetupComplete,
    SetupHandshake,
    SetupReply,
    StageReached,
)
from transom.versions import OUR_VERSIONS, VersionRange

RESTARTS = 8
"""How often a page may be loaded again in one setup."""


class OuterSetupState(Enum):
    WAITING = auto()
    ASKING = auto()
    FORM = auto()
    OVER = auto()


@dataclass(slots=True)
class OuterSetup(OuterMachine):
    """The outer frame's side. `decisions` are the person's answers so far; with `reloads`, granted permissions take
    effect when the page is loaded again, as in an iframe."""

    versions: VersionRange = OUR_VERSIONS
    decisions: dict[str, bool] = field(default_factory=dict[str, bool])
    loaded_with: frozenset[str] = frozenset()
    reloads: bool = True
    form_seconds: float = FORM_SECONDS
    asked: SetupHandshake | None = field(default=None, init=False)

    restarts: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.state = OuterSetupState.WAITING

    def start(self, event: Started) -> Actions:
        return (SetTimer("answer", self.answer_seconds),)

    def answer(self, event: Received) -> Actions:
        assert isinstance(event.message, SetupHandshake)
        self.asked = event.message
        self.origin = event.origin
        pin = Pin(event.origin)
        theirs = VersionRange.of(event.message.min_protocol_version, event.message.max_protocol_version)
        version = theirs and self.versions.agree(theirs)
        if version is None:
            shown = f"{event.message.min_protocol_version} to {event.message.max_protocol_version}"
            return (pin, *self._end(VersionMismatch(str(self.versions), shown)))
        if questions := undecided(self.asked.requested_permissions, self.decisions):
            self.state = OuterSetupState.ASKING
            return (pin, SetTimer("answer", None), SetTimer("form", self.form_seconds), Ask(questions))
        return (pin, *self._proceed(version))

    def decide(self, event: Decided) -> Actions:
        assert self.asked is not None
        for need in undecided(self.asked.requested_permissions, self.decisions):
            self.decisions[need.name] = need.name in event.granted
        theirs = VersionRange.of(self.asked.min_protocol_version, self.asked.max_protocol_version)
        return self._proceed((theirs and self.versions.agree(theirs)) or str(self.versions))

    def _proceed(self, version: str) -> Actions:
        assert self.asked is not None
        needs = self.asked.requested_permissions
        if missing := denied(needs, self.decisions):
            return self._end(PermissionsDenied(missing))
        wanted = granted(needs, self.decisions, "setup")
        if self.reloads and not wanted <= self.loaded_with:
            self.loaded_with = wanted
            self.stages.clear()
            self.state = OuterSetupState.WAITING
            return (Load(wanted), SetTimer("form", None), SetTimer("answer", self.answer_seconds))
        limit = () if self.state is OuterSetupState.FORM else (SetTimer("form", self.form_seconds),)
        self.state = OuterSetupState.FORM
        names = tuple(sorted(name for name in GRANTABLE if self.decisions.get(name, False)))
        reply = SetupReply(protocol_version=version, session_id=self.session_id, granted_permissions=names)
        return (
            SetTimer("answer", None),
            *limit,
            Send(reply, self._address()),
            Form(self.session_id, self.asked.requires_visible_setup, names),
        )

    def complete(self, event: Received) -> Actions:
        assert isinstance(event.message, SetupComplete)
        if event.message.status == "error":
            self.state = OuterSetupState.OVER
            return (SetTimer("form", None), Fail(error_of(event.message)))
        self.state = OuterSetupState.OVER
        return (SetTimer("form", None), Complete(event.message))

    def turned_down(self, event: Received) -> Actions:
        """The page will have nothing to do with this one."""
        assert isinstance(event.message, Failure)
        self.state = OuterSetupState.OVER
        return (SetTimer("answer", None), SetTimer("form", None), Fail(refusal(event.message)))

    def time_out(self, event: Elapsed) -> Actions:
        if event.timer != ("answer" if self.state is OuterSetupState.WAITING else "form"):
            return ()
        if event.timer == "form":
            return self._end(SetupTimedOut(self.form_seconds))
        return self._end(self.no_page(event.seconds))

    def lost(self, event: Lost) -> Actions:
        if isinstance(event.error, PeerRemoved):
            return self._end(SetupCancelled("The page was closed before its setup was done. Start it again."))
        return self._end(event.error)

    def cancel(self, event: Cancelled) -> Actions:
        return self._end(SetupCancelled())

    def start_again(self, event: Loaded) -> Actions:
        """The page was loaded again: it will shake hands anew, with nothing lost but the form."""
        self.restarts += 1
        if self.restarts > RESTARTS:
            return self._end(PeerReloaded())
        self.stages.clear()
        self.state = OuterSetupState.WAITING
        return (SetTimer("form", None), SetTimer("answer", self.answer_seconds))

    def _end(self, error: TransomError) -> Actions:
        told: Actions = ()
        if self.origin is not None:
            told = (Send(Failure(code=error.code, message=str(error)[:2000]), self._address()),)
        self.state = OuterSetupState.OVER
        return (*told, SetTimer("answer", None), SetTimer("form", None), Fail(error))

    TABLE: ClassVar[Table] = table(
        {
            OuterSetupState.WAITING: {
                Started: start,
                SetupHandshake: answer,
                Failure: turned_down,
                StageReached: OuterMachine.progress,
                Elapsed: time_out,
                Foreign: Machine.note_foreign,
                Lost: lost,
                Cancelled: cancel,
            },
            OuterSetupState.ASKING: {
                SetupHandshake: ignore,
                StageReached: ignore,
                Decided: decide,
                Elapsed: time_out,
                Lost: lost,
                Cancelled: cancel,
            },
            OuterSetupState.FORM: {
                SetupHandshake: answer,
                SetupComplete: complete,
                Failure: turned_down,
                StageReached: ignore,
                Loaded: start_again,
                Elapsed: time_out,
                Lost: lost,
                Cancelled: cancel,
            },
            OuterSetupState.OVER: {StageReached: ignore},
        }
    )
    OVER: ClassVar[frozenset[Enum]] = frozenset({OuterSetupState.OVER})
