"""Each tool with any arguments of its own schema."""

from __future__ import annotations

import asyncio
from typing import Any

import jsonschema
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp import Client
from mcp_types import Tool

from operations.board import Board
from operations.server import make_server
from operations.trust import TOOLS

from .boards import trusting, words

NAMED = ["P-105", "S-5", "I-30", "T-2", "U-1", "Alice", "Platform", "checkout", "health", "", "atlas", "2026-11-10"]
MOMENTS = ["2026-11-20T22:00:00Z", "2026-12-01T10:00:00+02:00", "2026-11-30", "0001-01-01T00:00:00Z", "9999-12-31"]


def values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that fit a schema, of those that these tools have."""
    if "anyOf" in schema:
        return st.one_of([values(one) for one in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema.get("type"), schema.get("format"):
        case "null", _:
            return st.none()
        case "boolean", _:
            return st.booleans()
        case "integer", _:
            return st.integers(schema["minimum"], schema["maximum"])
        case "string", "date":
            return st.dates().map(str)
        case "string", "date-time":
            return st.sampled_from(MOMENTS) | st.datetimes(timezones=st.timezones()).map(lambda one: one.isoformat())
        case "string", _:
            return st.sampled_from(NAMED) | st.text(max_size=schema["maxLength"])
        case other:
            raise NotImplementedError(other)


def arguments(tool: Tool) -> st.SearchStrategy[dict[str, Any]]:
    made = {name: values(schema) for name, schema in tool.input_schema["properties"].items()}
    required = tool.input_schema.get("required", [])
    return st.fixed_dictionaries(
        {name: made[name] for name in required},
        optional={name: one for name, one in made.items() if name not in required},
    )


async def list_tools() -> dict[str, Tool]:
    async with Client(make_server(trusting())) as client:
        return {tool.name: tool for tool in (await client.list_tools()).tools}


LISTED = asyncio.run(list_tools())
CALLS = st.one_of([st.tuples(st.just(name), arguments(tool)) for name, tool in LISTED.items()])


def test_there_are_no_other_tools() -> None:
    assert sorted(LISTED) == sorted(TOOLS)


@given(st.lists(CALLS, min_size=1, max_size=8))
@settings(max_examples=30)
def test_any_arguments_give_a_result_that_fits_or_words_that_help(calls: list[tuple[str, dict[str, Any]]]) -> None:
    asyncio.run(try_out(calls))


async def try_out(calls: list[tuple[str, dict[str, Any]]]) -> None:
    board = trusting()
    async with Client(make_server(board)) as client:
        for name, given_arguments in calls:
            result = await client.call_tool(name, given_arguments)
            if result.is_error:
                assert not words(result).startswith("Error executing tool"), (name, given_arguments)
                assert words(result).endswith((".", ". ")), words(result)
            else:
                jsonschema.validate(result.structured_content, LISTED[name].output_schema or {})
    assert len(board.trust.ledger) == len(calls)
    undo_all(board)


def undo_all(board: Board) -> None:
    """Whatever was done, in the opposite order it can be undone."""
    first = trusting().state
    for call in board.trust.ledger:
        if call.can_undo:
            board.undo(call.number)
    assert (board.state.projects, board.state.incidents) == (first.projects, first.incidents)
    assert (board.state.maintenance, board.state.highlights) == (first.maintenance, first.highlights)
