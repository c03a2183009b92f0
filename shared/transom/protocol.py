"""The messages between the frames, each field with a limit, and how they are read and written."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter
from pydantic.alias_generators import to_camel

CONTROL_CHARS = 65_536
"""No message but those of MCP is longer."""

SESSION_ID_CHARS = 256
PERMISSIONS = 32

Extension = Literal["port", "heartbeat"]
Phase = Literal["setup", "transport"]
Stage = Literal["loading", "starting", "ready", "failed"]

Word = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Version = Annotated[str, StringConstraints(min_length=1, max_length=32, pattern=r"^[0-9A-Za-z.+-]+$")]
SessionId = Annotated[str, StringConstraints(min_length=1, max_length=SESSION_ID_CHARS)]
Name = Annotated[str, StringConstraints(max_length=200)]
Sentence = Annotated[str, StringConstraints(max_length=2000)]
Number = Annotated[int, Field(ge=0, le=2**53 - 1)]


class Message(BaseModel):
    """Unknown fields are ignored: other implementations may have extensions of their own."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore", alias_generator=to_camel, populate_by_name=True)


class PermissionRequirement(Message):
    """What a server asks the person for, and why."""

    name: Word
    phase: Annotated[tuple[Phase, ...], Field(min_length=1, max_length=2, strict=False)]
    required: bool
    purpose: Sentence


class Visibility(Message):
    """Whether the frame is shown while it is connected."""

    requirement: Literal["required", "optional", "hidden"]
    description: Sentence | None = None


class Problem(Message):
    code: Word
    message: Sentence


class SetupHandshake(Message):
    type: Literal["MCP_SETUP_HANDSHAKE"] = "MCP_SETUP_HANDSHAKE"
    min_protocol_version: Version
    max_protocol_version: Version
    requires_visible_setup: bool
    requested_permissions: Annotated[tuple[PermissionRequirement, ...], Field(max_length=32, strict=False)] = ()


class SetupReply(Message):
    type: Literal["MCP_SETUP_HANDSHAKE_REPLY"] = "MCP_SETUP_HANDSHAKE_REPLY"
    protocol_version: Version
    session_id: SessionId
    granted_permissions: Annotated[tuple[Word, ...], Field(max_length=32, strict=False)] | None = None


class SetupComplete(Message):
    type: Literal["MCP_SETUP_COMPLETE"] = "MCP_SETUP_COMPLETE"
    status: Literal["success", "error"]
    display_name: Name = ""
    ephemeral_message: Sentence | None = None
    transport_visibility: Visibility = Visibility(requirement="hidden")
    error: Problem | None = None


class TransportHandshake(Message):
    type: Literal["MCP_TRANSPORT_HANDSHAKE"] = "MCP_TRANSPORT_HANDSHAKE"
    protocol_version: Version
    extensions: Annotated[tuple[Word, ...], Field(max_length=32, strict=False)] = ()


class TransportReply(Message):
    """`port` is the number of the port that comes with it."""

    type: Literal["MCP_TRANSPORT_HANDSHAKE_REPLY"] = "MCP_TRANSPORT_HANDSHAKE_REPLY"
    session_id: SessionId
    protocol_version: Version
    extensions: Annotated[tuple[Word, ...], Field(max_length=32, strict=False)] | None = None
    port: Number | None = None


class TransportAccepted(Message):
    type: Literal["MCP_TRANSPORT_ACCEPTED"] = "MCP_TRANSPORT_ACCEPTED"
    session_id: SessionId
    port: Number | None = None


class SetupNeeded(Message):
    type: Literal["MCP_SETUP_REQUIRED"] = "MCP_SETUP_REQUIRED"
    reason: Literal["AUTH_EXPIRED", "CONFIG_CHANGED", "PERMISSIONS_CHANGED", "OTHER"]
    message: Sentence
    can_continue: bool


class McpMessage(Message):
    """On the hot path the border takes the payload out; this names its shape."""

    type: Literal["MCP_MESSAGE"] = "MCP_MESSAGE"
    payload: dict[str, Any]


class Ready(Message):
    """Outer to inner: the session is open on this side too."""

    type: Literal["TRANSOM_READY"] = "TRANSOM_READY"
    session_id: SessionId
    port: Number | None = None


class Goodbye(Message):
    type: Literal["TRANSOM_GOODBYE"] = "TRANSOM_GOODBYE"
    reason: Literal["closed", "unloaded"]
    message: Sentence | None = None


class Failure(Message):
    """Why a handshake was refused, or a session ended."""

    type: Literal["TRANSOM_FAILURE"] = "TRANSOM_FAILURE"
    code: Word
    message: Sentence


class Ping(Message):
    type: Literal["TRANSOM_PING"] = "TRANSOM_PING"
    id: Number


class Pong(Message):
    type: Literal["TRANSOM_PONG"] = "TRANSOM_PONG"
    id: Number


class StageReached(Message):
    """Inner to outer: how far a page's Python is."""

    type: Literal["TRANSOM_STAGE"] = "TRANSOM_STAGE"
    stage: Stage


MESSAGES: tuple[type[Message], ...] = (
    SetupHandshake,
    SetupReply,
    SetupComplete,
    TransportHandshake,
    TransportReply,
    TransportAccepted,
    SetupNeeded,
    McpMessage,
    Ready,
    Goodbye,
    Failure,
    Ping,
    Pong,
    StageReached,
)

_AnyMessage = Annotated[
    SetupHandshake
    | SetupReply
    | SetupComplete
    | TransportHandshake
    | TransportReply
    | TransportAccepted
    | SetupNeeded
    | McpMessage
    | Ready
    | Goodbye
    | Failure
    | Ping
    | Pong
    | StageReached,
    Field(discriminator="type"),
]
_adapter: TypeAdapter[Message] = TypeAdapter(_AnyMessage)


def read_message(text: str) -> Message:
    """The message that `text` is; a `ValueError` (pydantic's) if it is none."""
    if len(text) > CONTROL_CHARS:
        raise ValueError(f"A control message of {len(text)} characters; {CONTROL_CHARS} is the limit.")
    return _adapter.validate_json(text, by_alias=True, by_name=False)


def write_message(message: Message) -> str:
    return message.model_dump_json(by_alias=True, exclude_none=True)
