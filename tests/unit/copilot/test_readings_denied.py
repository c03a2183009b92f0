"""Questions for what is not so, and for what is between two days: the whole of what is said counts."""

from __future__ import annotations

from datetime import date
from typing import Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel

from .test_planner import talk

pytestmark = pytest.mark.anyio
READS = ToolAnnotations(read_only_hint=True)


class Block(BaseModel):
    id: str
    name: str
    state: Literal["cut", "polished", "sold"]
    mason: str
    next_check: date


class Shift(BaseModel):
    mason: str
    starts: str


BLOCKS = [
    Block(id="B-1", name="Grey Anna", state="cut", mason="Ola Brandt", next_check=date(2027, 2, 1)),
    Block(id="B-2", name="Red Karl", state="polished", mason="Ines Roth", next_check=date(2027, 2, 10)),
    Block(id="B-3", name="White Lena", state="sold", mason="Ola Brandt", next_check=date(2027, 3, 20)),
    Block(id="B-4", name="Blue Emil", state="cut", mason="Jon Falk", next_check=date(2027, 5, 2)),
]


def quarry() -> MCPServer:
    server = MCPServer("Quarry")

    @server.tool(annotations=READS)
    def list_blocks() -> list[Block]:
        """The blocks of stone in the yard."""
        return BLOCKS

    @server.tool(annotations=READS)
    def list_shifts(day: date) -> list[Shift]:
        """Who works on a day."""
        return [Shift(mason="Jon Falk", starts="07:00")]

    return server


async def told(question: str) -> set[str]:
    answer, _ = await talk(quarry(), question)
    return {block.id for block in BLOCKS if block.name in answer}


@pytest.mark.parametrize(
    ("question", "blocks"),
    [
        ("Which blocks do not have the state cut?", {"B-2", "B-3"}),
        ("blocks without the state sold", {"B-1", "B-2", "B-4"}),
        ("which blocks don't have a state of polished", {"B-1", "B-3", "B-4"}),
        ("Which blocks are not cut?", {"B-2", "B-3"}),
        ("which blocks do not have the mason Ola Brandt", {"B-2", "B-4"}),
        ("which blocks don't have the mason ola", {"B-2", "B-4"}),
    ],
)
async def test_what_is_denied_with_the_name_of_its_field_is_denied(question: str, blocks: set[str]) -> None:
    assert await told(question) == blocks


@pytest.mark.parametrize(
    "question",
    [
        "Show me the blocks from 2027-02-05 to 2027-03-20.",
        "Show me the blocks with next check from 2027-02-05 to 2027-04-01.",
        "which blocks have their next check between 2027-02-05 and 2027-04-01?",
        "blocks with a next check from 5 February 2027 until 1 April 2027",
    ],
)
async def test_a_stretch_of_days_has_both_of_its_ends(question: str) -> None:
    assert await told(question) == {"B-2", "B-3"}


async def test_a_tool_that_is_told_one_day_is_not_asked_for_a_stretch_of_them() -> None:
    _, calls = await talk(quarry(), "which blocks have their next check from 2027-02-05 to 2027-04-01?")
    assert all(tool != "list_shifts" for tool, _ in calls)


async def test_from_one_weekday_to_the_next_is_the_week_ahead() -> None:
    answer, _ = await talk(quarry(), "which blocks have a next check from Monday to Friday?")
    assert not any(block.name in answer for block in BLOCKS)
