"""Schemas as forms, and values in them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from demo_host.state.arguments import Arguments
from demo_host.state.schema_reader import plan_of

from .shapes import Arguments as Everything
from .shapes import Tree, cases

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
WORDS = """
    $ref $defs $schema $id type properties required anyOf oneOf allOf items prefixItems additionalProperties enum const
    default title description examples format pattern minimum maxLength multipleOf enumNames not if uniqueItems
"""
KEYWORDS = st.sampled_from(WORDS.split())
REFS = st.sampled_from(["#", "#/properties/a", "#/$defs/a", "https://evil.example/x", "#/anyOf/0"])
SCHEMAS = st.recursive(
    st.booleans() | st.builds(lambda ref: {"$ref": ref}, REFS) | JSON,
    lambda inner: st.one_of(
        st.dictionaries(KEYWORDS, inner | st.lists(inner, max_size=3), max_size=4),
        st.builds(lambda parts: {"type": "object", "properties": parts}, st.dictionaries(st.text(max_size=2), inner)),
        st.builds(lambda parts: {"anyOf": parts, "$defs": {"a": parts}}, st.lists(inner, max_size=3)),
    ),
    max_leaves=12,
)


def fields(required: list[str] | None = None, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties) if required is None else required}


def through(arguments: Arguments) -> dict[str, Any]:
    """What comes out of a form that took the value in, and was touched."""
    arguments.set_form(json.loads(json.dumps(arguments.form)))
    return arguments.value


def exact(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


@settings(deadline=None, max_examples=60)
@given(cases())
def test_a_form_gives_back_exactly_what_it_took_and_it_may_be_sent(case: tuple[dict[str, Any], dict[str, Any]]) -> None:
    schema, value = case
    arguments = Arguments(schema, value)
    assert "x" not in arguments.form, "the form shows all of it"
    assert exact(through(arguments)) == exact(value)
    findings = arguments.check()
    assert (findings.note, findings.general, findings.at_fields) == ("", [], [])
    json.dumps(arguments.form_plan())


@settings(deadline=None, max_examples=120)
@given(SCHEMAS, st.dictionaries(st.text(max_size=2), JSON, max_size=3))
def test_no_schema_breaks_the_form_or_changes_a_value(schema: Any, value: dict[str, Any]) -> None:
    arguments = Arguments(schema)
    json.dumps(arguments.form_plan())
    arguments.check()
    arguments.set_value(value)
    arguments.check()
    if arguments.has_form:
        assert exact(through(arguments)) == exact(value)


def endless(depth: int) -> dict[str, Any]:
    """Each part requires two of the next: two to the power of `depth` fields at once."""
    parts = {str(number): twice(number + 1) for number in range(depth)}
    return {**twice(0), "$defs": {**parts, str(depth): {"type": "string"}}}


def twice(number: int) -> dict[str, Any]:
    target = {"$ref": f"#/$defs/{number}"}
    return fields(a=target, b=target)


def nested(depth: int) -> Any:
    schema: Any = {"type": "string"}
    for _ in range(depth):
        schema = fields(a=schema)
    return schema


@pytest.mark.parametrize(
    "schema",
    [
        fields(a={"$ref": "#"}),
        {"$ref": "#"},
        {"allOf": [{"$ref": "#"}]},
        {**fields(a={"$ref": "#/$defs/a"}), "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}},
        {**fields(a={"$ref": "#/$defs/a"}), "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/a"}, {"type": "null"}]}}},
        endless(30),
        nested(500),
        {"type": "object", "properties": {f"a{number}": {"type": "string"} for number in range(5000)}},
        fields(a={"enum": list(range(10_000))}),
        fields(a={"type": "array", "prefixItems": [True] * 5000}),
    ],
)
def test_endless_and_huge_schemas_become_small_forms(schema: Any) -> None:
    arguments = Arguments(schema)
    assert len(json.dumps(arguments.form_plan())) < 2_000_000
    arguments.check()


def test_a_part_that_may_be_left_out_is_not_sent_until_it_is_touched() -> None:
    arguments = Arguments(Everything.model_json_schema())
    assert arguments.value == {"agree": False, "tags": []}
    eager = Arguments(Everything.model_json_schema(), send_defaults=True)
    assert eager.value == {"agree": False, "tags": [], "ratio": 0.5, "colour": "red", "counts": {}, "key": 0}


def test_required_parts_with_a_default_or_one_choice_are_filled_in() -> None:
    arguments = Arguments(fields(a={"type": "integer", "default": 3}, b={"const": "x"}, c={"type": "string"}))
    assert arguments.value == {"a": 3, "b": "x"}


def test_what_a_form_can_not_show_stays_in_the_json() -> None:
    value = {"agree": "yes", "tags": [{}], "more": [1.0, 2**70], "counts": {"a": 1}, "pet": {"kind": "fox"}}
    arguments = Arguments(Everything.model_json_schema(), value)
    assert set(json.loads(arguments.form["x"])) == {"agree", "tags", "more", "pet"}
    assert exact(through(arguments)) == exact(value)


def test_what_is_entered_replaces_what_only_the_json_had() -> None:
    arguments = Arguments(fields(a={"type": "string"}), {"a": [1]})
    arguments.set_form({**arguments.form, "p0": "new"})
    assert arguments.value == {"a": "new"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        (" 12345678901234567890 ", 12345678901234567890),
        ("1.0", 1.0),
        ("1e3", 1000.0),
        ("abc", "abc"),
        ("1e999", "1e999"),
        ("true", "true"),
        ("NaN", "NaN"),
        ("0x10", "0x10"),
    ],
)
def test_numbers_are_sent_as_they_were_entered(text: str, value: Any) -> None:
    arguments = Arguments(fields(a={"type": "number"}))
    arguments.set_form({"p0": text})
    assert exact(arguments.value) == exact({"a": value})


def test_a_recursive_model_is_a_form_all_the_way_down() -> None:
    value: dict[str, Any] = {"value": 0, "left": None, "rest": []}
    for number in range(10):
        value = {"value": number, "left": value, "rest": [{"value": -1}]}
    arguments = Arguments(Tree.model_json_schema(), value)
    assert "x" not in json.dumps(arguments.form)
    assert exact(through(arguments)) == exact(value)


def test_a_value_that_is_too_deep_for_a_form_is_kept() -> None:
    value: dict[str, Any] = {"value": 0}
    for _ in range(200):
        value = {"value": 1, "left": value}
    assert through(Arguments(Tree.model_json_schema(), value)) == value


def test_texts_of_a_schema_find_their_places() -> None:
    schema = fields(
        [],
        user_name={"type": "string", "title": "User Name", "description": "Who. Example: `ada`."},
        size={"type": "integer", "title": "How large", "minimum": 1, "multipleOf": 2},
    )
    properties = Arguments(schema).form_plan()["schema"]["properties"]
    assert properties["p0"]["x-title"] == "user_name"
    assert properties["p0"]["x-example"] == {"text": "ada", "value": "ada"}
    assert (properties["p1"]["x-title"], properties["p1"]["x-name"]) == ("How large", "size")
    assert properties["p1"]["x-hint"] == "1 or more, a multiple of 2."


def test_choices_with_titles_show_both() -> None:
    one_of = {"oneOf": [{"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}]}
    named = {"enum": ["s", "l"], "enumNames": ["Small", "Large"]}
    assert plan_of(fields(a=one_of)).root.properties["a"].labels == ["Small (s)", "Large (l)"]
    assert plan_of(fields(a=named)).root.properties["a"].labels == ["Small (s)", "Large (l)"]
