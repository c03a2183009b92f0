"""Figures that say no limit, and lists that only details tell: what stands out, and how many there are."""

from __future__ import annotations

from typing import Annotated

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)


class Boat(BaseModel):
    id: Annotated[str, Field(description="For example B-1")]
    name: str


class BoatDetails(Boat):
    rowers: Annotated[list[str], Field(description="Names of the people who row it")]


class Gate(BaseModel):
    id: Annotated[str, Field(description="For example G-1")]
    name: str
    latency_ms: int


CREWS = {"B-1": ("Heron", ["Ann", "Ben"]), "B-2": ("Curlew", ["Cy", "Di", "Ed", "Flo"]), "B-3": ("Teal", ["Gus"])}
GATES = [("North lock", 90), ("South lock", 110), ("Mill lock", 700), ("Town lock", 100), ("Weir", 120)]


def rowing_club() -> MCPServer:
    mcp = MCPServer("rowing-club")

    @mcp.tool(annotations=READS)
    def list_boats() -> list[Boat]:
        """The boats of the club."""
        return [Boat(id=key, name=name) for key, (name, _) in CREWS.items()]

    @mcp.tool(annotations=READS)
    def get_boat(boat_id: Annotated[str, Field(description="For example B-1")]) -> BoatDetails:
        """One boat with those who row it."""
        name, rowers = CREWS[boat_id]
        return BoatDetails(id=boat_id, name=name, rowers=rowers)

    @mcp.tool(annotations=READS)
    def list_gates() -> list[Gate]:
        """The gates of the river and how long each takes to answer."""
        return [Gate(id=f"G-{at}", name=name, latency_ms=ms) for at, (name, ms) in enumerate(GATES, 1)]

    return mcp


async def test_slow_is_what_takes_much_longer_than_the_others() -> None:
    text, _ = await talk(rowing_club(), "Which gates are slow?")

    assert "Mill lock" in text
    assert "North lock" not in text
    assert "Weir" not in text


@pytest.mark.parametrize(("asked", "told"), [("Is the Mill lock slow?", "Yes"), ("Is the Town lock slow?", "No")])
async def test_whether_something_is_slow_is_no_question_for_its_time(asked: str, told: str) -> None:
    text, _ = await talk(rowing_club(), asked)

    assert text.startswith(told)


@pytest.mark.parametrize(("asked", "told"), [("most", "Curlew"), ("fewest", "Teal")])
async def test_how_many_a_list_has_is_read_in_the_details_of_all(asked: str, told: str) -> None:
    text, _ = await talk(rowing_club(), f"Which boat has the {asked} rowers?")

    assert told in text
    assert "Heron" not in text
