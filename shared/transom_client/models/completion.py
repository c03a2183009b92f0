"""A chat completion as it comes: words, and calls of tools in fragments."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .refusals import ModelError, said
from .sse import Event

MAX_ARGUMENT_CHARACTERS = 200_000
MAX_NAME_CHARACTERS = 200
"""Of what an endpoint calls a function, a call or its model."""


class NotAnObject(ValueError):
    """Arguments that are none; the text is for the model."""


@dataclass(slots=True)
class Wanted:
    """A call that a model wants, as far as it has come."""

    id: str = ""
    name: str = ""
    arguments: str = ""
    index: object = None

    def parsed(self) -> dict[str, Any]:
        """Raises `NotAnObject`."""
        try:
            value = json.loads(self.arguments or "{}")
        except ValueError as error:
            raise NotAnObject(f"The arguments are not JSON ({error}). Call again with one JSON object.") from None
        if not isinstance(value, dict):
            raise NotAnObject(f"The arguments are {json.dumps(value)[:100]}. Call again with one JSON object.")
        return value


@dataclass(slots=True)
class Completion:
    """One message of a model. What does not look like one is passed over: endpoints differ in what they add."""

    text: str = ""
    calls: list[Wanted] = field(default_factory=list[Wanted])
    model: str = ""
    """What the model calls itself, where it does."""
    reason: str = ""
    """Why it ended: `stop`, `tool_calls`, `length`, `content_filter` or another word; empty while it has not."""
    is_over: bool = False
    is_real: bool = False
    """Whether anything of it was a completion."""

    def take(self, event: Event) -> str:
        """The words that an event adds. Raises `ModelError` for one that is an error."""
        if event.data.strip() == "[DONE]":
            self.is_over = True
            return ""
        try:
            chunk = json.loads(event.data)
        except ValueError:
            if event.kind == "error":
                raise ModelError(f"The endpoint stopped with an error: {event.data[:300]}") from None
            return ""
        if event.kind == "error" or (isinstance(chunk, dict) and chunk.get("error")):
            raise ModelError(f"The endpoint stopped with an error: {said(chunk) or event.data[:300]}")
        return self._take_choice(chunk, "delta")

    def take_whole(self, body: object) -> str:
        """The words of a completion that came in one piece. Raises `ModelError` for one that is an error."""
        if isinstance(body, dict) and body.get("error"):
            raise ModelError(f"The endpoint stopped with an error: {said(body) or 'it does not say which.'}")
        return self._take_choice(body, "message")

    def _take_choice(self, body: object, part: str) -> str:
        """The words in the first choice of a chunk (`delta`), or of a whole completion (`message`)."""
        choices = body.get("choices") if isinstance(body, dict) else None
        first = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(first, dict):
            return ""
        self.is_real = True
        if isinstance(body, dict) and isinstance(name := body.get("model"), str):
            self.model = name[:MAX_NAME_CHARACTERS]
        if isinstance(reason := first.get("finish_reason"), str):
            self.reason = reason
        message = first.get(part)
        if not isinstance(message, dict):
            return ""
        calls = message.get("tool_calls")
        for place, call in enumerate(calls if isinstance(calls, list) else []):
            if isinstance(call, dict):
                self._take_call(call, place if part == "message" else None)
        words = _words(message.get("content")) or _words(message.get("refusal"))
        self.text += words
        return words

    def _take_call(self, fragment: Mapping[str, Any], place: int | None) -> None:
        call = self._call_at(fragment.get("index", place), fragment.get("id"))
        function = fragment.get("function")
        if not isinstance(function, dict):
            return
        if isinstance(name := function.get("name"), str) and not call.name:
            call.name = name[:MAX_NAME_CHARACTERS]
        arguments = function.get("arguments")
        call.arguments += arguments if isinstance(arguments, str) else json.dumps(arguments) if arguments else ""
        if len(call.arguments) > MAX_ARGUMENT_CHARACTERS:
            raise ModelError("The model wanted a call with more arguments than are taken. Ask for less at once.")

    def _call_at(self, index: object, identity: object) -> Wanted:
        """Where a fragment belongs. Endpoints number calls, or name each by its id, in one fragment or all."""
        identity = identity[:MAX_NAME_CHARACTERS] if isinstance(identity, str) else ""
        if identity:
            alike = (call for call in self.calls if call.id == identity)
        elif index is not None:
            alike = (call for call in self.calls if call.index == index)
        else:
            alike = iter(self.calls[-1:])
        if (call := next(alike, None)) is None:
            call = Wanted(identity or f"call_{len(self.calls)}", index=index)
            self.calls.append(call)
        return call


def _words(content: object) -> str:
    """Text, or a list of parts of which some are."""
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""
