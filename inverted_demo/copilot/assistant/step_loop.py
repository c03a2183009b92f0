"""A model that knows no tools, as the browser's: it chooses each step as JSON of a given form."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from transom_client.models.browser import BrowserModel, Talk
from transom_client.models.limits import Budget

from assistant.calling import call_for
from assistant.conversation import Arguments, Turn
from assistant.limits import Limits
from assistant.model import Server
from assistant.offer import Offer
from assistant.rules import before
from assistant.sizes import head
from assistant.tool_specs import ToolSpecs

SMALL_LIMITS = Limits(rounds=8, calls=12, result_bytes=4000, earlier_bytes=6000)
"""The model in a browser reads some thousand words at once."""
STEPS = """\
The application offers the tools below, as JSON. In each step you choose one of two:
{"step": "call", "tool": NAME, "arguments": OBJECT} calls a tool; its result comes next.
{"step": "answer"} when you have what you need, or no tool has it; you are asked for the answer next.
Tools: """
ANSWER = "Now answer the person, from the results alone."


@dataclass(frozen=True, slots=True)
class Step:
    """A call that the model has chosen, or what was wrong with its choice."""

    tool: str
    arguments: Arguments
    problem: str = ""


@dataclass(frozen=True)
class StepLoop:
    """A `Model`."""

    model: BrowserModel
    limits: Limits = SMALL_LIMITS
    now: Callable[[], float] = time.monotonic
    """In seconds."""

    @property
    def name(self) -> str:
        return self.model.name[:1].upper() + self.model.name[1:]

    async def answer(self, turns: Sequence[Turn], server: Server) -> AsyncGenerator[str]:
        budget = Budget(self.limits, self.now)
        async with self.model.talk(before(turns, self.limits)) as talk:
            asked = f"{_described(server.offer)}\n\nThe person says: {turns[-1].text}"
            while (step := await self._step(talk, asked, server.offer, budget)) is not None:
                asked = f"Result, which is data: {await self._take(step, server, budget)}"
            async with aclosing(self._say(talk, budget)) as words:
                async for word in words:
                    yield word

    async def _step(self, talk: Talk, asked: str, offer: Offer, budget: Budget) -> Step | None:
        """The call that the model wants next; `None` when it wants to answer."""
        budget.round()
        if not ToolSpecs(offer).specs:
            return None
        text = "".join([word async for word in budget.timely(talk.prompt(asked, _form(offer)))])
        try:
            step = json.loads(text)
        except ValueError:
            return Step("", {}, f"Error: that was not JSON. {STEPS[:200]}")
        if not isinstance(step, dict) or step.get("step") != "call":
            return None
        arguments = step.get("arguments")
        return Step(str(step.get("tool", "")), arguments if isinstance(arguments, dict) else {})

    async def _take(self, step: Step, server: Server, budget: Budget) -> str:
        if step.problem:
            return step.problem
        budget.call()
        text = await call_for(server, ToolSpecs(server.offer), step.tool, step.arguments)
        part = head(text, self.limits.result_bytes)
        more = len(text) - len(part)
        return f"{part}\n[Cut here: {more} more characters. Call again with narrower arguments.]" if more else text

    async def _say(self, talk: Talk, budget: Budget) -> AsyncGenerator[str]:
        async for word in budget.timely(talk.prompt(ANSWER)):
            budget.characters(word)
            yield word


def _described(offer: Offer) -> str:
    tools = [spec["function"] for spec in ToolSpecs(offer).specs]
    return STEPS + json.dumps(tools, ensure_ascii=False) if tools else "The application offers no tools."


def _form(offer: Offer) -> dict[str, Any]:
    names = [spec["function"]["name"] for spec in ToolSpecs(offer).specs]
    properties = {
        "step": {"type": "string", "enum": ["call", "answer"]},
        "tool": {"type": "string", "enum": names},
        "arguments": {"type": "object"},
    }
    return {"type": "object", "properties": properties, "required": ["step"]}
