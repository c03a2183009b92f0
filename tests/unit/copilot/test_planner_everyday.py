"""The built-in planner and plain words, in front of a small server that it knows nothing of: a rowing station."""

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


class Rower(BaseModel):
    id: str = Field(description="For example R-1")
    name: str
    joined_on: date
    phone: str
    papers: list[str] = Field(description="For example trailer licence or first aid")


class Rowers(BaseModel):
    rowers: list[Rower]


class Crew(BaseModel):
    id: str = Field(description="For example C-1")
    name: str
    coach: str | None = Field(description="Null without one")


class Crews(BaseModel):
    crews: list[Crew]


class Race(BaseModel):
    id: str = Field(description="For example X-1")
    crew: str
    starts: datetime
    outcome: Literal["won", "lost"] | None


class Races(BaseModel):
    races: list[Race]


class Boat(BaseModel):
    id: str = Field(description="For example B-1")
    name: str
    covered: bool = Field(description="Whether it is kept under a roof")


class Boats(BaseModel):
    boats: list[Boat]


class Notice(BaseModel):
    id: str
    title: str
    body: str
    posted_on: date


class Notices(BaseModel):
    notices: list[Notice]


def station() -> MCPServer[None]:
    server: MCPServer[None] = MCPServer("Rowing station")

    @server.tool(annotations=READS)
    def list_rowers() -> Rowers:
        """Those who row here, with phone and papers."""
        ada = Rower(id="R-1", name="Ada Brink", joined_on=date(2011, 3, 1), phone="555 01", papers=["trailer licence"])
        bo = Rower(id="R-2", name="Bo Lund", joined_on=date(2024, 5, 2), phone="555 02", papers=["first aid"])
        return Rowers(rowers=[ada, bo])

    @server.tool(annotations=READS)
    def list_crews() -> Crews:
        """The crews and who coaches them."""
        return Crews(crews=[Crew(id="C-1", name="Herons", coach="Ada Brink"), Crew(id="C-2", name="Coots", coach=None)])

    @server.tool(annotations=READS)
    def list_races() -> Races:
        """The races of our crews."""
        won = Race(id="X-1", crew="Herons", starts=datetime(2026, 5, 31, 9, tzinfo=UTC), outcome="won")
        lost = Race(id="X-2", crew="Coots", starts=datetime(2026, 5, 31, 11, tzinfo=UTC), outcome="lost")
        return Races(races=[won, lost])

    @server.tool(annotations=READS)
    def list_boats() -> Boats:
        """The boats."""
        return Boats(boats=[Boat(id="B-1", name="Nora", covered=True), Boat(id="B-2", name="Ida", covered=False)])

    @server.tool(annotations=READS)
    def list_notices() -> Notices:
        """What hangs on the board."""
        text = "On 20 June at seven, in the boathouse."
        return Notices(notices=[Notice(id="N-1", title="Summer dinner", body=text, posted_on=date(2026, 5, 1))])

    return server


async def asked(text: str) -> str:
    async with connected(station()) as server:
        pieces = Planner(clock=lambda: NOON).answer([Turn("person", text)], server)
        return "".join([piece async for piece in pieces])


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("which team has no trainer", "Coots", "Herons"),
        ("who's the trainer of the Herons?", "Ada Brink", "Coots"),
        ("which vessels are kept under a roof", "Nora", "Ida"),
        ("who can drive the trailer", "Ada Brink", "Bo Lund"),
        ("who's a first aider?", "Bo Lund", "Ada Brink"),
        ("which races did we lose", "Coots", "Herons"),
        ("how did the herons get on last sunday", "won", "Coots"),
        ("how long has Bo Lund been here", "2024-05-02", "2011"),
        ("what's the number for Bo Lund", "555 02", "555 01"),
        ("need to ring Bo Lund", "555 02", "555 01"),
        ("mobile nr for ada", "555 01", "555 02"),
        ("when's the summer dinner?", "20 June", "nothing"),
    ],
)
async def test_plain_words_ask_for_what_the_server_calls_otherwise(question: str, said: str, unsaid: str) -> None:
    answer = await asked(question)
    assert said in answer, answer
    assert unsaid not in answer, answer
