"""Of what a superlative is the most: the figure that is said beside it, of a bindery and its jobs."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any, Literal

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel

from assistant.conversation import Turn
from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.words import tokens
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Desk
from assistant.planner.offer.records import Record
from assistant.planner.readings.grasping import Grasp
from assistant.planner.selecting.focus import Focus
from assistant.recording import Recorder
from benchmarks.copilot.servers import connected

from .businesses import READS

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 6, 3, 12, tzinfo=UTC)  # a Wednesday


class Job(BaseModel):
    id: str
    title: str
    pages: int
    sheets_left: int
    delay_days: int
    status: Literal["open", "overdue", "done"]
    ordered: date
    due: date


class Customer(BaseModel):
    id: str
    name: str
    fees_owed: float
    visits: int
    phone: str


class Press(BaseModel):
    id: str
    name: str
    year: int
    next_service: date


JOBS = [
    Job(id="J-1", title="Psalter", pages=90, sheets_left=10, delay_days=4, status="overdue",
        ordered=date(2026, 3, 1), due=date(2026, 5, 29)),
    Job(id="J-2", title="Atlas", pages=40, sheets_left=70, delay_days=0, status="open",
        ordered=date(2026, 4, 1), due=date(2026, 6, 9)),
    Job(id="J-3", title="Ledger", pages=20, sheets_left=30, delay_days=9, status="overdue",
        ordered=date(2026, 5, 1), due=date(2026, 5, 24)),
    Job(id="J-4", title="Almanac", pages=60, sheets_left=0, delay_days=0, status="done",
        ordered=date(2026, 1, 5), due=date(2026, 2, 1)),
]  # fmt: skip
CUSTOMERS = [
    Customer(id="C-1", name="Nell Harker", fees_owed=12, visits=9, phone="01"),
    Customer(id="C-2", name="Gus Ferro", fees_owed=80, visits=1, phone="02"),
    Customer(id="C-3", name="Ida Blum", fees_owed=0, visits=30, phone="03"),
]
PRESSES = [
    Press(id="P-1", name="Albion", year=1890, next_service=date(2027, 1, 1)),
    Press(id="P-2", name="Vandercook", year=1956, next_service=date(2026, 7, 1)),
]


def bindery() -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("bindery")

    @server.tool(annotations=READS)
    def list_jobs() -> list[Job]:
        """Books that are being bound."""
        return JOBS

    @server.tool(annotations=READS)
    def list_customers() -> list[Customer]:
        """The customers."""
        return CUSTOMERS

    @server.tool(annotations=READS)
    def list_presses() -> list[Press]:
        """The presses."""
        return PRESSES

    return server


async def said(question: str, *ids: str) -> str:
    """The answer, after an answer about some jobs."""
    async with connected(bindery()) as connection:
        catalog = Catalog(connection.offer)
        desk = Desk(Recorder(connection, Turn("copilot"), lambda: None, lambda: 0.0), catalog, NOW)
        source = next(one for one in catalog.listed() if "job" in one.nouns)
        things = [Record(source, one.model_dump(mode="json")) for one in JOBS if one.id in ids]
        grasp = Grasp(desk, Clause(question, tokens(question), "asks"), Focus(things))
        await grasp.read()
        assert grasp.is_sure, (grasp.readings[:3], grasp.phrase.weights)
        return (await grasp.reply()).text


@pytest.mark.parametrize(
    ("question", "told", "untold"),
    [
        ("which customer owes the most", "Gus Ferro", "Ida Blum"),
        ("which job has the most left?", "Atlas", "Psalter"),
        ("which job has the longest delay?", "Ledger", "Psalter"),
        ("which job has been overdue the longest", "Ledger", "Almanac"),
        ("which press is the older one?", "Albion", "Vandercook"),
    ],
)
async def test_a_superlative_is_of_the_figure_that_is_said_beside_it(question: str, told: str, untold: str) -> None:
    text = await said(question)
    assert told in text
    assert untold not in text


@pytest.mark.parametrize(
    ("question", "told"),
    [("which of those has more pages?", "Almanac"), ("which was the longest", "Almanac"), ("the first one?", "Atlas")],
)
async def test_without_a_name_it_is_of_those_that_were_told(question: str, told: str) -> None:
    text = await said(question, "J-2", "J-4")
    assert told in text
    assert "Psalter" not in text
