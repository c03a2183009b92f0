"""The planner where an answer is made of several things: of a thing's own thing, and of two figures."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel

from .test_planner import ACTS, READS, talk

pytestmark = pytest.mark.anyio


class Play(BaseModel):
    id: str
    title: str
    company: str
    budget: int
    spent: int
    state: Literal["good", "shaky", "broken"]
    due: date


class Company(BaseModel):
    id: str
    name: str
    boss: str


class Cast(BaseModel):
    id: str
    title: str
    members: list[str]


class Crate(BaseModel):
    crate_number: str
    sender: str
    kilograms: float


PLAYS = [
    Play(id="Y-1", title="The Storm", company="Lantern", budget=900, spent=650, state="shaky", due=date(2026, 7, 3)),
    Play(id="Y-2", title="Winter Sun", company="Harlequin", budget=400, spent=90, state="good", due=date(2026, 6, 9)),
]


def theatre() -> MCPServer[Any]:
    mcp = MCPServer("Theatre")

    @mcp.tool(annotations=READS)
    def list_plays() -> list[Play]:
        """The plays, with their companies and money."""
        return PLAYS

    @mcp.tool(annotations=READS)
    def list_companies() -> list[Company]:
        """The companies, and who leads them."""
        return [Company(id="C-1", name="Lantern", boss="Ines Roy"), Company(id="C-2", name="Harlequin", boss="Tom Ek")]

    @mcp.tool(annotations=READS)
    def get_cast(play_id: str) -> Cast:
        """Who is in a play. Takes the id of a play, for example Y-1."""
        one = next(one for one in PLAYS if one.id == play_id)
        return Cast(id=one.id, title=one.title, members=["Ada Wolf", "Ben Oak"] if play_id == "Y-1" else ["Cleo Fern"])

    @mcp.tool(annotations=ACTS)
    def plan_rehearsal(play_id: str, start: datetime, minutes: int) -> str:
        """Plan a rehearsal of a play. Takes the id of a play, for example Y-1."""
        return f"{play_id} at {start:%Y-%m-%d %H:%M} for {minutes} minutes."

    return mcp


@pytest.mark.parametrize(
    ("question", "words", "others"),
    [
        ("How much of the budget of The Storm is left?", ["250"], ["310"]),
        ("Who is the boss of the company which runs Winter Sun?", ["Tom Ek"], ["Ines"]),
        ("What is our worst play?", ["The Storm"], ["Winter"]),
        ("What must be finished in July?", ["The Storm"], ["Winter"]),
        ("which plays the Lantern company has", ["The Storm"], ["Winter"]),
    ],
)
async def test_an_answer_is_found_through_other_things(question: str, words: list[str], others: list[str]) -> None:
    said, _ = await talk(theatre(), question)
    assert [word for word in words if word not in said] == [], said
    assert [word for word in others if word in said] == [], said


async def test_an_order_without_a_verb_needs_a_time_a_length_and_a_thing() -> None:
    _, calls = await talk(theatre(), "rehearsal for Winter Sun, 5.6.2026 18:00, 90 min")
    assert ("plan_rehearsal", {"play_id": "Y-2", "start": "2026-06-05T18:00:00+00:00", "minutes": 90}) in calls
    for text in ("rehearsal for Winter Sun", "rehearsal tomorrow 18:00, 90 min", "rehearsals tomorrow"):
        _, calls = await talk(theatre(), text)
        assert [call for call in calls if call[0] == "plan_rehearsal"] == [], text


async def test_a_pronoun_means_a_thing_that_has_only_an_id() -> None:
    mcp = MCPServer("Pier")

    @mcp.tool(annotations=READS)
    def list_crates() -> list[Crate]:
        """The crates on the pier."""
        return [
            Crate(crate_number="K-1", sender="Moss Mill", kilograms=4.5),
            Crate(crate_number="K-2", sender="Reed House", kilograms=8),
        ]

    said, _ = await talk(mcp, "How many kilograms has K-2?", "and who is its sender?")
    assert "Reed House" in said
    assert "Moss" not in said
