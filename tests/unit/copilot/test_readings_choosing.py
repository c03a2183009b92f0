"""What is asked for: people who are counted, the thing that is chosen, what there is the most of; in a kennel."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel

from .test_planner import READS, talk

pytestmark = pytest.mark.anyio


class Walk(BaseModel):
    day: int
    km: float
    climb_m: int
    rest_at: str


class Asked(BaseModel):
    id: str
    owner: str
    since: date
    state: Literal["waiting", "offered"]


class Run(BaseModel):
    id: str
    name: str
    block: Literal["North", "South"]
    dogs: int
    heated: bool
    note: str
    walks: list[Walk]
    queue: list[Asked]


class Van(BaseModel):
    id: str
    name: str
    passengers: int
    next_test: date
    note: str


class Lead(BaseModel):
    id: str
    opens: str
    holder: str | None
    since: date | None
    due_back: date | None


class Groomer(BaseModel):
    id: str
    name: str
    phone: str
    hired: date
    next_visit: date


class Stay(BaseModel):
    id: str
    dog: str
    owner: str
    run: str
    start: date
    price_eur: float
    paid_eur: float
    outstanding_eur: float
    state: Literal["booked", "waiting", "over"]


RUNS = [
    Run(id="R-1", name="Acorn", block="North", dogs=3, heated=True, note="The van cannot turn here.",
        walks=[Walk(day=1, km=4, climb_m=20, rest_at="Mill"), Walk(day=2, km=9, climb_m=310, rest_at="Barn")],
        queue=[Asked(id="Q-1", owner="Ida Blum", since=date(2026, 5, 1), state="waiting"),
               Asked(id="Q-2", owner="Gus Ferro", since=date(2026, 5, 4), state="waiting")]),
    Run(id="R-2", name="Bramble", block="South", dogs=2, heated=False, note="New roof.",
        walks=[Walk(day=1, km=2, climb_m=5, rest_at="Pond")], queue=[]),
    Run(id="R-3", name="Clover", block="South", dogs=4, heated=False, note="Two gates.", walks=[], queue=[]),
]  # fmt: skip
VANS = [
    Van(id="V-1", name="Rover", passengers=6, next_test=date(2026, 9, 1), note="Blue."),
    Van(id="V-2", name="Fetch", passengers=3, next_test=date(2026, 7, 1), note="White."),
]
LEADS = [
    Lead(id="L-1", opens="Front gate", holder="Ida Blum", since=date(2026, 5, 1), due_back=date(2026, 5, 9)),
    Lead(id="L-2", opens="Side gate", holder="Gus Ferro", since=date(2026, 6, 1), due_back=date(2026, 6, 9)),
    Lead(id="L-3", opens="Shed", holder=None, since=None, due_back=None),
]
GROOMERS = [
    Groomer(id="G-1", name="Lena Ost", phone="01", hired=date(2026, 6, 3), next_visit=date(2026, 6, 8)),
    Groomer(id="G-2", name="Per Dahl", phone="02", hired=date(2020, 1, 1), next_visit=date(2026, 6, 3)),
]
STAYS = [
    Stay(id="S-1", dog="Bix", owner="Ida Blum", run="Acorn", start=date(2026, 6, 9), price_eur=400, paid_eur=380,
         outstanding_eur=20, state="booked"),
    Stay(id="S-2", dog="Moss", owner="Gus Ferro", run="Acorn", start=date(2026, 6, 20), price_eur=300, paid_eur=100,
         outstanding_eur=200, state="booked"),
    Stay(id="S-3", dog="Tig", owner="Nell Harker", run="Bramble", start=date(2026, 5, 2), price_eur=90, paid_eur=90,
         outstanding_eur=0, state="over"),
]  # fmt: skip


def kennel() -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("kennel")

    @server.tool(annotations=READS)
    def list_runs() -> list[Run]:
        """The runs, with their walks and who waits for a place."""
        return RUNS

    @server.tool(annotations=READS)
    def list_vans() -> list[Van]:
        """The vans."""
        return VANS

    @server.tool(annotations=READS)
    def list_stays() -> list[Stay]:
        """The stays of the dogs."""
        return STAYS

    @server.tool(annotations=READS)
    def list_leads() -> list[Lead]:
        """The gates' leads: who has them."""
        return LEADS

    @server.tool(annotations=READS)
    def list_groomers() -> list[Groomer]:
        """The groomers, who come to the kennel."""
        return GROOMERS

    return server


@pytest.mark.parametrize(
    ("question", "has", "lacks"),
    [
        ("How many people are waiting for Acorn?", ["2", "Ida Blum", "Gus Ferro"], ["1** run"]),
        ("how many people does the Rover hold?", ["6"], ["Fetch", "1** van"]),
        ("which of our vans can take the most people?", ["Rover"], ["Fetch"]),
    ],
)
async def test_people_who_are_counted_are_no_things(question: str, has: list[str], lacks: list[str]) -> None:
    said, _ = await talk(kennel(), question)
    assert all(one in said for one in has), said
    assert not any(one in said for one in lacks), said


@pytest.mark.parametrize(
    ("question", "has", "lacks"),
    [
        ("which owner owes us the most?", ["Gus Ferro"], ["Ida Blum"]),
        ("on the Acorn run, which day has the most climbing?", ["2", "310"], ["Pond", "day 1"]),
    ],
)
async def test_the_most_is_of_what_is_said_and_not_of_what_is_like_it(
    question: str, has: list[str], lacks: list[str]
) -> None:
    said, _ = await talk(kennel(), question)
    assert all(one in said for one in has), said
    assert not any(one in said for one in lacks), said


async def test_which_van_is_no_word_in_a_remark() -> None:
    said, _ = await talk(kennel(), "which van has its test first?")
    assert "Fetch" in said
    assert "Acorn" not in said


async def test_a_verb_at_the_end_says_no_more_than_who_and_what_have_to_do_with_each_other() -> None:
    said, _ = await talk(kennel(), "which runs does the block South run?")
    assert "Bramble" in said
    assert "Clover" in said
    assert "Acorn" not in said


async def test_requests_and_records_are_no_other_things() -> None:
    said, _ = await talk(kennel(), "How many stay records are over?")
    assert "**1** stay" in said


async def test_a_denial_is_heard_through_the_small_words_behind_it() -> None:
    said, _ = await talk(kennel(), "which runs can't we get heated?")
    assert "Bramble" in said
    assert "Acorn" not in said


async def test_a_question_is_not_answered_with_yes_where_what_it_asks_is_not_understood() -> None:
    said, _ = await talk(kennel(), "Tell me about Acorn", "is it zesty?")
    assert "Yes" not in said


@pytest.mark.parametrize("question", ["which leads are overdue?", "which leads shoudl have been back by now"])
async def test_what_has_a_day_on_which_it_is_due_back_is_late_after_that(question: str) -> None:
    said, _ = await talk(kennel(), question)
    assert "L-1" in said
    assert "L-2" not in said
    assert "L-3" not in said


async def test_who_is_coming_today_comes_on_the_day_of_the_visit() -> None:
    said, _ = await talk(kennel(), "any groomers coming in today?")
    assert "Per Dahl" in said
    assert "Lena Ost" not in said
