"""A call as JSON and as Python."""

from __future__ import annotations

import asyncio
import inspect
import json
import sys
from ast import PyCF_ALLOW_TOP_LEVEL_AWAIT
from types import ModuleType
from typing import Any
from unittest.mock import patch

import mcp
from hypothesis import given
from hypothesis import strategies as st
from mcp_types import CallToolResult, ErrorData, TextContent, Tool

from demo_host.state.calls import Call
from demo_host.state.problems import Problem
from demo_host.state.snippets import json_call, literal, python_call

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


class Recorder:
    """In place of a frame, a session and a client: keeps what is done with them."""

    session_id = "new"
    seen: list[Any]

    def __init__(self, *args: Any) -> None:
        if args and isinstance(args[0], str):
            Recorder.seen = [args[0]]

    async def setup(self) -> Recorder:
        return self

    def connect(self, session_id: str) -> Recorder:
        self.seen.append(session_id)
        return self

    async def __aenter__(self) -> Recorder:
        return self

    async def __aexit__(self, *error: object) -> None:
        return None

    async def call_tool(self, name: str, arguments: dict[str, Any]) -> str:
        self.seen += [name, arguments]
        return "result"


def run(source: str) -> list[Any]:
    """Run a page's script with a frame that only keeps what it is told."""
    transom = ModuleType("transom")
    transom.OuterFrame = Recorder  # type: ignore[attr-defined]
    code = compile(source, "snippet", "exec", flags=PyCF_ALLOW_TOP_LEVEL_AWAIT)
    with patch.dict(sys.modules, {"transom": transom}), patch.object(mcp, "Client", Recorder):
        work = eval(code, {"print": lambda value: None})  # noqa: S307
        assert inspect.iscoroutine(work)
        asyncio.run(work)
    return Recorder.seen


def test_the_python_of_a_call_makes_the_same_call() -> None:
    arguments = {"text": 'it\'s "quoted"\n\\ and {braces}', "none": None, "yes": True, "list": [1.5, {"a": []}]}
    url = 'http://localhost:8704/?a="b"'
    assert run(python_call(url, "say it", arguments)) == [url, "new", "say it", arguments]


@given(st.dictionaries(st.text(), JSON, max_size=4), st.text())
def test_the_python_of_any_call_makes_the_same_call(arguments: dict[str, Any], name: str) -> None:
    assert run(python_call("http://x/", name, arguments)) == ["http://x/", "new", name, arguments]


def test_long_values_are_laid_out_on_lines() -> None:
    assert literal({"a": 1, "b": [2]}) == "{'a': 1, 'b': [2]}"
    assert literal({"a": "x" * 90, "b": [2]}) == "{\n    'a': '" + "x" * 90 + "',\n    'b': [2],\n}"
    assert literal([float("inf"), float("-inf")]) == '[float("inf"), float("-inf")]'


def a_call(**fields: Any) -> Call:
    return Call("call-1", "one", Tool(name="buy", input_schema={}), {"what": "bread"}, 0.0, **fields)


def test_a_call_as_json_has_its_request_and_its_result() -> None:
    result = CallToolResult(content=[TextContent(text="yours")], structured_content={"left": None})
    entry = json.loads(json_call(a_call(result=result)))
    assert entry["request"] == {"method": "tools/call", "params": {"name": "buy", "arguments": {"what": "bread"}}}
    assert entry["result"]["structuredContent"] == {"left": None}
    assert entry["result"]["content"][0]["text"] == "yours"


def test_a_call_as_json_has_its_error() -> None:
    failed = a_call(problem=Problem("Bad", "bad"), error=ErrorData(code=-1, message="bad", data=[1]))
    assert json.loads(json_call(failed))["error"] == {"code": -1, "message": "bad", "data": [1]}
    ended = a_call(problem=Problem("The page crashed", "It crashed.", "PEER_CRASHED"))
    assert json.loads(json_call(ended))["failure"] == {"code": "PEER_CRASHED", "message": "It crashed."}
