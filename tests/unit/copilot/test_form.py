"""From a tool's schema to the fields of a form, and from what was typed to arguments."""

from __future__ import annotations

import json
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel
from pydantic import Field as Described

from assistant.form import MAX_FIELDS, MAX_OPTIONS, Field, arguments_of, fields_of
from assistant.schema import MAX_STEPS


def a_field(schema: Any, given: Any = None, **more: Any) -> Field:
    """The field of the argument `x`."""
    arguments = {} if given is None else {"x": given}
    [field] = fields_of({"type": "object", "properties": {"x": schema}, **more}, arguments)
    return field


class Wanted(BaseModel):
    project_id: str = Described(description="Such as P-104")
    status: Literal["active", "on_hold"]
    late: bool | None = None
    limit: int = Described(default=20, ge=1, le=50)


def test_a_schema_of_pydantic_becomes_fields_that_are_filled_as_far_as_is_known() -> None:
    fields = fields_of(Wanted.model_json_schema(), {"status": "on_hold", "late": False, "unknown": 1})
    assert fields == [
        Field("project_id", "text", "Project id", "Such as P-104", is_required=True),
        Field("status", "choice", "Status", "", True, "on_hold", {"active": "active", "on_hold": "on_hold"}),
        Field("late", "choice", "Late", text="no", options={"yes": True, "no": False}),
        Field("limit", "integer", "Limit", "Otherwise: 20.", least=1, most=50),
    ]
    texts = {one.name: one.text for one in fields}
    assert arguments_of(fields, texts) == ({"status": "on_hold", "late": False}, {"project_id": "This is needed."})
    assert arguments_of(fields, {**texts, "project_id": " P-1 ", "limit": "7"})[0]["project_id"] == "P-1"


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ({"$ref": "#/$defs/A"}, "choice"),
        ({"anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}]}, "choice"),
        ({"allOf": [{"$ref": "#/$defs/A"}], "description": "Outer"}, "choice"),
        ({"$ref": "#/$defs/a~1b"}, "number"),
        ({"type": ["integer", "null"]}, "integer"),
        ({"const": 5}, "choice"),
        ({"type": "string", "format": "date"}, "date"),
        ({"type": "string", "format": "date-time"}, "datetime-local"),
        ({"type": "string", "maxLength": 2000}, "lines"),
        ({"type": "array", "items": {"type": "string"}}, "json"),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, "json"),
        ({"$ref": "#/$defs/round"}, "json"),
        ({"$ref": "#/$defs/none"}, "json"),
        ({"$ref": "https://evil.example/schema"}, "json"),
        ({"type": "string", "enum": [str(number) for number in range(MAX_OPTIONS + 1)]}, "text"),
        ({}, "json"),
        (True, "json"),
        (None, "json"),
    ],
)
def test_a_schema_is_resolved_as_far_as_it_can_be(schema: Any, kind: str) -> None:
    defs = {"A": {"enum": ["a", "b"]}, "a/b": {"type": "number"}, "round": {"$ref": "#/$defs/round"}}
    assert a_field(schema, **{"$defs": defs}).kind == kind


def test_what_is_said_around_a_reference_holds_before_what_is_in_it() -> None:
    defs = {"A": {"type": "string", "title": "Inner", "description": "Inner"}}
    field = a_field({"$ref": "#/$defs/A", "description": "Outer"}, **{"$defs": defs})
    assert (field.label, field.about, field.kind) == ("Inner", "Outer", "text")


@pytest.mark.parametrize(
    ("schema", "text", "value"),
    [
        ({"type": "string"}, " a ", "a"),
        ({"type": "string", "maxLength": 999}, "a\n b", "a\n b"),
        ({"type": "integer"}, "-7", -7),
        ({"type": "number"}, "1.5", 1.5),
        ({"type": "boolean"}, "no", False),
        ({"enum": [1, "1", 2.5, None]}, "2.5", 2.5),
        ({"type": "array"}, '["a", {"b": null}]', ["a", {"b": None}]),
        ({"type": "string", "format": "date-time"}, "2026-11-18T09:00", "2026-11-18T09:00"),
        ({"type": "string"}, "\ud800", "\ufffd"),
    ],
)
def test_what_was_typed_becomes_a_value(schema: Any, text: str, value: Any) -> None:
    assert arguments_of([a_field(schema)], {"x": text}) == ({"x": value}, {})


@pytest.mark.parametrize(
    ("schema", "text", "problem"),
    [
        ({"type": "integer"}, "1.5", "Enter a whole number."),
        ({"type": "integer"}, "9" * 5000, "Enter a whole number."),
        ({"type": "number"}, "nan", "Enter a number."),
        ({"type": "integer", "minimum": 1}, "0", "Enter 1 or more."),
        ({"type": "number", "maximum": 2.5}, "3", "Enter 2.5 or less."),
        ({"enum": ["a"]}, "b", "Choose one of these."),
        ({"type": "array"}, "[", "Enter JSON"),
        ({"type": "array"}, "NaN", "Enter JSON"),
        ({"type": "array"}, "[" * 100_000, "Enter JSON"),
    ],
)
def test_what_can_not_be_meant_is_said_beside_its_field(schema: Any, text: str, problem: str) -> None:
    arguments, problems = arguments_of([a_field(schema)], {"x": text})
    assert arguments == {}
    assert problems["x"].startswith(problem)


@pytest.mark.parametrize(
    ("schema", "given", "text"),
    [
        ({"type": "string", "format": "date-time"}, "2026-11-18T09:00:00+01:00", "2026-11-18T09:00:00+01:00"),
        ({"type": "array"}, ["ä"], '["ä"]'),
        ({"enum": ["a"]}, "b", ""),
        ({"enum": [1, True]}, True, "true"),
        ({"type": "string"}, {"a": 1}, ""),
        ({"type": "integer"}, 3, "3"),
    ],
)
def test_a_field_begins_with_what_is_known_as_far_as_it_fits(schema: Any, given: Any, text: str) -> None:
    field = a_field(schema, given)
    assert field.text == text
    if "T" in text:  # a browser's field for times has no zones
        assert field.kind == "text"


def test_what_is_needed_comes_first_and_there_is_an_end() -> None:
    properties = {f"x{number}": {"type": "string"} for number in range(100)}
    fields = fields_of({"properties": properties, "required": ["x90", 7, None]}, {})
    assert (len(fields), fields[0].name) == (MAX_FIELDS, "x90")


def test_references_without_an_end_take_no_time() -> None:
    schema: Any = {"type": "string"}
    for _ in range(MAX_STEPS * 20):
        schema = {"anyOf": [schema, {"type": "null"}]}
    assert a_field(schema).kind == "json"


KEYWORDS = ("type", "properties", "required", "anyOf", "allOf", "oneOf", "$ref", "$defs", "enum", "const", "default")
MORE = ("title", "description", "format", "minimum", "maximum", "maxLength", "items", "x")
WORDS = ("object", "string", "integer", "number", "boolean", "array", "null", "date", "date-time", "#/$defs/x", "x")
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYWORDS + MORE), inner, max_size=6),
    max_leaves=30,
)


@given(schema=anything, properties=anything, value=anything, text=st.text(max_size=20))
def test_any_schema_makes_fields_whose_arguments_are_json(schema: Any, properties: Any, value: Any, text: str) -> None:
    root = {**schema, "properties": {"x": properties}} if isinstance(schema, dict) else schema
    fields = fields_of(root, {"x": value})
    for texts in ({one.name: one.text for one in fields}, dict.fromkeys((one.name for one in fields), text)):
        arguments, problems = arguments_of(fields, texts)
        assert not arguments.keys() & problems.keys()
        json.dumps(arguments).encode()


@given(
    st.fixed_dictionaries(
        {"project_id": st.text("aäP-1", min_size=1), "status": st.sampled_from(["active", "on_hold"])},
        optional={"late": st.booleans(), "limit": st.integers(1, 50)},
    )
)
def test_a_form_that_is_sent_as_it_was_filled_means_the_same(arguments: dict[str, Any]) -> None:
    fields = fields_of(Wanted.model_json_schema(), arguments)
    assert arguments_of(fields, {one.name: one.text for one in fields}) == (arguments, {})
