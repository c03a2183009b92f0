"""JSON-RPC is read strictly."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp_types import (
    ErrorData,
    JSONRPCError,
    JSONRPCRequest,
    JSONRPCResponse,
)
from transom.errors import NotJson
from transom.jsonrpc import NotJsonRpc, read_jsonrpc, write_jsonrpc


def text_of(**fields: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", **fields})


def refused(text: str) -> NotJsonRpc:
    with pytest.raises(NotJsonRpc) as caught:
        read_jsonrpc(text)
    return caught.value


def nested(depth: int) -> str:
    return '{"a":' * depth + "1" + "}" * depth


GOOD_IDS = [0, 1, -1, 2**53 - 1, -(2**53) + 1, "", "7", "a" * 256]
BAD_IDS = [None, 1.5, 1.0, True, False, {}, [], [1], "a" * 257, 2**53, 2**70, -(2**70)]


@pytest.mark.parametrize("known", GOOD_IDS)
def test_a_request_keeps_its_id(known: int | str) -> None:
    message = read_jsonrpc(text_of(id=known, method="tools/list"))
    assert isinstance(message, JSONRPCRequest)
    assert (message.id, type(message.id)) == (known, type(known))
    assert "params" not in message.model_fields_set


@pytest.mark.parametrize("odd", BAD_IDS)
def test_a_request_with_an_id_that_is_none_is_refused(odd: object) -> None:
    problem = refused(text_of(id=odd, method="tools/list"))
    assert problem.id is None
    assert problem.is_request


@pytest.mark.parametrize("odd", BAD_IDS)
def test_a_response_with_an_id_that_is_none_is_refused(odd: object) -> None:
    assert refused(text_of(id=odd, result={})).id is None


def test_an_error_without_a_known_request_has_a_null_id() -> None:
    message = read_jsonrpc(text_of(id=None, error={"code": -32700, "message": "Parse error"}))
    assert message == JSONRPCError(jsonrpc="2.0", id=None, error=ErrorData(code=-32700, message="Parse error"))


@pytest.mark.parametrize(
    ("fields", "is_request"),
    [
        ({"method": "a", "result": {}}, True),
        ({"method": "a", "error": {"code": 1, "message": "b"}}, True),
        ({"result": {}, "error": {"code": 1, "message": "b"}}, False),
        ({"result": {}, "error": None}, False),
        ({}, False),
        ({"jsonrpc": "1.0", "method": "a"}, True),
        ({"jsonrpc": 2.0, "method": "a"}, True),
        ({"jsonrpc": None, "method": "a"}, True),
        ({"method": ""}, True),
        ({"method": "a" * 257}, True),
        ({"method": 1}, True),
        ({"method": None}, True),
        ({"method": ["tools/list"]}, True),
        *(({"method": "a", "params": params}, True) for params in ("text", [], [1], None, 1, True, "")),
        *(({"result": result}, False) for result in (None, [], "text", 1, True)),
        *(
            ({"error": error}, False)
            for error in (
                None,
                "text",
                [],
                {},
                {"code": 1},
                {"message": "a"},
                {"code": "1", "message": "a"},
                {"code": 1.5, "message": "a"},
                {"code": True, "message": "a"},
                {"code": 1, "message": None},
            )
        ),
    ],
)
def test_a_message_of_another_shape_is_refused_under_its_id(fields: dict[str, Any], is_request: bool) -> None:
    problem = refused(json.dumps({"jsonrpc": "2.0", "id": 7, **fields}))
    assert (problem.id, problem.is_request) == (7, is_request)


@pytest.mark.parametrize("fields", [{"result": {}}, {"error": {"code": 1, "message": "a"}}])
def test_an_answer_without_an_id_is_refused(fields: dict[str, Any]) -> None:
    assert refused(text_of(**fields)).id is None


def test_a_message_without_a_version_is_refused() -> None:
    assert refused('{"id":"a","method":"ping"}').id == "a"


@pytest.mark.parametrize("text", ["", " ", "1", "null", '"text"', "[]", '[{"jsonrpc":"2.0","method":"a"}]', "{", "{}x"])
def test_what_is_no_object_is_refused(text: str) -> None:
    assert refused(text).id is None


@pytest.mark.parametrize(
    "text",
    [
        '{"jsonrpc":"2.0","id":1,"id":2,"method":"a"}',
        '{"jsonrpc":"2.0","id":1,"method":"a","method":"b"}',
        '{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":1,"x":1}}',
        '{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":[{"y":{"z":1,"z":2}}]}}',
        '{"jsonrpc":"2.0","id":1,"result":{"x":1,"\\u0078":2}}',
        # Written again, these have the length that they had.
        '{"jsonrpc":"2.0","id":1,"id":2,"method":"a","params":{"x":1e7}}',
        '{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":1,"x":1,"y":"éééééé"}}',
    ],
)
def test_a_key_that_is_there_twice_is_refused(text: str) -> None:
    refused(text)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "-1e400", "01", "+1", ".5", "1.", "0x1"])
def test_a_number_that_json_does_not_know_is_refused(number: str) -> None:
    refused(f'{{"jsonrpc":"2.0","id":1,"method":"a","params":{{"x":{number}}}}}')
    refused(f'{{"jsonrpc":"2.0","id":1,"result":{{"x":[{number}]}}}}')


@pytest.mark.parametrize("number", ["1e3", "1E3", "-0", "-0.0", "1.50", "1e-400", "0.1", str(2**70)])
def test_numbers_may_be_written_in_any_way_that_json_knows(number: str) -> None:
    message = read_jsonrpc(f'{{"jsonrpc":"2.0","id":1,"result":{{"x":{number}}}}}')
    assert isinstance(message, JSONRPCResponse)
    assert message.result["x"] == json.loads(number)


def test_a_message_is_nested_200_deep_at_most() -> None:
    read_jsonrpc(f'{{"jsonrpc":"2.0","id":1,"result":{nested(198)}}}')
    refused(f'{{"jsonrpc":"2.0","id":1,"result":{nested(201)}}}')
    refused(f'{{"jsonrpc":"2.0","id":1,"result":{nested(100_000)}}}')
    refused(f'{{"jsonrpc":"2.0","id":1,"result":{{"x":{"[" * 100_000}')


@pytest.mark.parametrize(
    ("text", "found", "is_request"),
    [
        (f'{{"jsonrpc":"2.0","id":7,"result":{nested(250)}}}', 7, False),
        (f'{{"jsonrpc":"2.0","id":"7","method":"a","params":{nested(250)}}}', "7", True),
        (f'{{"id":-7,"method":"a","params":{nested(250)}}}', -7, True),
        (f'{{"method":"a","params":{nested(250)},"jsonrpc":"2.0","id":7}}', 7, True),
        (f'{{"result":{nested(250)},"id":7,"jsonrpc":"2.0"}}', 7, False),
        ('{"jsonrpc":"2.0","id":7,"result":{"x":NaN}}', 7, False),
        ('{"jsonrpc":"2.0","id":7,"result":{"x":"\ud800"}}', 7, False),
        ('{"jsonrpc":"2.0","id":07,"result":{"x":NaN}}', None, False),
        ('{"jsonrpc":"2.0","id":99999999999999999,"result":{"x":NaN}}', None, False),
        ('{"jsonrpc":"2.0","id":true,"result":{"x":NaN}}', None, False),
        ('{"jsonrpc":"2.0","id":"\n","result":{"x":NaN}}', None, False),
        ('{"jsonrpc":"2.0","id":"\ud800","result":{}}', None, False),
        ('{"jsonrpc":"2.0","id":"\\ud800","result":{}}', None, False),
        ('{"jsonrpc":"2.0","result":{"id":7,"x":NaN}}', None, False),
    ],
)
def test_what_can_not_be_parsed_keeps_its_id_where_that_is_in_the_usual_place(
    text: str, found: object, is_request: bool
) -> None:
    problem = refused(text)
    assert (problem.id, problem.is_request) == (found, is_request)


@pytest.mark.parametrize("depth", [*range(190, 205), 240, 250, 300])
def test_whoever_waits_for_what_is_nested_too_deep_to_be_read_hears_of_it(depth: int) -> None:
    value: Any = 1
    for _ in range(depth):
        value = {"a": value}
    message = JSONRPCResponse(jsonrpc="2.0", id=1, result=value)
    try:
        text = write_jsonrpc(message)
    except NotJson:
        return
    if depth <= 199:
        assert read_jsonrpc(text) == message
    else:
        assert refused(text).id == 1


@pytest.mark.parametrize("text", ["\\ud800", "\\udc00", "\\ud800\\ud800", "a\\udfffb", "\ud800", "\udc00 \ud83d"])
def test_half_a_character_is_refused(text: str) -> None:
    refused(f'{{"jsonrpc":"2.0","id":1,"method":"a","params":{{"x":"{text}"}}}}')
    refused(f'{{"jsonrpc":"2.0","id":1,"method":"a","params":{{"{text}":1}}}}')
    refused(f'{{"jsonrpc":"2.0","id":"{text}","method":"a"}}')


@pytest.mark.parametrize("text", ["😀", "\\ud83d\\ude00", "é", "\\u0000", "\\/", "\u2028", "\x7f"])
def test_any_whole_character_is_read(text: str) -> None:
    message = read_jsonrpc(f'{{"jsonrpc":"2.0","id":1,"method":"a","params":{{"x":"{text}"}}}}')
    assert isinstance(message, JSONRPCRequest)
    assert message.params == {"x": json.loads(f'"{text}"')}


def test_keys_of_prototypes_are_keys_like_others() -> None:
    params = {"__proto__": {"polluted": True}, "constructor": {"prototype": {"polluted": True}}, "hasOwnProperty": 1}
    message = read_jsonrpc(text_of(id=1, method="tools/call", params=params, __proto__={"polluted": True}))
    assert isinstance(message, JSONRPCRequest)
    assert message.params == params
    assert not hasattr(message, "polluted")
