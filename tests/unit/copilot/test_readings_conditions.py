"""What a question holds things against: states, what isn't so, figures and stretches, of a costume hire."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel

from assistant.conversation import Turn
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


class Hire(BaseModel):
    client: str
    first_day: date
    last_day: date


class Costume(BaseModel):
    id: str
    name: str
    weight_kg: float
    condition: Literal["fine", "torn"]
    hires: list[Hire]


class Sewer(BaseModel):
    id: str
    name: str
    phone: str
    status: Literal["working", "holiday", "sick"]
    fines_owed: float


class Fitting(BaseModel):
    id: str
    client: str
    fitted: date
    sewer: str | None
    status: Literal["booked", "arrived", "no_show"]


def hired(client: str, first: int, last: int) -> Hire:
    return Hire(client=client, first_day=date(2026, 6, first), last_day=date(2026, 6, last))


COSTUMES = [
    Costume(id="CO-1", name="Bear", weight_kg=6, condition="fine", hires=[hired("Ada Finch", 4, 6)]),
    Costume(id="CO-2", name="Pirate", weight_kg=2, condition="fine", hires=[hired("Bo Lark", 9, 9)]),
    Costume(id="CO-3", name="Dragon", weight_kg=9, condition="torn", hires=[]),
]
SEWERS = [
    Sewer(id="SE-1", name="Cleo Marsh", phone="1", status="holiday", fines_owed=0),
    Sewer(id="SE-2", name="Dirk Holt", phone="2", status="sick", fines_owed=4),
    Sewer(id="SE-3", name="Edda Quill", phone="3", status="working", fines_owed=0),
]
FITTINGS = [
    Fitting(id="FI-1", client="Ada Finch", fitted=date(2026, 6, 1), sewer="Edda Quill", status="arrived"),
    Fitting(id="FI-2", client="Bo Lark", fitted=date(2026, 6, 2), sewer="Edda Quill", status="no_show"),
    Fitting(id="FI-3", client="Gil Wren", fitted=date(2026, 6, 8), sewer=None, status="booked"),
]


def hire_shop() -> MCPServer[Any]:
    server = MCPServer("Costumes")

    @server.tool(annotations=READS)
    def list_costumes() -> list[Costume]:
        """The costumes, and who has hired them."""
        return COSTUMES

    @server.tool(annotations=READS)
    def list_sewers() -> list[Sewer]:
        """Who sews."""
        return SEWERS

    @server.tool(annotations=READS)
    def list_fittings() -> list[Fitting]:
        """When clients try on costumes."""
        return FITTINGS

    return server


async def said(question: str) -> str:
    """What the reader says, without the rules."""
    async with connected(hire_shop()) as connection:
        recorder = Recorder(connection, Turn("copilot"), lambda: None, lambda: 0.0)
        catalog = Catalog(connection.offer)
        desk = Desk(recorder, catalog, NOON)
        await recognize(desk, [Turn("person", question)])
        grasp = Grasp(desk, arranged(question, catalog, False).clauses[0])
        await grasp.read()
        return (await grasp.reply()).text


@pytest.mark.parametrize(
    ("question", "words", "others"),
    [
        ("Which sewers are on holiday?", ["Cleo Marsh"], ["Dirk", "Edda"]),
        ("Which sewers owe fines?", ["Dirk Holt"], ["Cleo", "Edda"]),
        ("How much does Dirk Holt owe?", ["4"], ["Cleo"]),
        ("Which clients didn't turn up?", ["Bo Lark"], ["Ada", "Gil"]),
        ("Which fittings don't have a sewer yet?", ["Gil Wren"], ["Ada", "Bo"]),
    ],
)
async def test_a_state_is_read_as_it_is_called_and_turned_round_by_not(
    question: str, words: list[str], others: list[str]
) -> None:
    text = await said(question)
    assert all(word in text for word in words), text
    assert not any(word in text for word in others), text


@pytest.mark.parametrize(
    ("question", "words", "others"),
    [
        ("Which costumes are free on 5 June?", ["Pirate", "Dragon"], ["Bear"]),
        ("Who has the bear on 5 June?", ["Ada Finch"], ["Bo"]),
        ("Is the pirate taken on 9 June?", ["Yes", "Bo Lark"], []),
        ("When is Ada Finch's hire?", ["2026-06-04", "2026-06-06"], ["Bo"]),
    ],
)
async def test_what_lasts_from_a_day_to_another_takes_all_days_between(
    question: str, words: list[str], others: list[str]
) -> None:
    text = await said(question)
    assert all(word in text for word in words), text
    assert not any(word in text for word in others), text


async def test_a_superlative_goes_by_what_its_unit_measures() -> None:
    assert "Dragon" in await said("What is the heaviest costume?")
