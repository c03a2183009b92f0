"""A server's request for a model's message, as chat completions have it, and the answer before it is sent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import mcp_types as types

ANSWER_SECONDS = 120.0

Turn = dict[str, Any]
"""A message as chat completions have it."""


class ModelError(Exception):
    """A model did not answer; the text says what to do."""


def late() -> ModelError:
    return ModelError(f"No answer within {ANSWER_SECONDS:.0f} seconds. Try again, or ask for less.")


@dataclass(frozen=True, slots=True)
class Draft:
    """An answer before the person has sent it."""

    text: str
    model: str
    stop_reason: str | None = "endTurn"


def trial() -> types.CreateMessageRequestParams:
    """A small request, to see whether a model answers."""
    content = types.TextContent(type="text", text="Answer with one word: ready")
    return types.CreateMessageRequestParams(
        messages=[types.SamplingMessage(role="user", content=content)], max_tokens=64
    )


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


def turns(params: types.CreateMessageRequestParams) -> list[Turn]:
    """A request's messages as chat completions have them."""
    system = [{"role": "system", "content": params.system_prompt}] if params.system_prompt else []
    return system + [{"role": one.role, "content": _content(one.content_as_list)} for one in params.messages]


def _content(blocks: list[Any]) -> str | list[Turn]:
    if all(isinstance(block, types.TextContent) for block in blocks):
        return "\n\n".join(block.text for block in blocks)
    return [_part(block) for block in blocks]


def _part(block: object) -> Turn:
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
