"""The planner before a marina: sentences about several kinds of things, which have to do with each other."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel, Field

from .test_planner import READS, talk

pytestmark = pytest.mark.anyio


class Member(BaseModel):
    id: Annotated[str, Field(description="For example ME-1")]
    name: str
    phone: str
    town: str
    guardian_id: Annotated[str | None, Field(description="The member who signs for them")] = None


class Boat(BaseModel):
    id: Annotated[str, Field(description="For example BO-1")]
    registration: str
    make: str
    model: str
    length: Annotated[float, Field(description="In metres")]
    owner: str


class Repair(BaseModel):
    id: Annotated[str, Field(description="For example RE-1")]
    title: str
    status: Literal["planned", "waiting", "done"]
    boat: Annotated[str, Field(description="Registration, make and model")]
    rigger: str | None
    finish: date


class Supply(BaseModel):
    name: str
    pieces: int


class RepairDetails(Repair):
    supplies: list[Supply]


class Bill(BaseModel):
    id: Annotated[str, Field(description="For example BI-1")]
    repair_id: str
    amount: float
    status: Literal["paid", "unpaid"]


class Ware(BaseModel):
    id: Annotated[str, Field(description="For example WA-1")]
    name: str
    in_store: int


class Delivery(BaseModel):
    id: Annotated[str, Field(description="For example DE-1")]
    expected: date
    lines: list[Supply]


MEMBERS = [
    Member(id="ME-1", name="Olga Lund", phone="555 01", town="Skagen"),
    Member(id="ME-2", name="Piet Vos", phone="555 02", town="Hoorn"),
    Member(id="ME-3", name="Tim Vos", phone="555 03", town="Hoorn", guardian_id="ME-2"),
]
BOATS = [
    Boat(id="BO-1", registration="DK 41", make="Nordic", model="Folk", length=7.6, owner="Olga Lund"),
    Boat(id="BO-2", registration="NL 9", make="Zaan", model="Kotter", length=11.2, owner="Piet Vos"),
    Boat(id="BO-3", registration="NL 77", make="Zaan", model="Jol", length=4.1, owner="Tim Vos"),
]
REPAIRS = [
    RepairDetails(
        id="RE-1",
        title="New mast",
        status="waiting",
        boat="DK 41 Nordic Folk",
        rigger="Ada Berg",
        finish=date(2026, 7, 1),
        supplies=[Supply(name="Spruce mast", pieces=1)],
    ),
    RepairDetails(
        id="RE-2",
        title="Hull paint",
        status="planned",
        boat="NL 9 Zaan Kotter",
        rigger="Bo Hart",
        finish=date(2026, 7, 9),
        supplies=[Supply(name="Red lead", pieces=4)],
    ),
]
BILLS = [
    Bill(id="BI-1", repair_id="RE-1", amount=900, status="unpaid"),
    Bill(id="BI-2", repair_id="RE-2", amount=2000, status="paid"),
]
WARES = [Ware(id="WA-1", name="Red lead", in_store=2), Ware(id="WA-2", name="Spruce mast", in_store=0)]
DELIVERIES = [
    Delivery(id="DE-1", expected=date(2026, 6, 24), lines=[Supply(name="Spruce mast", pieces=2)]),
    Delivery(id="DE-2", expected=date(2026, 6, 29), lines=[Supply(name="Red lead", pieces=9)]),
]


def marina() -> MCPServer[Any]:
    mcp = MCPServer("Marina")

    @mcp.tool(annotations=READS)
    def list_members() -> list[Member]:
        """The members of the harbour."""
        return MEMBERS

    @mcp.tool(annotations=READS)
    def list_boats() -> list[Boat]:
        """The boats and their owners."""
        return BOATS

    @mcp.tool(annotations=READS)
    def list_repairs() -> list[Repair]:
        """What is repaired in the yard."""
        return [Repair(**one.model_dump(exclude={"supplies"})) for one in REPAIRS]

    @mcp.tool(annotations=READS)
    def get_repair(repair_id: Annotated[str, Field(description="For example RE-1")]) -> RepairDetails:
        """All about a repair, with the supplies that it needs."""
        return next(one for one in REPAIRS if one.id == repair_id)

    @mcp.tool(annotations=READS)
    def list_bills() -> list[Bill]:
        """The bills for repairs."""
        return BILLS

    @mcp.tool(annotations=READS)
    def list_wares() -> list[Ware]:
        """What is in the store."""
        return WARES

    @mcp.tool(annotations=READS)
    def list_deliveries() -> list[Delivery]:
        """What is delivered, and when."""
        return DELIVERIES

    return mcp


@pytest.mark.parametrize(
    ("question", "has", "lacks"),
    [
        ("what is the phone number of the owner of the longest boat?", "555 02", "555 01"),
        ("how long is the boat on our biggest unpaid bill", "7.6", "11.2"),
        ("which town does the member with the shortest boat live in?", "Hoorn", "Skagen"),
        ("when is the repair on the boat that Olga Lund owns finished?", "2026-07-01", "2026-07-09"),
        ("who is the rigger of the repair with the highest bill?", "Bo Hart", "Ada"),
        ("which supplies does the planned repair on the Kotter need?", "Red lead", "Spruce"),
        ("What is the phone number of Tim Vos's guardian?", "555 02", "555 03"),
    ],
)
async def test_a_part_of_a_sentence_is_found_before_the_rest_is_asked_of_it(
    question: str, has: str, lacks: str
) -> None:
    said = await talk(marina(), question)
    assert has in said[0]
    assert lacks not in said[0]


@pytest.mark.parametrize(
    ("question", "has", "lacks"),
    [
        ("when do we get more of the spruce mast", "2026-06-24", "2026-06-29"),
        ("which delivery brings the red lead?", "DE-2", "DE-1"),
        ("which repairs need red lead", "RE-2", "RE-1"),
        ("which repairs are for Piet Vos?", "RE-2", "RE-1"),
    ],
)
async def test_a_name_of_another_kind_says_which_things_are_asked_for(question: str, has: str, lacks: str) -> None:
    said = await talk(marina(), question)
    assert has in said[0]
    assert lacks not in said[0]


async def test_what_only_another_kind_tells_says_which_one_is_meant() -> None:
    said = await talk(marina(), "what phone number does the member with the longest boat have?")
    assert "555 02" in said[0]
    assert "555 01" not in said[0]


@pytest.mark.parametrize(
    "question", ["which town is the spruce mast from?", "how tall is the rigger of the hull paint"]
)
async def test_what_nothing_tells_is_not_answered_with_something_else(question: str) -> None:
    said = await talk(marina(), question)
    assert "555" not in said[0]
    assert "Skagen" not in said[0]
    assert "Hoorn" not in said[0]


async def test_they_are_those_who_were_asked_for_whatever_has_told_who_it_is() -> None:
    said = await talk(marina(), "Which member has the longest boat, and in which town do they live?")
    assert "Hoorn" in said[0]
    assert "Skagen" not in said[0]


@pytest.mark.parametrize(
    ("question", "has", "lacks"),
    [
        ("how long is Piet Vos's boat?", "11.2", "7.6"),
        ("when is the repair of Olga Lund's boat finished?", "2026-07-01", "2026-07-09"),
    ],
)
async def test_whose_it_is_says_which_one_is_meant(question: str, has: str, lacks: str) -> None:
    said = await talk(marina(), question)
    assert has in said[0]
    assert lacks not in said[0]
