"""The planner before orders about a thing that is described, or for a day that was asked about before."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel, Field

from assistant.conversation import Arguments
from assistant.planner.clauses.bare_ids import with_ids
from assistant.planner.offer.catalog import Catalog
from benchmarks.copilot.servers import connected

from .test_planner import ACTS, READS, Said, talk

pytestmark = pytest.mark.anyio


def done(said: Said) -> list[tuple[str, Arguments]]:
    return [call for call in said[1] if not call[0].startswith("list_")]


class Loan(BaseModel):
    diver: str
    due_back: date


class Tank(BaseModel):
    id: str = Field(description="For example T-1")
    name: str
    celsius: float
    target_celsius: float


class Suit(BaseModel):
    id: str = Field(description="For example S-11")
    name: str
    keeper: str
    tank_id: str
    loan: Loan | None


def tank(number: int, name: str, celsius: float, target: float) -> Tank:
    return Tank(id=f"T-{number}", name=name, celsius=celsius, target_celsius=target)


def suit(number: int, name: str, keeper: str, tank_id: str, due: int | None) -> Suit:
    loan = Loan(diver="Ines Roca", due_back=date(2026, 5, due)) if due else None
    return Suit(id=f"S-{number}", name=name, keeper=keeper, tank_id=tank_id, loan=loan)


def aquarium() -> MCPServer:
    mcp = MCPServer("Aquarium")
    tanks = [tank(1, "Reef", 25.5, 25), tank(2, "Kelp", 15, 12), tank(3, "Lagoon", 24, 27)]
    suits = [
        suit(11, "Blue shell", "Otto Falk", "T-2", 20),
        suit(12, "Red shell", "Otto Vance", "T-1", 4),
        suit(13, "Grey shell", "Mona Falk", "T-1", None),
    ]

    @mcp.tool(annotations=READS)
    def list_tanks() -> list[Tank]:
        """List the tanks with their temperatures."""
        return tanks

    @mcp.tool(annotations=READS)
    def list_suits(
        free_on: Annotated[date | None, Field(description="Only suits that are free on this day")] = None,
    ) -> list[Suit]:
        """List the diving suits: who keeps them, the tank they are for, and who has borrowed them until when."""
        return [one for one in suits if free_on is None or one.loan is None]

    @mcp.tool(annotations=ACTS)
    def set_tank_temperature(tank_id: str, celsius: float) -> str:
        """Set the temperature that a tank is to have."""
        return f"{tank_id} is set."

    @mcp.tool(annotations=ACTS)
    def retire_suit(suit_id: Annotated[str, Field(description="Id of a suit, such as S-11")]) -> str:
        """Retire a suit for good."""
        return f"{suit_id} is retired."

    @mcp.tool(annotations=ACTS)
    def move_suit(
        suit_id: Annotated[str, Field(description="Id of a suit, such as S-11")],
        tank_id: Annotated[str, Field(description="Id of the tank it is moved to, such as T-1")],
    ) -> str:
        """Move a suit to another tank."""
        return f"{suit_id} is moved."

    @mcp.tool(annotations=ACTS)
    def book_suit(
        suit_id: Annotated[str, Field(description="Id of a suit, such as S-11")],
        first_day: Annotated[date, Field(description="Day on which it is fetched")],
        diver: str,
    ) -> str:
        """Book a suit for a diver."""
        return f"{suit_id} is booked."

    return mcp


@pytest.mark.parametrize(
    ("order", "meant"),
    [
        ("Set the tank that is furthest above its target to 11 degrees", "T-2"),
        ("Set the tank that is below its target to 26 degrees", "T-3"),
    ],
)
async def test_a_thing_is_meant_by_how_far_its_figures_are_apart(order: str, meant: str) -> None:
    [(name, arguments)] = done(await talk(aquarium(), order))
    assert (name, arguments["tank_id"]) == ("set_tank_temperature", meant)


async def test_a_description_is_heard_behind_other_talk() -> None:
    said = await talk(aquarium(), "which suits does Otto Falk keep?", "Retire the suit that is most overdue")
    assert done(said) == [("retire_suit", {"suit_id": "S-12"})]


async def test_which_is_asked_where_a_description_is_true_of_several() -> None:
    said = await talk(aquarium(), "Set the tank that is above its target to 11 degrees")
    assert done(said) == []
    assert "Reef" in said[0]
    assert "Kelp" in said[0]
    assert "Lagoon" not in said[0]


async def test_what_is_most_overdue_is_what_was_due_first() -> None:
    assert done(await talk(aquarium(), "Retire the suit that is most overdue")) == [
        ("retire_suit", {"suit_id": "S-12"})
    ]


async def test_an_id_that_something_is_moved_to_says_nothing_of_what_is_moved() -> None:
    said = await talk(aquarium(), "Move the Falk suit to T-3")
    assert done(said) == []
    assert "Blue shell" in said[0]
    assert "Grey shell" in said[0]
    [(_, arguments)] = done(await talk(aquarium(), "Move the Vance suit to T-3"))
    assert arguments == {"suit_id": "S-12", "tank_id": "T-3"}


async def test_the_day_that_was_asked_about_is_the_one_for_which_it_is_booked() -> None:
    said = await talk(aquarium(), "Is the grey shell free on the 27th?", "Book it for Ines Roca then")
    [(name, arguments)] = done(said)
    assert (name, arguments["suit_id"], arguments["first_day"][-2:]) == ("book_suit", "S-13", "27")


async def test_a_day_that_is_past_is_asked_for_again() -> None:
    said = await talk(aquarium(), "Was the grey shell free on 2 January 2019?", "Book it for Ines Roca then")
    assert done(said) == []


async def test_a_length_of_time_is_no_id() -> None:
    async with connected(aquarium()) as connection:
        catalog = Catalog(connection.offer)
    assert with_ids("he left the suit 12 min late", catalog) == "he left the suit 12 min late"
    assert with_ids("he left the suit 12 there", catalog) == "he left the suit S-12 there"


def trams() -> MCPServer:
    mcp = MCPServer("Trams")

    @mcp.tool(annotations=READS)
    def list_trips() -> list[Trip]:
        """List the trips of the trams."""
        return [Trip(id="R-310", line="Harbour", state="scheduled"), Trip(id="R-311", line="Moor", state="scheduled")]

    @mcp.tool(annotations=ACTS)
    def set_trip_state(
        trip_id: Annotated[str, Field(description="For example R-301")],
        state: Literal["scheduled", "slowed", "cancelled"],
        minutes_lost: Annotated[int | None, Field(description="Needed for `slowed`, and only there")] = None,
    ) -> str:
        """Mark a trip as slowed, as cancelled, or as scheduled again."""
        return f"{trip_id} is {state}."

    @mcp.tool(annotations=ACTS)
    def swap_trips(
        trip_id: Annotated[str, Field(description="For example R-301")],
        line: Annotated[str, Field(description="The line that it is put on")],
    ) -> str:
        """Put a trip on another line."""
        return f"{trip_id} is swapped."

    return mcp


class Trip(BaseModel):
    id: str = Field(description="For example R-301")
    line: str
    state: str


async def test_a_length_of_time_is_for_the_tool_that_takes_one_and_says_what_it_is_needed_for() -> None:
    said = await talk(trams(), "r-311 is gonna leave 20 min behind, put that in please")
    assert done(said) == [("set_trip_state", {"trip_id": "R-311", "state": "slowed", "minutes_lost": 20})]
