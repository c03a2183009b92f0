"""The questions that the copilot's benchmark makes from a server's own data."""

from __future__ import annotations

from typing import Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel

from benchmarks.copilot.drills import drills
from benchmarks.copilot.questions import Question
from benchmarks.copilot.servers import Planted

from .test_planner import talk

pytestmark = pytest.mark.anyio
READS = ToolAnnotations(read_only_hint=True)


class Kite(BaseModel):
    id: str
    name: str
    state: Literal["flying", "flown", "torn"]
    span: int
    bought: str


KITES = [
    Kite(id="K-1", name="Ada", state="flying", span=90, bought="2026-01-10"),
    Kite(id="K-2", name="Bea", state="flown", span=120, bought="2026-02-11"),
    Kite(id="K-3", name="Cleo", state="torn", span=150, bought="2026-03-12"),
    Kite(id="K-4", name="Dora", state="flying", span=200, bought="2026-04-13"),
    Kite(id="K-5", name="Ella", state="flown", span=240, bought="2026-05-14"),
]


def kites(_: Planted) -> MCPServer:
    server = MCPServer("Kites")

    @server.tool(annotations=READS)
    def list_kites() -> list[Kite]:
        """All kites."""
        return KITES

    @server.tool(annotations=ToolAnnotations(read_only_hint=False))
    def list_repairs() -> list[Kite]:
        """Writes a list; is called by no drill."""
        raise AssertionError

    return server


def asked(found: list[Question], text: str) -> Question:
    return next(one for one in found if one.turns[-1].ask == text)


async def test_each_field_is_asked_about_with_the_answer_that_the_data_have() -> None:
    found = await drills(kites)
    most = asked(found, "Which kite has the highest span?").turns[-1].answer
    assert (most.has, most.lacks) == (["Ella"], ["Ada"])
    between = asked(found, "Show me the kites with the bought from 2026-02-11 to 2026-04-13.").turns[-1].answer
    assert (between.has, between.lacks) == (["Bea", "Cleo", "Dora"], ["Ada", "Ella"])
    assert {one.id.rpartition("-")[0] for one in found} >= {
        "most", "of two", "between figures", "from to", "between days", "how many", "such", "no such",
    }  # fmt: skip


async def test_the_same_questions_are_made_each_time() -> None:
    assert await drills(kites) == await drills(kites)


async def test_a_choice_is_that_which_is_said_word_for_word() -> None:
    said, _ = await talk(kites({}), "Which kites have the state flying?")
    assert "Ada" in said
    assert "Bea" not in said


async def test_a_small_word_behind_its_fields_name_is_a_choice() -> None:
    said, _ = await talk(kites({}), "How many kites have the state torn?")
    assert "**1**" in said
