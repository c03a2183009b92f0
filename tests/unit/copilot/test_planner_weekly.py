"""The planner and what recurs: days of the week, parts of a day, times without a date, and who belongs to whom."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
Day = Literal["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]


class Singer(BaseModel):
    id: Annotated[str, Field(description="For example V101")]
    name: str
    choir: Annotated[str, Field(description="For example 2B")]


class Record(Singer):
    guardian: str
    guardian_phone: str


class Absence(BaseModel):
    singer_id: str
    singer: str
    day: date


class Rehearsal(BaseModel):
    id: str
    day: Day
    slot: int
    starts_at: str
    choir: str
    conductor: str


class Concert(BaseModel):
    id: str
    title: str
    starts: datetime


SINGERS = [
    Singer(id="V101", name="Ana Ruiz", choir="2B"),
    Singer(id="V102", name="Jo Field", choir="3A"),
]
REHEARSALS: list[tuple[Day, int, str, str, str]] = [
    ("Thursday", 1, "09:00", "2B", "Mia Holt"),
    ("Thursday", 4, "14:30", "2B", "Leo Park"),
    ("Thursday", 2, "10:00", "3A", "Ida Moss"),
    ("Friday", 3, "11:00", "2B", "Sam Reed"),
]
CONCERTS = [
    ("Noon music", datetime(2026, 6, 5, 12)),
    ("Night songs", datetime(2026, 6, 5, 20)),
    ("Matinee", datetime(2026, 6, 6, 15)),
]


def choirs() -> MCPServer:
    server = MCPServer("Choirs")

    @server.tool(annotations=READS)
    def list_absences(on: date | None = None) -> list[Absence]:
        """Who is away on a day."""
        return [Absence(singer_id="V102", singer="Jo Field", day=on or date(2026, 6, 3))]

    @server.tool(annotations=READS)
    def find_singers(name: str = "") -> list[Singer]:
        """The singers."""
        return [one for one in SINGERS if name.casefold() in one.name.casefold()]

    @server.tool(annotations=READS)
    def get_singer(singer_id: Annotated[str, Field(description="For example V101")]) -> Record:
        """The record of one singer, with the guardian."""
        one = next(one for one in SINGERS if one.id == singer_id)
        return Record(**one.model_dump(), guardian="Ola Ruiz", guardian_phone="555 0101")

    @server.tool(annotations=READS)
    def get_plan(day: Day | None = None, choir: str = "") -> list[Rehearsal]:
        """The rehearsals of the week, the same every week."""
        return [
            Rehearsal(id=f"R-{at}", day=one[0], slot=one[1], starts_at=one[2], choir=one[3], conductor=one[4])
            for at, one in enumerate(REHEARSALS, 1)
            if day in (None, one[0]) and choir in ("", one[3])
        ]

    @server.tool(annotations=READS)
    def list_concerts() -> list[Concert]:
        """The concerts."""
        return [Concert(id=f"K-{at}", title=title, starts=starts) for at, (title, starts) in enumerate(CONCERTS, 1)]

    @server.tool()
    def report_absence(
        singer_id: Annotated[str, Field(description="For example V101; find_singers gives it")], on: date
    ) -> str:
        """Note that a singer is away on a day."""
        return "Noted."

    @server.tool()
    def update_concert(
        concert_id: Annotated[str, Field(description="For example K-1")],
        mood: Literal["solemn", "merry"] | None = None,
        hall: str = "",
    ) -> str:
        """Change what is given of a concert."""
        return "Changed."

    return server


@pytest.mark.parametrize(
    ("question", "told", "others"),
    [
        ("Which rehearsals does choir 2B have tomorrow?", ["Mia Holt", "Leo Park"], ["Ida Moss", "Sam Reed"]),
        ("which rehearsals are on friday", ["Sam Reed"], ["Mia Holt"]),
        ("Who conducts the last slot of 2B tomorrow?", ["Leo Park"], ["Mia Holt"]),
        ("which concerts are on friday evening", ["Night songs"], ["Noon music", "Matinee"]),
        ("Which choir is Ana Ruiz in?", ["2B"], ["3A"]),
        ("What is the phone number of Ana Ruiz's guardian?", ["555 0101"], ["can't"]),
    ],
)
async def test_days_times_and_names_without_a_date_are_understood(
    question: str, told: list[str], others: list[str]
) -> None:
    said = (await talk(choirs(), question))[0]
    assert all(one in said for one in told), said
    assert not any(one in said for one in others), said


async def test_the_late_one_of_several_is_the_latest() -> None:
    said = await talk(choirs(), "Which concerts are on friday?", "what is the late one called?")
    assert "Night songs" in said[0]
    assert "Noon music" not in said[0]


@pytest.mark.parametrize("order", ["report jo field absent on friday", "Report an absence of V102 on Friday please"])
async def test_a_tool_without_a_hint_acts_where_others_are_hinted_to_read(order: str) -> None:
    _, calls = await talk(choirs(), order)
    assert ("report_absence", {"singer_id": "V102", "on": "2026-06-05"}) in calls


async def test_what_is_to_change_is_asked_for_where_nothing_says_to_what() -> None:
    asked, calls = await talk(choirs(), "Change the mood of K-2.")
    assert asked == "What should the mood be: solemn or merry?"
    assert "update_concert" not in [name for name, _ in calls]
    _, calls = await talk(choirs(), "Change the mood of K-2.", "merry")
    assert ("update_concert", {"concert_id": "K-2", "mood": "merry"}) in calls
