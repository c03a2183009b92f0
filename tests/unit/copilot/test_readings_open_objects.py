"""The reader of questions before objects of which no schema tells what is in them."""

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


class Regatta(BaseModel):
    id: str
    name: str


class Programme(Regatta):
    posts: dict[str, str]


class Rower(BaseModel):
    id: str
    name: str
    phone: str


ROWERS = [Rower(id="R-1", name="Ada Falk", phone="555 101"), Rower(id="R-2", name="Ben Oduya", phone="555 102")]
REGATTAS = [
    Programme(id="G-1", name="Spring Head", posts={"race marshal": "Ada Falk", "timing": "Ben Oduya"}),
    Programme(id="G-2", name="Autumn Sprint", posts={"race marshal": "Ben Oduya"}),
]


def club() -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("club")

    @server.tool(annotations=READS)
    def list_regattas() -> list[Regatta]:
        """The regattas."""
        return [Regatta(id=one.id, name=one.name) for one in REGATTAS]

    @server.tool(annotations=READS)
    def get_regatta(regatta_id: str) -> Programme:
        """All about one regatta."""
        return next(one for one in REGATTAS if one.id == regatta_id)

    @server.tool(annotations=READS)
    def list_rowers() -> list[Rower]:
        """The rowers."""
        return ROWERS

    return server


async def asked(question: str) -> str:
    async with connected(club()) as connection:
        recorder = Recorder(connection, Turn("copilot", model="planner"), lambda: None, lambda: 0.0)
        desk = Desk(recorder, Catalog(connection.offer), NOW)
        grasp = Grasp(desk, Clause(question, tokens(question), "asks"))
        await grasp.read()
        return (await grasp.reply()).text


async def test_a_key_of_an_open_object_is_a_field() -> None:
    told = await asked("Who is the race marshal of the Spring Head?")
    assert "Ada Falk" in told
    assert "Ben Oduya" not in told


async def test_a_key_of_an_open_object_leads_to_the_thing_that_it_names() -> None:
    told = await asked("What is the phone number of the race marshal of the Spring Head?")
    assert "555 101" in told
    assert "555 102" not in told


async def test_all_that_is_in_an_open_object_is_told() -> None:
    told = await asked("What are the posts of the Spring Head?")
    assert "Ada Falk" in told
    assert "Ben Oduya" in told
