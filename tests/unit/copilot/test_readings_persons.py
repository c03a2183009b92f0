"""Whose things are meant, and who somebody is, in questions to the built-in planner; of a small observatory."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel

from assistant.conversation import Turn
from assistant.planner.planner import Planner
from assistant.recording import Recorder
from benchmarks.copilot.servers import connected

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
NOW = datetime(2026, 6, 3, 9, tzinfo=UTC)


class Dome(BaseModel):
    id: str
    name: str
    keeper: str
    night_watch: str


class Telescope(BaseModel):
    id: str
    name: str
    dome: str
    owner: str
    observers: list[str]
    aperture_cm: int


class Me(BaseModel):
    id: str
    name: str
    dome: str
    email: str


def observatory() -> MCPServer:
    mcp = MCPServer("Observatory")
    domes = [
        Dome(id="D-1", name="North dome", keeper="Inés Rook", night_watch="Paul Fenn"),
        Dome(id="D-2", name="South dome", keeper="Mo Larch", night_watch="Greta Sund"),
    ]
    scopes = [
        Telescope(id="T-1", name="Big Eye", dome="North dome", owner="Inés Rook", observers=["Inés Rook", "Paul Fenn"],
                  aperture_cm=90),
        Telescope(id="T-2", name="Comet Hunter", dome="South dome", owner="Greta Sund", observers=["Greta Sund"],
                  aperture_cm=20),
        Telescope(id="T-3", name="Old Glass", dome="South dome", owner="Mo Larch", observers=["Mo Larch", "Greta Sund"],
                  aperture_cm=35),
    ]  # fmt: skip

    @mcp.tool(annotations=READS)
    def list_domes() -> list[Dome]:
        """The domes and who looks after them."""
        return domes

    @mcp.tool(annotations=READS)
    def list_telescopes() -> list[Telescope]:
        """The telescopes."""
        return scopes

    @mcp.tool(annotations=READS)
    def get_current_user() -> Me:
        """Who is logged in."""
        return Me(id="U-1", name="Greta Sund", dome="South dome", email="greta@stars.example")

    return mcp


async def asked(question: str) -> str:
    async with connected(observatory()) as connection:
        recorder = Recorder(connection, Turn("copilot"), lambda: None, lambda: 0.0)
        pieces = [piece async for piece in Planner(lambda: NOW).answer([Turn("person", question)], recorder)]
    return "".join(pieces)


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("show me the telescopes I own", ["Comet Hunter"], ["Big Eye", "Old Glass"]),
        ("my telescopes", ["Comet Hunter"], ["Big Eye"]),
        ("which of my telescopes has the largest aperture", ["Comet Hunter"], ["Big Eye"]),
        ("which telescopes are assigned to me?", ["Comet Hunter"], ["Big Eye"]),
        ("could you tell me which dome I am in", ["South dome"], ["North dome"]),
        ("who's the keeper of my dome", ["Mo Larch"], ["Inés Rook"]),
        ("am I on night watch?", ["Yes", "South dome"], ["North dome"]),
    ],
)
async def test_whoever_asks_is_meant_where_it_says_whose_things_they_are(
    question: str, said: list[str], unsaid: list[str]
) -> None:
    answer = await asked(question)
    assert [one for one in said if one not in answer] == [], answer
    assert [one for one in unsaid if one in answer] == [], answer


@pytest.mark.parametrize(
    "question",
    [
        "show me who owns the Big Eye",
        "Somebody left a note on my desk about the Big Eye. Who owns it?",
        "for my slides: who owns the Big Eye?",
        "bear with me, who owns the Big Eye?",
        "I heard it's fogged up. Who owns the Big Eye?",
    ],
)
async def test_words_for_oneself_by_the_way_look_nobody_up(question: str) -> None:
    answer = await asked(question)
    assert "Inés Rook" in answer
    assert "Greta Sund" not in answer


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("does Paul own the Big Eye?", "No"),
        ("does Inés own the Big Eye?", "Yes"),
        ("is Mo Larch on night watch?", "No"),
        ("is Greta on night watch?", "Yes"),
        ("is Paul Fenn the keeper of the north dome?", "No"),
    ],
)
async def test_it_is_so_only_if_the_field_names_that_person(question: str, said: str) -> None:
    answer = await asked(question)
    assert answer.startswith(said), answer


async def test_a_first_name_with_an_accent_is_known_from_what_was_told_before() -> None:
    answer = await asked("i owe inés an answer, what does she own")
    assert "Big Eye" in answer
    assert "Old Glass" not in answer


async def test_nobody_knows_who_she_is_that_nobody_spoke_of() -> None:
    answer = await asked("what does she own?")
    assert answer.endswith("?")
    assert "Big Eye" not in answer


async def test_a_verb_at_the_end_only_says_how_the_two_go_together() -> None:
    answer = await asked("which dome does the Comet Hunter hang in?")
    assert "South dome" in answer
    assert "North dome" not in answer
