"""What later turns mean by it, that unit, the most urgent of them, and there: where rooms are let for storage."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

import pytest
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel, Field

from .businesses import ACTS, READS, at, day
from .test_planner_conversations import hold

pytestmark = pytest.mark.anyio


class Unit(BaseModel):
    id: Annotated[str, Field(description="For example U-14")]
    name: str
    size_m2: float
    rate: Annotated[float, Field(description="Per month, in euros")]
    tenant: str | None


class Lease(BaseModel):
    id: str
    unit_id: str
    tenant: str
    start: date
    end: date


class Fault(BaseModel):
    id: Annotated[str, Field(description="For example FA-1")]
    title: str
    unit_id: str
    urgency: Literal["critical", "high", "normal", "low"]
    status: Literal["open", "fixed"]
    fitter: str
    visit_at: datetime


class Offer(BaseModel):
    id: Annotated[str, Field(description="For example OF-1")]
    title: str
    client: str
    status: Literal["sent", "accepted", "declined"]
    made_on: date
    valid_until: date


UNITS = [
    Unit(id="U-14", name="Ground floor 14", size_m2=9, rate=110, tenant="Nora Lind"),
    Unit(id="U-15", name="Ground floor 15", size_m2=4, rate=60, tenant="Pavlo Hnatiuk"),
    Unit(id="U-27", name="First floor 27", size_m2=6, rate=75, tenant=None),
]
LEASES = [
    Lease(id="LE-1", unit_id="U-14", tenant="Nora Lind", start=day("2024-02-01"), end=day("2027-01-31")),
    Lease(id="LE-2", unit_id="U-15", tenant="Pavlo Hnatiuk", start=day("2025-06-01"), end=day("2026-12-31")),
]
FAULTS = [
    Fault(
        id="FA-1",
        title="Shutter jams",
        unit_id="U-15",
        urgency="low",
        status="open",
        fitter="Ida Brandt",
        visit_at=at("2026-11-20T08:30:00"),
    ),
    Fault(
        id="FA-2",
        title="Damp wall",
        unit_id="U-14",
        urgency="high",
        status="open",
        fitter="Tove Aas",
        visit_at=at("2026-11-19T13:15:00"),
    ),
    Fault(
        id="FA-3",
        title="Lamp flickers",
        unit_id="U-27",
        urgency="critical",
        status="fixed",
        fitter="Ida Brandt",
        visit_at=at("2026-11-02T10:00:00"),
    ),
]
OFFERS = [
    Offer(
        id="OF-1",
        title="Two rooms for a year",
        client="Kaffi Brothers",
        status="sent",
        made_on=day("2026-11-02"),
        valid_until=day("2026-12-10"),
    ),
    Offer(
        id="OF-2",
        title="A room for the band",
        client="The Grey Geese",
        status="sent",
        made_on=day("2026-11-09"),
        valid_until=day("2026-11-25"),
    ),
    Offer(
        id="OF-3",
        title="Winter tyres",
        client="Garage Olsen",
        status="declined",
        made_on=day("2026-10-01"),
        valid_until=day("2026-10-20"),
    ),
]


def storage() -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("Lockwood storage")
    offers = [one.model_copy() for one in OFFERS]

    @server.tool(annotations=READS)
    def list_units() -> list[Unit]:
        """All rooms that are let."""
        return UNITS

    @server.tool(annotations=READS)
    def list_leases(tenant: str = "") -> list[Lease]:
        """Who has which unit, from when until when."""
        return [one for one in LEASES if tenant.casefold() in one.tenant.casefold()]

    @server.tool(annotations=READS)
    def list_faults(status: Literal["open", "fixed"] | None = None) -> list[Fault]:
        """What is broken in the units."""
        return [one for one in FAULTS if status in (None, one.status)]

    @server.tool(annotations=READS)
    def list_offers(client: str = "") -> list[Offer]:
        """What was offered to whom."""
        return [one for one in offers if client.casefold() in one.client.casefold()]

    @server.tool(annotations=ACTS)
    def answer_offer(offer_id: str, answer: Literal["accepted", "declined"]) -> str:
        """Record what the client says to an offer."""
        offer = next((one for one in offers if one.id == offer_id), None)
        if offer is None or offer.status != "sent":
            raise ToolError("There is no open offer of that id.")
        offer.status = answer
        return f"{offer_id} is {answer}."

    @server.tool(annotations=ACTS)
    def close_fault(fault_id: str) -> str:
        """Close a fault that is mended."""
        return f"{fault_id} is closed."

    return server


async def test_a_noun_with_that_is_the_thing_of_that_kind_which_was_told_or_is_named_by_it() -> None:
    await hold(
        storage,
        ("which faults are open?", ["Shutter jams", "Damp wall"], ["Lamp flickers"]),
        ("which of them is more urgent?", ["Damp wall"], ["Shutter jams"]),
        ("who has that unit?", ["Nora Lind"], ["Pavlo"]),
    )
    await hold(
        storage,
        ("tell me about FA-1", ["Shutter jams"], []),
        ("what does that room cost?", ["60"], ["110"]),
    )


async def test_what_runs_out_first_is_the_one_that_is_meant_from_then_on() -> None:
    await hold(
        storage,
        ("which offers are sent?", ["OF-1", "OF-2"], ["OF-3"]),
        ("which of them runs out first", ["OF-2"], ["OF-1"]),
        ("they have accepted it, please record that", "answer_offer", {"offer_id": "OF-2", "answer": "accepted"}),
    )


async def test_the_least_and_the_most_of_a_scale_count_from_whichever_end_the_server_names_first() -> None:
    await hold(
        storage,
        ("which faults are open?", ["Shutter jams", "Damp wall"], []),
        ("which is the least urgent?", ["Shutter jams"], ["Damp wall"]),
        ("close that one", "close_fault", {"fault_id": "FA-1"}),
    )


async def test_when_somebody_has_to_be_there_is_when_that_is_which_was_told() -> None:
    await hold(
        storage,
        ("which fault is Tove Aas on?", ["Damp wall"], ["Shutter jams"]),
        ("what time does she have to be there?", ["13:15"], ["08:30"]),
    )


async def test_a_state_is_nobody_and_a_lease_is_up_when_it_ends() -> None:
    await hold(
        storage,
        ("who has unit U-15?", ["Pavlo Hnatiuk"], ["Nora"]),
        ("and when is his lease up?", ["2026-12-31"], ["2025-06-01", "2027-01-31"]),
    )


async def test_a_question_behind_what_is_told_is_about_the_thing_talked_about() -> None:
    await hold(
        storage,
        ("what is the rate of unit U-14?", ["110"], ["60"]),
        ("it is damp, so who has it?", ["Nora Lind"], ["Pavlo"]),
    )
