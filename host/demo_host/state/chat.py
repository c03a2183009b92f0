"""A server's request for a model's message, as chat completions have it, and the answer before it is sent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import mcp_types as types
from transom_client.models.completion import Completion
from transom_client.models.model import Message
from transom_client.models.refusals import ModelError

STOP_REASONS = {"stop": "endTurn", "length": "maxTokens"}
"""What MCP calls them."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An answer before the person has sent it."""

    text: str
    model: str
    stop_reason: str | None = "endTurn"


def texts_of(params: types.CreateMessageRequestParams) -> list[str]:
    """The texts of a request, which a person may change before a model sees them."""
    blocks = [block for message in params.messages for block in message.content_as_list]
    return [block.text for block in blocks if isinstance(block, types.TextContent)]


def with_texts(
    params: types.CreateMessageRequestParams, system_prompt: str, texts: Iterable[str]
) -> types.CreateMessageRequestParams:
    """A copy with other texts, in the order of `texts_of`."""
    changed = params.model_copy(deep=True)
    changed.system_prompt = system_prompt or None
    blocks = [block for message in changed.messages for block in message.content_as_list]
    for block, text in zip((one for one in blocks if isinstance(one, types.TextContent)), texts, strict=True):
        block.text = text
    return changed


def turns(params: types.CreateMessageRequestParams) -> list[Message]:
    """A request's messages as chat completions have them."""
    system = [{"role": "system", "content": params.system_prompt}] if params.system_prompt else []
    return system + [{"role": one.role, "content": _content(one.content_as_list)} for one in params.messages]


def options(params: types.CreateMessageRequestParams) -> dict[str, Any]:
    """What else a request asks for."""
    found: dict[str, Any] = {"max_tokens": params.max_tokens}
    if params.temperature is not None:
        found["temperature"] = params.temperature
    if params.stop_sequences:
        found["stop"] = params.stop_sequences
    return found


def draft(completion: Completion, model: str) -> Draft:
    """Of the model that was asked, which may call itself otherwise. Raises `ModelError` where there is nothing."""
    if not completion.text:
        why = f" (it says why it ended: {completion.reason})" if completion.reason else ""
        raise ModelError(f"The model wrote nothing{why}. Try again, or answer by hand.")
    reason = STOP_REASONS.get(completion.reason, completion.reason) or None
    return Draft(completion.text, completion.model or model, reason)


def _content(blocks: list[Any]) -> str | list[Message]:
    if all(isinstance(block, types.TextContent) for block in blocks):
        return "\n\n".join(block.text for block in blocks)
    return [_part(block) for block in blocks]


def _part(block: object) -> Message:
    match block:
        case types.TextContent():
            return {"type": "text", "text": block.text}
        case types.ImageContent():
            return {"type": "image_url", "image_url": {"url": f"data:{block.mime_type};base64,{block.data}"}}
        case types.AudioContent():
            kind = block.mime_type.partition("/")[2].removeprefix("x-")
            return {"type": "input_audio", "input_audio": {"data": block.data, "format": kind}}
        case _:
            raise ModelError("This request has parts that only a model with tools can read. Answer it by hand.")
