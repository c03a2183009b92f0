"""What the parameters of a tool take: things by ids that only the lists show, days and times as they are written."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import Said, talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False)
DOING = {"assign_skipper", "lend_bike", "plan_tour", "moor"}


class Person(BaseModel):
    id: str
    name: str
    role: Literal["skipper", "deckhand", "ticket_office"]
    hours_this_week: Annotated[float, Field(description="Hours worked since Monday.")]


class Ferry(BaseModel):
    id: str
    name: str
    cars: int


class Bicycle(BaseModel):
    id: str
    name: str


class Guide(BaseModel):
    id: str
    name: str


PEOPLE = [
    Person(id="CW-1", name="Hanne Voss", role="skipper", hours_this_week=30),
    Person(id="CW-2", name="Jan Petersen", role="skipper", hours_this_week=18),
    Person(id="CW-3", name="Jan Albers", role="skipper", hours_this_week=22.5),
    Person(id="CW-4", name="Mette Krogh", role="skipper", hours_this_week=12),
    Person(id="CW-5", name="Bo Dam", role="deckhand", hours_this_week=4),
]
FERRIES = [Ferry(id="FY-1", name="Heather Belle", cars=12), Ferry(id="FY-2", name="Sandpiper", cars=30)]


def ferries() -> MCPServer:
    server = MCPServer("Ferries")

    @server.tool(annotations=READS)
    def list_people() -> list[Person]:
        """Everybody who works here."""
        return PEOPLE

    @server.tool(annotations=READS)
    def list_ferries() -> list[Ferry]:
        """The ferries, and how many cars they take."""
        return FERRIES

    @server.tool(annotations=READS)
    def list_rental() -> list[Bicycle]:
        """What can be lent: bicycles."""
        return [Bicycle(id="RX-1", name="Red Rambler"), Bicycle(id="RX-2", name="Blue Comet")]

    @server.tool(annotations=READS)
    def list_guides() -> list[Guide]:
        """The guides."""
        return [Guide(id="GD-1", name="Pia Lund"), Guide(id="GD-2", name="Ole Brix")]

    @server.tool(annotations=ACTS)
    def assign_skipper(
        skipper_id: Annotated[str, Field(description="The id of a skipper, e.g. 'CW-9'.")],
        ferry_id: Annotated[str, Field(description="The id of a ferry, e.g. 'FY-9'.")],
        day: date,
    ) -> str:
        """Assign a skipper to a ferry for one day."""
        return "Assigned."

    @server.tool(annotations=ACTS)
    def lend_bike(bike_id: Annotated[str, Field(pattern=r"^RX-\d+$")]) -> str:
        """Lend a bike."""
        return "Lent."

    @server.tool(annotations=ACTS)
    def plan_tour(
        guide_id: Annotated[str, Field(description="Such as GD-9")],
        day: date,
        start: Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")],
    ) -> str:
        """Plan a tour with a guide."""
        return "Planned."

    @server.tool(annotations=ACTS)
    def moor(
        ferry_id: Annotated[str, Field(description="The id of a ferry, e.g. 'FY-9'.")],
        until: Annotated[str, Field(description="HH:MM")],
    ) -> str:
        """Moor a ferry."""
        return "Moored."

    return server


def done(said: Said) -> list[tuple[str, dict[str, object]]]:
    return [call for call in said[1] if call[0] in DOING]


@pytest.mark.parametrize(
    ("question", "skipper", "ferry"),
    [
        ("Assign Hanne Voss to Sandpiper on 2026-06-05.", "CW-1", "FY-2"),
        ("put mette on the heather belle on friday", "CW-4", "FY-1"),
        ("put the skipper with the fewest hours this week on the Sandpiper on Friday", "CW-4", "FY-2"),
        ("assign CW-3 to FY-1 on 5 June 2026", "CW-3", "FY-1"),
    ],
)
async def test_a_thing_is_found_by_its_role_and_by_how_its_ids_look(question: str, skipper: str, ferry: str) -> None:
    expected = {"skipper_id": skipper, "ferry_id": ferry, "day": "2026-06-05"}
    assert done(await talk(ferries(), question)) == [("assign_skipper", expected)]


async def test_of_two_who_are_called_so_both_are_named() -> None:
    said = await talk(ferries(), "Put Jan on the Sandpiper on Friday.")
    assert not done(said)
    assert "Jan Petersen" in said[0]
    assert "Jan Albers" in said[0]


async def test_whoever_is_one_by_their_role_may_be_meant() -> None:
    said = await talk(ferries(), "Assign a skipper to the Sandpiper on Friday")
    assert not done(said)
    assert "Hanne Voss" in said[0]
    assert "Bo Dam" not in said[0]


async def test_a_pattern_shows_how_ids_look() -> None:
    assert done(await talk(ferries(), "lend the Blue Comet")) == [("lend_bike", {"bike_id": "RX-2"})]


@pytest.mark.parametrize(
    "question", ["plan a tour with Pia Lund on Friday at 2pm", "plan a tour for 5 June 2026 at 14:00 with pia lund"]
)
async def test_a_day_and_a_time_of_day_are_for_two_parameters(question: str) -> None:
    expected = {"guide_id": "GD-1", "day": "2026-06-05", "start": "14:00"}
    assert done(await talk(ferries(), question)) == [("plan_tour", expected)]


@pytest.mark.parametrize(
    "question", ["plan a tour with Pia Lund on Friday", "plan a tour with Pia Lund on Friday, early start"]
)
async def test_what_is_written_otherwise_than_its_pattern_is_asked_for(question: str) -> None:
    said = await talk(ferries(), question)
    assert not done(said)
    assert "start" in said[0]


@pytest.mark.parametrize("when", ["next week", "this weekend", "in July"])
async def test_of_several_days_is_asked_which(when: str) -> None:
    said = await talk(ferries(), f"assign Hanne to the Sandpiper {when}")
    assert not done(said)
    assert "day" in said[0]


async def test_a_description_shows_how_times_are_written() -> None:
    expected = {"ferry_id": "FY-2", "until": "17:30"}
    said = await talk(ferries(), "moor the Sandpiper until half past five in the afternoon")
    assert done(said) == [("moor", expected)]
