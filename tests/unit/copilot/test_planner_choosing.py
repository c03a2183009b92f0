"""Which list a question is about, whatever is said around it."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from assistant.planner.english.courtesies import unwrapped

from .test_planner import talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)


class Berth(BaseModel):
    id: Annotated[str, Field(description="For example B-1")]
    pier: Literal["north", "south"]
    state: Literal["free", "taken", "closed"]
    fee: Annotated[float, Field(description="Euros per night")]


class Repair(BaseModel):
    id: Annotated[str, Field(description="For example R-1")]
    boat: str
    owner: str
    shipwright: Annotated[str, Field(description="Who works on it")]
    status: Literal["open", "finished"]


class Lesson(BaseModel):
    title: str
    reports_missing_from: list[str]
    coaches: list[str]
    pupil: str


LESSONS = [
    Lesson(title="Beginners", reports_missing_from=["Ada Stone"], coaches=["Ada Stone", "Bo Lake"], pupil="Ed Moor"),
    Lesson(title="Advanced", reports_missing_from=[], coaches=["Di Frost"], pupil="Cy Marsh"),
]
BERTHS = [
    Berth(id="B-1", pier="north", state="free", fee=30),
    Berth(id="B-2", pier="south", state="taken", fee=42),
    Berth(id="B-3", pier="south", state="free", fee=48),
]
REPAIRS = [
    Repair(id="R-1", boat="Sea Otter", owner="Ada Stone", shipwright="Bo Lake", status="open"),
    Repair(id="R-2", boat="Blue Heron", owner="Cy Marsh", shipwright="Di Frost", status="finished"),
]


def marina() -> MCPServer:
    server = MCPServer("Marina")

    @server.tool(annotations=READS)
    def list_berths() -> list[Berth]:
        """All berths, with their fees."""
        return BERTHS

    @server.tool(annotations=READS)
    def list_repairs() -> list[Repair]:
        """Repairs of boats in the yard."""
        return REPAIRS

    return server


def rowing_club() -> MCPServer:
    server = MCPServer("Rowing club")

    @server.tool(annotations=READS)
    def list_classes() -> list[Lesson]:
        """The classes of the season."""
        return LESSONS

    return server


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Hi, I've a lady on the phone asking what the fee of B-2 is", "what the fee of B-2 is"),
        ("wheres the Sea Otter?? got the customer on the phone", "wheres the Sea Otter??"),
        ("ugh. which berths are free", "which berths are free"),
        ("the owner is here, is his boat finished?", "is his boat finished?"),
        ("Good afternoon, could you remind me what B-2 costs, fee-wise?", "what B-2 costs fee?"),
        ("Right, which berths are free, by any chance?", "which berths are free?"),
        ("Somebody works on the Otter I think, who was it again?", "Somebody works on the Otter, who was it again?"),
        ("Somebody's on the Otter I think, who was it again?", "who is on the Otter?"),
        ("I have Ada Stone at the desk, what does she owe?", "Ada Stone, what does she owe?"),
        ("There's a leak at the counter. Report it.", "There's a leak at the counter. Report it."),
        ("The guest is waiting. Check her in.", "The guest is waiting. Check her in."),
    ],
)
def test_who_waits_for_the_answer_is_no_part_of_the_question(said: str, asked: str) -> None:
    assert unwrapped(said) == asked


async def test_somebody_on_the_phone_is_not_looked_for() -> None:
    text, _ = await talk(marina(), "hi there, got a gentleman on the line asking how much B-3 is per night")
    assert "48" in text
    assert "30" not in text


@pytest.mark.parametrize(
    ("question", "person"),
    [
        ("who's doing the Sea Otter?", "Bo Lake"),
        ("who is working on the Blue Heron", "Di Frost"),
        ("who's fixing the sea otter", "Bo Lake"),
        ("whose is the Blue Heron? I mean, who is its owner", "Cy Marsh"),
    ],
)
async def test_who_does_it_is_not_whose_it_is(question: str, person: str) -> None:
    text, _ = await talk(marina(), question)
    assert person in text
    assert len([one for one in REPAIRS for name in (one.owner, one.shipwright) if name in text]) == 1


@pytest.mark.parametrize(
    ("question", "persons"),
    [
        ("who is coaching the beginners", ["Ada Stone", "Bo Lake"]),
        ("who is running the beginners class", ["Ada Stone", "Bo Lake"]),
        ("who is coming to the advanced class", ["Cy Marsh"]),
    ],
)
async def test_of_several_persons_those_are_told_whom_the_verb_is_about(question: str, persons: list[str]) -> None:
    text, _ = await talk(rowing_club(), question)
    assert [one for one in ("Ada Stone", "Bo Lake", "Cy Marsh", "Di Frost", "Ed Moor") if one in text] == persons


class Course(BaseModel):
    title: str
    teacher: str
    room: int


class Price(BaseModel):
    name: str
    price: Annotated[float, Field(description="In euros")]


class Job(BaseModel):
    id: Annotated[str, Field(description="For example J-1")]
    title: str
    hall: int


class Store(BaseModel):
    name: str
    on_hand: int
    available: Annotated[int, Field(description="Not reserved for anybody")]


def theatre() -> MCPServer:
    server = MCPServer("Theatre")

    @server.tool(annotations=READS)
    def list_workers() -> list[Course]:
        """What is taught, and where."""
        return [Course(title="Stage fencing, mime and masks", teacher="Ada Stone", room=7)]

    @server.tool(annotations=READS)
    def list_jobs() -> list[Job]:
        """What has to be done."""
        return [Job(id="J-1", title="Four spot lamps", hall=2)]

    @server.tool(annotations=READS)
    def list_services() -> list[Price]:
        """What we do for others."""
        return [Price(name="Mask making", price=240), Price(name="Wig cleaning", price=35)]

    @server.tool(annotations=READS)
    def list_store() -> list[Store]:
        """The store."""
        return [Store(name="Spot lamp 500 W", on_hand=9, available=6), Store(name="Gauze", on_hand=3, available=3)]

    return server


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("how much is it to get masks made?", "240"),
        ("what does a mask making cost", "240"),
        ("how much would the wig cleaning be", "35"),
        ("how many spot lamps are there", "9"),
        ("how many spot lamps can i still sell", "6"),
        ("who does masks here?", "Ada Stone"),
    ],
)
async def test_what_has_the_words_but_not_what_is_asked_waits_for_what_has_both(question: str, told: str) -> None:
    text, _ = await talk(theatre(), question)
    assert told in text
    assert "Four spot lamps" not in text


class Skipper(BaseModel):
    name: str
    languages: list[str]
    phone: str


class Trip(BaseModel):
    title: str
    skipper: str
    guest: str
    start: Annotated[date, Field(description="The day of the trip")]


class Cabin(BaseModel):
    cabin: str
    guest: str | None
    rate: Annotated[float, Field(description="Euros per night")]


def charter() -> MCPServer:
    server = MCPServer("Boat charter")

    @server.tool(annotations=READS)
    def list_skippers() -> list[Skipper]:
        """The skippers, with the languages they speak."""
        return [
            Skipper(name="Ada Stone", languages=["Polish", "English"], phone="555 01"),
            Skipper(name="Bo Lake", languages=["English"], phone="555 02"),
        ]

    @server.tool(annotations=READS)
    def list_trips(day: Annotated[date | None, Field(description="Only of this day")] = None) -> list[Trip]:
        """The trips by day, with skipper and guest."""
        trips = [
            Trip(title="Polish the hull tour", skipper="Bo Lake", guest="Cy Marsh", start=date(2026, 6, 15)),
            Trip(title="Seal bank", skipper="Ada Stone", guest="Di Frost", start=date(2026, 6, 16)),
        ]
        return [one for one in trips if day in (None, one.start)]

    @server.tool(annotations=READS)
    def list_cabins() -> list[Cabin]:
        """The cabins and who sleeps there."""
        return [Cabin(cabin="11", guest="Cy Marsh", rate=40), Cabin(cabin="12", guest=None, rate=55)]

    return server


@pytest.mark.parametrize(
    ("question", "told", "lacks"),
    [
        ("have we got anybody who speaks polish?", "Ada Stone", "hull"),
        ("who's Ada Stone got on 2026-06-16", "Di Frost", "555"),
        ("is anyone in cabin 11?", "Cy Marsh", "40"),
        ("is anybody in cabin 12?", "none", "Yes"),
        ("how much does cabin 12 cost", "55", "40"),
    ],
)
async def test_a_list_that_can_not_say_it_is_not_asked(question: str, told: str, lacks: str) -> None:
    text, _ = await talk(charter(), question)
    assert told in text, text
    assert lacks not in text, text
