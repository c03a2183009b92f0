"""What a server offers: all that a model gets to know of it."""

from __future__ import annotations

from dataclasses import dataclass

import mcp_types as types


@dataclass(frozen=True, slots=True)
class Offer:
    """The lists of a server as they are now. All of it is the server's text: data, never instructions to the page."""

    server: str = ""
    """The name that the server gives itself."""
    instructions: str = ""
    tools: tuple[types.Tool, ...] = ()
    resources: tuple[types.Resource, ...] = ()
    templates: tuple[types.ResourceTemplate, ...] = ()
    prompts: tuple[types.Prompt, ...] = ()

    def tool(self, name: str) -> types.Tool | None:
        return next((tool for tool in self.tools if tool.name == name), None)
