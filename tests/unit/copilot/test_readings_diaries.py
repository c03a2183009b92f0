"""What is in the diary for a day, and how much was paid in cash: at a piano tuner's."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel, Field

from .businesses import ACTS, READS
from .test_planner import talk

pytestmark = pytest.mark.anyio
BillId = Annotated[str, Field(description="For example B-11")]


class Tuner(BaseModel):
    id: str
    name: str
    works_on: list[str]


class Errand(BaseModel):
    id: str
    title: str
    kind: Literal["records", "visit"]
    day: date


class Bill(BaseModel):
    id: BillId
    subject: str
    customer: str
    balance: float


TUNERS = [
    Tuner(id="T-1", name="Ida Blum", works_on=["Monday", "Friday"]),
    Tuner(id="T-2", name="Per Holt", works_on=["Tuesday", "Friday"]),
]
ERRANDS = [
    Errand(id="E-1", title="Tune the chapel upright", kind="visit", day=date(2026, 5, 19)),
    Errand(id="E-2", title="Send the hall its papers", kind="records", day=date(2026, 5, 19)),
    Errand(id="E-3", title="Move the concert grand", kind="visit", day=date(2026, 5, 22)),
]
BILLS = [
    Bill(id="B-11", subject="Tuning in October", customer="Nell Harker", balance=90),
    Bill(id="B-12", subject="New strings", customer="Gus Ferro", balance=300),
]


def tuners() -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("tuners")

    @server.tool(annotations=READS)
    def list_tuners() -> list[Tuner]:
        """Who tunes, and on which days."""
        return TUNERS

    @server.tool(annotations=READS)
    def list_errands() -> list[Errand]:
        """What is to be done on which day."""
        return ERRANDS

    @server.tool(annotations=READS)
    def list_bills() -> list[Bill]:
        """Bills of customers."""
        return BILLS

    @server.tool(annotations=ACTS)
    def record_payment(bill_id: BillId, amount: float, method: Literal["card", "cash"]) -> str:
        """Enter money received on one of our bills."""
        return "entered"

    return server


@pytest.mark.parametrize("said", ["what's in the diary for 19 May?", "What do we have in our calendar on 19 May?"])
async def test_in_the_diary_is_all_there_is_on_a_day(said: str) -> None:
    answer, _ = await talk(tuners(), said)
    assert "Tune the chapel upright" in answer
    assert "Send the hall its papers" in answer
    assert "Move the concert grand" not in answer


async def test_a_day_of_the_diary_is_no_day_of_every_week() -> None:
    answer, _ = await talk(tuners(), "what's in the diary for Friday 22 May?")
    assert "Move the concert grand" in answer
    assert "Per Holt" not in answer


async def test_how_much_was_paid_stands_before_how_it_was_paid() -> None:
    _, calls = await talk(tuners(), "Nell Harker paid her October bill, 75 in cash. Book it please")
    assert ("record_payment", {"bill_id": "B-11", "amount": 75, "method": "cash"}) in calls
