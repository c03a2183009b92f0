"""Orders about things that are described instead of named: by what holds of them, and by what was said before."""

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
DOING = {"assign_pilot", "throw_out", "cancel_seat", "record_return", "sign_up_helper", "book_seat"}


class Pilot(BaseModel):
    id: Annotated[str, Field(description="For example PI-1")]
    name: str
    marks: Annotated[float, Field(description="Mean of their marks")]
    routes: list[str]


class Charter(BaseModel):
    id: Annotated[str, Field(description="For example CH-1")]
    title: str


class Named(BaseModel):
    id: str
    name: str


class Evening(BaseModel):
    id: str
    day: date
    task: Literal["repairs", "painting"]


class Supply(BaseModel):
    id: Annotated[str, Field(description="For example SU-1")]
    name: str
    quantity: int
    shelf: str
    expires_on: date | None


class Seat(BaseModel):
    id: Annotated[str, Field(description="For example SE-1")]
    passenger: str
    flight: str
    status: Literal["held", "cancelled"]


class Loan(BaseModel):
    id: Annotated[str, Field(description="For example LO-1")]
    item: str
    lent_on: date
    status: Literal["out", "returned"]


PILOTS = [
    Pilot(id="PI-1", name="Ada Kern", marks=4.8, routes=["Oslo > Bergen", "Turku > Oslo"]),
    Pilot(id="PI-2", name="Olle Rask", marks=4.9, routes=["Bergen > Oslo", "Turku > Bergen"]),
    Pilot(id="PI-3", name="Siv Lund", marks=4.1, routes=["Oslo > Bergen"]),
]
EVENINGS = [
    Evening(id="EV-1", day=date(2026, 6, 4), task="painting"),
    Evening(id="EV-2", day=date(2026, 6, 5), task="repairs"),
    Evening(id="EV-3", day=date(2026, 6, 12), task="repairs"),
]
SUPPLIES = [
    Supply(id="SU-1", name="Oat bars", quantity=40, shelf="Top shelf", expires_on=date(2026, 5, 30)),
    Supply(id="SU-2", name="Apple juice", quantity=12, shelf="Top shelf", expires_on=date(2026, 9, 1)),
    Supply(id="SU-3", name="Blankets", quantity=9, shelf="Bottom shelf", expires_on=None),
]
SEATS = [
    Seat(id="SE-1", passenger="Nora Field", flight="Morning Hop", status="held"),
    Seat(id="SE-2", passenger="Nora Field", flight="Sunset Loop", status="held"),
]
LOANS = [
    Loan(id="LO-1", item="Headset", lent_on=date(2026, 5, 20), status="out"),
    Loan(id="LO-2", item="Life vest", lent_on=date(2026, 5, 1), status="out"),
    Loan(id="LO-3", item="Map case", lent_on=date(2026, 4, 1), status="returned"),
]


def airfield() -> MCPServer:
    server = MCPServer("Airfield")

    @server.tool(annotations=READS)
    def list_pilots() -> list[Pilot]:
        """The pilots, with their marks and the routes they fly."""
        return PILOTS

    @server.tool(annotations=READS)
    def list_charters() -> list[Charter]:
        """Charters to come."""
        return [Charter(id="CH-1", title="Salmon run"), Charter(id="CH-2", title="Wedding party")]

    @server.tool(annotations=READS)
    def list_helpers() -> list[Named]:
        """Who helps."""
        return [Named(id="HE-1", name="Ivo Brandt"), Named(id="HE-2", name="Lotte Roth")]

    @server.tool(annotations=READS)
    def list_passengers() -> list[Named]:
        """Who flies with us."""
        return [Named(id="PA-1", name="Nora Field")]

    @server.tool(annotations=READS)
    def list_evenings() -> list[Evening]:
        """Evenings in the hangar."""
        return EVENINGS

    @server.tool(annotations=READS)
    def list_supplies() -> list[Supply]:
        """Supplies for the cabin."""
        return SUPPLIES

    @server.tool(annotations=READS)
    def list_seats() -> list[Seat]:
        """Who has which seat."""
        return SEATS

    @server.tool(annotations=READS)
    def list_loans() -> list[Loan]:
        """What was lent."""
        return LOANS

    @server.tool(annotations=ACTS)
    def assign_pilot(
        charter_id: Annotated[str, Field(description="For example CH-1")],
        pilot_id: Annotated[str, Field(description="For example PI-1")],
        role: Annotated[Literal["captain", "observer"], Field(description="What they are on it")] = "captain",
    ) -> str:
        """Put a pilot on a charter."""
        return "Assigned."

    @server.tool(annotations=ACTS)
    def sign_up_helper(
        evening_id: Annotated[str, Field(description="For example EV-1")],
        helper_id: Annotated[str, Field(description="For example HE-1")],
    ) -> str:
        """Put a helper on an evening."""
        return "Signed up."

    @server.tool(annotations=ACTS)
    def book_seat(
        passenger_id: Annotated[str, Field(description="For example PA-1")],
        day: date,
        task: Annotated[Literal["flight", "repairs"], Field(description="What for")] = "flight",
    ) -> str:
        """Book a seat for a passenger."""
        return "Booked."

    @server.tool(annotations=ACTS)
    def throw_out(
        supply_id: Annotated[str, Field(description="For example SU-1")],
        quantity: Annotated[int, Field(ge=1, description="How many are thrown out")],
    ) -> str:
        """Throw out supplies."""
        return "Thrown out."

    @server.tool(annotations=ACTS)
    def cancel_seat(seat_id: Annotated[str, Field(description="For example SE-1")]) -> str:
        """Cancel a seat on a flight."""
        return "Cancelled."

    @server.tool(annotations=ACTS)
    def record_return(loan_id: Annotated[str, Field(description="For example LO-1")], day: date) -> str:
        """Record that something lent was returned."""
        return "Recorded."

    return server


def done(said: Said) -> list[tuple[str, dict[str, object]]]:
    return [call for call in said[1] if call[0] in DOING]


@pytest.mark.parametrize(
    ("question", "pilot"),
    [
        ("put whoever has the best marks for oslo > bergen on the salmon run", "PI-1"),
        ("assign whoever has the best marks for Bergen > Oslo to the Salmon run", "PI-2"),
        ("assign the pilot with the lowest marks to the salmon run", "PI-3"),
    ],
)
async def test_a_description_stands_for_the_one_that_it_fits(question: str, pilot: str) -> None:
    assert done(await talk(airfield(), question)) == [("assign_pilot", {"charter_id": "CH-1", "pilot_id": pilot})]


@pytest.mark.parametrize(
    "question",
    [
        "one thing on the top shelf is past its date, throw all of it out",
        "throw out all of the oat bars",
        "the oat bars have expired, throw all of it out please",
    ],
)
async def test_all_of_it_is_the_whole_of_one_thing(question: str) -> None:
    assert done(await talk(airfield(), question)) == [("throw_out", {"supply_id": "SU-1", "quantity": 40})]


@pytest.mark.parametrize(
    "question", ["nora field rang, she cant make the sunset loop. cancel that one please", "cancel nora's sunset loop"]
)
async def test_what_somebody_can_not_make_is_meant(question: str) -> None:
    assert done(await talk(airfield(), question)) == [("cancel_seat", {"seat_id": "SE-2"})]


async def test_the_older_one_is_of_those_that_were_told() -> None:
    said = await talk(airfield(), "Which loans are out?", "The older one was returned yesterday. Record it.")
    assert done(said) == [("record_return", {"loan_id": "LO-2", "day": "2026-06-02"})]


async def test_what_somebody_is_to_do_is_their_role() -> None:
    said = await talk(airfield(), "siv will observe the wedding party, can u put her down for that")
    assert done(said) == [("assign_pilot", {"charter_id": "CH-2", "pilot_id": "PI-3", "role": "observer"})]


async def test_who_is_put_down_for_something_is_what_the_tool_takes() -> None:
    said = await talk(airfield(), "lotte roth can do the friday repairs after all, put her down for it")
    assert done(said) == [("sign_up_helper", {"evening_id": "EV-2", "helper_id": "HE-2"})]
