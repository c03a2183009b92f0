"""The built-in planner and plain words, in front of a small server that it knows nothing of: a rowing station."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from assistant.conversation import Turn
from assistant.offer import Offer
from assistant.planner.english.words import tokens
from assistant.planner.offer.catalog import Catalog
from assistant.planner.planner import Planner
from assistant.planner.reading.recognizing import is_strange
from benchmarks.copilot.servers import connected

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
NOON = datetime(2026, 6, 3, 12, tzinfo=UTC)  # a Wednesday


class Rower(BaseModel):
    id: str = Field(description="For example R-1")
    name: str
    joined_on: date
    phone: str
    dues_owed: float = Field(description="Unpaid dues")
    papers: list[str] = Field(description="For example trailer licence or first aid")


class Rowers(BaseModel):
    rowers: list[Rower]


class Crew(BaseModel):
    id: str = Field(description="For example C-1")
    name: str
    coach: str | None = Field(description="Null without one")
    place: int = Field(description="In the league")


class Crews(BaseModel):
    crews: list[Crew]


class Race(BaseModel):
    id: str = Field(description="For example X-410")
    crew: str
    starts: datetime
    outcome: Literal["won", "lost"] | None


class Races(BaseModel):
    races: list[Race]


class Boat(BaseModel):
    id: str = Field(description="For example B-1")
    name: str
    shed: str
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
        ada = Rower(
            id="R-1",
            name="Ada Brink",
            joined_on=date(2011, 3, 1),
            phone="555 01",
            dues_owed=0,
            papers=["trailer licence"],
        )
        bo = Rower(
            id="R-2", name="Bo Lund", joined_on=date(2024, 5, 2), phone="555 02", dues_owed=40, papers=["first aid"]
        )
        return Rowers(rowers=[ada, bo])

    @server.tool(annotations=READS)
    def list_crews() -> Crews:
        """The crews and who coaches them."""
        herons = Crew(id="C-1", name="Herons", coach="Ada Brink", place=4)
        return Crews(crews=[herons, Crew(id="C-2", name="Coots", coach=None, place=1)])

    @server.tool(annotations=READS)
    def list_races() -> Races:
        """The races of our crews."""
        won = Race(id="X-410", crew="Herons", starts=datetime(2026, 5, 31, 9, tzinfo=UTC), outcome="won")
        lost = Race(id="X-412", crew="Coots", starts=datetime(2026, 5, 31, 11, tzinfo=UTC), outcome="lost")
        return Races(races=[won, lost])

    @server.tool(annotations=READS)
    def list_boats() -> Boats:
        """The boats."""
        nora = Boat(id="B-1", name="Nora", shed="Shed A", covered=True)
        return Boats(boats=[nora, Boat(id="B-2", name="Ida", shed="Shed B", covered=False)])

    @server.tool()
    def book_boat(
        boat_id: Annotated[str, Field(description="For example B-1")],
        starts_at: datetime,
        minutes: Annotated[int, Field(description="How long")],
    ) -> str:
        """Book a boat."""
        return f"{boat_id}: {starts_at:%d %H:%M}, {minutes}"

    @server.tool(annotations=READS)
    def list_notices() -> Notices:
        """What hangs on the board."""
        text = "On 20 June at seven, in the boathouse."
        return Notices(notices=[Notice(id="N-1", title="Summer dinner", body=text, posted_on=date(2026, 5, 1))])

    @server.tool()
    def record_payment(
        rower_id: Annotated[str, Field(description="For example R-1")],
        amount: float,
        method: Literal["card", "cash"],
    ) -> str:
        """Record that a rower has paid dues."""
        return f"{rower_id} paid {amount:.0f}, {method}"

    return server


async def asked(*texts: str) -> str:
    """The answer to the last of some turns."""
    turns: list[Turn] = []
    async with connected(station()) as server:
        for text in texts:
            turns.append(Turn("person", text))
            pieces = Planner(clock=lambda: NOON).answer(turns, server)
            turns.append(Turn("copilot", "".join([piece async for piece in pieces])))
    return turns[-1].text


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


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("who still owes us money?", "Bo Lund", "Ada"),
        ("which rowers are behind with their dues", "Bo Lund", "Ada"),
        ("which crew is top of the league", "Coots", "Herons"),
        ("which crews have a coach", "Herons", "Coots"),
        ("which crews still need somebody", "Coots", "Herons"),
        ("any crew that isn't covered?", "Coots", "Herons"),
        ("only the boats in shed a", "Nora", "Ida"),
        ("which boats are in Shed B", "Ida", "Nora"),
        ("anything on 412?", "Coots", "Herons"),
        ("when does race 410 start", "Herons", "Coots"),
    ],
)
async def test_filters_are_those_that_were_said(question: str, said: str, unsaid: str) -> None:
    answer = await asked(question)
    assert said in answer, answer
    assert unsaid not in answer, answer


async def test_what_we_owe_is_not_what_others_owe_us() -> None:
    assert "can't say" in await asked("what do we owe Bo Lund?")


async def test_an_answer_leaves_what_was_said_before() -> None:
    assert "B-1: 05 10:00, 30" in await asked("book the Nora friday at 10", "30 mins")


@pytest.mark.parametrize(("text", "expected"), [("a payment came in today", False), ("who's in today", True)])
def test_what_comes_in_today_is_not_at_work(text: str, expected: bool) -> None:
    assert any(token.word == "working" for token in tokens(text)) is expected


@pytest.mark.parametrize(
    "texts",
    [
        ("Bo Lund has just paid 40, cash",),
        ("bo lund paid 40 in cash, put it in please",),
        ("bo has paid the lot in cash, can you record that",),
    ],
)
async def test_what_is_told_to_have_been_paid_is_written_down(texts: tuple[str, ...]) -> None:
    assert "R-2 paid 40, cash" in await asked(*texts)


@pytest.mark.parametrize("text", ["Bo Lund says he paid 40 in cash", "Bo Lund hasn't paid 40 in cash"])
async def test_what_somebody_says_or_has_not_done_is_not(text: str) -> None:
    assert "R-2 paid" not in await asked(text)


@pytest.mark.parametrize("text", ["what is May's phone number", "and what's Will's birthday", "is Grace in?"])
def test_a_plain_word_that_has_something_may_be_a_name(text: str) -> None:
    catalog = Catalog(Offer(tools=()))
    assert any(is_strange(token, catalog) for token in tokens(text))


@pytest.mark.parametrize("text", ["will it rain in may", "mark it as done", "grace period"])
def test_plain_words_are_no_names(text: str) -> None:
    catalog = Catalog(Offer(tools=()))
    assert not any(is_strange(token, catalog) for token in tokens(text) if token.word in ("will", "may", "mark"))
