"""The planner before a boatyard: things two steps away, words in general use, and no list read that is not needed."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel, Field

from .test_planner import ACTS, READS, talk

pytestmark = pytest.mark.anyio


class Boat(BaseModel):
    id: Annotated[str, Field(description="For example B-1")]
    name: str
    kind: Literal["cutter", "rowing_skiff", "motor_yacht"]
    state: Literal["afloat", "ready", "missing"]
    pier: Annotated[str, Field(description="Where it lies")]
    insurance_valid_until: date


class BoatSheet(Boat):
    builder: str


class Pier(BaseModel):
    id: str
    name: str
    warden: str
    berths: int
    opens: str
    closes: str


class Hire(BaseModel):
    id: str
    boat: str
    sailor: Annotated[str, Field(description="The name of who has it")]
    days_late: int


class Sailor(BaseModel):
    id: str
    name: str
    phone: str


def _boat(number: int, name: str, kind: str, state: str, pier: str, until: date) -> Boat:
    values = {"id": f"B-{number}", "name": name, "kind": kind, "state": state, "pier": pier}
    return Boat.model_validate(values | {"insurance_valid_until": until})


BOATS = [
    _boat(1, "Heron", "cutter", "afloat", "North Pier", date(2026, 6, 20)),
    _boat(2, "Coot", "rowing_skiff", "ready", "North Pier", date(2027, 2, 1)),
    _boat(3, "Teal", "rowing_skiff", "missing", "Mill Quay", date(2026, 7, 14)),
    _boat(4, "Smew", "motor_yacht", "afloat", "Mill Quay", date(2026, 6, 2)),
]
HIRES = [
    Hire(id="H-1", boat="Heron", sailor="Ines Roy", days_late=0),
    Hire(id="H-2", boat="Smew", sailor="Tom Ek", days_late=4),
]


def boatyard() -> MCPServer[Any]:
    mcp = MCPServer("Boatyard")

    @mcp.tool(annotations=READS)
    def list_boats() -> list[Boat]:
        """The boats: what they are, how they are, and where they lie."""
        return BOATS

    @mcp.tool(annotations=READS)
    def get_boat(boat_id: Annotated[str, Field(description="The id of a boat, for example B-1")]) -> BoatSheet:
        """All about one boat, with who has built it."""
        one = next(one for one in BOATS if one.id == boat_id)
        return BoatSheet(**one.model_dump(), builder="Ekström" if boat_id == "B-1" else "Nuts & Oars")

    @mcp.tool(annotations=READS)
    def list_piers() -> list[Pier]:
        """The piers, and who looks after them."""
        return [
            Pier(id="P-1", name="North Pier", warden="Ada Holm", berths=12, opens="06:00", closes="20:30"),
            Pier(id="P-2", name="Mill Quay", warden="Ben Oak", berths=30, opens="07:00", closes="18:45"),
        ]

    @mcp.tool(annotations=READS)
    def list_hires() -> list[Hire]:
        """Who has which boat."""
        return HIRES

    @mcp.tool(annotations=READS)
    def list_sailors() -> list[Sailor]:
        """The sailors, and how to reach them."""
        return [
            Sailor(id="S-1", name="Ines Roy", phone="0123 44"),
            Sailor(id="S-2", name="Tom Ek", phone="0123 55"),
        ]

    @mcp.tool(annotations=ACTS)
    def launch_boat(boat_id: Annotated[str, Field(description="The id of a boat, for example B-1")]) -> str:
        """Launch a boat."""
        return f"{boat_id} is launched."

    return mcp


async def answers(question: str, words: list[str], others: list[str]) -> None:
    said, _ = await talk(boatyard(), question)
    assert [word for word in words if word not in said] == [], said
    assert [word for word in others if word in said] == [], said


@pytest.mark.parametrize(
    ("question", "words", "others"),
    [
        ("phone no of whoever has got the Heron", ["0123 44"], ["0123 55"]),
        ("the boat that is the most days late, what is the phone number of whoever has it?", ["0123 55"], ["0123 44"]),
        ("Who is the warden of the pier with the most berths?", ["Ben Oak"], ["Ada"]),
        ("Who is the warden of the pier where the Heron is?", ["Ada Holm"], ["Ben"]),
        ("Who is the builder of the boat that Ines Roy has?", ["Ekström"], ["Nuts"]),
        ("who's got the smew", ["Tom Ek"], ["Ines"]),
    ],
)
async def test_what_another_thing_has_to_tell_first_is_looked_up(
    question: str, words: list[str], others: list[str]
) -> None:
    await answers(question, words, others)


@pytest.mark.parametrize(
    ("question", "words", "others"),
    [
        ("any skiffs free?", ["Coot"], ["Teal", "Heron"]),
        ("until when is Mill Quay open?", ["18:45"], ["07:00"]),
        ("how late is north pier open", ["20:30"], ["06:00"]),
        ("whose insurance runs out next month? I mean which boats", ["Teal"], ["Heron", "Coot"]),
        ("which boats have their insurance lapse later this month", ["Heron"], ["Smew", "Teal"]),
        ("They say a boat has vanished. Which one?", ["Teal"], ["Coot", "Smew"]),
        ("where is the heron kept?", ["North Pier"], ["Mill Quay", "ready"]),
    ],
)
async def test_words_in_general_use_mean_what_the_server_calls_otherwise(
    question: str, words: list[str], others: list[str]
) -> None:
    await answers(question, words, others)


@pytest.mark.parametrize(
    ("turns", "tools"),
    [
        (["Which piers are there?"], {"list_piers"}),
        (["Is the heron ready?"], {"list_boats"}),
        (["How many berths has mill quay?"], {"list_piers"}),
        (["What is the phone number of Tom Ek?"], {"list_sailors"}),
        (["launch the coot"], {"list_boats", "launch_boat"}),
        (["Paint the heron blue"], set()),
        (["Delete hire H-1"], set()),
        (["Is the heron ready?", "and the teal?"], {"list_boats"}),
    ],
)
async def test_no_list_is_read_that_the_answer_does_not_take(turns: list[str], tools: set[str]) -> None:
    _, calls = await talk(boatyard(), *turns)
    assert {name for name, _ in calls} <= tools


async def test_a_name_is_known_from_what_was_read_before() -> None:
    _, calls = await talk(boatyard(), "Who has which boat? List all hires.", "Is ines late?")
    assert {name for name, _ in calls} <= {"list_hires", "list_sailors"}
