"""Any arguments of a tool, as its own schema has them; and what must come of each call."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import jsonschema
from hypothesis import Phase, settings
from hypothesis import strategies as st
from mcp import Client
from mcp.server import MCPServer
from mcp_types import CallToolResult, TextContent, Tool

MOST_ITEMS = 3
MOST_CHARS = 30

FEW = settings(max_examples=12, phases=[Phase.explicit, Phase.reuse, Phase.generate])
"""Each example calls each tool: it need not be the shortest one that fails."""


def arguments(tool: Tool, words: Sequence[str] = ()) -> st.SearchStrategy[dict[str, Any]]:
    """Arguments that fit a tool's schema; texts are often one of these words."""
    return _Schema(tool.input_schema, words).objects(tool.input_schema)


def tools_of(server: MCPServer) -> list[Tool]:
    """The tools of a server that nothing else is asked of."""

    async def listed() -> list[Tool]:
        async with Client(server) as client:
            return (await client.list_tools()).tools

    return asyncio.run(listed())


Calls = tuple[tuple[Tool, dict[str, Any]], ...]


def calls(tools: Sequence[Tool], words: Sequence[str] = ()) -> st.SearchStrategy[Calls]:
    """A call of each tool."""
    return st.tuples(*(st.tuples(st.just(tool), arguments(tool, words)) for tool in tools))


class _Schema:
    """Values that fit a schema, of those that pydantic writes."""

    def __init__(self, root: dict[str, Any], words: Sequence[str]) -> None:
        self._root = root
        self._words = words

    def values(self, schema: dict[str, Any]) -> st.SearchStrategy[Any]:
        if "$ref" in schema:
            return self.values(self._root["$defs"][schema["$ref"].rpartition("/")[2]])
        if "anyOf" in schema:
            return st.one_of([self.values(one) for one in schema["anyOf"]])
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
                least, most = schema.get("minimum"), schema.get("maximum")
                return st.floats(least, most, allow_nan=False, allow_infinity=False)
            case "string":
                return self._texts(schema.get("minLength", 0), schema.get("maxLength"))
            case "array":
                least, most = schema.get("minItems", 0), schema.get("maxItems", MOST_ITEMS)
                return st.lists(self.values(schema["items"]), min_size=least, max_size=min(most, least + MOST_ITEMS))
            case "object" if "properties" in schema:
                return self.objects(schema)
            case "object":
                return st.dictionaries(st.sampled_from(["n", "day"]), self.values(schema["additionalProperties"]))
            case other:
                raise NotImplementedError(other)

    def objects(self, schema: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
        made = {name: self.values(one) for name, one in schema["properties"].items()}
        required = set(schema.get("required", ()))
        return st.fixed_dictionaries(
            {name: one for name, one in made.items() if name in required},
            optional={name: one for name, one in made.items() if name not in required},
        )

    def _texts(self, least: int, most: int | None) -> st.SearchStrategy[str]:
        longest = least + MOST_CHARS if most is None else min(most, least + MOST_CHARS)
        texts = st.text(min_size=least, max_size=longest)
        fitting = [word for word in self._words if least <= len(word) and (most is None or len(word) <= most)]
        return st.sampled_from(fitting) | texts if fitting else texts


async def fits(client: Client, tool: Tool, given: dict[str, Any]) -> CallToolResult:
    """Call a tool: what it gives fits its output schema, and an error has words."""
    result = await client.call_tool(tool.name, given)
    assert isinstance(result, CallToolResult)
    if result.is_error:
        text = result.content[0]
        assert isinstance(text, TextContent)
        said = text.text.removeprefix(f"Error executing tool {tool.name}")
        assert said.startswith(": "), (tool.name, given, text)
        assert said[2:].strip(), (tool.name, given)
    else:
        jsonschema.validate(result.structured_content, tool.output_schema or {})
    return result
