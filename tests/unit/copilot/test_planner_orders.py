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
State = Literal["planned", "in_progress", "over"]
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


class Item(BaseModel):
    id: Annotated[str, Field(description="For example R-7")]
    name: str
    metres: int


class Work(BaseModel):
    id: Annotated[str, Field(description="For example W-1")]
    boat: str
    state: State


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

    @server.tool(annotations=READS)
    def list_stock() -> list[Item]:
        """What there is in the store."""
        return [Item(id="R-7", name="Rope", metres=4), Item(id="R-8", name="Chain", metres=90)]

    @server.tool(annotations=READS)
    def list_works() -> list[Work]:
        """Works in the yard."""
        return [Work(id="W-1", boat="Sea Otter", state="planned")]

    @server.tool(annotations=ACTS)
    def order_stock(
        item_id: Annotated[str, Field(description="For example R-7")],
        metres: Annotated[int, Field(ge=1, description="How many metres")],
    ) -> str:
        """Order more of an item for the store. Example: item_id="R-8", metres=5"""
        return f"{metres} of {item_id} are ordered."

    @server.tool(annotations=ACTS)
    def set_work_state(
        work_id: Annotated[str, Field(description="For example W-1")],
        state: Annotated[State, Field(description="The new state")],
    ) -> str:
        """Change how a work stands. Example: work_id="W-1", state="over" """
        return f"{work_id} is {state}."

    return server


def done(said: Said) -> list[tuple[str, dict[str, object]]]:
    return [call for call in said[1] if not call[0].startswith("list_")]


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("can u log a welding for V-2? the rail cracked", "create_job", {"boat_id": "V-2", "kind": "welding"}),
        ("raise an inspection for V-3: smell of gas", "create_job", {"boat_id": "V-3", "kind": "inspection"}),
        ("pop a cleaning in for V-1, algae everywhere", "create_job", {"boat_id": "V-1", "kind": "cleaning"}),
        ("pia's just been through V-2, mark it down as sold pls", "update_boat", {"boat_id": "V-2", "stage": "sold"}),
        ("Bo Lake's boat has to be gone by noon, can you give it to Pia Holm", "update_boat", {"hand_id": "H-1"}),
        ("were nearly out of R-7 rope, get 10 more in", "order_stock", {"item_id": "R-7", "metres": 10}),
        ("start W-1", "set_work_state", {"work_id": "W-1", "state": "in_progress"}),
        ("V-3 is paid for, set it free", "release_boat", {"boat_id": "V-3"}),
        ("could somebody release V-3", "release_boat", {"boat_id": "V-3"}),
        ("can V-2 be marked as sold please", "update_boat", {"boat_id": "V-2", "stage": "sold"}),
        ("get 12 of R-8 ordered", "order_stock", {"item_id": "R-8", "metres": 12}),
        ("stick V-1 down as sold", "update_boat", {"boat_id": "V-1", "stage": "sold"}),
        ("id like to release V-3", "release_boat", {"boat_id": "V-3"}),
        ("swap Pia Holm for Olav Dahl on V-1", "update_boat", {"boat_id": "V-1", "hand_id": "H-2"}),
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
        "move V-1 to friday",
        "could somebody paint V-1",
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


async def test_a_reason_before_an_order_names_nothing() -> None:
    said = await talk(marina(), "what is with the Little Tern", "ah ok, the money came in this morning. let it go")
    assert done(said) == [("release_boat", {"boat_id": "V-3"})]


async def test_what_is_not_found_is_asked_for() -> None:
    said = await talk(marina(), "put in a welding pls, the rudder's off")
    assert "Which boat do you mean?" in said[0]
    assert not done(said)


async def test_checking_out_is_looked_for_among_the_tools_first() -> None:
    server = marina()

    @server.tool(annotations=ACTS)
    def check_out(boat_id: BoatId) -> str:
        """Check a boat out. Example: boat_id="V-1" """
        return f"{boat_id} is out."

    said = await talk(server, "check out Stone")
    assert "Sea Otter" in said[0]
    assert "Little Tern" in said[0]
    assert not done(said)


async def test_whether_something_can_be_done_is_asked_back() -> None:
    said = await talk(marina(), "can V-3 be released?")
    assert said[0].startswith("Shall I do it")
    assert not done(said)


async def test_whether_something_is_done_is_no_order() -> None:
    assert not done(await talk(marina(), "have you released V-3?"))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("hold on, who owns the Sea Otter", "Ada Stone"),
        ("can you walk me through V-3", "Cy Stone"),
        ("let me see the Grey Heron", "Bo Lake"),
        ("pass me the details of V-3", "Cy Stone"),
        ("get the Grey Heron's owner", "Bo Lake"),
        ("get the owner of V-1", "Ada Stone"),
        ("get me the boats of Bo Lake", "Grey Heron"),
    ],
)
async def test_what_is_to_be_shown_is_no_order(question: str, answer: str) -> None:
    said = await talk(marina(), question)
    assert answer in said[0]
    assert not done(said)
