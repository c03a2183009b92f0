"""JSON-RPC 2.0 as MCP uses it, read strictly and once: the SDK's own parser takes much that is none.

A request whose id is `null` or `true`, say, would run as a notification there.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, Never, cast

from mcp_types import (
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
)
from pydantic_core import PydanticSerializationError, from_json, to_json

from transom.errors import NotJson

INVALID_REQUEST = -32600
ID_CHARS = 256
METHOD_CHARS = 256
SAFE_INTEGER = 2**53 - 1
"""Beyond it, the other side's numbers are not exact."""


class NotJsonRpc(ValueError):
    """A text that is no JSON-RPC message of MCP. `id` is that of a request or a response, where it has a usable one."""

    def __init__(self, reason: str, id: RequestId | None = None, *, is_request: bool = False) -> None:
        super().__init__(reason)
        self.id = id
        self.is_request = is_request


def read_jsonrpc(text: str) -> JSONRPCMessage:
    """The message that `text` is. Raises `NotJsonRpc`."""
    data = _parse(text)
    if type(data) is not dict:
        raise NotJsonRpc("not an object; batches are not part of MCP")
    fields = cast(dict[str, Any], data)
    id = fields.get("id")
    usable = _is_id(id)
    is_request = "method" in fields

    def refuse(reason: str) -> Never:
        raise NotJsonRpc(reason, id if usable else None, is_request=is_request)

    if fields.get("jsonrpc") != "2.0":
        refuse('"jsonrpc" is not "2.0"')
    if "id" in fields and not usable and not (id is None and "error" in fields):
        refuse('"id" is neither a text of moderate length nor a safe integer')
    kinds = [kind for kind in ("method", "result", "error") if kind in fields]
    if len(kinds) != 1:
        refuse('not exactly one of "method", "result" and "error"')
    match kinds[0]:
        case "method":
            method, params = fields["method"], fields.get("params")
            if type(method) is not str or not 0 < len(method) <= METHOD_CHARS:
                refuse('"method" is not a text of moderate length')
            if "params" in fields and type(params) is not dict:
                refuse('"params" is not an object')
            if method == "notifications/progress" and not _is_progress(fields["params"] if params else {}):
                refuse("a progress that is no number")
            # Left out, not None: the SDK writes what was set.
            rest: dict[str, Any] = {"params": params} if "params" in fields else {}
            if "id" in fields:
                return JSONRPCRequest(jsonrpc="2.0", id=cast(RequestId, id), method=method, **rest)
            return JSONRPCNotification(jsonrpc="2.0", method=method, **rest)
        case "result":
            if "id" not in fields or type(fields["result"]) is not dict:
                refuse('a response needs an "id", and an object as its "result"')
            return JSONRPCResponse(jsonrpc="2.0", id=cast(RequestId, id), result=cast(dict[str, Any], fields["result"]))
        case _:
            error = _error(fields["error"])
            if "id" not in fields or error is None:
                refuse('an error needs an "id", an integer "code" and a "message"')
            return JSONRPCError(jsonrpc="2.0", id=id, error=error)


# Where serialisers put the id, for a text that can't be parsed: whoever waits for an answer to it shall have one.
_ID = rf'("[^"\\\x00-\x1f\ud800-\udfff]{{0,{ID_CHARS}}}"|-?(?:0|[1-9][0-9]{{0,14}}))'
_HEAD = re.compile(rf'\{{(?:"jsonrpc":"2\.0",)?"id":{_ID},')
_TAIL = re.compile(rf',"id":{_ID}(?:,"jsonrpc":"2\.0")?\}}$')
_IS_REQUEST = re.compile(r'\{(?:"jsonrpc":"2\.0",)?(?:"id":[^,]{1,300},)?"method":')


def _parse(text: str) -> Any:
    try:
        data = from_json(text, allow_inf_nan=False)
        # Written again, it is the same text unless it was formatted, or a key came twice, or a number was too large.
        if to_json(data, inf_nan_mode="constants").decode() != text:
            _STRICT.decode(text)
    except (ValueError, TypeError, RecursionError, PydanticSerializationError) as error:
        # A `TypeError` stands for half a character.
        found = _HEAD.match(text) or _TAIL.search(text[-512:])
        id: RequestId | None = json.loads(found[1]) if found else None
        raise NotJsonRpc(f"not JSON: {error}", id, is_request=bool(_IS_REQUEST.match(text))) from error
    return data


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a key is there twice")
    return fields


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number is too large")
    return number


def _no_constant(name: str) -> Never:
    raise ValueError(f"{name} is not JSON")


_STRICT = json.JSONDecoder(object_pairs_hook=_no_duplicates, parse_float=_finite, parse_constant=_no_constant)


def _is_id(value: object) -> bool:
    if type(value) is str:
        return len(value) <= ID_CHARS
    return type(value) is int and -SAFE_INTEGER <= value <= SAFE_INTEGER


def _is_progress(params: dict[str, Any]) -> bool:
    """The SDK makes floats of these numbers, and ends when it can't."""
    return all(
        type(value) is not int or -SAFE_INTEGER <= value <= SAFE_INTEGER
        for value in (params.get("progress"), params.get("total"))
    )


def _error(value: object) -> ErrorData | None:
    if type(value) is not dict:
        return None
    fields = cast(dict[str, Any], value)
    code, message = fields.get("code"), fields.get("message")
    if type(code) is not int or type(message) is not str:
        return None
    return ErrorData(code=code, message=message, data=fields.get("data"))


def write_jsonrpc(message: JSONRPCMessage) -> str:
    """The text of a message. Raises `NotJson` for what JSON does not know."""
    fields: dict[str, Any] = {"jsonrpc": "2.0"}
    match message:
        case JSONRPCRequest():
            fields |= {"id": message.id, "method": message.method}
        case JSONRPCNotification():
            fields["method"] = message.method
        case JSONRPCResponse():
            fields |= {"id": message.id, "result": message.result}
        case JSONRPCError():
            error = message.error
            data = {} if error.data is None else {"data": error.data}
            fields |= {"id": message.id, "error": {"code": error.code, "message": error.message, **data}}
    if isinstance(message, JSONRPCRequest | JSONRPCNotification) and message.params is not None:
        fields["params"] = message.params
    try:
        text = to_json(fields, inf_nan_mode="constants").decode()
        if "NaN" in text or "Infinity" in text:
            _STRICT.decode(text)
    except (ValueError, TypeError, RecursionError, PydanticSerializationError) as problem:
        raise NotJson(str(problem).rstrip(".")) from problem
    return text
