"""What introduces a question is no part of it, and no whole list is an answer to what would choose of it."""

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
Vessel = Literal["yacht", "barge", "dinghy"]


class Berth(BaseModel):
    id: Annotated[str, Field(description="For example B-1")]
    vessel: Annotated[Vessel, Field(description="What lies there")]
    beside: Annotated[list[Vessel], Field(description="Next to which vessels it may lie")]
    name: str


BERTHS = [
    Berth(id="B-1", vessel="yacht", beside=["yacht", "dinghy"], name="Swan"),
    Berth(id="B-2", vessel="yacht", beside=["dinghy"], name="Heron"),
    Berth(id="B-3", vessel="barge", beside=["yacht"], name="Otter"),
]


def marina() -> MCPServer:
    server = MCPServer("Marina")

    @server.tool(annotations=READS)
    def list_berths() -> list[Berth]:
        """All berths and what lies there."""
        return BERTHS

    return server


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("Which yachts are there?", ["Swan", "Heron"], ["Otter"]),
        ("which yachts may lie beside yachts", ["Swan"], ["Heron", "Otter"]),
    ],
)
async def test_takes_a_kind_for_what_things_are_and_not_for_what_they_go_with(
    question: str, said: list[str], unsaid: list[str]
) -> None:
    answer, _ = await talk(marina(), question)
    assert all(one in answer for one in said)
    assert not any(one in answer for one in unsaid)


class Waiting(BaseModel):
    id: Annotated[str, Field(description="For example W-1")]
    berth_id: str
    skipper: str
    keep_until: Annotated[str | None, Field(description="Last day on which the hold is kept")]


class Diver(BaseModel):
    id: Annotated[str, Field(description="For example D-1")]
    name: str
    phone: str
    hourly_rate: int
    joined: date


WAITING = [
    Waiting(id="W-1", berth_id="B-1", skipper="Ada Stone", keep_until=None),
    Waiting(id="W-2", berth_id="B-2", skipper="Bo Lake", keep_until="2026-11-30"),
]
DIVERS = [
    Diver(id=f"D-{at}", name=name, phone=f"555 010{at}", hourly_rate=90 - at, joined=date(2020, 1, at + 1))
    for at, name in enumerate(["Cleo Reef", "Dan Kelp", "Eve Sand", "Flo Tide", "Gus Wave", "Hal Rock", "Ivy Foam"])
]


def harbour() -> MCPServer:
    server = marina()

    @server.tool(annotations=READS)
    def list_holds() -> list[Waiting]:
        """Holds on berths: who waits for which."""
        return WAITING

    @server.tool(annotations=READS)
    def list_divers() -> list[Diver]:
        """The divers, and what they take by the hour."""
        return DIVERS

    return server


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("Who has a hold on berth B-1?", "Ada Stone", "Bo Lake"),
        ("cheapest diver on our books?", "Ivy Foam", "Dan Kelp"),
        ("any divers for under 85 quid?", "Ivy Foam", "Dan Kelp"),
        ("got a number for Cleo Reef? need to give her a ring", "555 0100", "Dan Kelp"),
        ("phone number of Flo Tide pls, I have to call her", "555 0103", "Dan Kelp"),
    ],
)
async def test_finds_what_is_asked_for_and_not_what_is_said_beside_it(question: str, said: str, unsaid: str) -> None:
    answer, _ = await talk(harbour(), question)
    assert said in answer
    assert unsaid not in answer


async def test_tells_no_whole_list_where_a_time_was_said_that_it_knows_nothing_of() -> None:
    answer, _ = await talk(harbour(), "who's coming by today?")
    assert "Cleo Reef" not in answer


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Sorry to bother you, which berths are free?", "which berths are free?"),
        ("customer on the phone, got anything under 50 quid?", "got anything under 50 quid?"),
        ("I have a lady on the line who'd like to know what she owes", "tell me what she owes"),
        ("The harbour master wants to know which boat is the longest.", "tell me which boat is the longest."),
        ("Sorry, I'm new at the desk. Who's our diver?", "Who's our diver?"),
        ("I've got a dad on the phone, he'd like to know how deep it is", "tell me how deep it is"),
        ("There's a family with a toddler at the desk, which boats are free?", "which boats are free?"),
    ],
)
def test_leaves_out_who_is_with_the_person_and_what_excuses_them(text: str, question: str) -> None:
    assert unwrapped(text) == unwrapped(question)


@pytest.mark.parametrize(
    "text", ["Sorry, cancel that booking. Which ones are left?", "Tom wants to know when his lesson is"]
)
def test_keeps_orders_and_names_beside_an_excuse(text: str) -> None:
    assert unwrapped(text) == text
