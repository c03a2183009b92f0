"""The tools of an offer as the OpenAI API takes them: its names are narrower than those of MCP."""

from __future__ import annotations

import re
from typing import Any, Protocol

from assistant.offer import Offer

NOT_ALLOWED = re.compile(r"[^A-Za-z0-9_-]")
NAME_CHARACTERS = 64
DESCRIPTION_CHARACTERS = 4000
RESOURCES_SHOWN = 50
READ = "read_resource"


class Described(Protocol):
    name: str
    title: str | None
    description: str | None


class ToolSpecs:
    """What a model is told of the tools, and which of them it means by a name."""

    def __init__(self, offer: Offer) -> None:
        self._names: dict[str, str] = {}
        """By the name that the model knows: the server's."""
        self.specs = [
            _spec(self._name_for(tool.name), _about(tool), tool.input_schema or {"type": "object"})
            for tool in offer.tools
        ]
        self.reader = ""
        """The name of the one function that is ours; none where there is nothing to read."""
        if offer.resources or offer.templates:
            self.reader = self._free(READ)
            self.specs.append(_spec(self.reader, _about_resources(offer), READ_SCHEMA))

    def tool(self, name: str) -> str:
        """The server's name for what a model calls so. A name that it was not told stays as it is."""
        return self._names.get(name, name)

    def function(self, tool: str) -> str:
        """The name for a tool, as in the calls of earlier turns; the tool may have gone."""
        for ours, theirs in self._names.items():
            if theirs == tool:
                return ours
        return _narrow(tool)

    def _name_for(self, tool: str) -> str:
        name = self._free(_narrow(tool))
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


def _narrow(name: str) -> str:
    return NOT_ALLOWED.sub("_", name)[:NAME_CHARACTERS] or "tool"


def _spec(name: str, description: str, schema: dict[str, Any]) -> dict[str, Any]:
    # An object without properties is refused by some endpoints.
    parameters = {"properties": {}, **schema} if schema.get("type") == "object" else schema
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


def _about(item: Described) -> str:
    title = f"{item.title}. " if item.title and item.title != item.name else ""
    return f"{title}{item.description or ''}".strip()[:DESCRIPTION_CHARACTERS]


def _about_resources(offer: Offer) -> str:
    fixed = [f"{one.uri} ({one.title or one.name})" for one in offer.resources]
    patterns = [f"{one.uri_template} ({one.title or one.name})" for one in offer.templates]
    listed = ", ".join((fixed + patterns)[:RESOURCES_SHOWN])
    return f"Read a resource of the server. There are: {listed}"[:DESCRIPTION_CHARACTERS]
