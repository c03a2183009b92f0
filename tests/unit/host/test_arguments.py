"""Arguments on their way to a call: JSON as text, and what is wrong with them."""

from __future__ import annotations

from typing import Any

import pytest

from demo_host.state.arguments import Arguments
from demo_host.state.form_leaves import FormProblem
from demo_host.state.json_text import NotJson, loads

from .shapes import Arguments as Everything

GOOD: dict[str, Any] = {"name": "A", "count": 1, "agree": True, "tags": [], "pet": {"kind": "cat"}}


def fields(required: list[str] | None = None, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties) if required is None else required}


def words(schema: Any, value: dict[str, Any]) -> list[str]:
    findings = Arguments(schema, value).check()
    return [*findings.general, *(one.text for one in findings.at_fields)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": }', "Line 1, column 7: a value is expected here."),
        ('{\n"a": 1', "Line 2, column 7: something is missing at the end."),
        ('{"a": 1}}', "Line 1, column 9: there is something after the end."),
        ("{a: 1}", "Line 1, column 2: a name in double quotes is expected here."),
        ('{"a": NaN}', "JSON has no NaN and no Infinity."),
        ('{"a": 1e999}', "1e999 is too large for a number."),
        ("[" * 100_000, "This is nested too deeply."),
    ],
)
def test_a_text_that_is_no_json_says_where(text: str, message: str) -> None:
    with pytest.raises(NotJson) as raised:
        loads(text)
    assert str(raised.value) == message


def test_wrong_json_is_kept_and_the_value_stays() -> None:
    arguments = Arguments(fields(a={"type": "string"}), {"a": "b"})
    assert not arguments.set_text("{")
    assert (arguments.text, arguments.value) == ("{", {"a": "b"})
    assert not arguments.check().may_be_sent
    assert not arguments.set_text("[1]")
    assert "object" in arguments.json_problem
    assert arguments.set_text("")
    assert arguments.value == {}


@pytest.mark.parametrize(
    ("part", "value", "text"),
    [
        ({"type": "integer"}, "x", "This must be a whole number, and x is not."),
        ({"type": ["integer", "null"]}, "x", "This must be a whole number or null, and x is not."),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "x", "This must be a whole number, and x is not."),
        ({"enum": ["a", 1]}, "b", "Choose one of a, 1."),
        ({"minLength": 2}, "a", "Enter 2 characters or more; there are 1."),
        ({"maxItems": 1}, [1, 2], "Remove items: there may be 1, and there are 2."),
        ({"uniqueItems": True}, [1, 1], "An item is there twice. Each may be there once."),
        ({"multipleOf": 5}, 7, "This must be a multiple of 5."),
        ({"pattern": "^a+$"}, "b", "This must match ^a+$."),
        ({"type": "string", "format": "date-time"}, "soon", "This must be a date and time, like 2026-01-31T14:30:00Z."),
        ({"type": "string", "format": "uri"}, "no address", "This must be an address, like https://example.com."),
        ({"anyOf": [{"type": "integer"}, {"type": "boolean"}]}, "x", "This fits none of the kinds that are allowed."),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(part: dict[str, Any], value: Any, text: str) -> None:
    assert words(fields(a=part), {"a": value}) == [text]


@pytest.mark.parametrize("pattern", ["(a+){12}$", "(a*)*b", "((a+)x?)+$", "(a|a)*$", "a*" * 9 + "b", "a" * 5000])
def test_a_pattern_that_would_keep_the_page_busy_is_left_to_the_server(pattern: str) -> None:
    assert words(fields(a={"type": "string", "pattern": pattern}), {"a": "a" * 40 + "!"}) == []


@pytest.mark.parametrize("time", ["12:30:00", "12:30:00Z", "00:00:00.5+02:00"])
def test_times_as_pydantic_writes_them_fit(time: str) -> None:
    assert words(fields(a={"type": "string", "format": "time"}), {"a": time}) == []


def test_a_pattern_as_pydantic_writes_it_for_decimals_is_checked() -> None:
    pattern = r"^(?!^[-+.]*$)[+-]?0*\d*\.?\d*$"
    part = {"anyOf": [{"type": "number"}, {"type": "string", "pattern": pattern}]}
    assert words(fields(a=part), {"a": "12.50"}) == []
    assert words(fields(a=part), {"a": "x"}) == [f"This must match {pattern}."]


def test_older_drafts_are_understood() -> None:
    place = {"type": "array", "items": [{"type": "integer"}, {"$ref": "#/definitions/name"}]}
    name = {"type": "string"}
    draft = "http://json-schema.org/draft-07/schema#"
    schema = {**fields(place=place), "definitions": {"name": name}, "$schema": draft}
    arguments = Arguments(schema, {"place": [1, 2]})
    assert arguments.plan.root.properties["place"].kind == "tuple"
    assert [one.path for one in arguments.check().at_fields] == ["#/p0"]


def test_each_message_stands_at_its_field() -> None:
    pet = {"kind": "dog", "tricks": ["sit", 5]}
    tree = {"value": 1, "left": {"value": "x"}, "rest": [{"value": 2}, {}]}
    arguments = Arguments(Everything.model_json_schema(), GOOD | {"pet": pet, "tree": tree, "counts": {"a": "b"}})
    assert arguments.check().at_fields == [
        FormProblem("#/p7/v1/p1", "Fill this in."),
        FormProblem("#/p7/v1/p2", "Item 2: This must be a text, and 5 is not."),
        FormProblem("#/p8/0/v", "This must be a whole number, and b is not."),
        FormProblem("#/p10/v0/p1/v0/p0", "This must be a whole number, and x is not."),
        FormProblem("#/p10/v0/p2/1/p0", "Fill this in."),
    ]


def test_all_that_is_missing_is_named() -> None:
    found = Arguments(Everything.model_json_schema(), {}).check().at_fields
    assert [one.path for one in found] == ["#/p0", "#/p1", "#/p2", "#/p6", "#/p7"]


def test_a_wrong_schema_is_a_note_and_the_server_decides() -> None:
    for schema in (fields(a={"type": "strung"}), fields(a={"$ref": "#/$defs/gone"}), fields(a={"pattern": "("})):
        findings = Arguments(schema, {"a": "b"}).check()
        assert findings.may_be_sent
        assert "the server decides" in findings.note


def test_entries_of_a_mapping_need_names_of_their_own() -> None:
    arguments = Arguments(fields(a={"type": "object", "additionalProperties": {"type": "integer"}}))
    arguments.set_form({"p0": [{"k": "x", "v": "1"}, {"k": "x", "v": "2"}, {"v": "3"}]})
    assert [one.text for one in arguments.check().at_fields] == [
        "There is an entry “x” already.",
        "Give this entry a name.",
    ]


def test_a_field_for_json_takes_any_and_complains_about_none() -> None:
    arguments = Arguments(fields(a={}))
    arguments.set_form({"p0": '{"b": [1.0]}'})
    assert arguments.value == {"a": {"b": [1.0]}}
    arguments.set_form({"p0": "hello"})
    assert "quotes" in arguments.check().at_fields[0].text


def unions(depth: int) -> dict[str, Any]:
    """Unions in unions, of which no branch fits what is at the bottom."""
    part: dict[str, Any] = {"type": "integer"}
    for _ in range(depth):
        branch = {"type": "object", "properties": {"a": part}, "required": ["a"]}
        part = {"anyOf": [branch | {"title": str(number)} for number in range(4)]}
    return part


def test_a_default_that_fits_no_branch_of_many_is_only_in_the_json() -> None:
    default: Any = "x"
    for _ in range(8):
        default = {"a": default}
    arguments = Arguments(fields(u={**unions(8), "default": default}))
    assert arguments.form_plan()["value"] == {}
    arguments.set_value({"u": default})
    assert set(arguments.form) == {"x"}


def test_a_schema_that_is_too_much_work_is_left_to_the_server() -> None:
    parts = {f"n{number}": {"allOf": [{"$ref": f"#/$defs/n{number + 1}"}] * 2} for number in range(18)}
    findings = Arguments({**fields(a={"$ref": "#/$defs/n0"}), "$defs": {**parts, "n18": True}}, {"a": 1}).check()
    assert findings.may_be_sent
    assert "the server decides" in findings.note


def test_an_object_whose_default_is_itself_ends() -> None:
    schema = fields([], a={"$ref": "#", "default": 5}, b={"$ref": "#", "default": 6})
    assert Arguments(schema, send_defaults=True).form_plan()["value"] == {}
