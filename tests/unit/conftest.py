"""What all unit tests share: Hypothesis without time limits, so that a busy machine fails no test, and what the SDK
works out of tools and schemas, which is the same in each of the thousands of servers that they make."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator
from types import FunctionType
from typing import Any

import pytest
from hypothesis import settings
from jsonschema import Draft202012Validator
from mcp.server.mcpserver.tools import Tool

settings.register_profile("unit", deadline=None, max_examples=50)
settings.load_profile("unit")


def key_of(function: Callable[..., Any], options: dict[str, Any]) -> Hashable:
    """What a tool's description follows from; nothing for a type that may be another one in the next test."""
    if not isinstance(function, FunctionType):
        return None
    if not all(isinstance(one, str) for one in function.__annotations__.values()):
        return None
    given = (function.__doc__, function.__defaults__, function.__kwdefaults__, function.__annotations__, options)
    return function.__module__, function.__qualname__, function.__code__, repr(given)


@pytest.fixture(scope="session", autouse=True)
def described_once() -> Iterator[None]:
    """A tool is a new function in each server, of the same code: its models and its schemas are made once."""
    describe = Tool.from_function
    known: dict[Hashable, Tool] = {}

    def from_function(function: Callable[..., Any], **options: Any) -> Tool:
        key = key_of(function, options)
        if key is None:
            return describe(function, **options)
        if key not in known:
            known[key] = describe(function, **options)
        return known[key].model_copy(update={"fn": function})

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Tool, "from_function", from_function)
        yield


@pytest.fixture(scope="session", autouse=True)
def checked_once() -> Iterator[None]:
    """A client checks each schema against that of all schemas, which a good one stands for good."""
    check = Draft202012Validator.check_schema
    good: set[str] = set()

    def check_schema(schema: Any, **options: Any) -> None:
        text = json.dumps([schema, repr(options)])
        if text not in good:
            check(schema, **options)
            good.add(text)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Draft202012Validator, "check_schema", check_schema)
        yield
