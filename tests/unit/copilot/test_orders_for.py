"""What an order is for is told to a tool that wants to know it; of a cycle workshop."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from assistant.planner.english.stems import stem

from .test_planner import talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)


class Bike(BaseModel):
    id: str
    name: str
    rider: str


class Visit(BaseModel):
    id: str
    bike: str
    day: date
    reason: str


def workshop() -> MCPServer:
    server = MCPServer("Cycle workshop")

    @server.tool(annotations=READS)
    def list_bikes() -> list[Bike]:
        """The bikes and their riders."""
        return [
            Bike(id="B-1", name="Heron", rider="Ann Poole"),
            Bike(id="B-2", name="Swift", rider="Ben Cobb"),
        ]

    @server.tool(annotations=READS)
    def list_visits() -> list[Visit]:
        """The visits by day."""
        return [Visit(id="V-1", bike="Swift", day=date(2026, 6, 4), reason="Chain slips")]

    @server.tool()
    def book_visit(
        bike_id: Annotated[str, Field(description="Such as B-1")],
        day: date,
        reason: Annotated[str, Field(description="Why the bike comes, in a few words")],
    ) -> str:
        """Book a bike in for a day."""
        return f"{bike_id} {day} {reason}"

    @server.tool()
    def add_charge(
        bike_id: Annotated[str, Field(description="Such as B-1")],
        item: Annotated[str, Field(description="What is charged")],
        amount: float,
    ) -> str:
        """Add a charge to the bill of a bike."""
        return f"{bike_id} {item} {amount}"

    return server


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("Book Heron in on Friday for a new saddle", {"reason": "new saddle"}),
        ("book the swift in for its winter check on 2026-06-10 please", {"reason": "winter check"}),
        ("put 45 for dinner on B-1's bill", {"item": "dinner", "amount": 45}),
        ("charge B-2 12.50 for a lamp", {"item": "lamp", "amount": 12.5}),
    ],
)
async def test_what_an_order_is_for_is_told(order: str, expected: dict[str, object]) -> None:
    text, calls = await talk(workshop(), order)
    done = [arguments for tool, arguments in calls if tool in ("book_visit", "add_charge")]
    assert len(done) == 1, text
    assert expected.items() <= done[0].items(), done


@pytest.mark.parametrize("order", ["Book Heron in for Friday", "charge B-2 30"])
async def test_a_day_or_a_person_is_nothing_that_an_order_is_for(order: str) -> None:
    text, calls = await talk(workshop(), order)
    assert not [tool for tool, _ in calls if tool in ("book_visit", "add_charge")], calls
    assert "?" in text


def test_what_only_looks_like_a_form_of_a_word_is_none() -> None:
    assert stem("dinner") != stem("diner")
    assert stem("shower") != stem("show")
    assert stem("corners") == stem("corner") != stem("corn")


@pytest.mark.parametrize(
    "order",
    [
        "The gears on B-2 slip, send the bike to the stand",
        "B-2 has a flat tyre. Put the bike on the stand please",
        "Ben's saddle on B-2 wobbles, can you send the bike to the stand",
    ],
)
async def test_what_is_said_before_an_order_says_which_one(order: str) -> None:
    server = workshop()

    @server.tool()
    def send_to_stand(bike_id: Annotated[str, Field(description="Such as B-1")]) -> str:
        """Send a bike to the repair stand."""
        return bike_id

    text, calls = await talk(server, order)
    assert [arguments for tool, arguments in calls if tool == "send_to_stand"] == [{"bike_id": "B-2"}], text
