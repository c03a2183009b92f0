"""What is told before a question, and what an answer was found by, are what is asked about next: at a dyer's."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel

from .businesses import READS
from .test_planner import talk

pytestmark = pytest.mark.anyio


class Order(BaseModel):
    id: str
    customer: str
    ready: bool
    due: date
    delay_days: int
    dyer: str


class Dyer(BaseModel):
    id: str
    name: str
    phone: str


ORDERS = [
    Order(id="O-1", customer="Nell Harker", ready=True, due=date(2026, 6, 5), delay_days=0, dyer="Gus Ferro"),
    Order(id="O-2", customer="Ida Blum", ready=False, due=date(2026, 6, 9), delay_days=6, dyer="Gus Ferro"),
    Order(id="O-3", customer="Per Holt", ready=False, due=date(2026, 6, 2), delay_days=2, dyer="Mia Strand"),
]
DYERS = [Dyer(id="D-1", name="Gus Ferro", phone="0711"), Dyer(id="D-2", name="Mia Strand", phone="0722")]


def dyers() -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("dyers")

    @server.tool(annotations=READS)
    def list_orders() -> list[Order]:
        """Cloth that customers have dyed."""
        return ORDERS

    @server.tool(annotations=READS)
    def list_dyers() -> list[Dyer]:
        """Who dyes."""
        return DYERS

    return server


async def test_who_is_named_before_a_question_is_asked_about() -> None:
    said, _ = await talk(dyers(), "There's a lady here for her order, name's Harker. Is it ready?")
    assert said.startswith("Yes")
    assert "Nell Harker" in said
    assert "Ida Blum" not in said
    said, _ = await talk(dyers(), "Ida Blum has just rung, who's dyeing her order?")
    assert "Gus Ferro" in said
    assert "Mia Strand" not in said


async def test_a_thing_is_named_though_nothing_is_known_of_the_rest() -> None:
    said, _ = await talk(dyers(), "we dyed O-3 last month didnt we, when is it due")
    assert "2026-06-02" in said
    assert "O-2" not in said


async def test_what_names_nothing_is_no_question() -> None:
    said, _ = await talk(dyers(), "The boss is in a mood. Which order is due first? Quick please")
    assert "O-3" in said
    assert "can't say" not in said
    assert "O-1" not in said


async def test_what_an_answer_was_found_by_is_told_and_can_be_asked_about() -> None:
    asked = "Whats the phone of the dyer of the order with the longest delay?"
    said, _ = await talk(dyers(), asked)
    assert "0711" in said
    assert "O-2" in said
    said, _ = await talk(dyers(), asked, "when is it due?")
    assert "2026-06-09" in said
