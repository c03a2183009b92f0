"""Orders for all but some: what they leave out is left alone, and nothing is done where that is not understood."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import talk

pytestmark = pytest.mark.anyio
READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False)
State = Literal["sown", "pricked_out", "planted", "composted"]


class Tray(BaseModel):
    id: Annotated[str, Field(description="For example TR-1")]
    name: str
    state: State
    grower: str
    plants: int


TRAYS = [
    Tray(id="TR-1", name="Blue Lupins", state="sown", grower="Ines Roth", plants=40),
    Tray(id="TR-2", name="White Lupins", state="sown", grower="Jon Falk", plants=60),
    Tray(id="TR-3", name="Early Leeks", state="pricked_out", grower="Ines Roth", plants=90),
    Tray(id="TR-4", name="Late Leeks", state="sown", grower="Ola Brandt", plants=30),
]


def nursery() -> MCPServer:
    server = MCPServer("Nursery")

    @server.tool(annotations=READS)
    def list_trays() -> list[Tray]:
        """The trays of young plants."""
        return TRAYS

    @server.tool(annotations=ACTS)
    def set_tray_state(tray_id: Annotated[str, Field(description="For example TR-1")], state: State) -> str:
        """Set the state of a tray."""
        return f"{tray_id} is {state}."

    return server


async def changed(order: str) -> set[str]:
    _, calls = await talk(nursery(), order)
    return {str(arguments["tray_id"]) for tool, arguments in calls if tool == "set_tray_state"}


@pytest.mark.parametrize(
    ("order", "trays"),
    [
        ("Set all trays that are sown to composted except the Late Leeks.", {"TR-1", "TR-2"}),
        ("set all of ines's trays to planted, leaving out the early leeks", {"TR-1"}),
        ("set all sown trays to composted except TR-2", {"TR-1", "TR-4"}),
        ("set every sown tray to composted, only not the ones of Jon Falk", {"TR-1", "TR-4"}),
        ("Set all trays to composted, but leave out the purple ones.", set[str]()),
    ],
)
async def test_nothing_is_done_to_what_an_order_leaves_out(order: str, trays: set[str]) -> None:
    assert await changed(order) == trays


@pytest.mark.parametrize(
    ("order", "trays"),
    [
        ("Set the bigger one of the two sown trays of lupins to planted.", {"TR-2"}),
        ("set the tray of Ines with fewer plants to composted", {"TR-1"}),
        ("set the nicer of the lupins to composted", set[str]()),
    ],
)
async def test_a_comparative_means_one_of_them_and_never_all(order: str, trays: set[str]) -> None:
    assert await changed(order) == trays


@pytest.mark.parametrize(
    "order",
    [
        "Early Leeks aren't pricked out any more. Set them to planted.",
        "The Early Leeks are no longer pricked out, set them to planted.",
        "Set the Early Leeks to planted, not sown.",
    ],
)
async def test_a_state_in_which_something_is_no_more_is_not_the_one_it_is_set_to(order: str) -> None:
    _, calls = await talk(nursery(), order)
    assert ("set_tray_state", {"tray_id": "TR-3", "state": "planted"}) in calls


async def test_what_is_told_before_a_question_about_it_is_no_order() -> None:
    assert await changed("The Late Leeks were planted last week. Who grows them?") == set()
