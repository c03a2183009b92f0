"""What is said between people who work together: leave to do something, what should be done, and whom to ring."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import talk
from .test_planner_news import done

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
RepairId = Annotated[str, Field(description="The repair's id, for example R-1")]


class Saddle(BaseModel):
    id: Annotated[str, Field(description="For example S-1")]
    name: str
    whereabouts: Literal["in_store", "out", "in_repair"]


class Repair(BaseModel):
    id: RepairId
    saddle: str
    work: str
    status: Literal["waiting", "in_progress", "done"]
    late: Annotated[bool, Field(description="Whether it should have been done before today")]


class Yard(BaseModel):
    id: Annotated[str, Field(description="For example Y-1")]
    name: str
    contact: Annotated[str, Field(description="Who speaks for the yard")]
    phone: str


SADDLES = [
    Saddle(id="S-1", name="Brown hunter", whereabouts="in_store"),
    Saddle(id="S-2", name="Black dressage", whereabouts="out"),
    Saddle(id="S-3", name="Small pony", whereabouts="in_repair"),
]
REPAIRS = [
    Repair(id="R-1", saddle="Small pony", work="New girth strap", status="in_progress", late=False),
    Repair(id="R-2", saddle="Black dressage", work="Tree cracked", status="waiting", late=True),
    Repair(id="R-3", saddle="Brown hunter", work="Seams sewn", status="done", late=False),
]
YARDS = [
    Yard(id="Y-1", name="Low Farm", contact="Ada Stone", phone="01632 960401"),
    Yard(id="Y-2", name="Mill Yard", contact="Bo Lake", phone="01632 960402"),
]


def saddlery() -> MCPServer:
    mcp = MCPServer("Saddlery")

    @mcp.tool(annotations=READS)
    def list_saddles() -> list[Saddle]:
        """List the saddles."""
        return SADDLES

    @mcp.tool(annotations=READS)
    def list_repairs(status: Literal["waiting", "in_progress", "done"] | None = None) -> list[Repair]:
        """List the repairs of the workshop, all or those of one status."""
        return [one for one in REPAIRS if status in (None, one.status)]

    @mcp.tool(annotations=READS)
    def list_yards() -> list[Yard]:
        """List the yards that send saddles."""
        return YARDS

    @mcp.tool()
    def update_repair(repair_id: RepairId, status: Literal["waiting", "in_progress", "done"]) -> str:
        """Set how far a repair is."""
        return f"{repair_id} is {status}."

    @mcp.tool()
    def deliver_repair(repair_id: RepairId) -> str:
        """Deliver a repair to its yard."""
        return f"{repair_id} is on its way."

    return mcp


@pytest.mark.parametrize(
    "question",
    [
        "what should the workshop have finished mending by now but hasnt",
        "which repairs should they have had ready by now?",
        "what should've been mended by now but wasn't",
    ],
)
async def test_what_should_have_been_done_by_now_is_late_whoever_should_have(question: str) -> None:
    said = await talk(saddlery(), question)
    assert "R-2" in said[0]
    assert "R-1" not in said[0]
    assert "R-3" not in said[0]


async def test_what_is_actually_here_is_neither_out_nor_in_repair() -> None:
    said = await talk(saddlery(), "which saddles are actually here?")
    assert "Brown hunter" in said[0]
    assert "Black dressage" not in said[0]
    assert "Small pony" not in said[0]


async def test_a_leave_that_is_given_behind_news_is_an_order() -> None:
    said = await talk(saddlery(), "the pony's new strap is in, u can mark that repair as done")
    assert done(said) == [("update_repair", {"repair_id": "R-1", "status": "done"})]


async def test_what_you_can_see_is_no_order() -> None:
    assert not done(await talk(saddlery(), "you can see the repairs, right?"))


async def test_an_order_in_its_tools_own_words_is_about_what_was_told() -> None:
    said = await talk(saddlery(), "Tell me about repair R-2.", "Deliver the repair.")
    assert done(said) == [("deliver_repair", {"repair_id": "R-2"})]


async def test_an_order_that_names_another_thing_is_not_about_what_was_told() -> None:
    said = await talk(saddlery(), "Tell me about repair R-2.", "Deliver the blue one.")
    assert not done(said)


@pytest.mark.parametrize(
    "question", ["Who do I ring at Low Farm?", "who should we speak to at low farm", "Whom do I ask at Low Farm"]
)
async def test_who_is_to_be_rung_is_the_contact(question: str) -> None:
    said = await talk(saddlery(), question)
    assert "Ada Stone" in said[0]
    assert "Bo Lake" not in said[0]


class Account(BaseModel):
    id: Annotated[str, Field(description="For example A-1")]
    name: str
    balance: Annotated[float, Field(description="Pounds; negative is what they owe us")]


class Stock(BaseModel):
    id: Annotated[str, Field(description="For example L-1")]
    name: str
    held: int
    reorder_level: int
    low: Annotated[bool, Field(description="Whether there is less than the reorder level")]


def tack_shop() -> MCPServer:
    mcp = MCPServer("Tack shop")

    @mcp.tool(annotations=READS)
    def list_accounts() -> list[Account]:
        """List the accounts of the customers."""
        balances = {"Ada Stone": -12.5, "Bo Lake": 40, "Cy Moor": -80}
        return [Account(id=f"A-{at}", name=name, balance=balances[name]) for at, name in enumerate(balances, 1)]

    @mcp.tool(annotations=READS)
    def list_leathers() -> list[Stock]:
        """List the leathers in stock."""
        held = {"Bridle": 3, "Harness": 30}
        return [
            Stock(id=f"L-{at}", name=name, held=held[name], reorder_level=10, low=held[name] < 10)
            for at, name in enumerate(held, 1)
        ]

    return mcp


async def test_who_owes_is_known_where_a_debt_is_a_negative_balance() -> None:
    said = await talk(tack_shop(), "who owes us money?")
    assert "Ada Stone" in said[0]
    assert "Bo Lake" not in said[0]
    said = await talk(tack_shop(), "who owes us the most")
    assert "Cy Moor" in said[0]
    assert "Ada Stone" not in said[0]


@pytest.mark.parametrize(
    "question", ["which leathers are below their reorder level", "are we running short of any leather?"]
)
async def test_what_is_below_its_level_is_low(question: str) -> None:
    said = await talk(tack_shop(), question)
    assert "Bridle" in said[0]
    assert "Harness" not in said[0]


async def test_a_question_that_ends_with_a_quoted_name_is_answered() -> None:
    assert (await talk(saddlery(), "should we “Ada Stone”"))[0]
