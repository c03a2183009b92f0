"""A prompt's arguments and its messages, as a server takes and gives them."""

from __future__ import annotations

from collections.abc import Mapping

import mcp_types as types

from .live import LiveServer
from .resources import client_of


def missing(prompt: types.Prompt, values: Mapping[str, str]) -> list[str]:
    return [one.name for one in prompt.arguments or () if one.required and not values.get(one.name)]


async def run(live: LiveServer, prompt: types.Prompt, values: Mapping[str, str]) -> types.GetPromptResult:
    """Arguments that are empty and optional are left out."""
    given = {name: value for name, value in values.items() if value}
    return await client_of(live).get_prompt(prompt.name, given or None)


def as_text(result: types.GetPromptResult) -> str:
    return "\n\n".join(f"{message.role}: {_text(message.content)}" for message in result.messages)


def as_json(result: types.GetPromptResult) -> str:
    return result.model_dump_json(by_alias=True, exclude_none=True, indent=2)


def _text(content: types.ContentBlock) -> str:
    match content:
        case types.TextContent():
            return content.text
        case types.EmbeddedResource(resource=types.TextResourceContents() as resource):
            return f"[{resource.uri}]\n{resource.text}"
        case types.EmbeddedResource():
            return f"[{content.resource.uri}]"
        case types.ResourceLink():
            return f"[{content.uri}]"
        case _:
            return f"[{content.type}, {content.mime_type}]"
