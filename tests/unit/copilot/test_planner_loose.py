"""The built-in planner and loose talk, in front of a small server that it knows nothing of: a boatyard."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from assistant.conversation import Turn
from assistant.planner.planner import Planner
from benchmarks.copilot.servers import connected

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
NOON = datetime(2026, 6, 3, 12, tzinfo=UTC)  # a Wednesday

Stage = Literal["promised", "delivered", "delayed"]


class Delivery(BaseModel):
    number: str = Field(description="For example D-1")
    item: str
    supplier: str
    expected: date
    stage: Stage


class Deliveries(BaseModel):
    deliveries: list[Delivery]


class Job(BaseModel):
    job_id: str = Field(description="For example J-1")
    boat: str
    carpenter: str
    starts: datetime


class Jobs(BaseModel):
    jobs: list[Job]


class Remark(BaseModel):
    id: str
    written: datetime
    author: str
    text: str


class Remarks(BaseModel):
    remarks: list[Remark]


def boatyard() -> MCPServer[None]:
    server: MCPServer[None] = MCPServer("Boatyard")

    @server.tool(annotations=READS)
    def list_deliveries() -> Deliveries:
        """What has been ordered for the yard, and whether it is there."""
        rows = [("D-1", "Oak planks", "Harwood", date(2026, 6, 1), "delayed")]
        rows += [("D-2", "Brass screws", "Tillman", date(2026, 6, 2), "delivered")]
        return Deliveries(
            deliveries=[Delivery.model_validate(dict(zip(Delivery.model_fields, row, strict=True))) for row in rows]
        )

    @server.tool(annotations=READS)
    def list_jobs(day: date | None = None) -> Jobs:
        """What is done in the yard: on which boat, by which carpenter, and when."""
        rows = [("J-1", "Gannet", "Enid Marsh", datetime(2026, 6, 3, 14, tzinfo=UTC))]
        rows += [("J-2", "Osprey", "Cyril Boone", datetime(2026, 6, 3, 16, tzinfo=UTC))]
        rows += [("J-3", "Petrel", "Enid Marsh", datetime(2026, 6, 4, 9, tzinfo=UTC))]
        jobs = [Job.model_validate(dict(zip(Job.model_fields, row, strict=True))) for row in rows]
        return Jobs(jobs=[one for one in jobs if day in (None, one.starts.date())])

    @server.tool(annotations=READS)
    def search_remarks(text: str = "") -> Remarks:
        """What people have written about the yard."""
        remark = Remark(
            id="R-1", written=datetime(2026, 6, 2, 8, tzinfo=UTC), author="Cyril Boone", text="The slipway is icy."
        )
        return Remarks(remarks=[remark] if text.casefold() in remark.text.casefold() else [])

    return server


async def said(text: str) -> str:
    async with connected(boatyard()) as server:
        pieces = Planner(clock=lambda: NOON).answer([Turn("person", text)], server)
        return "".join([piece async for piece in pieces])


@pytest.mark.parametrize("text", ["have the oak planks turned up?", "did the planks get here", "did the oak come"])
async def test_a_verb_that_nothing_explains_asks_for_the_state_of_what_is_named(text: str) -> None:
    answer = await said(text)
    assert "Oak planks" in answer
    assert "delayed" in answer
    assert "Brass" not in answer


@pytest.mark.parametrize(
    "text", ["what's Enid's day looking like tomorrow?", "what's on Enid's list tomorrow", "enid's diary tomorrow"]
)
async def test_a_persons_day_is_what_is_listed_for_it(text: str) -> None:
    answer = await said(text)
    assert "Petrel" in answer
    assert "Gannet" not in answer
    assert "Osprey" not in answer


@pytest.mark.parametrize(
    "text", ["what has cyril written down?", "has anyone written anything about the slipway", "what did Cyril write"]
)
async def test_what_has_been_written_is_not_when(text: str) -> None:
    assert "icy" in await said(text)


async def test_a_question_behind_a_quoted_sentence_begins_with_no_name() -> None:
    answer = await said('A lad shouted: "Launch the Gannet now!" Which carpenter works on the Gannet?')
    assert "Enid Marsh" in answer


async def test_before_lunch_is_before_noon() -> None:
    answer = await said("hiya, which jobs start before lunch tomorrow?")
    assert "J-3" in answer
    assert "J-1" not in answer
    assert "J-2" not in answer
