"""Each of the notebook's tools with any arguments of its schema; and any table, written and read again."""

from __future__ import annotations

import asyncio
import math
from typing import Any

import jsonschema
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from mcp import Client
from mcp_types import TextContent, Tool

from .loading import load_app
from .test_notebook import RememberingPage, server

reading = load_app("notebook", "reading")
writing = load_app("notebook", "writing")
columns = load_app("notebook", "columns")

WORDS = ["day", "town", "temperature", "rain", "sun", "storm", "checked", "count", "2025-03-01", "Kirchau", "1", "true"]
CSV = "day,n\n2025-01-01,1\n2025-01-02,\n"
TOOLS = ("load_data", "load_example", "describe", "query", "plot", "sql", "export", "trend", "name_clusters")


def values(schema: dict[str, Any], root: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that fit a schema, of those that pydantic writes."""
    if "$ref" in schema:
        return values(root["$defs"][schema["$ref"].rpartition("/")[2]], root)
    if "anyOf" in schema:
        return st.one_of([values(one, root) for one in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema.get("type"):
        case "null":
            return st.none()
        case "boolean":
            return st.booleans()
        case "integer":
            return st.integers(schema.get("minimum"), schema.get("maximum"))
        case "number":
            return st.floats(allow_nan=False, allow_infinity=False)
        case "string":
            texts = st.sampled_from([*WORDS, CSV, '[{"a": 1}]']) | st.text(max_size=30)
            return texts.filter(lambda text: len(text) >= schema.get("minLength", 0))
        case "array":
            return st.lists(values(schema["items"], root), max_size=3)
        case "object" if "properties" in schema:
            return objects(schema, root)
        case "object":
            return st.dictionaries(st.sampled_from(["n", "day"]), values(schema["additionalProperties"], root))
        case other:
            raise NotImplementedError(other)


def objects(schema: dict[str, Any], root: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    made = {name: values(one, root) for name, one in schema["properties"].items()}
    required = set(schema.get("required", ()))
    return st.fixed_dictionaries(
        {name: one for name, one in made.items() if name in required},
        optional={name: one for name, one in made.items() if name not in required},
    )


async def list_tools() -> dict[str, Tool]:
    async with Client(server.make_server(server.Notebook(RememberingPage()))) as client:
        return {tool.name: tool for tool in (await client.list_tools()).tools}


LISTED = asyncio.run(list_tools())


def test_there_are_no_other_tools() -> None:
    assert sorted(LISTED) == sorted(TOOLS)


@given(st.data())
@settings(max_examples=12, phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_any_arguments_give_a_result_that_fits_or_words_that_help(data: st.DataObject) -> None:
    calls = [(name, data.draw(objects(LISTED[name].input_schema, LISTED[name].input_schema), name)) for name in TOOLS]
    asyncio.run(try_out(calls))


async def try_out(calls: list[tuple[str, dict[str, Any]]]) -> None:
    async with Client(server.make_server(server.Notebook(RememberingPage()))) as client:
        for name, arguments in reversed(calls):
            result = await client.call_tool(name, arguments)
            text = result.content[0]
            assert isinstance(text, TextContent)
            if result.is_error:
                assert text.text.removeprefix(f"Error executing tool {name}").startswith(": "), (name, arguments, text)
            else:
                jsonschema.validate(result.structured_content, LISTED[name].output_schema or {})


KINDS = {
    "integer": st.integers(-(2**53) + 1, 2**53 - 1),
    "number": st.floats(allow_nan=False, allow_infinity=False),
    "boolean": st.booleans(),
    "date": st.dates().map(str) | st.datetimes().map(str),
    "text": st.text(st.characters(exclude_categories=["Cs"]), min_size=1) | st.sampled_from(["a;b", "007", "\r", " "]),
}


@st.composite
def tables(draw: st.DrawFn) -> Any:
    kinds = draw(st.lists(st.sampled_from(sorted(KINDS)), min_size=1, max_size=4))
    rows = draw(st.integers(1, 6))
    cells = [draw(st.lists(st.none() | KINDS[kind], min_size=rows, max_size=rows)) for kind in kinds]
    made = [
        columns.Column(f"column {number}", kind, one)
        for number, (kind, one) in enumerate(zip(kinds, cells, strict=True))
    ]
    return columns.Table("any", tuple(made))


@given(tables(), st.sampled_from(["csv", "json"]))
def test_any_table_is_read_as_it_was_written(table: Any, syntax: str) -> None:
    kinds = {column.name: column.kind for column in table.columns}

    async def there_and_back() -> Any:
        return await reading.read("any", await writing.write(table, syntax), syntax, kinds)

    again = asyncio.run(there_and_back())
    assert again.part(0, again.rows) == table.part(0, table.rows)
    assert all(math.isfinite(cell) for row in again.part(0, 9) for cell in row if isinstance(cell, float))
