"""What the tests of the core share: two origins, the four machines on them, and a sample of every event."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from transom.errors import PeerRemoved
from transom.handshake import InnerSetup, InnerTransport, OuterSetup, OuterTransport
from transom.handshake.machine import (
    Action,
    Actions,
    Cancelled,
    Complete,
    Decided,
    Elapsed,
    Event,
    Fail,
    Finished,
    Foreign,
    Loaded,
    Lost,
    Machine,
    NeedsSetup,
    Received,
    Send,
    SetTimer,
    Started,
    Timer,
)
from transom.origins import AllowList
from transom.protocol import (
    Failure,
    Goodbye,
    McpMessage,
    Message,
    PermissionRequirement,
    Phase,
    Ping,
    Pong,
    Problem,
    Ready,
    SetupComplete,
    SetupHandshake,
    SetupNeeded,
    SetupReply,
    StageReached,
    TransportAccepted,
    TransportHandshake,
    TransportReply,
)

HOST = "https://host.example"
PAGE = "https://page.example:8443"
EVIL = "https://evil.example"
LOOK_ALIKES = (
    EVIL,
    "null",
    "",
    "*",
    "https://host.example.evil.example",
    "https://evil-host.example",
    "http://host.example",
    "https://host.example:8443",
    "https://host.example.",
    "https://HOST.example",
    "https://page.example",
    "https://page.example:8443.evil.example",
    "https://user@host.example",
)
SESSION = "3f0c2e6a-the-session-of-the-setup"
TIMERS: tuple[Timer, ...] = ("repeat", "answer", "form", "confirm")

SETUP_OFFER = SetupHandshake(min_protocol_version="1.0", max_protocol_version="1.0", requires_visible_setup=True)
SETUP_REPLY = SetupReply(protocol_version="1.0", session_id=SESSION)
SUCCESS = SetupComplete(status="success", display_name="Maps")
OFFER = TransportHandshake(protocol_version="1.0", extensions=("heartbeat", "port"))
PLAIN_OFFER = TransportHandshake(protocol_version="1.0")
REPLY = TransportReply(session_id=SESSION, protocol_version="1.0", extensions=("heartbeat", "port"), port=1)
PLAIN_REPLY = TransportReply(session_id=SESSION, protocol_version="1.0")
ACCEPTED = TransportAccepted(session_id=SESSION, port=1)
PLAIN_ACCEPTED = TransportAccepted(session_id=SESSION)
READY = Ready(session_id=SESSION, port=1)
GOODBYE = Goodbye(reason="closed")
FAILURE = Failure(code="USER_CANCELLED", message="Cancelled.")
EXPIRED = SetupNeeded(reason="AUTH_EXPIRED", message="Sign in again.", can_continue=False)

SAMPLES: tuple[Message, ...] = (
    SETUP_OFFER,
    SETUP_REPLY,
    SUCCESS,
    OFFER,
    REPLY,
    ACCEPTED,
    EXPIRED,
    McpMessage(payload={"jsonrpc": "2.0", "method": "ping", "id": 1}),
    READY,
    GOODBYE,
    FAILURE,
    Ping(id=1),
    Pong(id=1),
    StageReached(stage="ready"),
)
"""One message of every kind, such as the peer could send."""

MORE_SAMPLES: tuple[Message, ...] = (
    *SAMPLES,
    SetupHandshake(min_protocol_version="2.0", max_protocol_version="3.0", requires_visible_setup=False),
    SetupHandshake(min_protocol_version="x", max_protocol_version="y", requires_visible_setup=False),
    SETUP_REPLY.model_copy(update={"protocol_version": "2.0"}),
    SetupComplete(status="error", error=Problem(code="AUTH_FAILED", message="Wrong password.")),
    TransportHandshake(protocol_version="2.0"),
    PLAIN_OFFER,
    PLAIN_REPLY,
    PLAIN_REPLY.model_copy(update={"protocol_version": "2.0"}),
    REPLY.model_copy(update={"session_id": "another"}),
    REPLY.model_copy(update={"port": None}),
    PLAIN_ACCEPTED,
    ACCEPTED.model_copy(update={"session_id": "another"}),
    ACCEPTED.model_copy(update={"port": 0}),
    ACCEPTED.model_copy(update={"port": 99}),
    EXPIRED.model_copy(update={"can_continue": True}),
    READY.model_copy(update={"session_id": "another"}),
    Goodbye(reason="unloaded", message="Bye."),
    Failure(code="VERSION_MISMATCH", message="Too old."),
    StageReached(stage="failed"),
)
"""The samples, and messages of the same kinds that lead elsewhere."""

LOCAL_EVENTS: tuple[Event, ...] = (
    Started(),
    Foreign(),
    *(Elapsed(timer) for timer in TIMERS),
    Loaded(),
    Lost(PeerRemoved()),
    Decided(frozenset({"camera"})),
    Decided(frozenset()),
    Finished(SUCCESS),
    Finished(SetupComplete(status="error")),
    NeedsSetup("AUTH_EXPIRED", "Sign in again. " * 500, can_continue=False),
    NeedsSetup("OTHER", "", can_continue=True),
    Cancelled(),
)

OuterMachine = OuterSetup | OuterTransport
InnerMachine = InnerSetup | InnerTransport
ActionType = TypeVar("ActionType", bound=Action)
MachineType = TypeVar("MachineType", bound=Machine)


def need(name: str, *phases: Phase, required: bool = False) -> PermissionRequirement:
    return PermissionRequirement(
        name=name, phase=phases or ("setup", "transport"), required=required, purpose=f"To use the {name}."
    )


def asking(*needs: PermissionRequirement) -> SetupHandshake:
    return SETUP_OFFER.model_copy(update={"requested_permissions": needs})


def outer_setup() -> OuterSetup:
    return OuterSetup(AllowList.of(PAGE), SESSION)


def outer_transport() -> OuterTransport:
    return OuterTransport(AllowList.of(PAGE), SESSION)


def inner_setup() -> InnerSetup:
    return InnerSetup(AllowList.of(HOST))


def inner_transport() -> InnerTransport:
    return InnerTransport(AllowList.of(HOST))


def peer_origin(machine: Machine) -> str:
    """Where the other side of a machine is from."""
    return PAGE if isinstance(machine, OuterMachine) else HOST


def say(machine: Machine, *messages: Message) -> Actions:
    """The other side says these; what came of the last one."""
    actions: Actions = ()
    for message in messages:
        actions = machine.receive(Received(message, peer_origin(machine)))
    return actions


def after(machine: MachineType, *events: Event | Message) -> MachineType:
    """The machine, after these events and messages from the other side."""
    for event in (Started(), *events):
        machine.receive(Received(event, peer_origin(machine)) if isinstance(event, Message) else event)
    return machine


def of(actions: Iterable[Action], kind: type[ActionType]) -> list[ActionType]:
    return [action for action in actions if isinstance(action, kind)]


def sent(actions: Iterable[Action]) -> list[Message]:
    return [action.message for action in of(actions, Send)]


def failure(actions: Iterable[Action]) -> Exception:
    """The error that these actions end with."""
    (fail,) = of(actions, Fail)
    return fail.error


def timers(actions: Iterable[Action]) -> dict[Timer, float | None]:
    return {action.timer: action.seconds for action in of(actions, SetTimer)}


def ends(actions: Iterable[Action]) -> list[Action]:
    return [action for action in actions if isinstance(action, Fail | Complete)]


def is_secret(message: Message) -> bool:
    """Whether a message names a session."""
    return "session_id" in type(message).model_fields
