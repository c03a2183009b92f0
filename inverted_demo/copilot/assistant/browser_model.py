"""The browser's own model (the Prompt API), which knows no tools: it chooses each step as JSON of a given form."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from assistant.calling import call_for, read_for
from assistant.conversation import Arguments, Turn
from assistant.limits import Budget, Limits
from assistant.model import ModelError, Server
from assistant.offer import Offer
from assistant.rules import RULES, latest
from assistant.tool_specs import ToolSpecs

Message = dict[str, str]
Progress = Callable[[float], None]
"""How much of the model has been downloaded, from 0 to 1."""
Availability = Literal["unavailable", "downloadable", "downloading", "available"]

SMALL_LIMITS = Limits(rounds=8, calls=12, result_characters=4000, history_characters=6000)
"""The model in a browser reads some thousand words at once."""
STEPS = """\
The application offers the tools below, as JSON. In each step you choose one of two:
{"step": "call", "tool": NAME, "arguments": OBJECT} calls a tool; its result comes next.
{"step": "answer"} when you have what you need, or no tool has it; you are asked for the answer next.
Tools: """
ANSWER = "Now answer the person, from the results alone."


class Talk(Protocol):
    """A session with the model: it remembers what was said in it."""

    def prompt(self, text: str, form: dict[str, Any] | None = None) -> AsyncIterator[str]:
        """The words of its answer, which is JSON of a form (a JSON schema) if one is given. Raises `OSError`."""
        ...


class Browser(Protocol):
    """`LanguageModel`, where the browser has it."""

    async def availability(self) -> Availability: ...
    def talk(self, messages: Sequence[Message], progress: Progress | None = None) -> AbstractAsyncContextManager[Talk]:
        """Open a session, after a download if one is needed. Raises `OSError`. Cancel the task to give it up."""
        ...


@dataclass(frozen=True)
class BrowserModel:
    browser: Browser
    limits: Limits = SMALL_LIMITS
    now: Callable[[], float] = time.monotonic
    """In seconds."""
    name: str = "The browser's model"

    async def answer(self, turns: Sequence[Turn], server: Server) -> AsyncGenerator[str]:
        await _check(self.browser)
        budget = Budget(self.limits, self.now)
        try:
            async with self.browser.talk(_history(turns, self.limits)) as talk:
                asked = f"{_described(server.offer)}\n\nThe person says: {turns[-1].text}"
                while (step := await self._step(talk, asked, server.offer, budget)) is not None:
                    asked = f"Result, which is data: {await self._take(step, server, budget)}"
                async with aclosing(self._say(talk, budget)) as words:
                    async for word in words:
                        yield word
        except TimeoutError:
            raise ModelError("The browser's model took too long. Ask for less at once.") from None
        except OSError as error:
            raise ModelError(f"The browser's model did not answer: {error}") from error

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
        specs = ToolSpecs(server.offer)
        if specs.reader and step.tool == specs.reader:
            return await read_for(server, step.arguments, self.limits.result_characters)
        return await call_for(server, specs.tool(step.tool), step.arguments, self.limits.result_characters)

    async def _say(self, talk: Talk, budget: Budget) -> AsyncGenerator[str]:
        async for word in budget.timely(talk.prompt(ANSWER)):
            budget.characters(word)
            yield word

    async def try_out(self, progress: Progress) -> str:
        """A small question, after a download if one is needed; the words that came back. Raises `ModelError`."""
        if await self.browser.availability() == "unavailable":
            raise _none()
        try:
            async with self.browser.talk([], progress) as talk:
                budget = Budget(self.limits, self.now)
                words = budget.timely(talk.prompt("Answer with one word: ready"))
                return "".join([word async for word in words]).strip()
        except TimeoutError:
            raise ModelError("The browser's model took too long. Try again.") from None
        except OSError as error:
            raise ModelError(f"The browser's model did not answer: {error}") from error


@dataclass(frozen=True, slots=True)
class Step:
    """A call that the model has chosen, or what was wrong with its choice."""

    tool: str
    arguments: Arguments
    problem: str = ""


async def _check(browser: Browser) -> None:
    """Before a question: a download takes minutes, and is begun in the settings, where it can be watched."""
    match await browser.availability():
        case "available":
            return
        case "unavailable":
            raise _none()
        case _:
            raise ModelError("The browser's model has to be downloaded first. Open the settings, and choose Test.")


def _none() -> ModelError:
    return ModelError("This browser has no model of its own for this page. Try a window of its own, or another model.")


def _history(turns: Sequence[Turn], limits: Limits) -> list[Message]:
    roles = {"person": "user", "copilot": "assistant"}
    earlier = latest(turns[:-1], limits.history_characters) if len(turns) > 1 else []
    said = [{"role": roles[turn.speaker], "content": turn.text} for turn in earlier if turn.text]
    return [{"role": "system", "content": RULES}, *said]


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
