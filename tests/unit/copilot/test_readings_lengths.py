"""How long it is until something, since something, and from one moment to another."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel

from .businesses import at, day
from .test_planner import talk

pytestmark = pytest.mark.anyio
READS = ToolAnnotations(read_only_hint=True)


class Organ(BaseModel):
    id: str
    name: str
    state: Literal["planned", "in_work", "delivered"]
    ordered: date
    deadline: date


class Fault(BaseModel):
    id: str
    title: str
    organ: str
    started: datetime
    resolved: datetime | None


class Entry(BaseModel):
    id: str
    time: datetime
    subject: str
    text: str


ORGANS = [
    Organ(id="O-1", name="Chapel organ", state="in_work", ordered=day("2026-05-04"), deadline=day("2026-06-17")),
    Organ(id="O-2", name="Town hall organ", state="delivered", ordered=day("2020-05-18"), deadline=day("2026-05-29")),
    Organ(id="O-3", name="Practice positive", state="planned", ordered=day("2026-05-18"), deadline=day("2026-09-09")),
]
FAULTS = [
    Fault(
        id="F-1",
        title="The bellows leak",
        organ="Chapel organ",
        started=at("2026-06-03T08:40"),
        resolved=None,
    ),
    Fault(
        id="F-2",
        title="A pipe hums",
        organ="Town hall organ",
        started=at("2026-05-20T08:00"),
        resolved=at("2026-05-20T12:28"),
    ),
]
LOG = [
    Entry(id="L-1", time=at("2026-05-20T13:20"), subject="Flood in the cellar", text="Water comes in."),
    Entry(id="L-2", time=at("2026-05-20T17:48"), subject="Flood in the cellar", text="All of it is out again."),
    Entry(id="L-3", time=at("2026-05-22T09:00"), subject="New lathe", text="It has come."),
]


def workshop() -> MCPServer:
    server = MCPServer("Organ workshop")

    @server.tool(annotations=READS)
    def list_organs() -> list[Organ]:
        """The organs that are built."""
        return ORGANS

    @server.tool(annotations=READS)
    def list_faults() -> list[Fault]:
        """The faults of organs."""
        return FAULTS

    @server.tool(annotations=READS)
    def list_log() -> list[Entry]:
        """The log of the workshop."""
        return LOG

    return server


@pytest.mark.parametrize(
    ("question", "length"),
    [
        ("How many days are left until the deadline of the Chapel organ?", "14 days"),
        ("chapel organ: how many days do we still have", "14 days"),
        ("how many weeks is it till O-3's deadline", "14 weeks"),
        ("How many days ago was the Practice positive ordered?", "16 days"),
        ("how many years is it since the town hall organ was ordered", "6 years"),
        ("how long have the bellows been leaking", "3 hours and 20 minutes"),
        ("how long did the fault A pipe hums last?", "4 hours and 28 minutes"),
        ("how many days are there between the order and the deadline of the Chapel organ", "44 days"),
        ("the flood in the cellar, how long did it last from start to finish", "4 hours and 28 minutes"),
    ],
)
async def test_how_long_it_is_is_reckoned_from_the_days_that_are_told(question: str, length: str) -> None:
    answer, _ = await talk(workshop(), question)
    assert f"**{length}**" in answer


async def test_how_many_days_is_no_question_for_how_many_things() -> None:
    answer, _ = await talk(workshop(), "by how many days was the town hall organ finished before its deadline")
    assert "There is **1**" not in answer


@pytest.mark.parametrize(
    "question",
    ["what was supposed to be ready in May, delivered or not", "which organs were meant to be finished in May?"],
)
async def test_what_was_to_be_ready_was_due_then(question: str) -> None:
    answer, _ = await talk(workshop(), question)
    assert "Town hall organ" in answer
    assert "Chapel organ" not in answer


async def test_news_is_told_in_its_own_words() -> None:
    answer, _ = await talk(workshop(), "any news on the new lathe in the last two weeks?")
    assert "It has come." in answer
