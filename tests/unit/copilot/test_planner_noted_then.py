"""What is so now, told before `update it`, and long words cut in front: at a heliport."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel, Field

from .businesses import ACTS, READS
from .test_planner import talk

pytestmark = pytest.mark.anyio
Status = Literal["not_begun", "waiting_for_parts", "in_overhaul", "ready"]
JobId = Annotated[str, Field(description="For example J-11")]


class Helicopter(BaseModel):
    id: Annotated[str, Field(description="For example H-1")]
    name: str
    seats: int


class Mechanic(BaseModel):
    id: Annotated[str, Field(description="For example M-1")]
    name: str


class Job(BaseModel):
    id: JobId
    helicopter: str
    status: Status
    mechanic_id: str
    mechanic: str


HELICOPTERS = [Helicopter(id="H-1", name="Dragonfly", seats=4), Helicopter(id="H-2", name="Sycamore", seats=11)]
MECHANICS = [Mechanic(id="M-1", name="Vera Stone"), Mechanic(id="M-2", name="Emil Kranz")]
JOBS = [
    Job(id="J-11", helicopter="Dragonfly", status="not_begun", mechanic_id="M-1", mechanic="Vera Stone"),
    Job(id="J-12", helicopter="Sycamore", status="in_overhaul", mechanic_id="M-2", mechanic="Emil Kranz"),
]


def heliport() -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("heliport")

    @server.tool(annotations=READS)
    def list_helicopters() -> list[Helicopter]:
        """The helicopters of the port."""
        return HELICOPTERS

    @server.tool(annotations=READS)
    def list_mechanics() -> list[Mechanic]:
        """Who works on them."""
        return MECHANICS

    @server.tool(annotations=READS)
    def list_jobs() -> list[Job]:
        """What is to be done to them."""
        return JOBS

    @server.tool(annotations=ACTS)
    def set_job_status(job_id: JobId, status: Status) -> str:
        """Note how far a job has got."""
        return "noted"

    @server.tool(annotations=ACTS)
    def assign_job(job_id: JobId, mechanic_id: Annotated[str, Field(description="For example M-1")]) -> str:
        """Give a job to a mechanic."""
        return "given"

    return server


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ("J-11 is now waiting for parts. Please update it.", "waiting_for_parts"),
        ("J-11 is now in overhaul, update it please", "in_overhaul"),
        ("J-11 is waiting for parts: the rotor head. Please update it.", "waiting_for_parts"),
    ],
)
async def test_what_a_thing_is_now_is_noted_where_an_order_says_only_to_update_it(said: str, status: str) -> None:
    _, calls = await talk(heliport(), said)
    assert [one for one in calls if one[0] == "set_job_status"] == [
        ("set_job_status", {"job_id": "J-11", "status": status})
    ]


@pytest.mark.parametrize("said", ["J-12 is not in overhaul. Please update it.", "J-12 isn't ready yet. Change it."])
async def test_what_a_thing_is_not_makes_it_nothing_else(said: str) -> None:
    _, calls = await talk(heliport(), said)
    assert not [one for one in calls if one[0] in ("set_job_status", "assign_job")]


async def test_a_word_cut_in_front_is_the_long_one() -> None:
    said, _ = await talk(heliport(), "How many copters have more than 5 seats?")
    assert said == "There is **1** helicopter: **Sycamore** (H-2)."
