"""Checks of foreign schemas end soon, whatever their patterns are."""

from __future__ import annotations

from typing import Any

import pytest

from demo_host.state.careful import careful_validator, is_costly

LONG = "a" * 40 + "!"


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"pattern": "^(a+)+$"}, LONG),
        ({"pattern": "(a|aa)*$"}, LONG),
        ({"pattern": "a*a*a*a*a*b"}, LONG),
        ({"patternProperties": {"^(a+)+$": {"type": "string"}}}, {LONG: 1}),
        ({"patternProperties": {"^(a+)+$": True}, "additionalProperties": False}, {LONG: 1}),
        ({"patternProperties": {"^(a+)+$": True}, "unevaluatedProperties": False}, {LONG: 1}),
    ],
)
def test_a_pattern_that_could_take_for_ever_is_left_to_the_server(schema: dict[str, Any], value: object) -> None:
    assert careful_validator(schema).is_valid(value)


@pytest.mark.parametrize(
    ("schema", "fits", "misfits"),
    [
        ({"pattern": "^[A-Z]{2}-\\d+$"}, "AB-12", "ab-12"),
        ({"patternProperties": {"^x-": {"type": "string"}}}, {"x-a": "1"}, {"x-a": 1}),
        ({"patternProperties": {"^x-": True}, "additionalProperties": False}, {"x-a": 1}, {"y": 1}),
        ({"patternProperties": {"^x-": True}, "unevaluatedProperties": False}, {"x-a": 1}, {"y": 1}),
        ({"additionalProperties": {"type": "integer"}}, {"a": 1}, {"a": "1"}),
    ],
)
def test_other_patterns_are_checked(schema: dict[str, Any], fits: object, misfits: object) -> None:
    assert careful_validator(schema).is_valid(fits)
    assert not careful_validator(schema).is_valid(misfits)


def test_a_simple_pattern_is_not_tried_on_a_text_without_end() -> None:
    assert not is_costly("a+b", "a" * 1000)
    assert is_costly("a+b", "a" * 100_000)
