"""The oldest by birth, the furthest behind by its day, and one of so many; of a goat farm."""

from __future__ import annotations

from datetime import date

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel

from .test_planner import talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)


class Goat(BaseModel):
    id: str
    name: str
    breed: str
    born: date


class Shearing(BaseModel):
    id: str
    goat: str
    breed: str
    start: date
    shed: str


class Drench(BaseModel):
    id: str
    goat: str
    due: date
    overdue: bool
    note: str


class Shed(BaseModel):
    id: str
    kind: str
    rent: float


def farm() -> MCPServer:
    server = MCPServer("Goat farm")

    @server.tool(annotations=READS)
    def list_goats() -> list[Goat]:
        """The goats."""
        return [
            Goat(id="G-1", name="Nell", breed="angora", born=date(2019, 4, 1)),
            Goat(id="G-2", name="Moss", breed="angora", born=date(2016, 3, 9)),
            Goat(id="G-3", name="Fern", breed="boer", born=date(2022, 5, 2)),
        ]

    @server.tool(annotations=READS)
    def list_shearings() -> list[Shearing]:
        """The shearings, the earliest first."""
        return [
            Shearing(id="S-1", goat="Nell", breed="angora", start=date(2026, 5, 1), shed="Low barn"),
            Shearing(id="S-2", goat="Moss", breed="angora", start=date(2026, 6, 9), shed="Top barn"),
        ]

    @server.tool(annotations=READS)
    def list_drenches() -> list[Drench]:
        """The drenches that are due."""
        return [
            Drench(id="D-1", goat="Fern", due=date(2026, 5, 20), overdue=True, note="Two doses."),
            Drench(id="D-2", goat="Nell", due=date(2026, 4, 20), overdue=True, note="In the barn."),
            Drench(id="D-3", goat="Moss", due=date(2026, 7, 1), overdue=False, note=""),
        ]

    @server.tool(annotations=READS)
    def list_sheds() -> list[Shed]:
        """The sheds."""
        return [
            Shed(id="Low barn", kind="barn", rent=40),
            Shed(id="Top barn", kind="barn", rent=30),
            Shed(id="Hut", kind="hut", rent=10),
        ]

    return server


@pytest.mark.parametrize(
    ("question", "told", "lacks"),
    [
        ("Which of our angoras is the oldest?", "Moss", ["Nell", "S-1"]),
        ("which goat is the youngest", "Fern", ["Moss", "Nell"]),
        ("which goat is furthest behind with its drenches", "Nell", ["Fern", "Moss"]),
        ("which is the cheaper of the two barns", "Top barn", ["Low barn", "Hut", "Fern"]),
    ],
)
async def test_the_oldest_is_so_by_its_birth(question: str, told: str, lacks: list[str]) -> None:
    text, _ = await talk(farm(), question)
    assert told in text, text
    assert not any(one in text for one in lacks), text
