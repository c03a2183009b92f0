"""The same question in other words: with what people tell of themselves, misspelt small words, and lists wished for."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel, Field

from assistant.conversation import Turn
from assistant.planner.english.remarks import is_remark, without_remarks
from assistant.planner.english.slips import without_slips
from assistant.planner.planner import Planner
from assistant.recording import Recorder
from benchmarks.copilot.servers import connected

from .businesses import ACTS, NOW, READS, marina

pytestmark = pytest.mark.anyio


async def answered(server: MCPServer[Any], text: str) -> Turn:
    async with connected(server) as connection:
        said, answer = Turn("person", text), Turn("copilot")
        recorder = Recorder(connection, answer, lambda: None, lambda: 0.0)
        async for words in Planner(clock=lambda: NOW).answer([said], recorder):
            answer.text += words
        return answer


@pytest.mark.parametrize(
    "text",
    [
        "Which boats do not have the kind motor, my boss wants to know",
        "which boats do not have the kind motor - asking for a colleague.",
        "I keep forgetting, which boats do not have the kind motor?",
        "for the newsletter: which boats do not have the kind motor",
        "I've got a journalist on the line, um which boats do not have the kind motor?",
        "Which boats do not have the kind motor, need it for the report",
        "Sorry, me again. Which boats do not have the kind motor whenever you're free",
        "Which boats do not have the kind motor. My memory is terrible.",
        "Whcih baots do not have the kind motor?",
    ],
)
async def test_what_people_tell_of_themselves_changes_no_answer(text: str) -> None:
    said = (await answered(marina(), text)).text
    assert "Sea Thrift" in said, said
    assert "Kittiwake" in said, said
    assert "Merry Gannet" not in said, said


@pytest.mark.parametrize(
    "text",
    [
        "Which rooms are free, I need one with a bath?",
        "which table is free, we are four people",
        "Which of them are open, need it by Friday",
        "which desk is free, I'd like to sit near the window",
        "who is off tomorrow, I need someone for the late shift",
        "when is the meeting, I need to move it",
        "writing the timeline of the leak, what time did that one begin",
    ],
)
def test_what_may_be_a_condition_or_an_order_is_no_remark(text: str) -> None:
    assert without_remarks(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "number of boats that are sail",
        "what's the count of boats that have the kind sail?",
        "my boss is asking how may boats have the kind sail",
        "if you could tell me how many boats are sail, that'd be great",
    ],
)
async def test_how_many_they_are_may_be_asked_in_any_words(text: str) -> None:
    said = (await answered(marina(), text)).text
    assert "2" in said, said
    assert "Merry Gannet" not in said, said


@pytest.mark.parametrize("text", ["so I can plan my day", "people keep asking me", "no rush", "I lost my notes"])
def test_a_remark_names_nothing(text: str) -> None:
    assert is_remark(text)
    assert not is_remark(f"{text} of Ada")


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("wjich rooms are free bettween 3 and 9", "which rooms are free between 3 and 9"),
        ("the oldset one todsy", "the oldest one today"),
        ("is Firth in", "is Firth in"),
        ("is monty in", "is monty in"),
        ("“whch”", "“whch”"),
    ],
)
def test_small_words_that_are_misspelt_are_read_right_where_the_data_do_not_have_them(text: str, right: str) -> None:
    assert without_slips(text, {"monty"}) == right


@pytest.mark.parametrize(
    "text", ["I need the boats with the kind sail", "get me the boats that are sail", "we want all boats of kind sail"]
)
async def test_a_list_that_is_wished_for_is_shown(text: str) -> None:
    said = await answered(marina(), text)
    assert "Kittiwake" in said.text, said.text
    assert "Merry Gannet" not in said.text, said.text


class Cabin(BaseModel):
    id: Annotated[str, Field(description="For example C-1")]
    name: str
    state: Literal["open", "resting"]


class Stove(BaseModel):
    id: Annotated[str, Field(description="For example S-1")]
    name: str
    notes: str


def refuge() -> MCPServer[Any]:
    server = MCPServer("Refuge")

    @server.tool(annotations=READS)
    def list_cabins() -> list[Cabin]:
        """The cabins of the refuge."""
        return [Cabin(id="C-1", name="Pine on Rock", state="open"), Cabin(id="C-2", name="Larch", state="resting")]

    @server.tool(annotations=READS)
    def list_stoves() -> list[Stove]:
        """The stoves."""
        return [
            Stove(id="S-1", name="Rock Oven", notes="Smokes on windy days."),
            Stove(id="S-2", name="Iron Maid", notes=""),
        ]

    @server.tool(annotations=ACTS)
    def report_damage(
        stove_id: Annotated[str, Field(description="The stove's id, for example S-1")],
        description: Annotated[str, Field(description="What is wrong")],
    ) -> str:
        """Report that a stove is damaged."""
        return f"{stove_id}: {description}"

    return server


async def test_nothing_is_done_with_what_only_a_text_would_take_as_a_whole() -> None:
    said = await answered(refuge(), "Put Pine on Rock on a banana.")
    assert [call.tool for call in said.calls if call.tool == "report_damage"] == []
