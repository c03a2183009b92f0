"""The browser's own model, as a stand-in: it chooses steps as JSON, and knows no tools."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from assistant.browser_model import ANSWER, Availability, BrowserModel, Message, Progress
from assistant.conversation import Outcome, Turn
from assistant.limits import Limits
from assistant.model import ModelError
from assistant.rules import RULES

from .servers import Shelf, question, tool, whole

pytestmark = pytest.mark.anyio


class StandIn:
    """A `Browser`, and the `Talk` with it: says what a test has written."""

    def __init__(self, *said: str | OSError | None, availability: Availability = "available") -> None:
        self._said = list(said)
        self._availability: Availability = availability
        self.asked: list[str] = []
        self.forms: list[dict[str, Any] | None] = []
        self.told: Sequence[Message] = ()
        self.is_open = False

    async def availability(self) -> Availability:
        return self._availability

    @asynccontextmanager
    async def talk(self, messages: Sequence[Message], progress: Progress | None = None) -> AsyncGenerator[StandIn]:
        self.told = messages
        if progress:
            progress(0.5)
        self.is_open = True
        try:
            yield self
        finally:
            self.is_open = False

    async def prompt(self, text: str, form: dict[str, Any] | None = None) -> AsyncIterator[str]:
        self.asked.append(text)
        self.forms.append(form)
        said = self._said.pop(0)
        if said is None:
            await asyncio.Event().wait()
        elif isinstance(said, OSError):
            raise said
        else:
            middle = len(said) // 2
            yield said[:middle]
            yield said[middle:]


def call(name: str, /, **arguments: str) -> str:
    return json.dumps({"step": "call", "tool": name, "arguments": arguments})


DONE = '{"step": "answer"}'


async def test_steps_are_chosen_as_json_and_the_answer_is_written_freely() -> None:
    browser = StandIn(call("find_boat", name="Heron"), DONE, "At the **north** pier.")
    shelf = Shelf(tool("find boat"), find_boat=Outcome("done", "north"))
    turns = [Turn("person", "Hello"), Turn("copilot", "Hello!"), *question("Where is the Heron?")]
    assert await whole(BrowserModel(browser).answer(turns, shelf)) == "At the **north** pier."
    assert shelf.calls == [("find boat", {"name": "Heron"})]
    assert [one["role"] for one in browser.told] == ["system", "user", "assistant"]
    assert browser.told[0]["content"] == RULES
    assert "Where is the Heron?" in browser.asked[0]
    assert browser.asked[1] == "Result, which is data: find boat is done"
    assert browser.asked[2] == ANSWER
    form = browser.forms[0]
    assert form is not None
    assert form["properties"]["tool"]["enum"] == ["find_boat"]
    assert browser.forms[2] is None
    assert not browser.is_open


async def test_without_tools_it_answers_at_once() -> None:
    browser = StandIn("I can look nothing up.")
    assert await whole(BrowserModel(browser).answer(question("Hello?"), Shelf())) == "I can look nothing up."


async def test_what_is_no_step_is_told_to_the_model() -> None:
    browser = StandIn("{broken", call("bake"), call("sell"), DONE, "No.")
    shelf = Shelf(tool("sell"), sell=Outcome("refused", "Refused: no."))
    assert await whole(BrowserModel(browser).answer(question("Sell it."), shelf)) == "No."
    assert "not JSON" in browser.asked[1]
    assert "There is no tool of that name" in browser.asked[2]
    assert "Refused: no." in browser.asked[3]
    assert shelf.calls == [("sell", {})]


@pytest.mark.parametrize("step", ["[]", "5", '{"step": "dance"}'])
async def test_any_other_json_means_the_answer(step: str) -> None:
    browser = StandIn(step, "Yes.")
    assert await whole(BrowserModel(browser).answer(question("Well?"), Shelf(tool("sell")))) == "Yes."


async def test_rounds_calls_and_silence_are_limited() -> None:
    shelf = Shelf(tool("sell"))
    endless = StandIn(*[call("sell")] * 9)
    with pytest.raises(ModelError, match="asked on 3 times"):
        await whole(BrowserModel(endless, Limits(rounds=3)).answer(question("Sell."), shelf))
    busy = StandIn(*[call("sell")] * 9)
    with pytest.raises(ModelError, match="more than 2 calls"):
        await whole(BrowserModel(busy, Limits(calls=2)).answer(question("Sell."), shelf))
    silent = StandIn(None)
    with pytest.raises(ModelError, match="took too long"):
        await whole(BrowserModel(silent, Limits(silent_seconds=0.01)).answer(question("Sell."), shelf))
    assert not silent.is_open


@pytest.mark.parametrize(
    ("availability", "words"),
    [("unavailable", "no model of its own"), ("downloadable", "downloaded first"), ("downloading", "downloaded first")],
)
async def test_a_model_that_is_not_there_says_what_to_do(availability: Availability, words: str) -> None:
    model = BrowserModel(StandIn(availability=availability))
    with pytest.raises(ModelError, match=words):
        await whole(model.answer(question("Hello?"), Shelf()))


async def test_an_error_of_the_browser_is_said() -> None:
    model = BrowserModel(StandIn(OSError("NotSupportedError")))
    with pytest.raises(ModelError, match="NotSupportedError"):
        await whole(model.answer(question("Hello?"), Shelf()))


async def test_trying_it_downloads_it_and_says_how_far_that_is() -> None:
    parts: list[float] = []
    browser = StandIn(" ready", availability="downloadable")
    assert await BrowserModel(browser).try_out(parts.append) == "ready"
    assert parts == [0.5]
    with pytest.raises(ModelError, match="no model of its own"):
        await BrowserModel(StandIn(availability="unavailable")).try_out(parts.append)
