"""What an acting tool is called with: ids as people say them, two things of one kind, lists, times, and amounts."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import Said, talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False)


class Boat(BaseModel):
    id: str
    name: str
    owner: str
    berth: str | None


class Berth(BaseModel):
    id: str
    pier: str
    free: bool


class Repair(BaseModel):
    id: str
    boat: str
    what: str
    state: Literal["waiting", "in_work", "finished"]


class Bill(BaseModel):
    id: str
    owner: str
    total_eur: Annotated[float, Field(description="In euros")]
    left_eur: Annotated[float, Field(description="What has still to be paid, in euros")]


BOATS = [
    Boat(id="BT-301", name="Kittiwake", owner="Ruth Amos", berth="N-4"),
    Boat(id="BT-302", name="Silver Tern", owner="Karel Novak", berth="S-12"),
    Boat(id="BT-303", name="Osprey", owner="Ruth Amos", berth=None),
]
BERTHS = [
    Berth(id="N-4", pier="North", free=False),
    Berth(id="S-12", pier="South", free=False),
    Berth(id="W-7", pier="West", free=True),
]
REPAIRS = [
    Repair(id="RP-2210", boat="Kittiwake", what="Torn jib", state="waiting"),
    Repair(id="RP-2211", boat="Silver Tern", what="Engine service", state="in_work"),
    Repair(id="RP-2212", boat="Osprey", what="Cracked rudder", state="finished"),
]
BILLS = [
    Bill(id="BL-81", owner="Karel Novak", total_eur=400, left_eur=150),
    Bill(id="BL-82", owner="Ruth Amos", total_eur=90, left_eur=90),
]


def marina() -> MCPServer:
    server = MCPServer("Marina")

    @server.tool(annotations=READS)
    def list_boats() -> list[Boat]:
        """Boats, whose they are, and where they lie."""
        return BOATS

    @server.tool(annotations=READS)
    def list_berths() -> list[Berth]:
        """Berths of all piers."""
        return BERTHS

    @server.tool(annotations=READS)
    def list_repairs() -> list[Repair]:
        """Repairs of boats."""
        return REPAIRS

    @server.tool(annotations=READS)
    def list_bills() -> list[Bill]:
        """Bills of the owners of boats."""
        return BILLS

    @server.tool(annotations=ACTS)
    def move_boat(
        boat_id: Annotated[str, Field(description="The boat's id, for example BT-301")],
        from_berth: Annotated[str, Field(description="The berth's id, for example N-1")],
        to_berth: Annotated[str, Field(description="The berth's id, for example N-1")],
    ) -> str:
        """Tow a boat from one berth to another."""
        return f"{boat_id} towed to {to_berth}."

    @server.tool(annotations=ACTS)
    def start_repair(repair_id: Annotated[str, Field(description="The repair's id, for example RP-2201")]) -> str:
        """Begin with a repair that is waiting."""
        return f"{repair_id} begun."

    @server.tool(annotations=ACTS)
    def inspect_boats(
        boat_ids: Annotated[list[str], Field(min_length=1, description="Which boats, for example BT-301")],
        starts: Annotated[datetime, Field(description="When it starts; UTC, unless it has an offset")],
        topics: list[Literal["hull", "engine", "sails"]] = [],  # noqa: B006
    ) -> str:
        """Arrange an inspection of boats."""
        return "Arranged."

    @server.tool(annotations=ACTS)
    def record_payment(
        bill_id: Annotated[str, Field(description="The bill's id, for example BL-80")],
        amount: Annotated[float, Field(gt=0, description="How much was paid, in euros; not more than is left")],
        method: Literal["cash", "card"],
    ) -> str:
        """Note that a bill, or a part of it, was paid."""
        return "Noted."

    return server


def done(said: Said) -> list[tuple[str, dict[str, object]]]:
    return [call for call in said[1] if not call[0].startswith("list_")]


@pytest.mark.parametrize(
    "question",
    [
        "start repair 2210",
        "start 2210 please",
        "pls start repair no. 2210, the sail has come",
        "could you start rp2210?",
        "start RP 2210",
        "start rp-2210",
    ],
)
async def test_an_id_is_known_by_its_number(question: str) -> None:
    assert done(await talk(marina(), question)) == [("start_repair", {"repair_id": "RP-2210"})]


@pytest.mark.parametrize("question", ["start repairs 2210 and 2211", "start repair 2210 and 2211", "start 2210, 2211"])
async def test_numbers_behind_an_id_are_ids_too(question: str) -> None:
    said = await talk(marina(), question)
    assert [call[1]["repair_id"] for call in done(said)] == ["RP-2210", "RP-2211"]


@pytest.mark.parametrize(
    "question", ["which repairs did we finish in 2026?", "how many repairs are there for 2211 euros"]
)
async def test_a_year_and_an_amount_are_no_ids(question: str) -> None:
    assert "RP-2026" not in (await talk(marina(), question))[0]


@pytest.mark.parametrize(
    "question",
    [
        "Move BT-301 from berth N-4 to berth W-7.",
        "move bt-301 from n-4 to w-7",
        "move boat 301 to W-7 from N-4 please",
        "move the Kittiwake out of N-4 and into W-7",
        "move kittiwake from N-4 over to W-7, thanks",
    ],
)
async def test_two_things_of_one_kind_have_their_roles(question: str) -> None:
    expected = {"boat_id": "BT-301", "from_berth": "N-4", "to_berth": "W-7"}
    assert done(await talk(marina(), question)) == [("move_boat", expected)]


async def test_what_has_no_role_yet_is_asked_for() -> None:
    said = await talk(marina(), "move BT-301 to W-7")
    assert not done(said)
    assert said[0].endswith("?")
