"""How people speak of the states that things are in, on servers that call them otherwise."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal

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
    keeper: str
    insured_until: Annotated[date, Field(description="The last day on which its insurance is valid")]


class Stay(BaseModel):
    id: Annotated[str, Field(description="For example S-1")]
    boat: str
    arrival: date
    departure: date
    state: Literal["requested", "agreed", "moored", "gone", "cancelled", "no_show"]


class Job(BaseModel):
    id: Annotated[str, Field(description="For example J-1")]
    title: str
    boat: str
    state: Literal["planned", "in_progress", "ready_for_pickup", "handed_over", "cancelled"]
    promised: date


class Hand(BaseModel):
    id: Annotated[str, Field(description="For example H-1")]
    name: str
    away_from: date | None
    away_until: date | None


class Trip(BaseModel):
    id: Annotated[str, Field(description="For example T-1")]
    title: str
    starts_at: datetime
    seats: int
    booked: int


BOATS = [
    Boat(id="B-1", name="Curlew", keeper="Ada Stone", insured_until=date(2026, 5, 1)),
    Boat(id="B-2", name="Gannet", keeper="Bo Lake", insured_until=date(2026, 6, 9)),
    Boat(id="B-3", name="Petrel", keeper="Cy Moor", insured_until=date(2027, 1, 9)),
]
STAYS = [
    Stay(id="S-1", boat="Curlew", arrival=date(2026, 5, 20), departure=date(2026, 6, 3), state="moored"),
    Stay(id="S-2", boat="Gannet", arrival=date(2026, 5, 30), departure=date(2026, 6, 8), state="no_show"),
    Stay(id="S-3", boat="Petrel", arrival=date(2026, 6, 3), departure=date(2026, 6, 9), state="agreed"),
    Stay(id="S-4", boat="Osprey", arrival=date(2026, 6, 3), departure=date(2026, 6, 3), state="cancelled"),
    Stay(id="S-5", boat="Siskin", arrival=date(2026, 7, 2), departure=date(2026, 7, 9), state="requested"),
]
JOBS = [
    Job(id="J-1", title="New rigging", boat="Curlew", state="in_progress", promised=date(2026, 5, 28)),
    Job(id="J-2", title="Hull paint", boat="Gannet", state="ready_for_pickup", promised=date(2026, 5, 29)),
    Job(id="J-3", title="Engine service", boat="Petrel", state="planned", promised=date(2026, 6, 20)),
    Job(id="J-4", title="Mast repair", boat="Osprey", state="handed_over", promised=date(2026, 5, 2)),
]
HANDS = [
    Hand(id="H-1", name="Finn Reed", away_from=date(2026, 5, 30), away_until=date(2026, 6, 3)),
    Hand(id="H-2", name="Una Hill", away_from=date(2026, 6, 5), away_until=date(2026, 6, 9)),
    Hand(id="H-3", name="Tom Ash", away_from=None, away_until=None),
]
TRIPS = [
    Trip(id="T-1", title="Seal watching", starts_at=datetime(2026, 6, 3, 9), seats=12, booked=12),
    Trip(id="T-2", title="Lighthouse run", starts_at=datetime(2026, 6, 4, 9), seats=10, booked=7),
]


def marina() -> MCPServer:
    server = MCPServer("Marina")

    @server.tool(annotations=READS)
    def list_boats() -> list[Boat]:
        """Boats and who keeps them here."""
        return BOATS

    @server.tool(annotations=READS)
    def list_stays() -> list[Stay]:
        """Stays of boats in the harbour."""
        return STAYS

    @server.tool(annotations=READS)
    def list_jobs() -> list[Job]:
        """Jobs of the boatyard."""
        return JOBS

    @server.tool(annotations=READS)
    def list_hands() -> list[Hand]:
        """The people who work here, and when they are away."""
        return HANDS

    @server.tool(annotations=READS)
    def list_trips() -> list[Trip]:
        """Trips that visitors can book."""
        return TRIPS

    return server


async def said(text: str) -> str:
    answer, _ = await talk(marina(), text)
    return answer


@pytest.mark.parametrize(
    ("question", "has", "lacks"),
    [
        ("whose insurance has run out?", ("Ada Stone",), ("Bo Lake", "Cy Moor")),
        ("which boats' insurance has expired already", ("Curlew",), ("Gannet", "Petrel")),
        ("which boats have insurance that is about to run out?", ("Gannet",), ("Curlew", "Petrel")),
        ("who never turned up?", ("Gannet",), ("Curlew", "Petrel", "Siskin")),
        ("which boats didn't show up", ("Gannet",), ("Curlew", "Petrel", "Siskin")),
        ("any no-shows?", ("Gannet",), ("Curlew", "Petrel")),
        ("whos leaving today", ("Curlew",), ("Osprey", "Petrel", "Siskin")),
        ("which boats are coming in today?", ("Petrel",), ("Osprey", "Curlew", "Siskin")),
        ("which stays haven't been agreed yet?", ("Siskin",), ("Curlew", "Osprey", "Gannet")),
        ("stays nobody has agreed to yet", ("Siskin",), ("Curlew", "Osprey", "Gannet")),
        ("which jobs have we kept longer than promised?", ("New rigging",), ("Mast repair", "Engine service")),
        ("which jobs are late", ("New rigging",), ("Mast repair", "Engine service")),
        ("which jobs should have been done by now but arent", ("New rigging",), ("Mast repair", "Engine service")),
        ("what is just waiting for someone to pick it up?", ("Hull paint",), ("Mast repair", "New rigging")),
        ("which jobs are waiting to be collected", ("Hull paint",), ("Mast repair", "New rigging")),
        ("which jobs are still not done?", ("New rigging", "Engine service"), ("Mast repair",)),
        ("who is off today?", ("Finn Reed",), ("Una Hill", "Tom Ash")),
        ("whos away on saturday", ("Una Hill",), ("Finn Reed", "Tom Ash")),
        ("is anybody on holiday today?", ("Finn Reed",), ("Una Hill", "Tom Ash")),
        ("which trips are full?", ("Seal watching",), ("Lighthouse run",)),
        ("which trips still have seats left", ("Lighthouse run",), ("Seal watching",)),
        ("any trips with places left?", ("Lighthouse run",), ("Seal watching",)),
        ("which trips are sold out", ("Seal watching",), ("Lighthouse run",)),
    ],
)
async def test_a_state_is_resolved_against_what_the_server_has_for_it(
    question: str, has: tuple[str, ...], lacks: tuple[str, ...]
) -> None:
    answer = await said(question)
    assert [one for one in has if one not in answer] == [], answer
    assert [one for one in lacks if one in answer] == [], answer
