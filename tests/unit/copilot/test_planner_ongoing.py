"""What goes on now, what is left, and what is asked after a question."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)


class Task(BaseModel):
    id: Annotated[str, Field(description="For example T-1")]
    title: str
    field: str
    assignee: str
    priority: Literal["normal", "urgent"]
    status: Literal["waiting", "in_progress", "done"]


class Plot(BaseModel):
    name: str
    crop: str
    hectares: float


class Ware(BaseModel):
    name: str
    available: int
    on_hand: int


class Stall(BaseModel):
    name: str
    town: str
    status: Literal["open", "planned", "closed"]


TASKS = [
    Task(id="T-1", title="Mend the fence", field="Top field", assignee="Ada Stone", priority="urgent", status="done"),
    Task(id="T-2", title="Lift beets", field="Low field", assignee="Ada Stone", priority="urgent", status="waiting"),
    Task(id="T-3", title="Sow rye", field="Top field", assignee="Ada Stone", priority="normal", status="in_progress"),
]
STALLS = [
    Stall(name="Quay stall", town="Marl", status="open"),
    Stall(name="Church stall", town="Marl", status="closed"),
    Stall(name="Mill stall", town="Dray", status="open"),
]


def farm_shop() -> MCPServer:
    server = MCPServer("Farm shop")

    @server.tool(annotations=READS)
    def list_tasks() -> list[Task]:
        """What has to be done on the farm."""
        return TASKS

    @server.tool(annotations=READS)
    def list_fields() -> list[Plot]:
        """The fields and what grows there."""
        return [Plot(name="Top field", crop="rye", hectares=4), Plot(name="Low field", crop="beets", hectares=2)]

    @server.tool(annotations=READS)
    def list_wares() -> list[Ware]:
        """What the shop sells."""
        return [Ware(name="Goat cheese", available=7, on_hand=9), Ware(name="Rye bread", available=0, on_hand=2)]

    @server.tool(annotations=READS)
    def list_stalls() -> list[Stall]:
        """Where we sell."""
        return STALLS

    return server


@pytest.mark.parametrize(
    ("question", "told", "lacks"),
    [
        ("any urgent jobs in the fields?", ["T-2"], ["T-3"]),
        ("which chores has ada got right now", ["T-2", "T-3"], ["T-1"]),
        ("what tasks has Ada at the moment", ["T-2", "T-3"], ["T-1"]),
        ("which stalls are we running in Marl", ["Quay"], ["Church", "Mill"]),
        ("which stalls are closed right now", ["Church"], ["Quay", "Mill"]),
        ("which stalls are there in Marl", ["Quay", "Church"], ["Mill"]),
        ("hav we got any goat cheese left, how many?", ["7"], ["9"]),
        ("any rye bread left?", ["Rye bread", "0"], ["Goat"]),
        ("are there any urgent tasks? how many?", ["2"], ["T-3"]),
    ],
)
async def test_what_is_over_or_gone_is_not_told(question: str, told: list[str], lacks: list[str]) -> None:
    text, _ = await talk(farm_shop(), question)
    assert all(one in text for one in told), text
    assert not any(one in text for one in lacks), text
