"""Questions within questions, times of day, and what is left out of an answer; of a small brass band."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel

from assistant.conversation import Turn
from assistant.planner.english.dates import moments
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Desk
from assistant.planner.orders.arranging import arranged
from assistant.planner.planner import Planner
from assistant.planner.readings.grasping import Grasp
from assistant.recording import Recorder
from benchmarks.copilot.servers import connected

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
NOW = datetime(2026, 6, 3, 9, tzinfo=UTC)


class Player(BaseModel):
    id: str
    name: str
    instrument: str
    phone: str


class Section(BaseModel):
    id: str
    name: str
    leader: str


class Repair(BaseModel):
    begins: date
    workshop: str


class Horn(BaseModel):
    id: str
    name: str
    player: str
    state: Literal["fine", "dented"]
    colour: Literal["gold", "silver"]
    repair: Repair | None
    insured_until: date


class Gig(BaseModel):
    gig_id: str
    day: date
    start: str
    place: str
    driver: str


class Me(BaseModel):
    id: str
    name: str
    email: str
    phone: str
    instrument: str


def brass_band() -> MCPServer:
    mcp = MCPServer("Brass band")
    players = [
        Player(id="P-1", name="Edda Moor", instrument="cornet", phone="01"),
        Player(id="P-2", name="Jon Firth", instrument="tuba", phone="02"),
        Player(id="P-3", name="Wilma Tarn", instrument="cornet", phone="03"),
    ]
    sections = [
        Section(id="S-1", name="High brass", leader="Edda Moor"),
        Section(id="S-2", name="Low brass", leader="Jon Firth"),
    ]
    repair = Repair(begins=date(2026, 6, 9), workshop="Zinke")
    horns = [
        Horn(id="H-1", name="Old Faithful", player="Edda Moor", state="fine", colour="gold", repair=None,
             insured_until=date(2026, 6, 20)),
        Horn(id="H-2", name="Big Bertha", player="Jon Firth", state="dented", colour="silver", repair=repair,
             insured_until=date(2027, 1, 1)),
        Horn(id="H-3", name="Squeaker", player="Wilma Tarn", state="fine", colour="silver", repair=None,
             insured_until=date(2026, 5, 1)),
    ]  # fmt: skip
    gigs = [
        Gig(gig_id="G-1", day=date(2026, 6, 3), start="11:00", place="Market", driver="Jon Firth"),
        Gig(gig_id="G-2", day=date(2026, 6, 3), start="20:00", place="Town hall", driver="Wilma Tarn"),
        Gig(gig_id="G-3", day=date(2026, 6, 5), start="11:00", place="Pier", driver="Edda Moor"),
    ]

    @mcp.tool(annotations=READS)
    def list_players() -> list[Player]:
        """The players of the band."""
        return players

    @mcp.tool(annotations=READS)
    def list_sections() -> list[Section]:
        """The sections of the band."""
        return sections

    @mcp.tool(annotations=READS)
    def list_horns() -> list[Horn]:
        """The horns that the band lends."""
        return horns

    @mcp.tool(annotations=READS)
    def get_gigs(day: date) -> list[Gig]:
        """The gigs of one day."""
        return [one for one in gigs if one.day == day]

    @mcp.tool(annotations=READS)
    def get_me() -> Me:
        """Who is asking."""
        return Me(id="P-9", name="Ole Beck", email="ole@band.example", phone="09", instrument="drums")

    return mcp


async def asked(question: str) -> tuple[str, list[str]]:
    """The answer, and the tools that it took."""
    answer = Turn("copilot")
    async with connected(brass_band()) as connection:
        recorder = Recorder(connection, answer, lambda: None, lambda: 0.0)
        pieces = [piece async for piece in Planner(lambda: NOW).answer([Turn("person", question)], recorder)]
    return "".join(pieces), [call.tool for call in answer.calls]


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("which horns does the leader of the low brass have", ["Big Bertha"], ["Old Faithful", "Squeaker"]),
        ("what is the phone number of the leader of the high brass", ["01"], ["02", "03"]),
        ("phone number of whoever plays Squeaker", ["03"], ["01", "02"]),
        ("who is the driver of the 11 oclock gig today", ["Jon Firth"], ["Wilma", "Edda"]),
        ("which gigs are on tonight", ["Town hall"], ["Market", "Pier"]),
        ("what's on tonight", ["Town hall"], ["Market", "Pier"]),
        ("any repair coming up for Big Bertha?", ["2026-06-09"], ["Squeaker"]),
        ("whose horn is dented?", ["Jon Firth"], ["Edda", "Wilma"]),
        ("what is my email", ["ole@band.example"], []),
    ],
)
async def test_what_is_asked_inside_a_question_is_found_first(
    question: str, said: list[str], unsaid: list[str]
) -> None:
    answer, _ = await asked(question)
    assert [one for one in said if one not in answer] == [], answer
    assert [one for one in unsaid if one in answer] == [], answer


async def test_words_that_say_nothing_here_are_named_beside_the_rest_of_the_answer() -> None:
    async with connected(brass_band()) as connection:
        catalog = Catalog(connection.offer)
        desk = Desk(Recorder(connection, Turn("copilot"), lambda: None, lambda: 0.0), catalog, NOW)
        [clause] = arranged("which silver horns are quaggy", catalog, False).clauses
        grasp = Grasp(desk, clause)
        await grasp.read()
        sure, partial = await grasp.answer(), await grasp.partial()
    assert sure is None
    assert partial is not None
    assert "can't tell what \u201cquaggy\u201d means" in partial.text
    assert "Big Bertha" in partial.text
    assert "Old Faithful" not in partial.text


async def test_what_a_tool_told_is_known_once_however_many_lists_are_read_after_it() -> None:
    async with connected(brass_band()) as connection:
        catalog = Catalog(connection.offer)
        desk = Desk(Recorder(connection, Turn("copilot"), lambda: None, lambda: 0.0), catalog, NOW)
        [clause] = arranged("whose horn has a gig phone today", catalog, False).clauses
        grasp = Grasp(desk, clause)
        await grasp.read()
    assert [kind.source.deed.name for kind in grasp.world.kinds].count("get_gigs") == 1


async def test_lists_that_nothing_leads_to_are_not_read() -> None:
    _, tools = await asked("Which horns are dented?")
    assert tools == ["list_horns"]


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("tonight", "06-03 17", "06-03 23"),
        ("over the next few days", "06-03 09", "06-06 09"),
        ("in the past fortnight", "05-20 09", "06-03 09"),
        ("between friday and monday", "06-05 00", "06-08 23"),
        ("by the end of next week", "06-14 00", "06-14 23"),
        ("in the coming week", "06-03 09", "06-10 09"),
    ],
)
def test_stretches_of_time_are_known_in_everyday_words(text: str, first: str, last: str) -> None:
    [when] = moments(text, NOW)
    assert (f"{when.first:%m-%d %H}", f"{when.last:%m-%d %H}") == (first, last)
