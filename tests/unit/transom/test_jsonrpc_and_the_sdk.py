"""JSON-RPC is read in the meaning of the SDK's parser, and written as the SDK writes it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp_types import (
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError
from transom.errors import NotJson
from transom.jsonrpc import NotJsonRpc, read_jsonrpc, write_jsonrpc

from tests.unit.transom.test_jsonrpc import BAD_IDS, GOOD_IDS

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3), max_leaves=8
)
objects = st.dictionaries(st.text(), values, max_size=3)
odd = values | st.sampled_from([*GOOD_IDS, *BAD_IDS])
shapes = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.sampled_from(["2.0", "2.0", "2.0", "1.0", 2.0, None]),
        "id": st.sampled_from(GOOD_IDS) | odd,
        "method": st.text(max_size=5) | odd,
        "params": objects | odd,
        "result": objects | odd,
        "error": st.fixed_dictionaries({}, optional={"code": odd, "message": st.text(), "data": values}) | odd,
        "more": values,
    },
)


@given(shapes)
def test_whatever_is_accepted_the_sdk_reads_to_the_same_message(fields: dict[str, Any]) -> None:
    text = json.dumps(fields)
    try:
        ours = read_jsonrpc(text)
    except NotJsonRpc:
        return
    theirs = jsonrpc_message_adapter.validate_json(text)
    assert type(ours) is type(theirs)
    assert ours.model_dump() == theirs.model_dump()
    assert ours.model_fields_set == theirs.model_fields_set


@given(st.text() | st.text(alphabet='{}[]":,019.eE-+\\u\ud800 ntf'))
def test_no_text_raises_anything_else(text: str) -> None:
    try:
        ours = read_jsonrpc(text)
    except NotJsonRpc:
        return
    assert ours == jsonrpc_message_adapter.validate_json(text)


ids = st.integers(-(2**53) + 1, 2**53 - 1) | st.text(max_size=256)
methods = st.text(min_size=1, max_size=256)
errors = st.builds(ErrorData, code=st.integers(-(2**31), 2**31), message=st.text(), data=values)
messages = st.one_of(
    st.builds(JSONRPCRequest, jsonrpc=st.just("2.0"), id=ids, method=methods),
    st.builds(JSONRPCRequest, jsonrpc=st.just("2.0"), id=ids, method=methods, params=objects),
    st.builds(JSONRPCNotification, jsonrpc=st.just("2.0"), method=methods),
    st.builds(JSONRPCNotification, jsonrpc=st.just("2.0"), method=methods, params=objects),
    st.builds(JSONRPCResponse, jsonrpc=st.just("2.0"), id=ids, result=objects),
    st.builds(JSONRPCError, jsonrpc=st.just("2.0"), id=ids | st.none(), error=errors),
)


@given(messages)
def test_a_message_is_written_as_the_sdk_writes_it_and_read_again(message: JSONRPCMessage) -> None:
    text = write_jsonrpc(message)
    by_the_sdk = json.loads(message.model_dump_json(by_alias=True, exclude_unset=True))
    if by_the_sdk.get("error", {}).get("data", 1) is None:
        del by_the_sdk["error"]["data"]
    assert json.loads(text) == by_the_sdk
    assert read_jsonrpc(text) == message


def test_absent_params_stay_absent() -> None:
    request = JSONRPCRequest(jsonrpc="2.0", id=1, method="ping", params=None)
    assert json.loads(write_jsonrpc(request)) == {"jsonrpc": "2.0", "id": 1, "method": "ping"}


def endless() -> list[Any]:
    values: list[Any] = []
    values.append(values)
    return values


@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        float("inf"),
        [-float("inf")],
        {"x": {"y": float("nan")}},
        lambda: None,
        object(),
        b"\xff",
        "\ud800",
        {"\udc00": 1},
        endless(),
        json,
    ],
    ids=[
        "nan",
        "infinity",
        "-infinity in a list",
        "nan within",
        "function",
        "object",
        "bytes",
        "surrogate",
        "surrogate as a key",
        "endless",
        "module",
    ],
)
def test_what_json_does_not_know_is_not_written(value: object) -> None:
    for message in (
        JSONRPCRequest(jsonrpc="2.0", id=1, method="a", params={"x": value}),
        JSONRPCNotification(jsonrpc="2.0", method="a", params={"x": value}),
        JSONRPCResponse(jsonrpc="2.0", id=1, result={"x": value}),
        JSONRPCError(jsonrpc="2.0", id=1, error=ErrorData(code=1, message="a", data=value)),
    ):
        with pytest.raises(NotJson, match="A message was not sent"):
            write_jsonrpc(message)


def test_words_that_look_like_numbers_are_written() -> None:
    result = {"NaN": "Infinity", "x": ["-Infinity", "a NaN"]}
    assert json.loads(write_jsonrpc(JSONRPCResponse(jsonrpc="2.0", id=1, result=result)))["result"] == result


def test_the_sdk_alone_would_take_what_is_refused_here() -> None:
    as_notification = jsonrpc_message_adapter.validate_json('{"jsonrpc":"2.0","id":true,"method":"tools/call"}')
    assert isinstance(as_notification, JSONRPCNotification)
    with pytest.raises(ValidationError):
        jsonrpc_message_adapter.validate_json("[]")
