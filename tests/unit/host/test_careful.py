"""Checks of foreign schemas end soon, whatever is in them."""

from __future__ import annotations

from typing import Any

import pytest

from demo_host.state.careful import careful_validator
from demo_host.state.effort import Effort, TooCostly

LONG = "a" * 40 + "!"
DRAFT_7 = "http://json-schema.org/draft-07/schema#"


def doubled(levels: int, keyword: str = "allOf") -> dict[str, Any]:
    """A schema that has two ways to the next level, at each level."""
    parts = {f"n{number}": {keyword: [{"$ref": f"#/$defs/n{number + 1}"}] * 2} for number in range(levels)}
    return {"$defs": {**parts, f"n{levels}": {"type": "integer"}}, "$ref": "#/$defs/n0"}


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"pattern": "^(a+){12}$"}, LONG),
        ({"patternProperties": {"^(a+)+$": {"type": "string"}}}, {LONG: 1}),
        ({"patternProperties": {"^(a+)+$": True}, "additionalProperties": False}, {LONG: 1}),
        ({"allOf": [{"patternProperties": {"^(a+)+$": True}}], "unevaluatedProperties": False}, {LONG: 1}),
        ({"properties": {"a": {"$schema": DRAFT_7, "pattern": "^(a+)+$"}}}, {"a": LONG}),
        ({"$defs": {"b": {"type": "integer"}}, "unevaluatedItems": False}, [1]),
    ],
)
def test_what_could_take_for_ever_is_left_to_the_server(schema: dict[str, Any], value: object) -> None:
    effort = Effort()
    assert careful_validator(schema, effort).is_valid(value)
    assert effort.is_partial


@pytest.mark.parametrize(
    ("schema", "fits", "misfits"),
    [
        ({"pattern": "^[A-Z]{2}-\\d+$"}, "AB-12", "ab-12"),
        ({"patternProperties": {"^x-": {"type": "string"}}}, {"x-a": "1"}, {"x-a": 1}),
        ({"patternProperties": {"^x-": True}, "additionalProperties": False}, {"x-a": 1}, {"y": 1}),
        ({"additionalProperties": {"type": "integer"}}, {"a": 1}, {"a": "1"}),
        ({"uniqueItems": True}, [1, True, {"a": [0]}, {"a": [False]}], [{"a": 1, "b": 2}, {"b": 2, "a": 1}]),
        ({"enum": [{"a": 1}, 2]}, {"a": 1}, {"a": True}),
        ({"$defs": {"x": {"$anchor": "here", "type": "integer"}}, "$ref": "#here"}, 1, "1"),
        ({"$schema": DRAFT_7, "items": [{"const": 1}], "additionalItems": False}, [1], [1, 2]),
    ],
)
def test_all_else_is_checked(schema: dict[str, Any], fits: object, misfits: object) -> None:
    effort = Effort()
    assert careful_validator(schema, effort).is_valid(fits)
    assert not careful_validator(schema, effort).is_valid(misfits)
    assert not effort.is_partial


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        (doubled(18), 1),
        (doubled(18, "anyOf"), "x"),
        (
            {"type": "array", "items": {"enum": [{"a": [number] * 100} for number in range(100)]}},
            [{"a": [0] * 99}] * 500,
        ),
        ({"allOf": [{"minLength": 10**9}] * 200}, "x" * 1_000_000),
        ({"uniqueItems": True}, [{"a": [number]} for number in range(60_000)]),
        ({"$schema": "http://json-schema.org/draft-04/schema#", "allOf": [{"$ref": "#"}, {"$ref": "#"}]}, 1),
    ],
)
def test_more_than_so_many_steps_are_not_taken(schema: dict[str, Any], value: object) -> None:
    with pytest.raises(TooCostly):
        list(careful_validator(schema, Effort()).iter_errors(value))


def test_many_items_are_compared_with_little_effort() -> None:
    items = [{"a": [number]} for number in range(2400)]
    validator = careful_validator({"uniqueItems": True}, Effort())
    assert validator.is_valid(items)
    assert not validator.is_valid([*items, items[0]])


def test_references_to_names_do_not_search_the_schema_each_time() -> None:
    others = {f"n{number}": {"type": "integer"} for number in range(5000)}
    schema = {"$defs": {**others, "x": {"$anchor": "here", "type": "integer"}}, "items": {"$ref": "#here"}}
    assert careful_validator(schema, Effort()).is_valid([1] * 3000)
