"""Questions of what something else leads to: the innermost part of them is read first."""

from __future__ import annotations

from datetime import date

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel

from .test_planner import talk

pytestmark = pytest.mark.anyio
READS = ToolAnnotations(read_only_hint=True)


class Keeper(BaseModel):
    id: str
    name: str
    phone: str
    status: str


class Kennel(BaseModel):
    id: str
    name: str
    keeper: str
    places: int
    status: str


class Hound(BaseModel):
    id: str
    name: str
    kennel: str
    weight: int
    status: str
    born: date = date(2020, 3, 1)
    remarks: str = ""


class Walk(BaseModel):
    id: str
    hound: str
    on: date
    status: str


KEEPERS = [
    Keeper(id="KP-1", name="Ada Holm", phone="555 11", status="away"),
    Keeper(id="KP-2", name="Bo Rask", phone="555 12", status="working"),
    Keeper(id="KP-3", name="Cy Moll", phone="555 13", status="retired"),
]
KENNELS = [
    Kennel(id="KN-1", name="Brook House", keeper="Ada Holm", places=4, status="heated"),
    Kennel(id="KN-2", name="Hill House", keeper="Bo Rask", places=6, status="cold"),
    Kennel(id="KN-3", name="Long Barn", keeper="Ada Holm", places=9, status="open"),
]
HOUNDS = [
    Hound(id="H-1", name="Rufus", kennel="Hill House", weight=31, status="fed"),
    Hound(id="H-2", name="Bramble", kennel="Brook House", weight=18, status="hungry"),
    Hound(id="H-3", name="Tinker", kennel="Hill House", weight=24, status="asleep"),
    Hound(id="H-4", name="Juno", kennel="Long Barn", weight=22, status="fed", remarks="Has a bad ear since spring."),
]
WALKS = [
    Walk(id="W-1", hound="Tinker", on=date(2026, 4, 2), status="done"),
    Walk(id="W-2", hound="Rufus", on=date(2026, 4, 5), status="done"),
    Walk(id="W-3", hound="Bramble", on=date(2026, 4, 9), status="planned"),
]


def kennels() -> MCPServer:
    server = MCPServer("Kennels")

    @server.tool(annotations=READS)
    def list_keepers() -> list[Keeper]:
        """Whoever looks after the kennels."""
        return KEEPERS

    @server.tool(annotations=READS)
    def list_kennels() -> list[Kennel]:
        """The kennels."""
        return KENNELS

    @server.tool(annotations=READS)
    def list_hounds() -> list[Hound]:
        """The hounds, and where each sleeps."""
        return HOUNDS

    @server.tool(annotations=READS)
    def list_walks() -> list[Walk]:
        """The walks."""
        return WALKS

    return server


@pytest.mark.parametrize(
    ("question", "has", "lacks"),
    [
        ("What is the phone of the keeper of the kennel with the most places?", ["555 11"], ["555 12"]),
        ("whats the phone of rufus's kennel's keeper", ["555 12"], ["555 11"]),
        ("What is the status of the kennel of the hound with the lowest weight?", ["heated"], ["hungry", "away"]),
        ("How many hounds does the kennel of Tinker have?", ["2"], ["Juno", "Bramble"]),
        ("How many kennels does the keeper of Brook House have?", ["2"], ["Hill House"]),
        ("Give me the status of the hound whose walk is the latest.", ["hungry"], ["planned", "asleep"]),
        ("Which hound has the walk with the earliest on?", ["Tinker"], ["Rufus", "Bramble"]),
        ("what is the status of the kennel of the hound with the ear trouble?", ["open"], ["heated", "cold"]),
        ("What is the weight of the hound with the oldest planned walk?", ["18"], ["31", "24", "22"]),
        ("i need the phone of whoever is the keeper of kennel KN-2", ["555 12"], ["555 11"]),
        ("phone of whoever keeps the kennel with the most places", ["555 11"], ["555 12", "555 13"]),
        ("how many kennels does H-2's kennel's keeper have", ["2"], ["Hill House"]),
    ],
)
async def test_what_is_said_of_something_is_read_from_within(question: str, has: list[str], lacks: list[str]) -> None:
    said, _ = await talk(kennels(), question)
    assert [one for one in has if one not in said] == [], said
    assert [one for one in lacks if one in said] == [], said


async def test_it_is_told_by_way_of_what_the_answer_was_found() -> None:
    said, _ = await talk(kennels(), "What is the phone of the keeper of the kennel with the fewest places?")
    assert "555 11" in said
    assert "Brook House" in said
