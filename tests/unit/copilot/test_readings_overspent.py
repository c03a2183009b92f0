"""What has cost more than it may, what comes last, and questions that say nothing; of a small film studio."""

from __future__ import annotations

from datetime import UTC, date, datetime

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


class Film(BaseModel):
    id: str
    name: str
    director: str
    budget: int
    spent: int
    due: date


class Shoot(BaseModel):
    id: str
    film: str
    start: datetime


def film_studio() -> MCPServer:
    mcp = MCPServer("Film studio")
    films = [
        Film(id="F-1", name="Low Tide", director="Ada Kern", budget=900, spent=950, due=date(2026, 5, 30)),
        Film(id="F-2", name="Night Bus", director="Bo Rask", budget=400, spent=100, due=date(2026, 9, 1)),
        Film(id="F-3", name="The Weir", director="Cy Moll", budget=700, spent=990, due=date(2026, 8, 2)),
    ]
    shoots = [
        Shoot(id="S-1", film="Low Tide", start=datetime(2026, 6, 3, 7, tzinfo=UTC)),
        Shoot(id="S-2", film="The Weir", start=datetime(2026, 6, 9, 7, tzinfo=UTC)),
    ]

    @mcp.tool(annotations=READS)
    def list_films() -> list[Film]:
        """The films that are made."""
        return films

    @mcp.tool(annotations=READS)
    def list_shoots() -> list[Shoot]:
        """The days on which is shot."""
        return shoots

    return mcp


async def asked(question: str) -> str:
    async with connected(film_studio()) as connection:
        recorder = Recorder(connection, Turn("copilot"), lambda: None, lambda: 0.0)
        pieces = [piece async for piece in Planner(lambda: NOW).answer([Turn("person", question)], recorder)]
    return "".join(pieces)


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("which films are over budget", ["Low Tide", "The Weir"], ["Night Bus"]),
        ("which films have exceeded their budget?", ["Low Tide", "The Weir"], ["Night Bus"]),
        ("which film is still within its budget", ["Night Bus"], ["Low Tide", "The Weir"]),
        ("who directs the film with the biggest overspend", ["Cy Moll"], ["Ada Kern", "Bo Rask"]),
        ("which film is due last", ["Night Bus"], ["Low Tide", "The Weir"]),
        ("what is the budget of the film that is due last of all?", ["400"], ["700", "900"]),
        ("when is the next shoot", ["2026-06-09"], ["2026-06-03"]),
    ],
)
async def test_figures_and_days_are_held_against_each_other(question: str, said: list[str], unsaid: list[str]) -> None:
    answer = await asked(question)
    assert [one for one in said if one not in answer] == [], answer
    assert [one for one in unsaid if one in answer] == [], answer


@pytest.mark.parametrize("question", ["and when?", "how many go wrong right now", "what is it"])
async def test_a_question_that_says_nothing_is_asked_back(question: str) -> None:
    answer = await asked(question)
    assert "Low Tide" not in answer
    assert answer.endswith("?")
