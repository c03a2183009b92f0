"""Which thing an order means by several words at once, and what else of the order is told beside it."""

from __future__ import annotations

from datetime import datetime, time
from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from assistant.planner.english.times_of_day import clock_times

from .test_planner import Said, talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False)


class Boat(BaseModel):
    id: Annotated[str, Field(description="For example BT-1")]
    name: str
    owner: str
    jetty: Literal["north", "south"]


class Fee(BaseModel):
    id: Annotated[str, Field(description="For example FE-1")]
    boat_id: str
    month: str
    amount: float
    paid: float
    open: float


class Mechanic(BaseModel):
    id: Annotated[str, Field(description="For example ME-1")]
    name: str
    craft: Literal["engines", "sails"]
    daily_rate: int


class Fault(BaseModel):
    id: Annotated[str, Field(description="For example FA-1")]
    title: str
    boat: str
    state: Literal["open", "mended"]


BOATS = [
    Boat(id="BT-1", name="Kittiwake", owner="Orla Finch", jetty="north"),
    Boat(id="BT-2", name="Sea Otter", owner="Amir Rahman", jetty="south"),
    Boat(id="BT-3", name="Little Auk", owner="Leila Rahman", jetty="north"),
]
FEES = [
    Fee(id="FE-1", boat_id="BT-1", month="2026-05", amount=80, paid=80, open=0),
    Fee(id="FE-2", boat_id="BT-1", month="2026-06", amount=80, paid=0, open=80),
    Fee(id="FE-3", boat_id="BT-2", month="2026-06", amount=90, paid=0, open=90),
    Fee(id="FE-4", boat_id="BT-3", month="2026-06", amount=70, paid=0, open=70),
]
MECHANICS = [
    Mechanic(id="ME-1", name="Nils Brandt", craft="engines", daily_rate=300),
    Mechanic(id="ME-2", name="Vera Costa", craft="engines", daily_rate=210),
    Mechanic(id="ME-3", name="Tove Lind", craft="sails", daily_rate=150),
]
FAULTS = [
    Fault(id="FA-1", title="Bilge pump jammed", boat="Kittiwake", state="open"),
    Fault(id="FA-2", title="Cracked rudder", boat="Sea Otter", state="open"),
]


def marina() -> MCPServer:
    server = MCPServer("Marina")

    @server.tool(annotations=READS)
    def list_boats() -> list[Boat]:
        """All boats with their owners."""
        return BOATS

    @server.tool(annotations=READS)
    def list_fees() -> list[Fee]:
        """The fees for berths, month by month."""
        return FEES

    @server.tool(annotations=READS)
    def list_mechanics() -> list[Mechanic]:
        """Mechanics, with what they mend and take."""
        return MECHANICS

    @server.tool(annotations=READS)
    def list_faults() -> list[Fault]:
        """Faults of boats."""
        return FAULTS

    @server.tool(annotations=ACTS)
    def record_fee(
        fee_id: Annotated[str, Field(description="The id of the fee, for example FE-1")],
        amount: Annotated[float, Field(gt=0, description="What came in, in pounds")],
        method: Literal["cash", "card", "bank_transfer"] = "card",
    ) -> str:
        """Record money that came in for a fee. Example: fee_id="FE-1", amount=80"""
        return f"{amount} for {fee_id} recorded."

    @server.tool(annotations=ACTS)
    def assign_mechanic(
        fault_id: Annotated[str, Field(description="The fault's id, for example FA-1")],
        mechanic_id: Annotated[str, Field(description="The mechanic's id, for example ME-1")],
    ) -> str:
        """Give a fault to a mechanic. Example: fault_id="FA-1", mechanic_id="ME-1" """
        return f"{mechanic_id} does {fault_id}."

    @server.tool(annotations=ACTS)
    def report_fault(
        boat_id: Annotated[str, Field(description="The boat's id, for example BT-1")],
        title: Annotated[str, Field(description="What is broken, in a few words")],
        urgency: Literal["low", "normal", "high"] = "normal",
    ) -> str:
        """Report a fault of a boat. Example: boat_id="BT-1", title="Torn sail", urgency="low" """
        return f"Reported for {boat_id}."

    @server.tool(annotations=ACTS)
    def book_showing(
        boat_id: Annotated[str, Field(description="The boat's id, for example BT-1")],
        visitor: Annotated[str, Field(description="Who wants to see the boat")],
        start: Annotated[datetime, Field(description="When it starts")],
    ) -> str:
        """Book a time at which somebody sees a boat. Example: boat_id="BT-1", visitor="Al Moss" """
        return f"{visitor} sees {boat_id}."

    return server


def done(said: Said) -> list[tuple[str, dict[str, object]]]:
    return [call for call in said[1] if not call[0].startswith("list_")]


@pytest.mark.parametrize(
    ("question", "arguments"),
    [
        (
            "orla finch's june berth has just come in, the full 80 by bank transfer, can u record that",
            {"fee_id": "FE-2", "amount": 80, "method": "bank_transfer"},
        ),
        ("record 50 in cash for amir rahman's june berth", {"fee_id": "FE-3", "amount": 50, "method": "cash"}),
    ],
)
async def test_person_and_month_say_together_which_one_is_paid(question: str, arguments: dict[str, object]) -> None:
    assert done(await talk(marina(), question)) == [("record_fee", arguments)]


async def test_of_two_of_one_name_both_are_told_before_anything_else_is_asked() -> None:
    said = await talk(marina(), "rahman just paid 30 in cash at the desk, record it for the june berth pls")
    assert "FE-3" in said[0]
    assert "FE-4" in said[0]
    assert not done(said)


@pytest.mark.parametrize(
    ("question", "arguments"),
    [
        (
            "Assign our cheapest engines mechanic to the jammed pump on Kittiwake.",
            {"fault_id": "FA-1", "mechanic_id": "ME-2"},
        ),
        ("assign Tove Lind to the cracked rudder on the Sea Otter", {"fault_id": "FA-2", "mechanic_id": "ME-3"}),
    ],
)
async def test_what_says_which_thing_says_nothing_of_who_does_it(question: str, arguments: dict[str, object]) -> None:
    assert done(await talk(marina(), question)) == [("assign_mechanic", arguments)]


@pytest.mark.parametrize(
    ("question", "arguments"),
    [
        (
            "log a new fault pls: cabin light flickers on BT-3, low urgency",
            {"boat_id": "BT-3", "title": "cabin light flickers", "urgency": "low"},
        ),
        ("report a fault on BT-1: torn sail, high", {"boat_id": "BT-1", "title": "torn sail", "urgency": "high"}),
    ],
)
async def test_behind_a_colon_choices_and_ids_are_no_part_of_the_text(
    question: str, arguments: dict[str, object]
) -> None:
    assert done(await talk(marina(), question)) == [("report_fault", arguments)]


@pytest.mark.parametrize(
    ("words", "hour", "minute"),
    [
        ("8:30 in the morning", 8, 30),
        ("2:15 in the afternoon", 14, 15),
        ("7.30pm", 19, 30),
        ("at 9:45 p.m.", 21, 45),
        ("12:30 at night", 0, 30),
    ],
)
def test_minutes_before_a_part_of_the_day_are_no_hours(words: str, hour: int, minute: int) -> None:
    assert [one for one, _, _ in clock_times(words)] == [time(hour, minute)]


async def test_who_comes_to_see_it_is_no_name_of_it() -> None:
    said = await talk(marina(), "show me the boat Little Auk", "book Petr Havel in to see it, tomorrow 2pm")
    [(name, arguments)] = done(said)
    assert name == "book_showing"
    assert (arguments["boat_id"], arguments["visitor"]) == ("BT-3", "Petr Havel")


async def test_a_month_of_which_nothing_is_known_is_not_another_month() -> None:
    assert not done(await talk(marina(), "record 20 for amir rahman's july berth"))
