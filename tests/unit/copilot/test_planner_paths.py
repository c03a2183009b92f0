"""Things some steps away from the one that is named, and what a second part of the sentence asks of the first."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)


class Diver(BaseModel):
    id: Annotated[str, Field(description="For example DV-1")]
    name: str
    phone: str
    level: Literal["open_water", "rescue"]


class Skipper(BaseModel):
    id: Annotated[str, Field(description="For example SK-1")]
    name: str
    phone: str
    harbour: str


class Boat(BaseModel):
    id: Annotated[str, Field(description="For example BO-1")]
    name: str
    skipper_id: str
    colour: str


class Trip(BaseModel):
    id: Annotated[str, Field(description="For example TR-1")]
    name: Annotated[str, Field(description="The reef, for several trips go there")]
    boat_id: str
    boat: str
    leaves_on: date


class Deck(BaseModel):
    deck: Literal["bow", "stern"]
    places: int
    free: int
    price: Annotated[int, Field(description="In euros")]


class TripDetails(Trip):
    lunch: str
    decks: list[Deck]


class Seat(BaseModel):
    id: Annotated[str, Field(description="For example SE-1")]
    trip_id: str
    diver_id: str
    diver: str


class Locker(BaseModel):
    id: Annotated[str, Field(description="For example LK-1")]
    name: str
    phone: str
    divers: list[str]


DIVERS = [
    Diver(id="DV-1", name="Ada Stone", phone="0100 1", level="rescue"),
    Diver(id="DV-2", name="Bo Lake", phone="0100 2", level="open_water"),
    Diver(id="DV-3", name="Cleo Marsh", phone="0100 3", level="open_water"),
]
SKIPPERS = [
    Skipper(id="SK-1", name="Nils Holm", phone="0200 1", harbour="Old Quay"),
    Skipper(id="SK-2", name="Vera Koch", phone="0200 2", harbour="North Pier"),
]
BOATS = [
    Boat(id="BO-1", name="Petrel", skipper_id="SK-1", colour="red"),
    Boat(id="BO-2", name="Heron", skipper_id="SK-2", colour="white"),
]
TRIPS = [
    Trip(id="TR-1", name="Coral Arch", boat_id="BO-1", boat="Petrel", leaves_on=date(2026, 11, 20)),
    Trip(id="TR-2", name="Coral Arch", boat_id="BO-2", boat="Heron", leaves_on=date(2026, 11, 27)),
    Trip(id="TR-3", name="Blue Hole", boat_id="BO-2", boat="Heron", leaves_on=date(2027, 2, 3)),
]
LUNCHES = {"TR-1": "soup", "TR-2": "pasta", "TR-3": "curry"}
FREE = {"TR-1": 2, "TR-2": 7, "TR-3": 4}
SEATS = [
    Seat(id="SE-1", trip_id="TR-1", diver_id="DV-1", diver="Ada Stone"),
    Seat(id="SE-2", trip_id="TR-2", diver_id="DV-2", diver="Bo Lake"),
    Seat(id="SE-3", trip_id="TR-3", diver_id="DV-2", diver="Bo Lake"),
]
HOSTS = [
    Locker(id="LK-1", name="Ines Roy", phone="0300 1", divers=["Cleo Marsh"]),
    Locker(id="LK-2", name="Omar Diaz", phone="0300 2", divers=["Ada Stone", "Bo Lake"]),
]


def diving_school() -> MCPServer:
    server = MCPServer("Diving school")

    @server.tool(annotations=READS)
    def list_divers() -> list[Diver]:
        """All divers."""
        return DIVERS

    @server.tool(annotations=READS)
    def list_skippers() -> list[Skipper]:
        """Who steers our boats."""
        return SKIPPERS

    @server.tool(annotations=READS)
    def list_boats() -> list[Boat]:
        """All boats."""
        return BOATS

    @server.tool(annotations=READS)
    def list_trips() -> list[Trip]:
        """Trips to the reefs."""
        return TRIPS

    @server.tool(annotations=READS)
    def get_trip(trip_id: Annotated[str, Field(description="The trip's id, for example TR-1")]) -> TripDetails:
        """All about a trip."""
        for one in TRIPS:
            if one.id == trip_id:
                decks = [
                    Deck(deck="bow", places=6, free=FREE[one.id] - 1, price=30 + FREE[one.id]),
                    Deck(deck="stern", places=8, free=1, price=20),
                ]
                return TripDetails(**one.model_dump(), lunch=LUNCHES[one.id], decks=decks)
        raise ToolError("No such trip")

    @server.tool(annotations=READS)
    def list_seats() -> list[Seat]:
        """Which diver has a seat on which trip."""
        return SEATS

    @server.tool(annotations=READS)
    def list_hosts() -> list[Locker]:
        """Families with whom divers stay."""
        return HOSTS

    return server


async def told(question: str) -> str:
    return (await talk(diving_school(), question))[0]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the phone of the skipper of Ada Stone's boat?", "0200 1"),
        ("the harbour of the skipper of TR-2?", "North Pier"),
        ("what colour is the boat of SE-1?", "red"),
        ("which boat is Ada Stone on?", "Petrel"),
        ("which lunch will ada stone be having", "soup"),
        ("who is the skipper of TR-1?", "Nils Holm"),
    ],
)
async def test_what_is_asked_is_found_over_what_things_name(question: str, answer: str) -> None:
    assert answer in await told(question)


async def test_of_several_ways_the_one_of_the_named_time_is_gone() -> None:
    answer = await told("which lunch will Bo Lake be having in february 2027")
    assert "curry" in answer
    assert "pasta" not in answer


async def test_who_has_somebody_is_who_has_them_in_a_list() -> None:
    answer = await told("who's got Cleo Marsh at the moment?")
    assert "Ines Roy" in answer
    assert "Omar" not in answer


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("When does TR-2 leave, and on which boat?", ["2026-11-27", "Heron"]),
        ("Who is the skipper of the Heron, and in which harbour?", ["North Pier"]),
    ],
)
async def test_a_second_part_asks_of_what_the_first_has_found(question: str, answers: list[str]) -> None:
    found = await told(question)
    assert all(answer in found for answer in answers)
    assert "Old Quay" not in found


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("how much is a place in the bow for the coral arch on 27 November 2026?", "37"),
        ("how many places are free in the stern of TR-3?", "1"),
    ],
)
async def test_what_parts_cost_is_told_of_the_one_of_that_day(question: str, answer: str) -> None:
    found = await told(question)
    assert answer in found
    assert "32" not in found
