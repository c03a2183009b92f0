"""What an endpoint is sent of a conversation: never more than there is room for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from transom_client.models.completion import Completion, Wanted
from transom_client.models.model import Message

from assistant.conversation import Arguments, Turn
from assistant.limits import Limits
from assistant.rules import before
from assistant.sizes import head, size_of
from assistant.tool_specs import ToolSpecs

LEAST_ROOM = 16_000
"""Bytes for what is said, where the list of tools alone is too long."""
LEAST_QUESTION = 2000
"""Bytes of the question, whatever else there is."""
LEAST_RESULT = 250
"""Bytes of a result that has to make room for later ones: its beginning, and how to get the rest."""
REPEATED_BYTES = 300
"""Of a call's arguments, or of words beside it, when they are repeated to the model that wrote them."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a call in this turn. All of it is kept here; the model is given as much as has room."""

    identity: str
    """Of the call."""
    number: int
    """Of the text that it is from."""
    text: str
    start: int = 0
    """Where in that text it begins, in characters."""

    def least(self) -> int:
        return min(size_of(self.text), LEAST_RESULT)

    def told(self, most: int, rest: str) -> str:
        """At most so many bytes. `rest` is the name of the function that gives what follows."""
        if size_of(self.text) - 2 <= most:
            return self.text
        part = head(self.text, most - len(self._note(len(self.text), rest)) - 20)
        return f"{part}\n{self._note(len(part), rest)}"

    def _note(self, shown: int, rest: str) -> str:
        end = self.start + shown
        return (
            f"[Cut here: {len(self.text) - shown} more characters. Call again with narrower arguments; or call {rest} "
            f"with result {self.number} and start {end} for what follows.]"
        )


@dataclass(frozen=True, slots=True)
class Round:
    """Calls that a model wanted at the same time, and what came of them."""

    message: Message
    results: list[Result]

    def least(self) -> int:
        """Bytes with as little of the results as may be."""
        frames = [self.message, *(_answer(result, "") for result in self.results)]
        return size_of(frames) + sum(result.least() for result in self.results)


class Request:
    """The present question with what was called for it until now, and the words before it."""

    def __init__(self, turns: Sequence[Turn], limits: Limits) -> None:
        self._before = before(turns, limits)
        self._question = turns[-1].text
        self._limits = limits
        self._rounds: list[Round] = []
        self._texts: list[str] = []

    def add(self, completion: Completion, results: list[Result]) -> None:
        wanted = [_repeated(call) for call in completion.calls]
        words = head(completion.text, REPEATED_BYTES) or None
        self._rounds.append(Round({"role": "assistant", "content": words, "tool_calls": wanted}, results))

    def result(self, identity: str, text: str) -> Result:
        self._texts.append(text)
        return Result(identity, len(self._texts), text)

    def rest(self, identity: str, arguments: Arguments) -> Result:
        """What follows in a text that was cut."""
        number, start = arguments.get("result"), arguments.get("start")
        if not isinstance(number, int) or not isinstance(start, int) or not 0 < number <= len(self._texts):
            return self.result(identity, "Error: call again with `result` and `start` as the note at the cut has them.")
        text = self._texts[number - 1]
        if not 0 <= start < len(text):
            return self.result(identity, f"Error: result {number} has {len(text)} characters.")
        return Result(identity, number, text[start:], start)

    def without_tools(self) -> dict[str, Any]:
        """For an endpoint that knows none."""
        return {"messages": self._said(self._limits.request_bytes)}

    def with_tools(self, specs: ToolSpecs) -> dict[str, Any]:
        tools = [*specs.specs, specs.rest_spec]
        room = max(self._limits.request_bytes - size_of(tools), LEAST_ROOM)
        called = sum(one.least() for one in self._rounds)
        said = self._said(room - called)
        messages, is_cut = self._called(room - called - size_of(said), specs.rest)
        return {"messages": said + messages, "tools": tools if is_cut else specs.specs}

    def _said(self, room: int) -> list[Message]:
        """The question, and as much of what was said before as has room beside it."""
        rules, *earlier = self._before
        question = {"role": "user", "content": head(self._question, max(room // 2, LEAST_QUESTION))}
        while earlier and (earlier[0]["role"] == "assistant" or size_of([rules, *earlier, question]) > room):
            del earlier[0]
        return [rules, *earlier, question]

    def _called(self, spare: int, rest: str) -> tuple[list[Message], bool]:
        """The calls with their results, and whether any of these was cut; `spare` bytes go to the latest first."""
        messages: list[Message] = []
        is_cut = False
        for one in reversed(self._rounds):
            told: dict[str, str] = {}
            for place, result in enumerate(sorted(one.results, key=lambda result: len(result.text))):
                most = result.least() + max(spare, 0) // (len(one.results) - place)
                told[result.identity] = text = result.told(min(most, self._limits.result_bytes), rest)
                spare -= max(size_of(text) - result.least(), 0)
                is_cut = is_cut or text != result.text
            messages = [one.message, *(_answer(result, told[result.identity]) for result in one.results), *messages]
        return messages, is_cut


def _repeated(call: Wanted) -> dict[str, Any]:
    """A call as the model has to be reminded of it."""
    arguments = call.arguments
    if size_of(arguments) > REPEATED_BYTES:
        arguments = json.dumps({"cut": head(arguments, REPEATED_BYTES // 2)})
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def _answer(result: Result, text: str) -> Message:
    return {"role": "tool", "tool_call_id": result.identity, "content": text}
