"""Which of those that are compared, and by how much; and orders to change what no tool changes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False)
State = Literal["planned", "showing", "over"]


class Show(BaseModel):
    id: Annotated[str, Field(description="For example SH-2")]
    name: str
    curator: str
    state: State
    visitors: int
    budget: Annotated[int, Field(description="Euros")]
    spent: Annotated[int, Field(description="Euros")]


SHOWS = [
    Show(
        id="SH-1", name="Blue Glaze", curator="Ida Falk", state="over", visitors=4100, budget=20000, spent=18500
    ),
    Show(
        id="SH-2", name="Salt Roads", curator="Ida Falk", state="over", visitors=2900, budget=35000, spent=30200
    ),
    Show(
        id="SH-3", name="Paper Birds", curator="Jon Reyes", state="showing", visitors=700, budget=9000, spent=2000
    ),
]  # fmt: skip


def museum() -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("Harbour Museum")

    @server.tool(annotations=READS)
    def list_shows() -> list[Show]:
        """All shows of the museum."""
        return SHOWS

    @server.tool(annotations=ACTS)
    def update_show_state(show_id: str, state: State) -> str:
        """Change the state of a show."""
        return f"{show_id} is {state} now."

    return server


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which stayed further below its budget, Blue Glaze or Salt Roads, and by how much?", ("Salt Roads", "3,300")),
        ("which of Ida's two shows has more of its budget left, and how much is that", ("Salt Roads", "4,800")),
    ],
)
async def test_what_is_compared_is_told_with_how_far_it_is_apart(question: str, said: tuple[str, str]) -> None:
    text, _ = await talk(museum(), question)
    first, apart = said
    assert text.startswith(f"**{first}**")
    assert apart in text
    assert "Paper Birds" not in text


@pytest.mark.parametrize(
    "order",
    [
        "Change the curator of Salt Roads to Jon Reyes.",
        "set the budget of SH-2 to 40000",
        "update the visitors of Blue Glaze to 5000",
    ],
)
async def test_a_field_that_no_tool_takes_is_not_changed(order: str) -> None:
    text, calls = await talk(museum(), order)
    assert "can't" in text
    assert [call for call in calls if call[0] != "list_shows"] == []


async def test_the_field_that_a_tool_takes_is_changed() -> None:
    _, calls = await talk(museum(), "Change the state of Paper Birds to over.")
    assert ("update_show_state", {"show_id": "SH-3", "state": "over"}) in calls
