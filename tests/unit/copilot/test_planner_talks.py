"""Conversations of two and three turns: what later turns mean by what was said before, in a pottery."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel, Field

from .businesses import ACTS, READS
from .test_planner import Said, talk

pytestmark = pytest.mark.anyio


class Firing(BaseModel):
    start: datetime
    minutes: int
    reason: str


class Kiln(BaseModel):
    id: Annotated[str, Field(description="For example K-1")]
    name: str
    volume_l: int
    shelves: list[str]
    keeper: str | None
    firing: Firing | None
    opens: date
    service_due: date


class Potter(BaseModel):
    id: Annotated[str, Field(description="For example P-1")]
    name: str
    phone: str
    moves_out: date | None


class Course(BaseModel):
    id: Annotated[str, Field(description="For example C-1")]
    pupil: str
    vet: str
    day: date


class Bill(BaseModel):
    id: Annotated[str, Field(description="For example B-1")]
    booked: date
    potter: str
    total: float
    outstanding: float


def acts(said: Said) -> list[tuple[str, Any]]:
    return [(tool, arguments) for tool, arguments in said[1] if not tool.startswith("list_")]


def kiln(own: str, name: str, volume: int, shelves: int, keeper: str | None, firing: Firing | None, due: str) -> Kiln:
    day = date.fromisoformat(due)
    names = [f"shelf {at}" for at in range(shelves)]
    return Kiln(
        id=own, name=name, volume_l=volume, shelves=names, keeper=keeper, firing=firing, opens=day, service_due=day
    )


BISQUE = Firing(start=datetime.fromisoformat("2026-06-12T22:00:00+00:00"), minutes=90, reason="Bisque of the tiles")
KILNS = [
    kiln("K-1", "Old Bertha", 300, 5, "Ada Nowak", BISQUE, "2026-07-01"),
    kiln("K-2", "Raku drum", 60, 2, None, None, "2026-08-02"),
    kiln("K-3", "Test oven", 20, 1, "Jo Falk", None, "2026-09-03"),
]
POTTERS = [
    Potter(id="P-1", name="Ada Nowak", phone="0711 10", moves_out=date(2026, 8, 31)),
    Potter(id="P-2", name="Jo Falk", phone="0711 20", moves_out=None),
]
COURSES = [Course(id="C-1", pupil="Mina Okafor", vet="Dr Lena Horn", day=date(2026, 6, 9))]


def pottery() -> MCPServer[Any]:
    server = MCPServer("Pottery")
    bills = [
        Bill(id="B-1", booked=date(2026, 5, 2), potter="Ada Nowak", total=300, outstanding=120),
        Bill(id="B-2", booked=date(2026, 5, 3), potter="Jo Falk", total=80, outstanding=80),
    ]

    @server.tool(annotations=READS)
    def list_kilns() -> list[Kiln]:
        """The kilns, with who keeps each now, and its next firing."""
        return KILNS

    @server.tool(annotations=READS)
    def list_potters() -> list[Potter]:
        """The potters who rent a bench."""
        return POTTERS

    @server.tool(annotations=READS)
    def list_courses() -> list[Course]:
        """The glazing courses to come."""
        return COURSES

    @server.tool(annotations=READS)
    def list_bills() -> list[Bill]:
        """The bills, and what of them is outstanding."""
        return bills

    @server.tool(annotations=ACTS)
    def plan_firing(
        kiln_id: Annotated[str, Field(description="Id of a kiln, such as K-1")],
        start: Annotated[datetime, Field(description="When it begins")],
        minutes: Annotated[int, Field(ge=5, description="How long it takes, in minutes")],
    ) -> str:
        """Plan a firing of a kiln."""
        return f"{kiln_id} fires."

    @server.tool(annotations=ACTS)
    def record_payment(
        bill_id: Annotated[str, Field(description="Id of a bill, such as B-1")],
        amount: Annotated[float, Field(gt=0, description="What came in")],
        method: Annotated[Literal["cash", "card"], Field(description="How it was paid")],
    ) -> str:
        """Record that money came in for a bill."""
        return f"{amount:g} for {bill_id}, in {method}."

    return server


async def test_the_two_are_those_that_were_told_one_after_the_other() -> None:
    before = ["How many litres does Old Bertha have?", "and the Raku drum?"]
    said = (await talk(pottery(), *before, "which of the two is smaller?"))[0]
    assert "Raku drum" in said
    assert "Test oven" not in said
    said = (await talk(pottery(), *before, "who keeps the bigger of the two?"))[0]
    assert "Ada Nowak" in said
    assert "Jo Falk" not in said


async def test_the_other_one_is_that_of_two_which_was_not_told_last() -> None:
    said = await talk(
        pottery(), "What is the volume of Old Bertha?", "and of the Test oven?", "when does the other one open?"
    )
    assert "2026-07-01" in said[0]
    assert "2026-09-03" not in said[0]


async def test_a_superlative_without_a_noun_is_of_those_talked_about() -> None:
    said = await talk(pottery(), "which kilns are called K-2 or K-3?", "when does the biggest open?")
    assert "2026-08-02" in said[0]
    assert "Old Bertha" not in said[0]


async def test_the_one_with_the_most_of_a_list_has_most_in_it() -> None:
    said = (await talk(pottery(), "which kiln has the most shelves?"))[0]
    assert "Old Bertha" in said
    assert "Raku drum" not in said


async def test_another_field_is_asked_for_in_the_place_of_the_one_before() -> None:
    said = await talk(pottery(), "when does the Raku drum open?", "and the service?")
    assert "service due" in said[0]
    assert "2026-08-02" in said[0]


async def test_what_it_is_for_is_its_reason_and_how_long_it_takes_its_length() -> None:
    before = "when is the next firing of Old Bertha?"
    assert "90" in (await talk(pottery(), before, "how long will it take?"))[0]
    assert "Bisque of the tiles" in (await talk(pottery(), before, "what is it for?"))[0]


async def test_with_whom_is_somebody_who_was_not_named_yet() -> None:
    said = await talk(pottery(), "when is Mina Okafor's course?", "who is it with?")
    assert "Lena Horn" in said[0]


async def test_who_has_a_thing_is_who_keeps_it_and_leaving_is_moving_out() -> None:
    said = await talk(pottery(), "who's got Old Bertha these days?", "when is she leaving?")
    assert "2026-08-31" in said[0]


async def test_it_is_what_a_question_named_where_the_answer_is_somebody() -> None:
    said = await talk(pottery(), "who keeps the Test oven?", "what's his number?", "and when does it open?")
    assert "2026-09-03" in said[0]
    assert "Old Bertha" not in said[0]


@pytest.mark.parametrize(
    "order",
    [
        "Plan the same length for the Raku drum, one day later at the same time.",
        "Plan a firing of the same length for the Raku drum, one day after it.",
    ],
)
async def test_the_same_length_and_a_day_later_are_held_against_what_was_told_last(order: str) -> None:
    said = await talk(pottery(), "when is the next firing of Old Bertha?", order)
    call = {"kiln_id": "K-2", "minutes": 90, "start": "2026-06-13T22:00:00+00:00"}
    assert acts(said) == [("plan_firing", call)]


async def test_more_minutes_are_how_long_it_lasts_and_not_how_much_later() -> None:
    order = "Plan 30 more minutes for that kiln, one day after it, at the same time."
    said = await talk(pottery(), "when is the next firing of Old Bertha?", order)
    assert acts(said) == [
        ("plan_firing", {"kiln_id": "K-1", "minutes": 30, "start": "2026-06-13T22:00:00+00:00"}),
    ]


async def test_they_just_did_says_what_was_asked() -> None:
    said = await talk(pottery(), "has Jo Falk paid the bill?", "he just did, all of it, in cash. put it in")
    assert acts(said) == [("record_payment", {"bill_id": "B-2", "amount": 80, "method": "cash"})]


async def test_just_did_acts_on_nothing_where_nothing_was_asked() -> None:
    said = await talk(pottery(), "show me bill B-2", "they just did")
    assert acts(said) == []


async def test_a_bill_is_not_called_by_the_day_on_which_it_was_booked() -> None:
    said = await talk(pottery(), "show me B-1", "he gave us 50 in cash, put that down")
    assert acts(said) == [("record_payment", {"bill_id": "B-1", "amount": 50, "method": "cash"})]


async def test_how_much_a_thing_holds_is_its_volume_or_the_most_of_it() -> None:
    said = await talk(pottery(), "when does the Test oven open?", "how many pots can it take?")
    assert acts(said) == []
    said = await talk(lifts(), "where is the goods lift?", "how much can it carry?")
    assert "900" in said[0]
    said = await talk(lifts(), "where is the goods lift?", "how many people does it hold?")
    assert "12" in said[0]
    assert "900" not in said[0]


async def test_what_is_planned_is_what_has_a_day() -> None:
    said = (await talk(pottery(), "which firing is planned at the moment?"))[0]
    assert "Old Bertha" in said
    assert "Raku drum" not in said


async def test_it_is_the_same_in_both_halves_of_a_question() -> None:
    said = (await talk(pottery(), "when does the Test oven open?", "who keeps it and when is its service due?"))[0]
    assert "Jo Falk" in said
    assert "2026-09-03" in said
    assert "2026-07-01" not in said


async def test_those_that_were_told_one_by_one_are_compared_also_where_persons_belong_to_them() -> None:
    before = ["who keeps Old Bertha?", "how many litres does Old Bertha have?", "and the Test oven?"]
    said = (await talk(pottery(), *before, "which of the two opens later?"))[0]
    assert "Test oven" in said
    assert "Old Bertha" not in said


class Lift(BaseModel):
    id: Annotated[str, Field(description="For example LF-1")]
    name: str
    place: str
    payload_kg: int
    persons: int
    year: int


def lifts() -> MCPServer[Any]:
    server = MCPServer("Lifts")

    @server.tool(annotations=READS)
    def list_lifts() -> list[Lift]:
        """The lifts of the house."""
        return [
            Lift(id="LF-1", name="Goods lift", place="Yard", payload_kg=900, persons=12, year=1999),
            Lift(id="LF-2", name="Front lift", place="Hall", payload_kg=450, persons=6, year=2011),
        ]

    return server


async def test_when_somebody_comes_is_a_day_and_what_for_is_asked_of_that() -> None:
    said = await talk(pottery(), "when is Mina Okafor coming?")
    assert "2026-06-09" in said[0]
    said = await talk(pottery(), "when is the next firing of Old Bertha?", "what for?")
    assert "Bisque of the tiles" in said[0]
