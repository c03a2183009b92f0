"""What the planner takes from an offer, before anything is asked."""

from __future__ import annotations

import mcp_types as types

from assistant.offer import Offer
from assistant.planner.offer.catalog import Catalog


def lister(name: str, field: str, *params: str) -> types.Tool:
    """A tool that gives a list under a key, and takes what is named."""
    thing = {"type": "object", "properties": {"id": {"type": "string"}, "name": {"type": "string"}}}
    output = {
        "type": "object",
        "properties": {"total": {"type": "integer"}, field: {"type": "array", "items": thing}},
    }
    given = {"type": "object", "properties": {one: {"type": "string"} for one in params}, "required": [*params]}
    return types.Tool(
        name=name, input_schema=given, output_schema=output, annotations=types.ToolAnnotations(read_only_hint=True)
    )


def nouns(*tools: types.Tool) -> list[str]:
    return [source.noun for source in Catalog(Offer("Any", tools=tools)).sources]


def test_a_list_of_items_is_of_what_its_tool_lists() -> None:
    assert nouns(lister("list_kilns", "items"), lister("list_glazes", "entries")) == ["kiln", "glaze"]


def test_items_are_items_where_a_tool_is_about_one() -> None:
    tools = lister("search_shelf", "items"), lister("get_item", "parts", "item_id")
    assert nouns(*tools) == ["item", "item", "part"]


def test_what_ids_look_like_one_tool_says_for_all() -> None:
    shown = lister("get_kiln", "parts", "kiln_id")
    shown.input_schema["properties"]["kiln_id"]["description"] = "For example K-12"
    catalog = Catalog(Offer("Any", tools=(shown, lister("light_kiln", "parts", "kiln_id"))))
    assert [deed.params[0].samples for deed in catalog.deeds] == [("K-12",), ("K-12",)]
