"""The browser's own model, as a stand-in: it chooses steps as JSON, and knows no tools."""

from __future__ import annotations

import json
from typing import Any

import pytest
from transom_client.models.browser import BrowserModel

from assistant.conversation import Call, Outcome, Turn
from assistant.limits import Limits
from assistant.model import ModelError
from assistant.rules import RULES
from assistant.step_loop import ANSWER, StepLoop

from ..transom_client.browsers import StandIn
from .servers import Shelf, question, tool, whole

pytestmark = pytest.mark.anyio


def loop(api: StandIn, **options: Any) -> StepLoop:
    return StepLoop(BrowserModel(api), **options)


def call(name: str, /, **arguments: str) -> str:
    return json.dumps({"step": "call", "tool": name, "arguments": arguments})


DONE = '{"step": "answer"}'


async def test_steps_are_chosen_as_json_and_the_answer_is_written_freely() -> None:
    browser = StandIn(call("find_boat", name="Heron"), DONE, "At the **north** pier.")
    shelf = Shelf(tool("find boat"), find_boat=Outcome("done", "north"))
    turns = [Turn("person", "Hello"), Turn("copilot", "Hello!"), *question("Where is the Heron?")]
    assert await whole(loop(browser).answer(turns, shelf)) == "At the **north** pier."
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
    assert await whole(loop(browser).answer(question("Hello?"), Shelf())) == "I can look nothing up."


async def test_what_is_no_step_is_told_to_the_model() -> None:
    browser = StandIn("{broken", call("bake"), call("sell"), DONE, "No.")
    shelf = Shelf(tool("sell"), sell=Outcome("refused", "Refused: no."))
    assert await whole(loop(browser).answer(question("Sell it."), shelf)) == "No."
    assert "not JSON" in browser.asked[1]
    assert "There is no tool of that name" in browser.asked[2]
    assert "Refused: no." in browser.asked[3]
    assert shelf.calls == [("sell", {})]


@pytest.mark.parametrize("step", ["[]", "5", '{"step": "dance"}'])
async def test_any_other_json_means_the_answer(step: str) -> None:
    browser = StandIn(step, "Yes.")
    assert await whole(loop(browser).answer(question("Well?"), Shelf(tool("sell")))) == "Yes."


async def test_rounds_calls_and_silence_are_limited() -> None:
    shelf = Shelf(tool("sell"))
    endless = StandIn(*[call("sell")] * 9)
    with pytest.raises(ModelError, match="asked on 3 times"):
        await whole(loop(endless, limits=Limits(rounds=3)).answer(question("Sell."), shelf))
    busy = StandIn(*[call("sell")] * 9)
    with pytest.raises(ModelError, match="more than 2 calls"):
        await whole(loop(busy, limits=Limits(calls=2)).answer(question("Sell."), shelf))
    silent = StandIn(None)
    with pytest.raises(ModelError, match="took too long"):
        await whole(loop(silent, limits=Limits(silent_seconds=0.01)).answer(question("Sell."), shelf))
    assert not silent.is_open


async def test_long_results_are_cut_and_earlier_ones_not_told_again() -> None:
    browser = StandIn(call("count"), DONE, "Many.")
    called = Call(1, "count", {}, Outcome("done", "x" * 9000))
    turns = [Turn("person", "Hello"), Turn("copilot", "Hello!", [called]), *question("How many?")]
    shelf = Shelf(tool("count"), count=Outcome("done", "y" * 9000))
    await whole(loop(browser).answer(turns, shelf))
    assert "xxx" not in str(browser.told)
    assert len(browser.asked[1]) < 4200
    assert "Call again with narrower arguments" in browser.asked[1]
