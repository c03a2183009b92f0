"""The messages: written as other implementations expect them, read only as they have to be."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from transom.protocol import (
    CONTROL_CHARS,
    MESSAGES,
    Message,
    SetupComplete,
    SetupHandshake,
    StageReached,
    TransportHandshake,
    TransportReply,
    read_message,
    write_message,
)

from .peers import MORE_SAMPLES, SAMPLES, asking, need

FIELDS: dict[str, tuple[set[str], set[str]]] = {
    "MCP_SETUP_HANDSHAKE": (
        {"minProtocolVersion", "maxProtocolVersion", "requiresVisibleSetup"},
        {"requestedPermissions"},
    ),
    "MCP_SETUP_HANDSHAKE_REPLY": ({"protocolVersion", "sessionId"}, {"grantedPermissions"}),
    "MCP_SETUP_COMPLETE": ({"status"}, {"displayName", "ephemeralMessage", "transportVisibility", "error"}),
    "MCP_TRANSPORT_HANDSHAKE": ({"protocolVersion"}, {"extensions"}),
    "MCP_TRANSPORT_HANDSHAKE_REPLY": ({"sessionId", "protocolVersion"}, {"extensions", "port"}),
    "MCP_TRANSPORT_ACCEPTED": ({"sessionId"}, {"port"}),
    "MCP_SETUP_REQUIRED": ({"reason", "message", "canContinue"}, set()),
    "MCP_MESSAGE": ({"payload"}, set()),
    "TRANSOM_READY": ({"sessionId"}, {"port"}),
    "TRANSOM_GOODBYE": ({"reason"}, {"message"}),
    "TRANSOM_FAILURE": ({"code", "message"}, set()),
    "TRANSOM_PING": ({"id"}, set()),
    "TRANSOM_PONG": ({"id"}, set()),
    "TRANSOM_STAGE": ({"stage"}, set()),
}
"""The fields of each type: those that have to be there, and those that can be."""

LONG = {"displayName": 200, "sessionId": 256, "code": 64, "minProtocolVersion": 32, "maxProtocolVersion": 32}
LONG |= {"protocolVersion": 32, "message": 2000, "ephemeralMessage": 2000}

REQUIREMENT = {"name": "camera", "phase": ["setup"], "required": True, "purpose": "To see you."}

whatever = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
keys = st.sampled_from(sorted({key for needed, more in FIELDS.values() for key in needed | more}))


def fields(message: Message) -> dict[str, Any]:
    return json.loads(write_message(message))


def is_read(shape: object) -> bool:
    try:
        read_message(json.dumps(shape))
    except ValueError:
        return False
    return True


def sample(type_: str) -> dict[str, Any]:
    return next(shape for shape in map(fields, SAMPLES) if shape["type"] == type_)


@pytest.mark.parametrize("message", MORE_SAMPLES, ids=lambda message: type(message).__name__)
def test_what_is_written_is_read_as_the_same_message(message: Message) -> None:
    assert read_message(write_message(message)) == message


def test_there_is_a_sample_of_every_message() -> None:
    assert [type(message) for message in SAMPLES] == list(MESSAGES)


@pytest.mark.parametrize("model", MESSAGES)
def test_every_message_has_the_fields_of_the_wire(model: type[Message]) -> None:
    needed, more = FIELDS[model.model_fields["type"].default]
    required = {field.alias for field in model.model_fields.values() if field.is_required()}
    assert required == needed
    assert {field.alias for field in model.model_fields.values()} == needed | more | {"type"}


@pytest.mark.parametrize("type_", FIELDS)
def test_a_message_without_a_needed_field_is_refused(type_: str) -> None:
    whole = sample(type_)
    assert is_read(whole)
    for key in FIELDS[type_][0]:
        assert not is_read({name: value for name, value in whole.items() if name != key}), key


@pytest.mark.parametrize("type_", FIELDS)
@pytest.mark.parametrize("value", [None, True, 1.5, -1, 2**53, [], {}, [[]], ["x" * 65], "", "x" * 2001])
def test_a_needed_field_of_another_kind_is_refused(type_: str, value: object) -> None:
    for key in FIELDS[type_][0]:
        shape = {**sample(type_), key: value}
        fits = (value is True and key in ("canContinue", "requiresVisibleSetup")) or (
            (value == "" and key == "message") or (value == {} and key == "payload")
        )
        assert is_read(shape) == fits, key


@pytest.mark.parametrize("value", ["true", 1, 0])
def test_only_a_boolean_is_a_boolean(value: object) -> None:
    assert not is_read({**sample("MCP_SETUP_REQUIRED"), "canContinue": value})
    assert not is_read({**sample("MCP_SETUP_HANDSHAKE"), "requestedPermissions": [{**REQUIREMENT, "required": value}]})


@pytest.mark.parametrize(("key", "limit"), LONG.items())
def test_a_text_has_a_limit(key: str, limit: int) -> None:
    types = [type_ for type_, (needed, more) in FIELDS.items() if key in needed | more]
    assert types
    for type_ in types:
        assert is_read({**sample(type_), key: "1" * limit})
        assert not is_read({**sample(type_), key: "1" * (limit + 1)})


@pytest.mark.parametrize("version", ["", "1.0\n", "1.0 ", "1٢.0", "<b>", "1.0\0"])
def test_a_version_has_few_characters(version: str) -> None:
    assert not is_read({"type": "MCP_TRANSPORT_HANDSHAKE", "protocolVersion": version})


@pytest.mark.parametrize("key", ["extensions", "requestedPermissions", "grantedPermissions"])
def test_a_list_has_a_limit(key: str) -> None:
    entry = REQUIREMENT if key == "requestedPermissions" else "camera"
    for type_ in [type_ for type_, (_, more) in FIELDS.items() if key in more]:
        assert is_read({**sample(type_), key: [entry] * 32})
        assert not is_read({**sample(type_), key: [entry] * 33})
        assert not is_read({**sample(type_), key: entry})


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""},
        {"name": "x" * 65},
        {"name": None},
        {"phase": []},
        {"phase": "setup"},
        {"phase": ["always"]},
        {"phase": ["setup", "transport", "setup"]},
        {"purpose": "x" * 2001},
        {"purpose": None},
    ],
)
def test_a_permission_is_asked_for_as_a_whole(change: dict[str, object]) -> None:
    shape = sample("MCP_SETUP_HANDSHAKE")
    assert is_read({**shape, "requestedPermissions": [REQUIREMENT]})
    assert not is_read({**shape, "requestedPermissions": [REQUIREMENT, {**REQUIREMENT, **change}]})


@pytest.mark.parametrize(
    ("type_", "key", "value"),
    [
        ("MCP_SETUP_COMPLETE", "status", "done"),
        ("MCP_SETUP_COMPLETE", "transportVisibility", {"requirement": "always"}),
        ("MCP_SETUP_COMPLETE", "transportVisibility", {}),
        ("MCP_SETUP_COMPLETE", "error", {"code": "AUTH_FAILED"}),
        ("MCP_SETUP_REQUIRED", "reason", "BORED"),
        ("TRANSOM_GOODBYE", "reason", "angry"),
        ("TRANSOM_STAGE", "stage", "asleep"),
        ("MCP_TRANSPORT_HANDSHAKE_REPLY", "port", -1),
        ("MCP_TRANSPORT_HANDSHAKE_REPLY", "port", 1.5),
        ("MCP_TRANSPORT_HANDSHAKE_REPLY", "port", True),
        ("MCP_MESSAGE", "payload", [{"jsonrpc": "2.0"}]),
        ("MCP_MESSAGE", "payload", "{}"),
    ],
)
def test_a_value_outside_of_a_closed_set_is_refused(type_: str, key: str, value: object) -> None:
    assert not is_read({**sample(type_), key: value})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "1",
        '"MCP_TRANSPORT_HANDSHAKE"',
        "[]",
        "{}",
        '{"type": null}',
        '{"type": ["MCP_MESSAGE"]}',
        '{"type": "MCP_ELSE"}',
        '{"type": "mcp_message", "payload": {}}',
        '{"jsonrpc": "2.0", "method": "ping", "id": 1}',
        '[{"type": "MCP_MESSAGE", "payload": {}}]',
        '{"type": "MCP_TRANSPORT_ACCEPTED", "sessionId": "\\ud800"}',
        '{"type": "MCP_MESSAGE", "payload": ' + '{"a":' * 10_000,
        "[" * 60_000,
    ],
)
def test_what_is_no_message_of_ours_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match="validation error"):
        read_message(text)


def test_a_field_counts_only_in_the_spelling_of_the_wire() -> None:
    assert not is_read({"type": "MCP_TRANSPORT_ACCEPTED", "session_id": "x"})


def test_unknown_fields_are_ignored() -> None:
    hostile = {"__proto__": {"polluted": True}, "constructor": {"prototype": {}}, "model_config": {}, "extra": 1}
    shape = sample("MCP_TRANSPORT_HANDSHAKE")
    assert read_message(json.dumps({**shape, **hostile})) == read_message(json.dumps(shape))


def test_a_long_message_is_refused_before_it_is_parsed() -> None:
    text = write_message(StageReached(stage="ready"))
    assert read_message(text.ljust(CONTROL_CHARS)) == StageReached(stage="ready")
    with pytest.raises(ValueError, match=f"{CONTROL_CHARS} is the limit"):
        read_message(text.ljust(CONTROL_CHARS + 1))


def test_what_is_not_said_is_not_written() -> None:
    assert fields(TransportReply(session_id="s", protocol_version="1.0")) == {
        "type": "MCP_TRANSPORT_HANDSHAKE_REPLY",
        "sessionId": "s",
        "protocolVersion": "1.0",
    }
    assert fields(asking(need("camera", "setup")))["requestedPermissions"] == [
        {"name": "camera", "phase": ["setup"], "required": False, "purpose": "To use the camera."}
    ]


def test_a_null_stands_for_a_field_that_is_missing() -> None:
    shape = {**sample("MCP_SETUP_COMPLETE"), "ephemeralMessage": None, "error": None}
    assert read_message(json.dumps(shape)) == read_message(json.dumps(sample("MCP_SETUP_COMPLETE")))


def test_the_messages_of_the_reference_are_read() -> None:
    offer = {"type": "MCP_TRANSPORT_HANDSHAKE", "protocolVersion": "1.0"}
    assert read_message(json.dumps(offer)) == TransportHandshake(protocol_version="1.0", extensions=())
    setup = {
        "type": "MCP_SETUP_HANDSHAKE",
        "minProtocolVersion": "1.0",
        "maxProtocolVersion": "1.0",
        "requiresVisibleSetup": False,
    }
    assert isinstance(read_message(json.dumps(setup)), SetupHandshake)
    complete = {
        "type": "MCP_SETUP_COMPLETE",
        "status": "success",
        "displayName": "Pi",
        "ephemeralMessage": "Done!",
        "transportVisibility": {"requirement": "optional", "description": "Shows digits."},
    }
    read = read_message(json.dumps(complete))
    assert isinstance(read, SetupComplete)
    assert read.transport_visibility.description == "Shows digits."


@given(st.sampled_from(SAMPLES), st.dictionaries(keys, whatever, max_size=3), st.booleans())
def test_any_shape_is_a_message_or_a_value_error(message: Message, change: dict[str, Any], drop: bool) -> None:
    shape = fields(message) | change
    if drop:
        shape.popitem()
    try:
        read = read_message(json.dumps(shape))
    except ValueError:
        return
    assert read_message(write_message(read)) == read


@given(st.text() | whatever.map(json.dumps))
def test_any_text_is_a_message_or_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match="validation error"):
        read_message(text)
