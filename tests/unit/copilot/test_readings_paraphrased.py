"""Questions in other words than the server's, and in misspelt ones, to a hire shop that nobody told the planner of."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel

from assistant.conversation import Turn
from assistant.planner.english.dictionary import is_english
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Desk
from assistant.planner.orders.arranging import arranged
from assistant.planner.reading.recognizing import recognize
from assistant.planner.readings.grasping import Grasp
from assistant.recording import Recorder
from benchmarks.copilot.servers import connected

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
NOON = datetime(2026, 6, 3, 12, tzinfo=UTC)


class Bicycle(BaseModel):
    id: str
    name: str
    condition: Literal["fine", "out_of_order", "in_workshop"]
    is_active: bool
    annual_mileage: int


class Colleague(BaseModel):
    id: str
    name: str
    presence: Literal["working", "on_leave", "off_sick"]
    branch: str


class Branch(BaseModel):
    id: str
    name: str
    manager: str
    step_free: bool
    waiting_list: int


BICYCLES = [
    Bicycle(id="C-1", name="Comet", condition="fine", is_active=True, annual_mileage=910),
    Bicycle(id="C-2", name="Meteor", condition="out_of_order", is_active=True, annual_mileage=320),
    Bicycle(id="C-3", name="Nova", condition="in_workshop", is_active=False, annual_mileage=40),
]
COLLEAGUES = [
    Colleague(id="P-1", name="Ada Moss", presence="working", branch="Quayside"),
    Colleague(id="P-2", name="Ben Thorne", presence="on_leave", branch="Quayside"),
    Colleague(id="P-3", name="Cleo Ward", presence="off_sick", branch="Hilltop"),
]
BRANCHES = [
    Branch(id="B-1", name="Quayside", manager="Ada Moss", step_free=True, waiting_list=4),
    Branch(id="B-2", name="Hilltop", manager="Cleo Ward", step_free=False, waiting_list=0),
]


def shop() -> MCPServer[Any]:
    server = MCPServer("Hire")

    @server.tool(annotations=READS)
    def list_bicycles() -> list[Bicycle]:
        """All bicycles."""
        return BICYCLES

    @server.tool(annotations=READS)
    def list_colleagues() -> list[Colleague]:
        """All colleagues."""
        return COLLEAGUES

    @server.tool(annotations=READS)
    def list_branches() -> list[Branch]:
        """All branches."""
        return BRANCHES

    return server


async def said(text: str) -> str:
    async with connected(shop()) as client:
        recorder = Recorder(client, Turn("copilot", model="planner"), lambda: None, lambda: 0.0)
        catalog = Catalog(client.offer)
        desk = Desk(recorder, catalog, NOON)
        await recognize(desk, [Turn("person", text)])
        grasp = Grasp(desk, arranged(text, catalog, False).clauses[0])
        await grasp.read()
        return (await grasp.reply()).text


@pytest.mark.parametrize(
    ("question", "has", "lacks"),
    [
        ("which bicycles are knackered?", "Meteor", "Comet"),
        ("which bicycles are at the garage?", "Nova", "Meteor"),
        ("who's on hols?", "Ben", "Cleo"),
        ("who has called in sick?", "Cleo", "Ben"),
    ],
)
async def test_a_choice_of_several_words_is_said_by_other_words(question: str, has: str, lacks: str) -> None:
    text = await said(question)
    assert has in text
    assert lacks not in text


@pytest.mark.parametrize(
    ("question", "has", "lacks"),
    [
        ("which branches have no stairs?", "Quayside", "Hilltop"),
        ("which bicycles are dormant?", "Nova", "Comet"),
        ("which bicycles are not up and running?", "Nova", "Comet"),
    ],
)
async def test_a_switch_is_said_by_other_words_or_by_its_opposite(question: str, has: str, lacks: str) -> None:
    text = await said(question)
    assert has in text
    assert lacks not in text


async def test_a_field_is_said_by_a_phrase_with_a_pronoun_in_it() -> None:
    assert "Ada" in await said("who looks after Quayside?")
    assert "320" in await said("what has Meteor got on the clock in a year?")


@pytest.mark.parametrize(
    ("question", "has", "lacks"),
    [
        ("how many on the wating list at Quayside?", "4", "Hilltop"),
        ("which bicylces are out of ordre?", "Meteor", "Comet"),
        ("which branchs are there?", "Hilltop", "Comet"),
        ("what is the milage of the Comet?", "910", "320"),
    ],
)
async def test_a_word_that_is_a_letter_off_is_the_servers(question: str, has: str, lacks: str) -> None:
    text = await said(question)
    assert has in text
    assert lacks not in text


def test_words_of_english_and_their_forms_are_no_slips() -> None:
    assert all(map(is_english, ("planning", "hired", "heavily", "repairs", "knackered", "stories")))
    assert not any(map(is_english, ("wating", "progammes", "shreder", "completly")))
