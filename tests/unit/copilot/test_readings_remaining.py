"""The reader of questions that ask what is left of something."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel

from assistant.conversation import Turn
from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.words import tokens
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Desk
from assistant.planner.readings.grasping import Grasp
from assistant.recording import Recorder
from benchmarks.copilot.servers import connected

from .test_planner import READS

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 6, 3, 12, tzinfo=UTC)


class Deck(BaseModel):
    side: str
    berths: int
    free: int


class Trip(BaseModel):
    id: str
    name: str
    budget: int
    spent: int
    decks: list[Deck]


class Book(BaseModel):
    id: str
    title: str
    pages: int
    pages_done: int
    status: str


TRIPS = [
    Trip(
        id="T-1",
        name="Fjord round",
        budget=900,
        spent=250,
        decks=[Deck(side="port", berths=20, free=7), Deck(side="starboard", berths=20, free=3)],
    ),
    Trip(id="T-2", name="Skerry hop", budget=400, spent=390, decks=[Deck(side="port", berths=8, free=0)]),
]
BOOKS = [
    Book(id="B-1", title="Harbour lights", pages=300, pages_done=120, status="scanning"),
    Book(id="B-2", title="Salt tables", pages=80, pages_done=80, status="scanned"),
]


def office() -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("office")

    @server.tool(annotations=READS)
    def list_trips() -> list[Trip]:
        """The trips."""
        return TRIPS

    @server.tool(annotations=READS)
    def list_books() -> list[Book]:
        """The books that are scanned."""
        return BOOKS

    return server


async def asked(question: str) -> str:
    async with connected(office()) as connection:
        recorder = Recorder(connection, Turn("copilot", model="planner"), lambda: None, lambda: 0.0)
        desk = Desk(recorder, Catalog(connection.offer), NOW)
        grasp = Grasp(desk, Clause(question, tokens(question), "asks"))
        await grasp.read()
        return (await grasp.reply()).text


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How much of the budget is left for the Fjord round?", "650"),
        ("How many pages are left to scan in Harbour lights?", "180"),
        ("How many pages of Harbour lights are remaining?", "180"),
        ("How many port berths are left on the Fjord round?", "7"),
    ],
)
async def test_what_is_left_is_told(question: str, figure: str) -> None:
    assert figure in await asked(question)


async def test_what_is_left_is_held_against_that_of_others() -> None:
    told = await asked("Which trip has the least budget left?")
    assert "Skerry hop" in told
    assert "Fjord round" not in told
