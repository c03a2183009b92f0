"""The planner before a print shop: conversations that go from a thing to what it names, and to its day."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel, Field

from .test_planner import ACTS, READS, talk

pytestmark = pytest.mark.anyio


class Press(BaseModel):
    id: Annotated[str, Field(description="For example PR-1")]
    speed: int
    serviced_until: date


class Line(BaseModel):
    paper: str
    reams: int


class Job(BaseModel):
    id: Annotated[str, Field(description="For example J-1")]
    title: str
    press: Annotated[str | None, Field(description="The press it runs on, and its maker")]
    lines: Annotated[list[Line], Field(description="What it is printed on")]
    runs_on: date
    notes: Annotated[str, Field(description="What the typesetter has noted")] = ""


class Paper(BaseModel):
    id: str
    name: str
    reams_in_store: int
    grammage: Annotated[int, Field(description="In grams per square metre")]


class Printer(BaseModel):
    id: str
    name: str
    phone: str


PRESSES = [
    Press(id="PR-1", speed=40, serviced_until=date(2027, 1, 31)),
    Press(id="PR-2", speed=60, serviced_until=date(2026, 9, 30)),
]
JOBS = [
    Job(
        id="J-1",
        title="Harvest poster",
        press="PR-2 (Adler)",
        lines=[Line(paper="Ivory Laid", reams=3)],
        runs_on=date(2026, 6, 16),
        notes="Mind the bleed.",
    ),
    Job(
        id="J-2", title="Menu cards", press=None, lines=[Line(paper="Chalk Board", reams=1)], runs_on=date(2026, 6, 18)
    ),
]
PAPERS = [
    Paper(id="pa-1", name="Ivory Laid", reams_in_store=17, grammage=120),
    Paper(id="pa-2", name="Chalk Board", reams_in_store=5, grammage=300),
]
BUSY = {date(2026, 6, 16): ["Olga Lund"], date(2026, 6, 18): ["Piet Vos"]}
PRINTERS = [Printer(id="o-1", name="Olga Lund", phone="555 01"), Printer(id="o-2", name="Piet Vos", phone="555 02")]


def print_shop() -> MCPServer[Any]:
    mcp = MCPServer("Print shop")

    @mcp.tool(annotations=READS)
    def list_presses() -> list[Press]:
        """The presses: how fast they run, and until when they are serviced."""
        return PRESSES

    @mcp.tool(annotations=READS)
    def list_jobs() -> list[Job]:
        """What is to be printed, on which press and paper, and when."""
        return JOBS

    @mcp.tool(annotations=READS)
    def list_papers() -> list[Paper]:
        """The papers in the store."""
        return PAPERS

    @mcp.tool(annotations=READS)
    def list_operators(
        free_on: Annotated[date | None, Field(description="Only those who have no job on this day")] = None,
    ) -> list[Printer]:
        """The operators of the presses."""
        return [one for one in PRINTERS if free_on is None or one.name not in BUSY.get(free_on, [])]

    @mcp.tool(annotations=ACTS)
    def set_press_speed(press_id: Annotated[str, Field(description="For example PR-1")], speed: int) -> str:
        """Set the speed of a press."""
        return f"{press_id} runs at {speed} now."

    return mcp


@pytest.mark.parametrize(
    ("question", "has", "lacks"),
    [
        ("how many reams of that do we have in the store?", "17", "5"),
        ("what is the grammage of the paper?", "120", "300"),
        ("until when is that press serviced?", "2026-09-30", "2027"),
        ("is there a free operator that day? who?", "Piet Vos", "Olga"),
        ("which operators are free on the same day?", "Piet Vos", "Olga"),
    ],
)
async def test_what_is_asked_of_what_the_thing_talked_about_names_is_looked_up_there(
    question: str, has: str, lacks: str
) -> None:
    said, _ = await talk(print_shop(), "What about the Harvest poster?", question)
    assert has in said, said
    assert lacks not in said


async def test_an_order_is_about_the_thing_that_the_one_talked_about_names() -> None:
    _, calls = await talk(print_shop(), "Tell me about the Harvest poster.", "Set that press to 30.")
    assert ("set_press_speed", {"press_id": "PR-2", "speed": 30}) in calls


@pytest.mark.parametrize(
    "question", ["Which of the two has the highest grammage?", "which of those two has the higher grammage?"]
)
async def test_so_many_of_them_are_those_talked_about(question: str) -> None:
    said, _ = await talk(print_shop(), "Which papers do we have?", question)
    assert "Chalk Board" in said, said
    assert "Ivory" not in said


@pytest.mark.parametrize(
    "question", ["did the typesetter leave any notes on it?", "has anybody made a note on it?", "any notes left on it?"]
)
async def test_who_left_a_note_has_written_it(question: str) -> None:
    said, _ = await talk(print_shop(), "What about the Harvest poster?", question)
    assert "Mind the bleed" in said


async def test_one_of_several_is_asked_for_before_what_is_asked_of_it() -> None:
    said, _ = await talk(print_shop(), "Of the papers, which has the fewest reams in store, and what is its grammage?")
    assert "300" in said, said
    assert "Ivory" not in said
