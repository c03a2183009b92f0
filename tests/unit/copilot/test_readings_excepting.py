"""What is left out of what is asked for, in whatever words and wherever it stands."""

from __future__ import annotations

from typing import Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel

from .test_planner import talk

pytestmark = pytest.mark.anyio
READS = ToolAnnotations(read_only_hint=True)


class Bell(BaseModel):
    id: str
    name: str
    state: Literal["ordered", "cast", "tuned", "hung"]
    metal: Literal["bronze", "steel"]
    founder: str
    helpers: list[str]
    weight_kg: int


BELLS = [
    Bell(id="B-1", name="Great Osanna", state="cast", metal="bronze", founder="Ines Roth", helpers=[], weight_kg=900),
    Bell(id="B-2", name="Old Gregor", state="cast", metal="steel", founder="Jon Falk", helpers=[], weight_kg=400),
    Bell(
        id="B-3",
        name="Little Vesper",
        state="tuned",
        metal="bronze",
        founder="Ines Roth",
        helpers=["Ola Brandt", "Jon Falk", "Mira Toth"],
        weight_kg=60,
    ),
    Bell(id="B-4", name="Angelus", state="hung", metal="steel", founder="Ola Brandt", helpers=[], weight_kg=200),
]


def foundry() -> MCPServer:
    server = MCPServer("Foundry")

    @server.tool(annotations=READS)
    def list_bells() -> list[Bell]:
        """The bells of the foundry."""
        return BELLS

    return server


async def told(question: str) -> set[str]:
    answer, _ = await talk(foundry(), question)
    return {bell.id for bell in BELLS if bell.name in answer}


@pytest.mark.parametrize(
    ("question", "bells"),
    [
        ("Which bells are there besides the steel ones?", {"B-1", "B-3"}),
        ("which bells are cast, leaving out the steel ones", {"B-1"}),
        ("the bronze bells minus whatever is tuned", {"B-1"}),
        ("Not counting the ones that are cast, which bells do we have?", {"B-3", "B-4"}),
        ("ines's bells please, but skip the tuned one", {"B-1"}),
        ("ignoring what's hung, which bells are made of steel?", {"B-2"}),
        ("all bells but the ones of Ines Roth", {"B-2", "B-4"}),
        ("which bells are there, apart from those of Ines and Jon?", {"B-4"}),
        ("Forget the bronze ones. Which bells weigh less than 300 kg?", {"B-4"}),
        ("bells that are cast except the ones made of bronze", {"B-2"}),
    ],
)
async def test_what_is_left_out_is_not_told(question: str, bells: set[str]) -> None:
    assert await told(question) == bells


async def test_what_is_left_out_is_not_counted() -> None:
    answer, _ = await talk(foundry(), "how many bells are there if you leave out the steel ones?")
    assert "**2**" in answer


@pytest.mark.parametrize("question", ["who helps with Little Vesper besides Jon?", "helpers of B-3 except Jon Falk"])
async def test_somebody_is_left_out_of_a_list_of_people_and_not_what_they_are_on(question: str) -> None:
    answer, _ = await talk(foundry(), question)
    assert "Ola Brandt" in answer
    assert "Mira Toth" in answer
    assert "Jon Falk" not in answer


async def test_who_else_is_asked_for_by_a_verb_behind_the_name() -> None:
    answer, _ = await talk(foundry(), "Does anyone besides Jon Falk have a bell that is cast?")
    assert "Great Osanna" in answer
    assert "Old Gregor" not in answer


@pytest.mark.parametrize(
    ("question", "bells"),
    [
        ("Which bells does Ines Roth not found?", {"B-2", "B-4"}),
        ("which bells aren't Ines's", {"B-2", "B-4"}),
        ("what bells are there that Ola Brandt doesn't found", {"B-1", "B-2", "B-3"}),
        ("which of the steel bells has Jon not founded", {"B-4"}),
        ("Which bells do not have the state cast?", {"B-3", "B-4"}),
        ("the bells Ola doesn't found", {"B-1", "B-2", "B-3"}),
        ("Which bells of Ines Roth are not tuned yet?", {"B-1"}),
        ("Which bells of founder Ines Roth are not tuned yet?", {"B-1"}),
    ],
)
async def test_what_somebody_does_not_do_is_denied_and_not_told(question: str, bells: set[str]) -> None:
    assert await told(question) == bells
