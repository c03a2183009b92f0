"""Conditions with two sides and things held against each other: what a pottery's server is asked."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)


class Kiln(BaseModel):
    id: str
    name: str
    fuel: Literal["gas", "wood", "electric"]
    litres: int
    lease_until: date


class Potter(BaseModel):
    id: str
    name: str
    phone: str
    balance: Annotated[float, Field(description="In pounds; below zero is what the potter owes us")]


class Firing(BaseModel):
    id: str
    kiln: str
    warden: str | None
    stage: Literal["asked", "agreed", "cancelled"]
    agreed: Annotated[int, Field(description="Pounds that were agreed on")]


class Opinion(BaseModel):
    potter: str
    kiln: str
    text: str


class Shop(BaseModel):
    id: str
    name: str
    contact: str
    phone: str


KILNS = [
    Kiln(id="K-1", name="Ember", fuel="gas", litres=80, lease_until=date(2025, 1, 31)),
    Kiln(id="K-2", name="Cinder", fuel="wood", litres=300, lease_until=date(2027, 1, 31)),
    Kiln(id="K-3", name="Spark", fuel="electric", litres=120, lease_until=date(2026, 9, 30)),
]
POTTERS = [
    Potter(id="P-1", name="Ivy Clay", phone="11", balance=-30),
    Potter(id="P-2", name="Max Loam", phone="12", balance=12),
    Potter(id="P-3", name="Una Silt", phone="13", balance=-5),
]
FIRINGS = [
    Firing(id="F-1", kiln="Ember", warden=None, stage="asked", agreed=20),
    Firing(id="F-2", kiln="Ember", warden="Max Loam", stage="agreed", agreed=40),
    Firing(id="F-3", kiln="Spark", warden=None, stage="cancelled", agreed=60),
]
OPINIONS = [
    Opinion(potter="Ivy Clay", kiln="Cinder", text="It takes a whole night to get hot."),
    Opinion(potter="Una Silt", kiln="Cinder", text="The best glaze I ever had."),
]


def pottery() -> MCPServer[Any]:
    server = MCPServer("Pottery")

    @server.tool(annotations=READS)
    def list_kilns(
        alight: Annotated[bool | None, Field(description="true: only those burning now; false: only cold ones")] = None,
    ) -> list[Kiln]:
        """The kilns."""
        return [one for one in KILNS if alight is None or alight == (one.name == "Ember")]

    @server.tool(annotations=READS)
    def list_potters() -> list[Potter]:
        """Who fires here."""
        return POTTERS

    @server.tool(annotations=READS)
    def list_firings() -> list[Firing]:
        """Firings of kilns."""
        return FIRINGS

    @server.tool(annotations=READS)
    def list_opinions() -> list[Opinion]:
        """Opinions on kilns."""
        return OPINIONS

    @server.tool(annotations=READS)
    def list_shops() -> list[Shop]:
        """The shops that sell pots."""
        return [Shop(id="S-1", name="Blue Door", contact="Ned Marl", phone="77")]

    return server


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("which kilns run on gas or wood?", ["Ember", "Cinder"], ["Spark"]),
        ("list the gas and electric kilns", ["Ember", "Spark"], ["Cinder"]),
        ("which kilns are burning?", ["Ember"], ["Cinder", "Spark"]),
        ("which kilns are not alight", ["Cinder", "Spark"], ["Ember"]),
        ("which kilns are cold", ["Cinder", "Spark"], ["Ember"]),
    ],
)
async def test_one_of_two_conditions_is_enough_and_a_switch_has_two_sides(
    question: str, said: list[str], unsaid: list[str]
) -> None:
    [answer] = await answers(question)
    assert [one for one in said if one not in answer] == []
    assert [one for one in unsaid if one in answer] == []


async def test_who_is_below_zero_owes() -> None:
    [answer] = await answers("who owes us anything?")
    assert "Ivy Clay" in answer
    assert "Una Silt" in answer
    assert "Max Loam" not in answer
    assert "Una Silt" not in (await answers("who owes us the most?"))[0]


async def test_what_lacks_somebody_yet_may_still_get_one() -> None:
    [answer] = await answers("which firings haven't got a warden yet")
    assert "F-1" in answer
    assert "F-3" not in answer


async def test_a_state_said_of_things_is_no_figure_of_that_name() -> None:
    assert "**1** firing" in (await answers("how many firings are agreed?"))[0]


async def test_what_somebody_said_is_told_in_their_words() -> None:
    [answer] = await answers("What did Una Silt think of Cinder?")
    assert "best glaze" in answer
    assert "whole night" not in answer


async def test_one_thing_is_held_against_another() -> None:
    [answer] = await answers("is Spark bigger than Ember?")
    assert answer.startswith("Yes")
    assert "120" in answer
    assert "80" in answer


async def test_what_ends_first_has_not_ended_yet() -> None:
    [answer] = await answers("whose lease runs out first?")
    assert "Spark" in answer
    assert "Ember" not in answer


async def test_who_is_to_be_rung_at_a_place_is_told_with_the_number() -> None:
    [answer] = await answers("who can I ring at Blue Door?")
    assert "Ned Marl" in answer
    assert "77" in answer


async def test_a_total_is_of_the_money() -> None:
    assert "£60" in (await answers("what is the total of the Ember firings?"))[0]


async def answers(*questions: str) -> list[str]:
    said, _ = await talk(pottery(), *questions)
    return [said]
