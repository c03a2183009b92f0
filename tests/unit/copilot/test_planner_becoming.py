"""Orders that say what becomes of a thing, and from when to when; what is told beside them is not answered."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import Said, talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False)
State = Literal["open", "closed", "on_hold"]


class Pool(BaseModel):
    id: Annotated[str, Field(description="For example B-3")]
    name: str
    state: State
    celsius: float
    depth_m: Annotated[float, Field(description="Metres")]


POOLS = [
    Pool(id="B-1", name="Otter Basin", state="open", celsius=27.5, depth_m=1.8),
    Pool(id="B-2", name="Heron Lagoon", state="open", celsius=31.0, depth_m=1.2),
    Pool(id="B-3", name="Pike Tank", state="closed", celsius=24.0, depth_m=3.6),
]


def acts(said: Said) -> list[tuple[str, dict[str, Any]]]:
    return [call for call in said[1] if call[0] != "list_pools"]


def baths() -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("Quayside Baths")

    @server.tool(annotations=READS)
    def list_pools() -> list[Pool]:
        """All pools of the baths."""
        return POOLS

    @server.tool(annotations=ACTS)
    def set_pool_state(pool_id: str, state: State) -> str:
        """Open or close a pool, or put it on hold."""
        return f"{pool_id} is {state} now."

    @server.tool(annotations=ACTS)
    def schedule_cleaning(
        pool_id: str,
        start: datetime,
        minutes: Annotated[int, Field(description="How long it takes, in minutes")],
        reason: str = "",
    ) -> str:
        """Plan a cleaning of a pool."""
        return f"{pool_id} is cleaned then."

    return server


@pytest.mark.parametrize(
    ("order", "pool", "state"),
    [
        ("the otter basin gets put on hold as of today", "B-1", "on_hold"),
        ("Pike Tank can be set to open now.", "B-3", "open"),
        ("pike tank can be marked as open", "B-3", "open"),
        ("heron lagoon goes on ice from now on, please put that in", "B-2", "on_hold"),
        ("the pump was mended this morning, so the pike tank can go back to open", "B-3", "open"),
        ("whichever is the warmest gets put on hold", "B-2", "on_hold"),
    ],
)
async def test_what_is_to_become_of_a_thing_is_an_order(order: str, pool: str, state: str) -> None:
    said = await talk(baths(), order)
    assert acts(said) == [("set_pool_state", {"pool_id": pool, "state": state})]


@pytest.mark.parametrize(
    "text",
    [
        "Ada said the otter basin should be put on hold",
        "can the pike tank be seen from the café?",
        "which pools can be closed?",
        "the pools get cleaned every morning",
        "pike tank should not be set to open",
    ],
)
async def test_what_is_only_told_or_asked_of_a_thing_is_no_order(text: str) -> None:
    assert acts(await talk(baths(), text)) == []


@pytest.mark.parametrize(
    ("order", "start", "minutes"),
    [
        ("Schedule a cleaning of the Pike Tank from 02:00 to 02:45 UTC on 20 November 2026.", "2026-11-20T02:00", 45),
        ("cleaning for pike tank between 4 and 5 am on 20 november 2026 please", "2026-11-20T04:00", 60),
        ("block the pike tank for cleaning on 20 november 2026 from 6am to 7:30am", "2026-11-20T06:00", 90),
        ("pike tank: cleaning 23:50-00:10 on 20 november 2026", "2026-11-20T23:50", 20),
        ("pike tank gets 30 minutes of cleaning on 20 november 2026 at 05:00 utc", "2026-11-20T05:00", 30),
    ],
)
async def test_a_stretch_of_a_day_is_a_beginning_and_a_length(order: str, start: str, minutes: int) -> None:
    [(tool, arguments)] = acts(await talk(baths(), order))
    assert tool == "schedule_cleaning"
    assert arguments["pool_id"] == "B-3"
    assert str(arguments["start"]).startswith(start)
    assert arguments["minutes"] == minutes


async def test_a_reason_may_be_told_in_a_sentence_of_its_own() -> None:
    [(_, arguments)] = acts(
        await talk(
            baths(),
            "whatever is the coldest gets 45 min of cleaning on 20 nov 2026, 20:00 utc. as reason put 'New tiles'",
        )
    )
    assert arguments["pool_id"] == "B-3"
    assert arguments["reason"] == "New tiles"
