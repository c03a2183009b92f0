"""Orders in everyday words: which tool they mean, that none does it, and what is still to be said."""

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
Kind = Literal["cleaning", "inspection", "welding"]
Stage = Literal["waiting", "booked", "offer", "sold"]


class Boat(BaseModel):
    id: Annotated[str, Field(description="For example V-1")]
    name: str
    owner: str
    stage: Stage
    hand_id: Annotated[str | None, Field(description="Who looks after it, for example H-1")]


class Hand(BaseModel):
    id: Annotated[str, Field(description="For example H-1")]
    name: str


class Offer(BaseModel):
    id: Annotated[str, Field(description="For example OF-1")]
    boat: str
    price: Annotated[int, Field(description="In euros")]


BOATS = [
    Boat(id="V-1", name="Sea Otter", owner="Ada Stone", stage="waiting", hand_id="H-1"),
    Boat(id="V-2", name="Grey Heron", owner="Bo Lake", stage="offer", hand_id=None),
    Boat(id="V-3", name="Little Tern", owner="Cy Stone", stage="booked", hand_id="H-2"),
]
HANDS = [Hand(id="H-1", name="Pia Holm"), Hand(id="H-2", name="Olav Dahl")]
OFFERS = [Offer(id="OF-1", boat="Grey Heron", price=9000)]
BoatId = Annotated[str, Field(description="The boat's id, for example V-1")]


def marina() -> MCPServer:
    server = MCPServer("Marina")

    @server.tool(annotations=READS)
    def list_boats() -> list[Boat]:
        """Boats, with their owners and who looks after them."""
        return BOATS

    @server.tool(annotations=READS)
    def list_hands() -> list[Hand]:
        """The hands of the yard."""
        return HANDS

    @server.tool(annotations=READS)
    def list_offers() -> list[Offer]:
        """Offers that were made for boats."""
        return OFFERS

    @server.tool(annotations=ACTS)
    def create_job(
        boat_id: BoatId,
        kind: Annotated[Kind, Field(description="What kind of work it is")],
        title: Annotated[str, Field(description="What is to be done, in a few words")],
    ) -> str:
        """Give the yard something to do on a boat. Example: boat_id="V-2", kind="welding", title="Crack in hull" """
        return f"{kind} for {boat_id} is noted."

    @server.tool(annotations=ACTS)
    def update_boat(
        boat_id: BoatId,
        hand_id: Annotated[str | None, Field(description="Who looks after it now, for example H-1")] = None,
        stage: Annotated[Stage | None, Field(description="The new stage")] = None,
    ) -> str:
        """Change who looks after a boat, or its stage. Example: boat_id="V-1", stage="sold" """
        return f"{boat_id} is changed."

    @server.tool(annotations=ACTS)
    def release_boat(boat_id: BoatId) -> str:
        """Hand a boat back to its owner, so that nobody books the crane for it. Example: boat_id="V-1" """
        return f"{boat_id} is released."

    return server


def done(said: Said) -> list[tuple[str, dict[str, object]]]:
    return [call for call in said[1] if call[0] in ("create_job", "update_boat", "release_boat")]


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("can u log a welding for V-2? the rail cracked", "create_job", {"boat_id": "V-2", "kind": "welding"}),
        ("raise an inspection for V-3: smell of gas", "create_job", {"boat_id": "V-3", "kind": "inspection"}),
        ("pop a cleaning in for V-1, algae everywhere", "create_job", {"boat_id": "V-1", "kind": "cleaning"}),
        ("let V-3 go", "release_boat", {"boat_id": "V-3"}),
        ("can you bump the Sea Otter up to booked", "update_boat", {"boat_id": "V-1", "stage": "booked"}),
        ("grey heron looks fine, can u nudge it on to sold", "update_boat", {"boat_id": "V-2", "stage": "sold"}),
        ("give V-2 to Olav Dahl", "update_boat", {"boat_id": "V-2", "hand_id": "H-2"}),
        ("swap the hand of V-3 to Pia Holm", "update_boat", {"boat_id": "V-3", "hand_id": "H-1"}),
    ],
)
async def test_everyday_verbs_mean_the_tool_that_does_it(
    question: str, tool: str, arguments: dict[str, object]
) -> None:
    [(called, given)] = done(await talk(marina(), question))
    assert called == tool
    assert arguments.items() <= given.items()


@pytest.mark.parametrize(
    "question",
    [
        "Raise the offer for the Grey Heron to 9500 euros",
        "withdraw the offer for Grey Heron",
        "cud you email Ada Stone her invoice",
        "can u repaint 20 metres of the Grey Heron",
        "give Ada Stone a refund",
        "book Bo Lake a table for 8",
        "book a crane for V-1",
        "let Ada Stone know we're ready",
        "take Pia Holm off V-1",
        "bo lake paid cash, put his offer down as paid",
    ],
)
async def test_what_no_tool_does_is_said_plainly_and_no_other_called(question: str) -> None:
    said = await talk(marina(), question)
    assert said[0].startswith("I can't do that")
    assert not done(said)


async def test_what_is_given_to_the_person_who_asks_is_looked_up() -> None:
    said = await talk(marina(), "give me the owner of the Sea Otter")
    assert "Ada Stone" in said[0]
