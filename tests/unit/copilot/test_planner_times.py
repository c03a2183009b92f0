"""Days and times for whatever takes them, figures that are held against others, and what is most of something."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
TODAY = date(2026, 11, 18)


class Berth(BaseModel):
    id: Annotated[str, Field(description="For example BE-1")]
    name: str
    max_length_m: Annotated[float, Field(description="The longest boat that fits, in metres")]
    max_weight_t: Annotated[float, Field(description="In tonnes")]
    rent: Annotated[float, Field(description="Euros per night")]
    status: Literal["open", "closed"]
    openings: Annotated[int, Field(description="How often it was opened for works")]
    free_until: date | None


class Booking(BaseModel):
    id: Annotated[str, Field(description="For example BK-1")]
    berth: str
    skipper: str
    arrival: date
    departure: date
    status: Literal["asked", "confirmed", "paid"]
    paid: Annotated[float, Field(description="Euros that were paid")]


class Bookings(BaseModel):
    bookings: list[Booking]
    total: Annotated[int, Field(description="How many fit, on all pages")]


class Ferry(BaseModel):
    id: Annotated[str, Field(description="For example F-1")]
    name: str
    cutoff: Annotated[str, Field(description="Until when cars get on, UTC")]
    departs: Annotated[str, Field(description="Time of day")]
    seats_left: int


class Day(BaseModel):
    day: date
    boats: Annotated[int, Field(description="How many boats lie here in the night after")]
    occupancy_percent: float


BERTHS = [
    Berth.model_validate(
        {"id": f"BE-{at}", "name": name, "max_length_m": length, "max_weight_t": length, "rent": rent,
         "status": status, "openings": at, "free_until": until}
    )
    for at, (name, length, rent, status, until) in enumerate(
        [("Gull", 8, 12, "open", date(2026, 11, 30)), ("Heron", 12.5, 20, "open", None),
         ("Pelican", 18, 44, "closed", date(2026, 11, 20)), ("Tern", 6, 9, "closed", None)], 1)
]  # fmt: skip
SKIPPERS = ["Ada Stone", "Bo Lake", "Cy Hill", "Di Ford", "Ed Moss", "Flo Marsh", "Gus Dale"]
BOOKINGS = [
    Booking(id=f"BK-{at}", berth=BERTHS[at % 4].name, skipper=name, arrival=TODAY + timedelta(days=at // 3),
            departure=TODAY + timedelta(days=at + 2), status="paid" if at in (2, 5, 6) else "confirmed",
            paid=at * 10.0)
    for at, name in enumerate(SKIPPERS)
]  # fmt: skip
FERRIES = [
    Ferry(id="F-1", name="Aurora", cutoff="15:30", departs="16:00", seats_left=4),
    Ferry(id="F-2", name="Boreas", cutoff="9:15", departs="10:15", seats_left=0),
    Ferry(id="F-3", name="Corvo", cutoff="11:00", departs="11:20", seats_left=12),
]


def marina() -> MCPServer:
    server = MCPServer("Marina", instructions=f"A marina. Today is {TODAY}.")

    @server.tool(annotations=READS)
    def list_berths(status: Literal["open", "closed"] | None = None) -> list[Berth]:
        """The berths as they are now, with what fits in and what they cost."""
        return [one for one in BERTHS if status in (None, one.status)]

    @server.tool(annotations=READS)
    def find_free_berths(
        arrival: Annotated[date, Field(description="The day of arrival")],
        departure: Annotated[date, Field(description="The day of departure, after the last night")],
        boats: Annotated[int, Field(ge=1, description="How many boats have to fit")] = 1,
    ) -> list[Berth]:
        """Berths that are free in all nights of a stay."""
        if departure <= arrival:
            raise ValueError("The departure has to be after the arrival.")
        return BERTHS[:2]

    @server.tool(annotations=READS)
    def list_bookings(
        from_day: Annotated[date | None, Field(description="Only arrivals from this day on")] = None,
        to_day: Annotated[date | None, Field(description="Only arrivals up to this day")] = None,
        status: Literal["asked", "confirmed", "paid"] | None = None,
        limit: Annotated[int, Field(ge=1, le=50)] = 2,
        offset: Annotated[int, Field(ge=0)] = 0,
    ) -> Bookings:
        """Bookings of berths: who comes in when, the next arrival first."""
        found = [one for one in BOOKINGS if (from_day or date.min) <= one.arrival <= (to_day or date.max)]
        found = [one for one in found if status in (None, one.status)]
        return Bookings(bookings=found[offset : offset + limit], total=len(found))

    @server.tool(annotations=READS)
    def list_ferries() -> list[Ferry]:
        """The ferries of every day."""
        return FERRIES

    @server.tool(annotations=READS)
    def get_day_figures(day: Annotated[date, Field(description="The day; today unless given")] = TODAY) -> Day:
        """The figures of one day: boats, and how full the marina is."""
        return Day(day=day, boats=(day - TODAY).days + 20, occupancy_percent=50.0)

    return server


@pytest.mark.parametrize(
    ("question", "day", "told"),
    [
        ("What is the occupancy on 2026-11-20?", "2026-11-20", "50"),
        ("how full are we this saturday", "2026-11-21", "50"),
        ("how many boats have we got on friday night", "2026-11-20", "22"),
        ("how many boats the day after tomorrow", "2026-11-20", "22"),
    ],
)
async def test_the_day_reaches_a_tool_that_tells_of_one(question: str, day: str, told: str) -> None:
    text, calls = (await talk(marina(), question))[:2]
    assert ("get_day_figures", {"day": day}) in calls
    assert told in text


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many bookings are paid?", "**3** bookings"),
        ("How many bookings are confirmed?", "**4** bookings"),
        ("how many berths are open", "**2** berths"),
        ("what was paid in total?", "€210"),
        ("How much is paid for BK-2?", "€20"),
        ("list the paid bookings", "Gus Dale"),
    ],
)
async def test_things_in_a_state_are_counted_and_figures_of_that_name_are_added(question: str, told: str) -> None:
    assert told in (await talk(marina(), question))[0]


@pytest.mark.parametrize(
    ("question", "arrival", "departure"),
    [
        ("Which berths are free from 2026-11-20 to 2026-11-22?", "2026-11-20", "2026-11-22"),
        ("any berths free tomorrow?", "2026-11-19", "2026-11-20"),
        ("cheapest berth free from friday to sunday", "2026-11-20", "2026-11-22"),
        ("have we got a berth for 3 nights from the 24th", "2026-11-24", "2026-11-27"),
        ("which berths could i offer for the weekend", "2026-11-21", "2026-11-22"),
    ],
)
async def test_both_ends_of_a_stay_reach_the_tool_that_needs_them(question: str, arrival: str, departure: str) -> None:
    text, calls = await talk(marina(), question)
    assert ("find_free_berths", {"arrival": arrival, "departure": departure}) in calls
    assert "Gull" in text
    assert "Pelican" not in text


@pytest.mark.parametrize("question", ["whos coming in tmrw", "who comes in on the 19th", "which bookings are for tmrw"])
async def test_a_day_alone_is_both_ends_and_all_of_it_is_told(question: str) -> None:
    text, calls = await talk(marina(), question)
    days = [{"from_day": one.get("from_day"), "to_day": one.get("to_day")} for name, one in calls if one and name != ""]
    assert {"from_day": "2026-11-19", "to_day": "2026-11-19"} in days
    assert all(name in text for name in ("Di Ford", "Ed Moss", "Flo Marsh"))
    assert "Gus Dale" not in text


async def test_the_next_one_is_of_the_next_day_and_those_that_come_are_several() -> None:
    told = (await talk(marina(), "next booking"))[0]
    assert "Ada Stone" in told
    assert "Di Ford" not in told
    assert "Gus Dale" in (await talk(marina(), "what bookings are coming up"))[0]


@pytest.mark.parametrize(
    ("question", "told", "others"),
    [
        ("which berth would take a boat of 15 metres", ["Pelican"], ["Heron", "Gull", "Tern"]),
        ("berth for a 10 m boat", ["Heron", "Pelican"], ["Gull", "Tern"]),
        ("berths for boats up to 12 metres", ["Heron", "Pelican"], ["Gull", "Tern"]),
        ("where does a 10 tonne boat fit", ["Heron", "Pelican"], ["Gull", "Tern"]),
        ("berths that cost less than 12 quid", ["Tern"], ["Gull", "Heron"]),
    ],
)
async def test_what_is_to_fit_is_held_against_the_most_that_fits(
    question: str, told: list[str], others: list[str]
) -> None:
    text = (await talk(marina(), question))[0]
    assert all(one in text for one in told)
    assert not any(one in text for one in others)


@pytest.mark.parametrize(
    ("question", "told", "others"),
    [
        ("which open berth is the dearest", "Heron", "Pelican"),
        ("which ferry has the earliest cutoff", "Boreas", "Corvo"),
        ("what's the latest cutoff of the ferries", "Aurora", "Corvo"),
        ("which ferry leaves first", "Boreas", "Aurora"),
        ("whats the cheapest thing on our pricelist", "Tern", "Gull"),
        ("what's the most expensive thing we have", "Pelican", "Gull"),
        ("which ferry has the most seats left", "Corvo", "Boreas"),
    ],
)
async def test_only_what_is_most_of_something_is_told(question: str, told: str, others: str) -> None:
    text = (await talk(marina(), question))[0]
    assert told in text
    assert others not in text


class Room(BaseModel):
    id: Annotated[str, Field(description="For example S-1")]
    name: str
    rate: Annotated[float, Field(description="Euros per hour")]
    status: Literal["open", "let"]
    days_late: int
    let_on: date | None
    due: date | None


class Player(BaseModel):
    id: Annotated[str, Field(description="For example PL-1")]
    name: str
    born: date
    balance: Annotated[float, Field(description="Euros still to be paid")]
    status: Literal["member", "unpaid"]


def studios() -> MCPServer:
    server = MCPServer("Studios", instructions=f"Rehearsal rooms. Today is {TODAY}.")
    rooms = [("Oak", 12.0, "let", 3, 2), ("Elm", 30.0, "let", 9, 0), ("Ash", 9.0, "open", 0, None)]
    people = [("Ada Stone", 1990, 20.0), ("Bo Lake", 2011, 5.5), ("Cy Hill", 1958, 0.0)]

    @server.tool(annotations=READS)
    def list_studios() -> list[Room]:
        """The studios, what an hour costs, and since when they are let."""
        return [
            Room.model_validate(
                {"id": f"S-{at}", "name": name, "rate": rate, "status": status, "days_late": late}
                | {"let_on": None if ago is None else TODAY - timedelta(days=30 - 9 * at + ago)}
                | {"due": None if ago is None else TODAY + timedelta(days=20 - late)}
            )
            for at, (name, rate, status, late, ago) in enumerate(rooms, 1)
        ]

    @server.tool(annotations=READS)
    def list_players() -> list[Player]:
        """Who plays here."""
        return [
            Player.model_validate(
                {"id": f"PL-{at}", "name": name, "born": date(year, 5, 1), "balance": owed}
                | {"status": "unpaid" if owed else "member"}
            )
            for at, (name, year, owed) in enumerate(people, 1)
        ]

    return server


@pytest.mark.parametrize(
    ("question", "told", "others"),
    [
        ("whats the dearest studio", "Elm", "Oak"),
        ("which studio has been let the longest", "Oak", "Elm"),
        ("which studio has been let the shortest", "Elm", "Oak"),
        ("who is the youngest player", "Bo Lake", "Ada"),
        ("who is the oldest player", "Cy Hill", "Ada"),
        ("how many studios are late", "**2** studios", "12"),
        ("whats the total of the unpaid players", "€25.50", "Cy Hill"),
    ],
)
async def test_who_is_oldest_what_costs_most_and_what_has_lasted_longest(question: str, told: str, others: str) -> None:
    text = (await talk(studios(), question))[0]
    assert told in text
    assert others not in text


async def test_figures_of_one_day_are_not_told_for_several_days() -> None:
    assert "20 boats" not in (await talk(marina(), "how many boats between 21 and 23 november"))[0]


class Hut(BaseModel):
    id: Annotated[str, Field(description="For example H-1")]
    name: str
    price: Annotated[float, Field(description="Euros per night")]
    walk_minutes: int
    opened_on: date
    closed_from: date | None
    closed_to: date | None


class Tour(BaseModel):
    id: Annotated[str, Field(description="For example T-1")]
    hut: str
    guide: str
    start: datetime


HUTS = [
    Hut(id="H-1", name="Alm", price=80, walk_minutes=45, opened_on=date(2026, 1, 9), closed_from=None, closed_to=None),
    Hut(id="H-2", name="Berg", price=140, walk_minutes=90, opened_on=date(2025, 5, 1),
        closed_from=date(2026, 11, 16), closed_to=date(2026, 11, 20)),
    Hut(id="H-3", name="Col", price=95, walk_minutes=60, opened_on=date(2024, 7, 1),
        closed_from=date(2026, 11, 23), closed_to=date(2026, 12, 4)),
]  # fmt: skip
STARTS = ["2026-11-17T20:00Z", "2026-11-19T09:00Z", "2026-11-19T14:00Z", "2027-01-12T09:00Z", "2026-01-12T09:00Z"]
TOURS = [
    Tour(id=f"T-{at}", hut=HUTS[at % 3].name, guide=guide, start=datetime.fromisoformat(start))
    for at, (guide, start) in enumerate(zip(("Ada", "Bo", "Cy", "Di", "Ed"), STARTS, strict=True), 1)
]


def huts() -> MCPServer:
    server = MCPServer("Huts", instructions=f"Huts in the hills. Today is {TODAY}.")

    @server.tool(annotations=READS)
    def list_huts() -> list[Hut]:
        """The huts: what a night costs, how long the walk takes, and when one is closed."""
        return HUTS

    @server.tool(annotations=READS)
    def list_tours(
        first: Annotated[date | None, Field(description="Only from this day on")] = None,
    ) -> list[Tour]:
        """Tours to the huts, with their guides."""
        return [one for one in TOURS if first is None or one.start.date() >= first]

    return server


@pytest.mark.parametrize(
    ("question", "told", "others"),
    [
        ("which huts are closed on friday", ["Berg"], ["Alm", "Col"]),
        ("which huts are closed next week", ["Col"], ["Alm", "Berg"]),
        ("huts under 100", ["Alm", "Col"], ["Berg"]),
        ("huts with a walk of an hour or longer", ["Berg", "Col"], ["Alm"]),
        ("huts with a walk shorter than an hour", ["Alm"], ["Berg", "Col"]),
        ("who is the 9 o'clock tomorrow", ["Bo"], ["Cy", "Di"]),
        ("tours in january", ["Di"], ["T-5"]),
        ("which tours were there in january", ["Ed"], ["T-4"]),
        ("huts opened in january", ["Alm"], ["Berg", "Col"]),
    ],
)
async def test_days_between_lengths_of_time_and_the_nearest_month(
    question: str, told: list[str], others: list[str]
) -> None:
    text = (await talk(huts(), question))[0]
    assert all(one in text for one in told)
    assert not any(one in text for one in others)
