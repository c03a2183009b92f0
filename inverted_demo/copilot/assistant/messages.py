"""The conversation as the messages of the OpenAI API."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from assistant.calling import words_for
from assistant.completion import Completion
from assistant.conversation import Call, Turn
from assistant.limits import Limits
from assistant.recording import READ
from assistant.rules import RULES, latest
from assistant.tool_specs import ToolSpecs

Message = dict[str, Any]

EARLIER_CHARACTERS = 2000
"""What a model is given of a result of an earlier turn."""


def history(turns: Sequence[Turn], limits: Limits, specs: ToolSpecs) -> list[Message]:
    messages: list[Message] = [{"role": "system", "content": RULES}]
    for number, turn in enumerate(latest(turns, limits.history_characters)):
        if turn.speaker == "person":
            messages.append({"role": "user", "content": turn.text})
            continue
        calls = [call for call in turn.calls if call.outcome]
        messages += _called(calls, f"turn{number}", specs) if specs.specs else []
        messages.append({"role": "assistant", "content": turn.text or "(no answer)"})
    return messages


def _called(calls: Sequence[Call], prefix: str, specs: ToolSpecs) -> list[Message]:
    """Calls of an earlier turn, as if made all at once, and what came of them."""
    if not calls:
        return []
    wanted = [
        wish(
            f"{prefix}_{call.number}", specs.reader if call.tool == READ else specs.function(call.tool), call.arguments
        )
        for call in calls
    ]
    results = [
        result(f"{prefix}_{call.number}", words_for(call.outcome, EARLIER_CHARACTERS)) for call in calls if call.outcome
    ]
    return [{"role": "assistant", "content": None, "tool_calls": wanted}, *results]


def wish(identity: str, function: str, arguments: object) -> Message:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return {"id": identity, "type": "function", "function": {"name": function, "arguments": text}}


def wishes(completion: Completion) -> Message:
    """The model's own message, as it has to be repeated to it."""
    wanted = [wish(call.id, call.name, call.arguments) for call in completion.calls]
    return {"role": "assistant", "content": completion.text or None, "tool_calls": wanted}


def result(identity: str, text: str) -> Message:
    return {"role": "tool", "tool_call_id": identity, "content": text}


def without_calls(messages: Sequence[Message]) -> list[Message]:
    """For an endpoint that knows no tools."""
    return [message for message in messages if message["role"] != "tool" and "tool_calls" not in message]
