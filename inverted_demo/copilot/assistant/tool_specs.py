"""The tools of an offer as the OpenAI API takes them: its names are narrower than those of MCP."""

from __future__ import annotations

import re
from typing import Any, Protocol

from assistant.offer import Offer
from assistant.sizes import size_of

NOT_ALLOWED = re.compile(r"[^A-Za-z0-9_-]")
NAME_CHARACTERS = 64
DESCRIPTION_CHARACTERS = (4000, 600, 120, 0)
"""Of one description, in a schema too: the fewer, the longer the list of all tools is."""
MAX_BYTES = 24_000
"""Of all tools together. Where even names and schemas alone have more, so be it: each tool can be called."""
RESOURCES_SHOWN = 50
READ = "read_resource"
REST = "read_rest"


class Described(Protocol):
    name: str
    title: str | None
    description: str | None


class ToolSpecs:
    """What a model is told of the tools, and which of them it means by a name."""

    def __init__(self, offer: Offer) -> None:
        self._names: dict[str, str] = {}
        """By the name that the model knows: the server's."""
        specs = [
            _spec(self._name_for(tool.name), _about(tool), tool.input_schema or {"type": "object"})
            for tool in offer.tools
        ]
        self.reader = ""
        """The name of the function that reads resources; none where there is nothing to read."""
        if offer.resources or offer.templates:
            self.reader = self._free(READ)
            specs.append(_spec(self.reader, _about_resources(offer), READ_SCHEMA))
        self.specs = _fitting(specs)
        self.rest = self._free(REST)
        """The name of the function that gives the rest of a result that was cut."""
        self.rest_spec = _spec(self.rest, "Get what follows in a result that was cut.", REST_SCHEMA)

    def tool(self, name: str) -> str:
        """The server's name for what a model calls so. A name that it was not told stays as it is."""
        return self._names.get(name, name)

    def _name_for(self, tool: str) -> str:
        name = self._free(NOT_ALLOWED.sub("_", tool)[:NAME_CHARACTERS] or "tool")
        self._names[name] = tool
        return name

    def _free(self, name: str) -> str:
        """Two names may become one when they are narrowed."""
        number = 1
        found = name
        while found in self._names:
            number += 1
            found = f"{name[: NAME_CHARACTERS - len(str(number)) - 1]}_{number}"
        return found


READ_SCHEMA = {
    "type": "object",
    "properties": {"uri": {"type": "string", "description": "The address of the resource."}},
    "required": ["uri"],
}
REST_SCHEMA = {
    "type": "object",
    "properties": {"result": {"type": "integer"}, "start": {"type": "integer"}},
    "required": ["result", "start"],
}


def _spec(name: str, description: str, schema: dict[str, Any]) -> dict[str, Any]:
    # An object without properties is refused by some endpoints.
    parameters = {"properties": {}, **schema} if schema.get("type") == "object" else schema
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


def _fitting(specs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """With descriptions as long as all of them together have room."""
    shorter = [_shorter(specs, characters) for characters in DESCRIPTION_CHARACTERS]
    return next((one for one in shorter if size_of(one) <= MAX_BYTES), shorter[-1])


def _shorter(value: Any, characters: int) -> Any:
    if isinstance(value, list):
        return [_shorter(one, characters) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        name: one[:characters] if name == "description" and isinstance(one, str) else _shorter(one, characters)
        for name, one in value.items()
    }


def _about(item: Described) -> str:
    title = f"{item.title}. " if item.title and item.title != item.name else ""
    return f"{title}{item.description or ''}".strip()


def _about_resources(offer: Offer) -> str:
    fixed = [f"{one.uri} ({one.title or one.name})" for one in offer.resources]
    patterns = [f"{one.uri_template} ({one.title or one.name})" for one in offer.templates]
    return f"Read a resource of the server. There are: {', '.join((fixed + patterns)[:RESOURCES_SHOWN])}"
