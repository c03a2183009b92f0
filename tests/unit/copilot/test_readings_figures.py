"""Superlatives, relative clauses and what was written, in questions to the built-in planner; of a small vineyard."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel

from assistant.conversation import Turn
from assistant.planner.planner import Planner
from assistant.recording import Recorder
from benchmarks.copilot.servers import connected

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
NOW = datetime(2026, 6, 3, 9, tzinfo=UTC)


class Crew(BaseModel):
    id: str
    name: str
    head: str
    pickers: int
    open_jobs: int
    late_jobs: int


class Job(BaseModel):
    id: str
    name: str
    crew: str
    owner: str
    helpers: list[str]
    cost: int
    due: date
    remarks: str


class Entry(BaseModel):
    id: str
    day: date
    person: str
    kind: Literal["comment", "delivery"]
    subject: str
    text: str


def vineyard() -> MCPServer:
    mcp = MCPServer("Vineyard")
    crews = [
        Crew(id="C-1", name="Slope", head="Ada Kern", pickers=9, open_jobs=4, late_jobs=0),
        Crew(id="C-2", name="Valley", head="Bo Rask", pickers=3, open_jobs=2, late_jobs=3),
    ]
    jobs = [
        Job(id="J-1", name="New trellis", crew="Slope", owner="Ada Kern", helpers=["Cy Moll"], cost=900,
            due=date(2026, 6, 20), remarks="The wire is thin."),
        Job(id="J-2", name="Drain ditch", crew="Valley", owner="Bo Rask", helpers=["Cy Moll", "Ada Kern"], cost=400,
            due=date(2026, 5, 20), remarks="Waits for the digger."),
        Job(id="J-3", name="Press repair", crew="Valley", owner="Cy Moll", helpers=["Bo Rask"], cost=1500,
            due=date(2026, 7, 2), remarks="The screw is bent."),
    ]  # fmt: skip
    entries = [
        Entry(id="E-3", day=date(2026, 6, 2), person="Bo Rask", kind="comment", subject="Press repair (J-3)",
              text="The smith comes on Friday."),
        Entry(id="E-2", day=date(2026, 5, 28), person="Cy Moll", kind="comment", subject="New trellis (J-1)",
              text="Half of the posts are in."),
        Entry(id="E-1", day=date(2026, 5, 12), person="Ada Kern", kind="comment", subject="New trellis (J-1)",
              text="We take chestnut for the posts."),
    ]  # fmt: skip

    @mcp.tool(annotations=READS)
    def list_crews() -> list[Crew]:
        """The crews and what they have to do."""
        return crews

    @mcp.tool(annotations=READS)
    def list_jobs() -> list[Job]:
        """The jobs."""
        return jobs

    @mcp.tool(annotations=READS)
    def list_diary() -> list[Entry]:
        """The diary: what people wrote."""
        return entries

    return mcp


async def asked(question: str) -> str:
    async with connected(vineyard()) as connection:
        recorder = Recorder(connection, Turn("copilot"), lambda: None, lambda: 0.0)
        pieces = [piece async for piece in Planner(lambda: NOW).answer([Turn("person", question)], recorder)]
    return "".join(pieces)


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("who heads the crew with the most late jobs?", ["Bo Rask"], ["Ada Kern"]),
        ("which crew has the most pickers", ["Slope"], ["Valley"]),
        ("which job has the highest cost", ["Press repair"], ["New trellis", "Drain ditch"]),
        ("what's the latest comment on J-1", ["Half of the posts"], ["chestnut", "smith"]),
        ("what did people comment on the job that Cy Moll owns?", ["smith"], ["posts"]),
        ("what did ada say about the chestnut", ["We take chestnut"], ["Half of the posts", "wire"]),
        ("when is the job owned by Ada Kern due", ["2026-06-20"], ["2026-05-20"]),
        ("which crew has the job that cy owns", ["Valley"], ["Slope"]),
    ],
)
async def test_what_words_belong_together_are_taken_together(question: str, said: list[str], unsaid: list[str]) -> None:
    answer = await asked(question)
    assert [one for one in said if one not in answer] == [], answer
    assert [one for one in unsaid if one in answer] == [], answer


async def test_nothing_is_denied_of_things_that_nobody_spoke_of() -> None:
    answer = await asked("has anyone looked after the trellis wire?")
    assert "There is no crew" not in answer
