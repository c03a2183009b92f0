"""Ranks, numbers of the most, and what each has of other things, in questions to the built-in planner; of a quarry."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel

from assistant.conversation import Turn
from assistant.planner.planner import Planner
from assistant.recording import Recorder
from benchmarks.copilot.servers import connected

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
NOW = datetime(2026, 6, 3, 9, tzinfo=UTC)


class Pit(BaseModel):
    id: str
    name: str
    depth: int
    status: Literal["open", "flooded", "closed"]


class Blast(BaseModel):
    id: str
    pit_id: str
    holes: int


def quarry() -> MCPServer:
    mcp = MCPServer("Quarry")
    pits = [
        Pit(id="P-1", name="Long Reach", depth=40, status="open"),
        Pit(id="P-2", name="Grey Bottom", depth=25, status="flooded"),
        Pit(id="P-3", name="Hob Hole", depth=60, status="open"),
        Pit(id="P-4", name="Marrow End", depth=12, status="closed"),
    ]
    blasts = [
        Blast(id="B-1", pit_id="P-1", holes=8),
        Blast(id="B-2", pit_id="P-1", holes=6),
        Blast(id="B-3", pit_id="P-3", holes=20),
    ]

    @mcp.tool(annotations=READS)
    def list_pits() -> list[Pit]:
        """List the pits"""
        return pits

    @mcp.tool(annotations=READS)
    def list_blasts() -> list[Blast]:
        """List the blasts"""
        return blasts

    return mcp


async def said(*questions: str) -> str:
    turns: list[Turn] = []
    async with connected(quarry()) as connection:
        for question in questions:
            turns.append(Turn("person", question))
            told = Turn("copilot")
            recorder = Recorder(connection, told, lambda: None, lambda: 0.0)
            told.text = "".join([piece async for piece in Planner(lambda: NOW).answer(turns, recorder)])
            turns.append(told)
    return turns[-1].text


def pits_in(text: str) -> set[str]:
    return {one for one in ("Long Reach", "Grey Bottom", "Hob Hole", "Marrow End") if one in text}


@pytest.mark.parametrize(
    ("question", "pits"),
    [
        ("Which pit has the second highest depth?", {"Long Reach"}),
        ("Which two pits have the lowest depth?", {"Marrow End", "Grey Bottom"}),
        ("Name the two pits with the highest depth.", {"Hob Hole", "Long Reach"}),
    ],
)
async def test_a_rank_and_a_number_go_with_a_superlative(question: str, pits: set[str]) -> None:
    assert pits_in(await said(question)) == pits


@pytest.mark.parametrize(
    ("question", "pits"),
    [
        ("Which pit has the most blasts?", {"Long Reach"}),
        ("Which pits have no blasts?", {"Grey Bottom", "Marrow End"}),
    ],
)
async def test_the_other_things_that_each_has_are_counted(question: str, pits: set[str]) -> None:
    assert pits_in(await said(question)) == pits


@pytest.mark.parametrize(
    ("question", "pits"),
    [
        ("Which pits have a status other than open?", {"Grey Bottom", "Marrow End"}),
        ("Which pits do not have a depth over 25?", {"Grey Bottom", "Marrow End"}),
    ],
)
async def test_what_is_not_so_of_a_field_leaves_the_others(question: str, pits: set[str]) -> None:
    assert pits_in(await said(question)) == pits


@pytest.mark.parametrize(
    ("question", "pits"),
    [
        ("Which pits have a depth above the average?", {"Long Reach", "Hob Hole"}),
        ("Which pits have a depth below average?", {"Grey Bottom", "Marrow End"}),
    ],
)
async def test_a_figure_is_held_against_the_average(question: str, pits: set[str]) -> None:
    assert pits_in(await said(question)) == pits


@pytest.mark.parametrize(
    ("question", "difference"),
    [
        ("How much higher is the depth of Hob Hole than that of Grey Bottom?", "**35** more"),
        ("How much deeper is Marrow End than Long Reach?", "**28** less"),
    ],
)
async def test_how_much_more_is_the_difference_of_two_and_no_sum(question: str, difference: str) -> None:
    assert difference in await said(question)


async def test_how_many_there_are_is_asked_of_what_was_told() -> None:
    assert "**2** pits" in await said("Which pits are open?", "How many are there?")
