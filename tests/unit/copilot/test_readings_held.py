"""One figure held against another, words that a description has, and who is called: at a bakery with ovens."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel, Field

from .businesses import READS, at
from .test_planner import talk

pytestmark = pytest.mark.anyio


class Cleaning(BaseModel):
    start: datetime
    minutes: int


class Oven(BaseModel):
    id: Annotated[str, Field(description="For example O-1")]
    name: str
    baker: str
    budget: int
    spent: int
    loaves_per_day: int
    cleaning: Annotated[Cleaning | None, Field(description="The next scheduled cleaning")]


class Round(BaseModel):
    id: Annotated[str, Field(description="For example R-1")]
    name: str
    state: str
    note: str


OVENS = [
    Oven(id="O-1", name="Vulcan", baker="Ada Pell", budget=500, spent=620, loaves_per_day=40,
         cleaning=Cleaning(start=at("2026-06-05T20:00"), minutes=45)),
    Oven(id="O-2", name="Etna", baker="Bo Lind", budget=900, spent=300, loaves_per_day=95,
         cleaning=Cleaning(start=at("2026-06-09T20:00"), minutes=30)),
    Oven(id="O-3", name="Hearth", baker="Bo Lind", budget=400, spent=400, loaves_per_day=60, cleaning=None),
]  # fmt: skip
ROUNDS = [
    Round(id="R-1", name="Harbour", state="scheduled", note="Two shops have asked for rye bread."),
    Round(id="R-2", name="Old town", state="out", note="The van was changed in spring."),
]


def bakery() -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("bakery")

    @server.tool(annotations=READS)
    def list_ovens() -> list[Oven]:
        """The ovens, and what they cost."""
        return OVENS

    @server.tool(annotations=READS)
    def list_rounds() -> list[Round]:
        """The rounds on which bread is delivered."""
        return ROUNDS

    return server


@pytest.mark.parametrize(
    ("question", "answer", "figure"),
    [
        ("has Vulcan spent more than its budget, and by how much?", "Yes", "120 more"),
        ("is Etna over budget?", "No", "600 less"),
        ("is Etna still within its budget?", "Yes", "600 less"),
    ],
)
async def test_a_figure_is_held_against_another_of_the_same_thing(question: str, answer: str, figure: str) -> None:
    said, _ = await talk(bakery(), question)
    assert said.startswith(answer)
    assert figure in said


async def test_those_are_told_of_which_one_figure_is_above_the_other() -> None:
    said, _ = await talk(bakery(), "which ovens are over budget?")
    assert "Vulcan" in said
    assert "Etna" not in said


async def test_what_a_description_says_of_something_is_no_state_of_other_things() -> None:
    said, _ = await talk(bakery(), "which cleaning is scheduled right now?")
    assert "Vulcan" in said
    assert "Etna" in said
    assert "Hearth" not in said


async def test_the_later_of_two_is_one_of_those_that_were_told() -> None:
    said, _ = await talk(bakery(), "which cleaning is scheduled right now?", "how long does the later of the two take?")
    assert "30" in said
    assert "45" not in said


async def test_whom_nobody_can_call_is_not_looked_up() -> None:
    said, _ = await talk(bakery(), "page Ada for me, the oven smells funny")
    assert "can't" in said
    assert "Vulcan" not in said
