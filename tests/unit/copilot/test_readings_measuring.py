"""What figures measure, since when something is so, and whether something is taken: of a rowing club."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any, Literal

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel, Field

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

NOW = datetime(2026, 6, 3, 12, tzinfo=UTC)  # a Wednesday


class Loan(BaseModel):
    rower: str
    first_day: date
    last_day: date


class Skiff(BaseModel):
    id: str
    name: str
    loans: list[Loan]


class Shed(BaseModel):
    id: str
    name: str
    sqm: int
    status: Literal["rented", "vacant"]


class Rower(BaseModel):
    id: str
    name: str
    phone: str
    dues_owed: float
    patrol_hours: int = Field(description="Hours on patrol this year")


class Applicant(BaseModel):
    position: int
    id: str
    name: str
    phone: str
    applied: date


SKIFFS = [
    Skiff(
        id="S-1", name="Heron", loans=[Loan(rower="Nora Quill", first_day=date(2026, 6, 4), last_day=date(2026, 6, 6))]
    ),
    Skiff(
        id="S-2", name="Bittern", loans=[Loan(rower="Odo Birch", first_day=date(2026, 6, 9), last_day=date(2026, 6, 9))]
    ),
]
SHEDS = [
    Shed(id="D-1", name="North Shed", sqm=40, status="vacant"),
    Shed(id="D-2", name="Quay Shed", sqm=90, status="rented"),
    Shed(id="D-3", name="Old Shed", sqm=60, status="vacant"),
]
ROWERS = [
    Rower(id="R-1", name="Nora Quill", phone="1", dues_owed=0, patrol_hours=4),
    Rower(id="R-2", name="Odo Birch", phone="2", dues_owed=35, patrol_hours=0),
]
QUEUE = [
    Applicant(position=2, id="W-1", name="Pia Frost", phone="3", applied=date(2025, 3, 9)),
    Applicant(position=1, id="W-2", name="Tess Alder", phone="4", applied=date(2025, 4, 1)),
]


def club() -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("rowing club")

    @server.tool(annotations=READS)
    def list_skiffs() -> list[Skiff]:
        """The skiffs."""
        return SKIFFS

    @server.tool(annotations=READS)
    def list_sheds() -> list[Shed]:
        """The boat sheds."""
        return SHEDS

    @server.tool(annotations=READS)
    def list_rowers() -> list[Rower]:
        """The rowers."""
        return ROWERS

    @server.tool(annotations=READS)
    def list_applicants() -> list[Applicant]:
        """Who wants to join."""
        return QUEUE

    return server


async def said(question: str) -> str:
    async with connected(club()) as connection:
        turn = Turn("copilot", model="planner")
        desk = Desk(Recorder(connection, turn, lambda: None, lambda: 0.0), Catalog(connection.offer), NOW)
        grasp = Grasp(desk, Clause(question, tokens(question), "asks"))
        await grasp.read()
        return (await grasp.reply()).text


@pytest.mark.parametrize(
    ("question", "told", "untold"),
    [
        ("How big is Old Shed?", "60", "Quay"),
        ("Which vacant shed is the largest?", "Old Shed", "Quay"),
        ("Are any sheds going begging?", "North Shed", "Quay"),
        ("How long has Pia Frost been waiting?", "2025-03-09", "Tess"),
        ("Which applicant is first?", "Tess Alder", "Pia"),
        ("Which rowers owe dues?", "Odo Birch", "Nora"),
        ("Who hasn't done any patrol hours this year?", "Odo Birch", "Nora"),
    ],
)
async def test_a_figure_is_found_by_what_it_measures(question: str, told: str, untold: str) -> None:
    text = await said(question)
    assert told in text
    assert untold not in text


async def test_what_is_taken_on_a_day_is_told_with_who_has_it() -> None:
    text = await said("Is the Heron taken on Friday?")
    assert text.startswith("Yes")
    assert "Nora Quill" in text


async def test_what_is_not_booked_on_a_day_is_free() -> None:
    assert (await said("Is the Bittern free on Friday?")).startswith("Yes")
    assert (await said("Is the Heron free on Friday?")).startswith("No")
