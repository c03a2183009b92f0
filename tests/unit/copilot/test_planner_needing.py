"""What is needed and then ordered, and what is told to be done that no tool does."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import Said, talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False)


class Yarn(BaseModel):
    id: Annotated[str, Field(description="For example Y-1")]
    name: str
    strength: Annotated[int, Field(description="In newtons")]
    price: Annotated[int, Field(description="In euros")]


class Parcel(BaseModel):
    id: Annotated[str, Field(description="For example PA-1")]
    buyer: str
    state: Literal["open", "posted", "lost"]


YARNS = [Yarn(id="Y-1", name="Alpine wool", strength=4, price=9), Yarn(id="Y-2", name="Sea silk", strength=7, price=30)]
PARCELS = [Parcel(id="PA-1", buyer="Ada Stone", state="open"), Parcel(id="PA-2", buyer="Bo Lake", state="lost")]


def wool_shop() -> MCPServer:
    server = MCPServer("Wool shop")

    @server.tool(annotations=READS)
    def list_yarns() -> list[Yarn]:
        """All yarns, with their strength and price."""
        return YARNS

    @server.tool(annotations=READS)
    def list_parcels() -> list[Parcel]:
        """Parcels and who bought them."""
        return PARCELS

    @server.tool(annotations=ACTS)
    def order_yarn(
        yarn_id: Annotated[str, Field(description="The yarn's id, for example Y-1")],
        balls: Annotated[int, Field(ge=1, description="How many balls")],
    ) -> str:
        """Order balls of a yarn. Example: yarn_id="Y-1", balls=5"""
        return f"{balls} of {yarn_id} ordered."

    @server.tool(annotations=ACTS)
    def write_note(
        about: Annotated[str, Field(description="The id of a yarn or a parcel, for example PA-1")],
        text: Annotated[str, Field(description="What to write")],
    ) -> str:
        """Write a note about a yarn or a parcel. Example: about="PA-1", text="Wet" """
        return f"Noted about {about}."

    return server


def done(said: Said) -> list[tuple[str, dict[str, object]]]:
    return [call for call in said[1] if call[0] in ("order_yarn", "write_note")]


@pytest.mark.parametrize(
    "question",
    [
        "we need 12 more of the alpine wool, can you order it",
        "I need 12 balls of alpine wool. Please order those.",
        "We want twelve alpine wool, order them pls",
    ],
)
async def test_what_is_said_to_be_needed_is_how_much_is_ordered(question: str) -> None:
    assert done(await talk(wool_shop(), question)) == [("order_yarn", {"yarn_id": "Y-1", "balls": 12})]


@pytest.mark.parametrize(
    "question",
    [
        "Mark PA-1 as posted",
        "flag parcel PA-1 as lost please",
        "knock 2 euros off the alpine wool",
        "shave ten percent off Y-2",
        "darn us a sock",
    ],
)
async def test_what_no_tool_does_is_neither_noted_nor_looked_up(question: str) -> None:
    said = await talk(wool_shop(), question)
    assert "can't" in said[0]
    assert not done(said)


async def test_a_verb_is_not_who_does_it() -> None:
    said = await talk(wool_shop(), "buy us a loom from Bo Lake")
    assert "can't" in said[0]


async def test_little_words_are_understood_misspelt() -> None:
    said = await talk(wool_shop(), "which is teh strongest yarn")
    assert "Sea silk" in said[0]
    assert "Alpine" not in said[0]


async def test_by_how_much_roughly_is_nobodys_name() -> None:
    said = await talk(wool_shop(), "order a bit more")
    assert said[0].startswith("Which yarn")


@pytest.mark.parametrize("question", ["sea silk - how strong is it?", "Sea silk - how much is that and who buys it"])
async def test_what_a_question_is_about_may_stand_before_a_dash(question: str) -> None:
    said = await talk(wool_shop(), question)
    assert "Y-2" in said[0]
    assert "Alpine" not in said[0]
