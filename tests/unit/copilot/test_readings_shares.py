"""Parts of a whole, what is closest to a figure, units that are asked for, and what has been begun."""

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


class Hull(BaseModel):
    id: Annotated[str, Field(description="For example HU-3")]
    name: str
    state: Literal["planned", "in_work", "launched"]
    progress: Annotated[int, Field(description="Percent")]
    length_m: float
    weight_kg: int
    laid: date | None
    shipwrights: list[str]


HULLS = [
    Hull(
        id="HU-1", name="Curlew", state="in_work", progress=82, length_m=9.5, weight_kg=4200, laid=date(2025, 1, 2),
        shipwrights=["Ada Quill", "Bo Marsh"],
    ),
    Hull(
        id="HU-2", name="Sandpiper", state="in_work", progress=30, length_m=6.2, weight_kg=450, laid=date(2025, 2, 10),
        shipwrights=["Cleo Strand"],
    ),
    Hull(
        id="HU-3", name="Dunlin", state="planned", progress=0, length_m=7.1, weight_kg=900, laid=None, shipwrights=[],
    ),
    Hull(
        id="HU-4", name="Whimbrel", state="launched", progress=100, length_m=12.0, weight_kg=7800,
        laid=date(2024, 5, 4), shipwrights=["Ada Quill"],
    ),
]  # fmt: skip


def yard() -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("Mudflat Boatyard")

    @server.tool(annotations=READS)
    def list_hulls() -> list[Hull]:
        """All hulls of the yard."""
        return HULLS

    return server


NAMES = {hull.name for hull in HULLS}


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("which hulls are not even half done?", {"Sandpiper", "Dunlin"}),
        ("Which hulls are more than three quarters done?", {"Curlew", "Whimbrel"}),
        ("any hull in work that is below a third?", {"Sandpiper"}),
        ("which hulls in work are over two thirds finished", {"Curlew"}),
        ("Which hull is closest to 50 percent?", {"Sandpiper"}),
        ("which hull in work is nearest to being finished", {"Curlew"}),
        ("which hull in work is furthest from being done", {"Sandpiper"}),
        ("Which hull has a weight closest to 1000 kg?", {"Dunlin"}),
        ("which hulls weigh less than half a ton", {"Sandpiper"}),
        ("which hulls have been laid", {"Curlew", "Sandpiper", "Whimbrel"}),
    ],
)
async def test_what_a_figure_is_held_against_says_which_are_meant(question: str, names: set[str]) -> None:
    text, _ = await talk(yard(), question)
    assert {name for name in NAMES if name in text} == names


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("how many kilos does the dunlin weigh", "900"),
        ("how many metres is curlew", "9.5"),
        ("how many metres long is the whimbrel?", "12"),
    ],
)
async def test_a_unit_asks_for_the_figure_that_is_in_it(question: str, figure: str) -> None:
    text, _ = await talk(yard(), question)
    assert figure in text


async def test_who_is_named_by_so_many_is_told_with_how_many() -> None:
    text, _ = await talk(yard(), "Which shipwrights have more than one hull?")
    assert "**Ada Quill**: 2" in text
    assert "Bo Marsh" not in text


async def test_the_people_who_do_something_are_asked_for_as_who_does_it() -> None:
    text, _ = await talk(yard(), "Name the people who work on the hull in work that is closest to 100 percent.")
    assert "Ada Quill" in text
    assert "Bo Marsh" in text
    assert "Cleo Strand" not in text


async def test_who_else_asks_for_persons_of_the_same_thing() -> None:
    text, _ = await talk(yard(), "Tell me about the Curlew.", "who else is on that one?")
    assert "Ada Quill" in text
    assert "Cleo Strand" not in text
    assert "Sandpiper" not in text
