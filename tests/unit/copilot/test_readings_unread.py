"""What only the details of things tell, how many there are, and what is not so of any: at a bell foundry."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel, Field

from .businesses import READS, day
from .test_planner import talk

pytestmark = pytest.mark.anyio


class Casting(BaseModel):
    id: Annotated[str, Field(description="For example B-1")]
    name: str
    status: Literal["planned", "in_work", "done"]
    founder: str
    polished: Annotated[int, Field(description="In percent")]


class Step(BaseModel):
    name: str
    due: date
    done: bool


class Details(Casting):
    started: Annotated[date | None, Field(description="Null before it has started")]
    budget: int
    days_overdue: int
    steps: list[Step]


def casting(key: str, name: str, status: str, polished: int, started: str, budget: int, steps: list[Step]) -> Details:
    told = {"status": status, "founder": "Ida Blum", "polished": polished, "days_overdue": 4 * (key == "B-1")}
    return Details.model_validate(
        {"id": key, "name": name, "started": day(started) if started else None, "budget": budget, "steps": steps} | told
    )


CASTINGS = [
    casting("B-1", "Old Margaret", "in_work", 40, "2026-03-02", 900, [
        Step(name="Mould", due=day("2026-04-01"), done=True), Step(name="Pouring", due=day("2026-05-01"), done=False),
    ]),
    casting("B-2", "Little Ned", "planned", 0, "", 300, [Step(name="Drawing", due=day("2027-01-10"), done=False)]),
    casting("B-3", "Vesper", "in_work", 70, "2026-05-20", 1500, [Step(name="Clay", due=day("2027-02-01"), done=False)]),
]  # fmt: skip
NAMES = ["Old Margaret", "Little Ned", "Vesper"]


def foundry() -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("foundry")

    @server.tool(annotations=READS)
    def list_castings(overdue: bool | None = None) -> list[Casting]:
        """The bells that are being cast."""
        return [Casting.model_validate(one.model_dump()) for one in CASTINGS]

    @server.tool(annotations=READS)
    def get_casting(casting_id: Annotated[str, Field(description="For example B-1")]) -> Details:
        """All about one casting: when it was started, its budget and its steps."""
        return next(one for one in CASTINGS if one.id == casting_id)

    return server


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("which castings haven't started yet?", ["Little Ned"]),
        ("which castings started in May?", ["Vesper"]),
        ("which is the most expensive casting?", ["Vesper"]),
        ("which castings have a budget over 800?", ["Old Margaret", "Vesper"]),
        ("which castings are at less than half?", ["Old Margaret", "Little Ned"]),
        ("which casting is in work and is over 60 percent?", ["Vesper"]),
    ],
)
async def test_what_only_details_tell_is_read_before_it_is_said_to_be_missing(question: str, names: list[str]) -> None:
    said, _ = await talk(foundry(), question)
    assert [one for one in NAMES if one in said] == names


async def test_nothing_is_without_what_all_have() -> None:
    said, _ = await talk(foundry(), "are there castings without a founder?")
    assert said.startswith("No")
    assert "Vesper" not in said


@pytest.mark.parametrize(
    ("question", "answer"),
    [("do we have more than 3 castings?", "No"), ("are there at least two castings in work?", "Yes")],
)
async def test_how_many_there_are_is_held_against_a_number(question: str, answer: str) -> None:
    said, _ = await talk(foundry(), question)
    assert said.startswith(answer)


async def test_a_part_is_late_by_its_own_day_and_not_by_what_it_is_a_part_of() -> None:
    said, _ = await talk(foundry(), "which steps have slipped?")
    assert "Pouring" in said
    assert not any(one in said for one in ("Mould", "Drawing", "Clay"))


async def test_whether_something_came_about_is_told_by_what_is_known_of_it() -> None:
    said, _ = await talk(foundry(), "did the pouring happen?")
    assert "done: no" in said
    assert not said.startswith("Yes")
