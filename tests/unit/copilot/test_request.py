"""What an endpoint is sent stays small, however long a conversation and its results are."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import mcp_types as types
import pytest
from transom_client.models.endpoint import Endpoint

from assistant.conversation import Call, Outcome, Turn
from assistant.limits import Limits
from assistant.tool_loop import ToolLoop

from ..transom_client.endpoints import Play, Reply, calls, fragment, says
from .servers import Shelf, question, tool, whole

pytestmark = pytest.mark.anyio

MOST_BYTES = 60_000
LONG = Outcome("done", "line of a long result\n" * 5000, {"rows": ["row"] * 5000})
URL = "https://api.example/v1"


class Sizes(Play):
    """Notes the size of each body, and what was told of each call."""

    def __init__(self, *replies: Reply) -> None:
        super().__init__(*replies)
        self.bytes: list[int] = []

    @asynccontextmanager
    async def __call__(self, url: str, headers: Mapping[str, str], body: str) -> AsyncGenerator[Reply]:
        self.bytes.append(len(body.encode()))
        async with super().__call__(url, headers, body) as reply:
            yield reply

    def told(self, number: int = -1) -> list[str]:
        """What a request has of the results of calls."""
        return [one["content"] for one in self.requests[number]["messages"] if one["role"] == "tool"]


async def answer(play: Play, shelf: Shelf, turns: list[Turn], **limits: Any) -> str:
    return await whole(ToolLoop(Endpoint(play, URL, "tiny"), Limits(**limits)).answer(turns, shelf))


def dear_tools() -> Shelf:
    """As many tools, and as much said of each, as a large application has."""
    names = [f"list_things_{number}" for number in range(20)]
    tools = [tool(name, "name", "state", description="What it does, at length. " * 80) for name in names]
    return Shelf(*tools, **dict.fromkeys(names, LONG))


async def test_a_conversation_of_fifty_turns_with_long_results_stays_small_in_every_request() -> None:
    shelf, turns, play = dear_tools(), list[Turn](), Sizes()
    for number in range(50):
        wanted = [fragment(place, f"list_things_{place}", '{"name": "x"}', f"call{place}") for place in range(4)]
        play = Sizes(calls(*wanted), calls(*wanted), calls(*wanted), says("Words of an answer. " * 200))
        turns += question(f"Question {number}: " + "what about the other ones? " * 30)
        text = await answer(play, shelf, turns)
        assert max(play.bytes) < MOST_BYTES, number
        assert play.requests[-1]["messages"][-15]["role"] == "assistant"  # three rounds of four calls
        assert len(play.told()) == 12
        done = [Call(place, "list_things_0", {"name": "x"}, LONG) for place in range(12)]
        turns.append(Turn("copilot", text, done))
    first, *told = play.requests[0]["messages"]
    assert first["role"] == "system"
    assert told[0]["role"] == "user"
    assert told[-1]["content"].startswith("Question 49")
    assert "line of a long result" not in json.dumps(told)


@pytest.mark.parametrize("text", ["x" * 100_000, '"\n' * 50_000, "船" * 100_000, "🛶" * 100_000])
async def test_any_text_is_cut_by_its_size_as_it_is_sent(text: str) -> None:
    shelf = Shelf(tool("count"), count=Outcome("done", text))
    again = [calls(*(fragment(n, "count", json.dumps({"why": text[:5000]}), str(n)) for n in range(3)))] * 9
    play = Sizes(*again, says("Many."))
    await answer(play, shelf, [*question(text[:20_000]), Turn("copilot", text), *question(text[:20_000])])
    assert max(play.bytes) < MOST_BYTES
    assert play.told()[-1].startswith(text[:100])


async def test_calls_of_the_same_time_are_all_answered_in_the_same_room() -> None:
    shelf, why = dear_tools(), json.dumps({"name": "x" * 5000})
    turns = [*question("Before? " * 400), Turn("copilot", "Words. " * 400)] * 6 + question("Which? " * 2800)
    play = Sizes(calls(*(fragment(n, "list_things_1", why, f"call{n}") for n in range(30))), says("Many."))
    await answer(play, shelf, turns)
    assert max(play.bytes) < MOST_BYTES
    assert len(play.told()) == 30
    assert all("line of a long" in one for one in play.told())
    assert [one["role"] for one in play.requests[1]["messages"]][:2] == ["system", "user"]


async def test_the_rest_of_a_long_result_can_be_had_part_by_part() -> None:
    text = "".join(f"{number} " for number in range(9000))
    shelf = Shelf(tool("count"), count=Outcome("done", text))
    play = Sizes(calls(fragment(0, "count", "{}", "a")), *[says("So far.")] * 2)
    await answer(play, shelf, question("How many?"))
    part, _, note = play.told()[0].rpartition("\n")
    assert text.startswith(part)
    assert f"call read_rest with result 1 and start {len(part)} " in note
    assert [one["function"]["name"] for one in play.requests[1]["tools"]] == ["count", "read_rest"]
    assert [one["function"]["name"] for one in play.requests[0]["tools"]] == ["count"]

    arguments = [{"result": 1, "start": start} for start in (len(part), len(text) - 5, len(text))]
    wanted = [fragment(n, "read_rest", json.dumps(one), f"b{n}") for n, one in enumerate(arguments)]
    wrong = [fragment(5, "read_rest", '{"result": 7, "start": 0}', "c"), fragment(6, "read_rest", "{}", "d")]
    play = Sizes(calls(fragment(0, "count", "{}", "a")), calls(*wanted, *wrong), says("Many."))
    await answer(play, shelf, question("How many?"))
    _, following, end, past, *errors = play.told()
    assert following.startswith(text[len(part) : len(part) + 1000])
    assert "start " in following.rpartition("\n")[2]
    assert end == text[-5:]
    assert past == f"Error: result 1 has {len(text)} characters."
    assert all(error.startswith("Error: call again with `result` and `start`") for error in errors)
    assert shelf.calls == [("count", {})] * 2


async def test_parts_put_together_are_the_whole_result() -> None:
    text = "".join(f"{number} " for number in range(9000))
    shelf = Shelf(tool("count"), count=Outcome("done", text))
    read, got = calls(fragment(0, "count", "{}", "a")), ""
    replies = [read]
    for _ in range(8):
        play = Sizes(*replies, says("So far."))
        await answer(play, shelf, question("How many?"))
        part = play.told()[-1]
        if not part.endswith("for what follows.]"):
            got += part
            break
        words, _, note = part.rpartition("\n")
        got += words
        start = int(note.split("start ")[1].split()[0])
        replies.append(calls(fragment(0, "read_rest", json.dumps({"result": 1, "start": start}), f"b{start}")))
    assert got == text


async def test_older_results_of_a_turn_make_room_for_later_ones() -> None:
    shelf = Shelf(tool("count"), count=LONG)
    rounds = [calls(fragment(0, "count", "{}", f"call{number}")) for number in range(9)]
    play = Sizes(*rounds, says("Many."))
    await answer(play, shelf, question("How many?"))
    lengths = [len(one) for one in play.told()]
    assert len(lengths) == 9
    assert lengths[-1] > 10_000
    assert lengths[0] < 500
    assert "read_rest with result 1 " in play.told()[0]


async def test_short_results_are_told_whole_and_calls_at_the_same_time_share_the_room() -> None:
    shelf = Shelf(tool("count"), tool("list"), list=LONG)
    wanted = [fragment(n, "list" if n % 2 else "count", "{}", str(n)) for n in range(10)]
    play = Sizes(calls(*wanted), says("Many."))
    await answer(play, shelf, question("How many?"))
    told = play.told()
    assert told[::2] == ["count is done"] * 5
    assert min(len(one) for one in told[1::2]) > 5000


async def test_descriptions_are_shortened_where_a_list_of_tools_is_long() -> None:
    play = Sizes(says("Well."))
    shelf = Shelf(*(tool(f"do_{n}", "what", description="At length. " * 300) for n in range(60)))
    shelf.offer.tools[0].input_schema["properties"]["what"]["description"] = "Which. " * 300
    await answer(play, shelf, question("Which?"))
    functions = [one["function"] for one in play.requests[0]["tools"]]
    assert play.bytes[0] < 30_000
    assert len(functions) == 60
    assert functions[0]["description"].startswith("At length. At length.")
    assert len(functions[0]["parameters"]["properties"]["what"]["description"]) <= 120
    assert functions[0]["parameters"]["required"] == ["what"]


async def test_a_list_of_tools_that_is_too_long_by_itself_leaves_room_for_the_question() -> None:
    many = calls(*(fragment(n, "do_0", "{}", f"call{n}") for n in range(29)))
    play = Sizes(calls(fragment(0, "do_0", "{}", "a")), many, says("Well."))
    shelf = Shelf(*(tool(f"do_{n}", "what") for n in range(600)), do_0=LONG)
    await answer(play, shelf, question("Which?"))
    assert "Which?" in str(play.requests[2]["messages"])
    assert len(play.requests[0]["tools"]) == 600
    assert "Which?" in str(play.requests[1]["messages"])
    assert play.told(1)[0].startswith("line of a long result")
    assert play.bytes[1] < play.bytes[0] + 20_000


async def test_a_tool_may_have_the_name_of_the_function_that_reads_on() -> None:
    shelf = Shelf(tool("read_rest"), read_rest=LONG)
    play = Sizes(calls(fragment(0, "read_rest", "{}", "a")), says("Well."))
    await answer(play, shelf, question("Which?"))
    assert "call read_rest_2 with result 1" in play.told()[0]
    assert shelf.calls == [("read_rest", {})]


async def test_a_resource_is_cut_like_any_result() -> None:
    shelf = Shelf()
    shelf.offer = type(shelf.offer)("Shelf", resources=(types.Resource(uri="shelf://note", name="note"),))
    shelf.texts["shelf://note"] = "n" * 90_000
    play = Sizes(calls(fragment(0, "read_resource", '{"uri": "shelf://note"}', "a")), says("Read."))
    await answer(play, shelf, question("What is in it?"))
    assert len(play.told()[0]) < 12_100
