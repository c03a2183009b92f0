"""Turns that ask the same of others than the turn before, in a school of sailing."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel, Field

from .businesses import ACTS, READS
from .test_planner import talk

pytestmark = pytest.mark.anyio


class Dinghy(BaseModel):
    id: Annotated[str, Field(description="For example D-1")]
    name: str
    rig: Literal["sloop", "cat", "ketch"]
    state: Literal["afloat", "ashore", "lent"]
    sail_m2: float
    berth: str


DINGHIES = [
    Dinghy(id="D-1", name="Puffin", rig="sloop", state="afloat", sail_m2=9, berth="North 1"),
    Dinghy(id="D-2", name="Razorbill", rig="cat", state="afloat", sail_m2=6, berth="North 2"),
    Dinghy(id="D-3", name="Gannet", rig="ketch", state="ashore", sail_m2=14, berth="Shed"),
    Dinghy(id="D-4", name="Fulmar", rig="sloop", state="afloat", sail_m2=11, berth="South 4"),
    Dinghy(id="D-5", name="Dunlin", rig="sloop", state="ashore", sail_m2=4, berth="Yard"),
]


def school() -> MCPServer[Any]:
    server = MCPServer("Sailing school")

    @server.tool(annotations=READS)
    def list_dinghies() -> list[Dinghy]:
        """All dinghies of the school."""
        return DINGHIES

    return server


def names(said: str) -> set[str]:
    return {one.name for one in DINGHIES if one.name in said}


@pytest.mark.parametrize("again", ["And the lowest?", "and which has the lowest?", "and the one with the lowest sail?"])
async def test_another_superlative_is_asked_of_the_same_things(again: str) -> None:
    said, _ = await talk(school(), "Which dinghy has the highest sail m2?", again)
    assert names(said) == {"Dunlin"}


async def test_a_rank_is_that_of_the_superlative_before() -> None:
    said, _ = await talk(school(), "Which dinghy has the highest sail m2?", "And the second highest?")
    assert names(said) == {"Fulmar"}


async def test_those_that_a_superlative_is_asked_of_stay_the_same() -> None:
    turns = ["Which dinghies are afloat?", "Which of them has the highest sail m2?", "And the lowest?"]
    said, _ = await talk(school(), *turns)
    assert names(said) == {"Razorbill"}


@pytest.mark.parametrize(
    "again", ["and the ashore ones?", "And which are ashore?", "what about ashore", "and those ashore"]
)
async def test_another_choice_of_the_same_field_is_asked_for(again: str) -> None:
    said, _ = await talk(school(), "Show me the dinghies with the state afloat.", again)
    assert names(said) == {"Gannet", "Dunlin"}


async def test_a_choice_is_counted_like_the_one_before() -> None:
    said, _ = await talk(school(), "How many dinghies have the rig sloop?", "and how many are ketch")
    assert "**1**" in said


@pytest.mark.parametrize("rest", ["Minus the sloop ones.", "leave out those with the rig sloop", "but not the sloops"])
async def test_of_several_that_were_told_some_are_left_out(rest: str) -> None:
    said, _ = await talk(school(), "Which dinghies are afloat?", rest)
    assert names(said) == {"Razorbill"}


@pytest.mark.parametrize(
    ("last", "berth"),
    [
        ("And what is the berth of the other one?", "Shed"),
        ("and the berth of the second?", "North 1"),
        ("What is its berth?", "North 1"),
    ],
)
async def test_those_that_were_held_against_each_other_are_told_apart(last: str, berth: str) -> None:
    said, _ = await talk(school(), "Which has the lower sail m2, Gannet or Puffin?", last)
    assert berth in said


async def test_the_things_told_one_by_one_are_meant_together() -> None:
    said, _ = await talk(school(), "What is the rig of Puffin?", "And of Gannet?", "and their berths?")
    assert "North 1" in said
    assert "Shed" in said


@pytest.mark.parametrize("last", ["Which other dinghies have the same rig?", "what else has that rig"])
async def test_others_are_as_the_thing_that_was_told(last: str) -> None:
    said, _ = await talk(school(), "What is the rig of Puffin?", last)
    assert names(said) == {"Fulmar", "Dunlin"}


async def test_others_are_as_the_thing_that_is_named() -> None:
    said, _ = await talk(school(), "Which other dinghies have the same rig as Puffin?")
    assert names(said) == {"Fulmar", "Dunlin"}


@pytest.mark.parametrize(
    "last", ["Which dinghies have a lower sail m2 than that?", "which ones have a lower sail m2 than it"]
)
async def test_a_figure_is_held_against_that_of_the_thing_that_was_told(last: str) -> None:
    said, _ = await talk(school(), "What is the sail m2 of Puffin?", last)
    assert names(said) == {"Razorbill", "Dunlin"}


async def test_a_figure_is_held_against_that_of_the_thing_that_is_named() -> None:
    said, _ = await talk(school(), "Which dinghies have a higher sail m2 than Puffin?")
    assert names(said) == {"Gannet", "Fulmar"}


async def test_what_is_counted_next_is_counted() -> None:
    said, _ = await talk(school(), "Which dinghies have the rig sloop?", "and how many are cat?")
    assert "**1**" in said


@pytest.mark.parametrize("again", ["And which have North 2?", "and the berth of Razorbill?", "and what is in North 2?"])
async def test_what_has_another_name_is_asked_for(again: str) -> None:
    said, _ = await talk(school(), "Which dinghy has the berth North 1?", again)
    assert "Razorbill" in said
    assert "Puffin" not in said


async def test_all_that_were_told_are_counted() -> None:
    said, _ = await talk(school(), "Which dinghies are afloat?", "how many in total?")
    assert "**3**" in said


async def test_one_of_a_list_is_said_by_its_number() -> None:
    said, _ = await talk(school(), "Which dinghies are afloat?", "and the berth of number 2?")
    assert "North 2" in said
    assert "South 4" not in said


async def test_which_one_is_asked_of_those_that_were_told_one_by_one() -> None:
    turns = ["What is the sail m2 of Gannet?", "And of Puffin?", "Which one has the higher sail m2?"]
    said, _ = await talk(school(), *turns)
    assert names(said) == {"Gannet"}


async def test_those_that_are_told_are_narrowed_by_a_field_that_is_named() -> None:
    said, _ = await talk(school(), "Which dinghies are afloat?", "only those with the rig sloop")
    assert names(said) == {"Puffin", "Fulmar"}


@pytest.mark.parametrize("more", ["any more details?", "more info please", "got any other details on it?"])
async def test_all_is_told_of_what_was_told(more: str) -> None:
    said, _ = await talk(school(), "What is the rig of Puffin?", more)
    assert "North 1" in said


async def test_what_was_meant_instead_is_another_choice() -> None:
    said, _ = await talk(school(), "Which dinghies have the state afloat?", "sorry, the ashore ones")
    assert names(said) == {"Gannet", "Dunlin"}


class Lesson(BaseModel):
    id: Annotated[str, Field(description="For example L-1")]
    dinghy: str
    hours: int
    state: Literal["held", "cancelled"]


LESSONS = [
    Lesson(id="L-1", dinghy="Puffin", hours=2, state="held"),
    Lesson(id="L-2", dinghy="Gannet", hours=3, state="cancelled"),
    Lesson(id="L-3", dinghy="Puffin", hours=5, state="cancelled"),
]


def taught() -> MCPServer[Any]:
    server = school()

    @server.tool(annotations=READS)
    def list_lessons() -> list[Lesson]:
        """All lessons that are given."""
        return LESSONS

    return server


async def test_others_have_the_thing_that_was_told_as_their_own() -> None:
    said, _ = await talk(taught(), "What is the dinghy of lesson L-1?", "What other lessons have the same dinghy?")
    assert "L-3" in said
    assert "L-2" not in said


async def test_the_last_is_that_of_the_list() -> None:
    said, _ = await talk(taught(), "Which lessons are cancelled?", "and the hours of the last")
    assert "L-3" in said
    assert "L-2" not in said


async def test_it_is_what_was_asked_before() -> None:
    said, _ = await talk(taught(), "What is the state of lesson L-1?", "And what was it for lesson L-2?")
    assert "cancelled" in said


def with_states() -> MCPServer[Any]:
    server = school()

    @server.tool(annotations=ACTS)
    def set_dinghy_state(
        dinghy_id: Annotated[str, Field(description="The dinghy's id, for example D-1")],
        state: Literal["afloat", "ashore", "lent"],
    ) -> str:
        """Set the state of a dinghy."""
        return f"{dinghy_id} is {state} now."

    return server


@pytest.mark.parametrize(("one", "id_"), [("first", "D-1"), ("other", "D-1"), ("second", "D-3")])
async def test_an_order_is_for_that_of_those_told_one_by_one(one: str, id_: str) -> None:
    turns = ["What is the rig of Puffin?", "And of Gannet?", f"Set the {one} one to lent."]
    _, calls = await talk(with_states(), *turns)
    assert ("set_dinghy_state", {"dinghy_id": id_, "state": "lent"}) in calls


async def test_the_second_of_one_is_asked_for() -> None:
    said, calls = await talk(with_states(), "Which dinghy has the highest sail m2?", "Set the second one to lent.")
    assert "?" in said
    assert not [tool for tool, _ in calls if tool == "set_dinghy_state"]
