"""What comes about on a day, what there is room for, and what nobody has taken; of boarding kennels."""

from __future__ import annotations

from datetime import date
from typing import Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel

from .test_planner import talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)


class Room(BaseModel):
    id: str
    size: Literal["small", "large"]
    state: Literal["clean", "dirty", "out_of_order"]
    scrubbed: date


class Stay(BaseModel):
    id: str
    dog: str
    keeper: str
    room: str
    arrival: date
    departure: date
    total: float
    paid: float


class Outing(BaseModel):
    id: str
    title: str
    due: date
    walker: str | None
    status: Literal["planned", "open", "finished"]
    free_places: int


def kennels() -> MCPServer:
    server = MCPServer("Kennels")

    @server.tool(annotations=READS)
    def list_rooms() -> list[Room]:
        """The rooms of the kennels."""
        scrubbed = date(2026, 6, 4)
        return [
            Room(id="R-1", size="small", state="clean", scrubbed=scrubbed),
            Room(id="R-2", size="large", state="out_of_order", scrubbed=scrubbed),
            Room(id="R-3", size="large", state="dirty", scrubbed=date(2026, 6, 1)),
        ]

    @server.tool(annotations=READS)
    def list_stays() -> list[Stay]:
        """The stays by arrival."""
        june = {"total": 90.0, "paid": 40.0}
        return [
            Stay(
                id="S-1",
                dog="Rex",
                keeper="Ann Poole",
                room="R-1",
                arrival=date(2026, 6, 1),
                departure=date(2026, 6, 4),
                **june,
            ),
            Stay(
                id="S-2",
                dog="Fly",
                keeper="Ben Cobb",
                room="R-3",
                arrival=date(2026, 6, 4),
                departure=date(2026, 6, 9),
                **june,
            ),
            Stay(
                id="S-3",
                dog="Kim",
                keeper="Cat Dunn",
                room="R-1",
                arrival=date(2026, 6, 5),
                departure=date(2026, 6, 6),
                **june,
            ),
        ]

    @server.tool(annotations=READS)
    def list_outings() -> list[Outing]:
        """The outings, with who walks and how many dogs may still come."""
        return [
            Outing(id="O-1", title="Dunes", due=date(2026, 6, 4), walker="Eve Hill", status="planned", free_places=2),
            Outing(id="O-2", title="River", due=date(2026, 6, 5), walker=None, status="open", free_places=1),
            Outing(id="O-3", title="Woods", due=date(2026, 6, 2), walker="Eve Hill", status="finished", free_places=3),
        ]

    return server


@pytest.mark.parametrize(
    ("question", "told", "lacks"),
    [
        ("anyone leaving tmrw?", ["Ann Poole"], ["Ben Cobb", "Dunes"]),
        ("who's arriving tomorrow", ["Ben Cobb"], ["Ann Poole", "Cat Dunn"]),
        ("which dogs go home on saturday", ["Kim"], ["Rex", "Fly"]),
        ("is any room out of order", ["R-2"], ["R-1", "R-3", "Rex"]),
        ("which outings still have places", ["Dunes", "River"], ["Woods"]),
        ("which outings are full?", ["no outing"], ["Dunes", "River", "Woods"]),
        ("any places left on the Dunes?", ["Yes"], ["River"]),
        ("outings nobody's taken yet", ["River"], ["Dunes", "Woods"]),
        ("outings no one's leading", ["River"], ["Dunes", "Woods"]),
        ("which outings haven't been given to anyone", ["River"], ["Dunes", "Woods"]),
    ],
)
async def test_a_day_belongs_to_what_comes_about_on_it(question: str, told: list[str], lacks: list[str]) -> None:
    text, _ = await talk(kennels(), question)
    assert all(one in text for one in told), text
    assert not any(one in text for one in lacks), text
