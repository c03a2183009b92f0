"""Who is at work and who is away: by days of the week, by absences, by states, and by a roster; of a small bakery."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from assistant.planner.english.dates import moments

from .test_planner import talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
NOW = datetime(2026, 6, 3, 9, tzinfo=UTC)
"""A Wednesday."""


class Absence(BaseModel):
    first: date
    last: date
    reason: str


class Baker(BaseModel):
    id: str
    name: str
    craft: str
    working_days: list[Literal["mon", "tue", "wed", "thu", "fri", "sat"]]
    away: list[Absence]


class Courier(BaseModel):
    id: str
    name: str
    status: Literal["riding", "holiday", "sick"]
    back_on: date | None = None


class Order(BaseModel):
    id: str
    customer: str
    baker: str
    collect_on: date


class Duty(BaseModel):
    person_id: str
    name: str
    role: Literal["counter", "oven"]
    start: str | None = Field(description="Start of the shift; null on a day off")
    end: str | None


class Oven(BaseModel):
    id: str
    name: str
    checked_on: date


def bakery() -> MCPServer:
    server = MCPServer("Bakery")
    trip = Absence(first=date(2026, 6, 1), last=date(2026, 6, 5), reason="Lisbon")
    course = Absence(first=date(2026, 6, 15), last=date(2026, 6, 17), reason="Course")

    @server.tool(annotations=READS)
    def list_bakers() -> list[Baker]:
        """The bakers, with what they bake and when they are here."""
        return [
            Baker(id="B-1", name="Ada Holm", craft="rye", working_days=["mon", "tue", "wed"], away=[]),
            Baker(id="B-2", name="Bo Lind", craft="cakes", working_days=["wed", "thu", "fri"], away=[trip]),
            Baker(id="B-3", name="Cy Marsh", craft="buns", working_days=["thu", "fri", "sat"], away=[course]),
        ]

    @server.tool(annotations=READS)
    def list_couriers() -> list[Courier]:
        """The couriers and how they are."""
        return [
            Courier(id="C-1", name="Di Frost", status="riding"),
            Courier(id="C-2", name="Eli Stone", status="holiday", back_on=date(2026, 6, 8)),
        ]

    @server.tool(annotations=READS)
    def list_orders() -> list[Order]:
        """The orders by the day on which they are collected."""
        return [
            Order(id="O-1", customer="Fay Moss", baker="Bo Lind", collect_on=date(2026, 6, 3)),
            Order(id="O-2", customer="Gus Reed", baker="Ada Holm", collect_on=date(2026, 6, 4)),
        ]

    return server


def mill() -> MCPServer:
    server = MCPServer("Mill")
    hours = {"Hal Pike": (2, "06:00", "14:00"), "Ina Rook": (6, "22:00", "06:00"), "Jo Swift": (0, "09:00", "17:00")}

    @server.tool(annotations=READS)
    def get_rota(day: Annotated[date, Field(description="The day")]) -> list[Duty]:
        """The rota of a day: everybody with their role, and their shift or that they are off."""
        rows: list[Duty] = []
        for at, (name, (since, start, end)) in enumerate(hours.items()):
            is_on = day.weekday() >= since
            role: Literal["counter", "oven"] = "oven" if at == 1 else "counter"
            shift = (start, end) if is_on else (None, None)
            rows.append(Duty(person_id=f"W-{at}", name=name, role=role, start=shift[0], end=shift[1]))
        return rows

    @server.tool(annotations=READS)
    def list_ovens() -> list[Oven]:
        """The ovens."""
        return [Oven(id="V-1", name="Big oven", checked_on=date(2026, 6, 7))]

    return server


@pytest.mark.parametrize(
    ("question", "told", "lacks"),
    [
        ("who's in today?", ["Ada Holm"], ["Bo Lind", "Cy Marsh"]),
        ("which bakers are in tomorrow", ["Cy Marsh"], ["Ada Holm", "Bo Lind"]),
        ("who works on Fridays?", ["Cy Marsh"], ["Ada Holm", "Gus Reed"]),
        ("which bakers aren't working on Thursday", ["Ada Holm", "Bo Lind"], ["Cy Marsh"]),
        ("which bakers are off today", ["Bo Lind"], ["Cy Marsh", "Fay Moss"]),
        ("until when is bo away?", ["2026-06-05"], ["2026-06-17"]),
        ("when's Cy back", ["2026-06-17"], ["2026-06-05"]),
        ("is Bo off tomorrow?", ["Yes"], ["No"]),
        ("is Ada away", ["No"], ["Yes", "none"]),
        ("which couriers are off on friday", ["Eli Stone"], ["Di Frost"]),
    ],
)
async def test_who_is_away_is_not_at_work(question: str, told: list[str], lacks: list[str]) -> None:
    text, _ = await talk(bakery(), question)
    assert all(one in text for one in told), text
    assert not any(one in text for one in lacks), text


@pytest.mark.parametrize(
    ("question", "told", "lacks"),
    [
        ("who's working tomorrow", ["Hal Pike", "Jo Swift"], ["Ina Rook"]),
        ("who's off tomorrow", ["Ina Rook"], ["Hal Pike", "Jo Swift"]),
        ("who is on the counter on Monday?", ["Jo Swift"], ["Hal Pike", "Ina Rook"]),
        ("who's doing nights on sunday", ["Ina Rook"], ["Hal Pike", "Big oven"]),
        ("who has the early shift on saturday", ["Hal Pike"], ["Ina Rook"]),
        ("is Ina in on sunday?", ["Yes"], ["No"]),
        ("what's Hal's role", ["counter"], ["oven"]),
    ],
)
async def test_a_roster_tells_who_works_and_who_is_off(question: str, told: list[str], lacks: list[str]) -> None:
    text, _ = await talk(mill(), question)
    assert all(one in text for one in told), text
    assert not any(one in text for one in lacks), text


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("before xmas", date(2026, 12, 25)),
        ("on Christmas Eve", date(2026, 12, 24)),
        ("on New Year's Eve", date(2026, 12, 31)),
        ("since new years day", date(2027, 1, 1)),
        ("at halloween", date(2026, 10, 31)),
    ],
)
def test_a_feast_is_a_day(text: str, day: date) -> None:
    assert [one.first.date() for one in moments(text, NOW)] == [day]
