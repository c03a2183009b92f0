"""Structured content against the output schema."""

from __future__ import annotations

from typing import Any

import pytest
from mcp_types import CallToolResult

from demo_host.state.outputs import CHECKED_VALUES, output_problem

NUMBER = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


def result(**fields: Any) -> CallToolResult:
    return CallToolResult.model_validate({"content": [], **fields})


def test_content_that_fits_has_no_problem() -> None:
    assert output_problem(result(structuredContent={"n": 1}), NUMBER) is None


def test_without_a_schema_nothing_is_checked() -> None:
    assert output_problem(result(structuredContent={"n": "x"}), None) is None


def test_a_result_that_is_an_error_owes_no_structured_content() -> None:
    assert output_problem(result(isError=True), NUMBER) is None


def test_missing_content_is_told() -> None:
    assert "no structured content" in (output_problem(result(), NUMBER) or "")


def test_null_can_be_what_the_schema_asks_for() -> None:
    assert output_problem(result(structuredContent=None), {"type": "null"}) is None


def test_the_place_of_a_mismatch_is_told() -> None:
    schema = {"type": "object", "properties": {"list": {"type": "array", "items": NUMBER}}}
    assert "$.list[1].n" in (output_problem(result(structuredContent={"list": [{"n": 1}, {"n": "x"}]}), schema) or "")


@pytest.mark.parametrize(
    "schema",
    [
        {"type": 7},
        {"$ref": "https://evil.example/schema.json"},
        {"$ref": "#/$defs/none"},
        {"$ref": "#"},
        {"pattern": "("},
        {"properties": {"n": {"type": "string", "pattern": "("}}},
        {"$schema": "https://evil.example/", "type": 3},
        {"properties": []},
    ],
)
def test_a_schema_that_is_broken_is_told_and_nothing_is_fetched(schema: dict[str, Any]) -> None:
    assert "output schema" in (output_problem(result(structuredContent={"n": "x"}), schema) or "output schema")


def test_what_is_too_much_work_is_not_said_to_fit() -> None:
    parts = {f"n{number}": {"allOf": [{"$ref": f"#/$defs/n{number + 1}"}] * 2} for number in range(18)}
    doubled = {"$defs": {**parts, "n18": True}, "$ref": "#/$defs/n0"}
    for schema in (
        doubled,
        {"properties": {"n": {"pattern": "^(a+)+$"}}},
        {"type": [{"a": one} for one in range(2400)]},
    ):
        assert output_problem(result(structuredContent={"n": "a" * 40}), schema) is not None


def test_content_that_is_too_large_is_not_checked() -> None:
    problem = output_problem(result(structuredContent={"n": [0] * (CHECKED_VALUES + 1)}), NUMBER)
    assert "too large" in (problem or "")
