"""The reader of questions before tools that have to be told something, or that know more than their lists say."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel, Field

from assistant.conversation import Call, Turn
from assistant.planner.clauses.clauses import Clause
from assistant.planner.english.words import tokens
from assistant.planner.offer.catalog import Catalog
from assistant.planner.offer.desk import Desk
from assistant.planner.readings.grasping import Grasp
from assistant.recording import Recorder
from benchmarks.copilot.servers import connected

from .test_planner import READS

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 6, 3, 12, tzinfo=UTC)  # a Wednesday


class Kayak(BaseModel):
    id: str
    name: str
    colour: Literal["dark red", "dark blue", "green"]


class Tour(BaseModel):
    id: str
    guide: str
    river: str


class Crossing(BaseModel):
    id: str
    day: date
    skipper: str
    water: str


class Sheet(Tour):
    lunch: str


KAYAKS = [
    Kayak(id="K-1", name="Otter", colour="dark red"),
    Kayak(id="K-2", name="Mink", colour="dark blue"),
    Kayak(id="K-3", name="Vole", colour="dark red"),
]
LENT = {"K-2"}
SERVICED = {"K-3": date(2026, 6, 5)}
TOURS = {
    date(2026, 6, 3): [Tour(id="T-71", guide="Ada Falk", river="Wye")],
    date(2026, 6, 5): [Tour(id="T-72", guide="Ben Oduya", river="Severn")],
}


CROSSINGS = [
    Crossing(id="X-1", day=date(2026, 6, 4), skipper="Cleo Marsh", water="Wye"),
    Crossing(id="X-2", day=date(2026, 6, 6), skipper="Ben Oduya", water="Severn"),
]


def outfitter() -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("outfitter")

    @server.tool(annotations=READS)
    def list_kayaks(
        whereabouts: Literal["in_shed", "lent_out"] | None = None, serviced_on: date | None = None
    ) -> list[Kayak]:
        """The kayaks."""
        kept = [one for one in KAYAKS if whereabouts is None or (one.id in LENT) == (whereabouts == "lent_out")]
        return [one for one in kept if serviced_on is None or SERVICED.get(one.id) == serviced_on]

    @server.tool(annotations=READS)
    def list_tours(day: date) -> list[Tour]:
        """The tours of a day."""
        return TOURS.get(day, [])

    @server.tool(annotations=READS)
    def list_crossings(day: date, days: Annotated[int, Field(ge=1, le=7)] = 1) -> list[Crossing]:
        """The crossings from a day on."""
        return [one for one in CROSSINGS if 0 <= (one.day - day).days < days]

    @server.tool(annotations=READS)
    def get_tour(tour_id: Annotated[str, Field(description="For example T-71")]) -> Sheet:
        """All about one tour."""
        found = next(one for day in TOURS.values() for one in day if one.id == tour_id)
        return Sheet(**found.model_dump(), lunch="Soup")

    return server


async def asked(question: str) -> tuple[str, list[Call]]:
    async with connected(outfitter()) as connection:
        turn = Turn("copilot", model="planner")
        desk = Desk(Recorder(connection, turn, lambda: None, lambda: 0.0), Catalog(connection.offer), NOW)
        grasp = Grasp(desk, Clause(question, tokens(question), "asks"))
        await grasp.read()
        return (await grasp.reply()).text, turn.calls


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("Which kayaks are lent out?", "Mink", "Otter"),
        ("Which kayaks are serviced on Friday?", "Vole", "Otter"),
    ],
)
async def test_a_filter_tells_what_the_things_in_a_list_do_not(question: str, said: str, unsaid: str) -> None:
    text, _ = await asked(question)
    assert said in text
    assert unsaid not in text


@pytest.mark.parametrize(
    ("question", "day", "said"),
    [("Which tours are there?", "2026-06-03", "Ada Falk"), ("Which tours are there on Friday?", "2026-06-05", "Ben")],
)
async def test_a_list_of_a_day_is_read_for_the_day_that_is_said_or_for_today(
    question: str, day: str, said: str
) -> None:
    text, calls = await asked(question)
    assert said in text
    assert ("list_tours", {"day": day}) in [(one.tool, one.arguments) for one in calls]


async def test_a_list_of_days_is_read_where_nothing_else_explains_the_words() -> None:
    text, calls = await asked("Who is next on the Severn?")
    assert "Ben Oduya" in text
    assert ("list_crossings", {"day": "2026-06-03", "days": 7}) in [(one.tool, one.arguments) for one in calls]


async def test_an_id_that_no_list_shows_is_looked_up_by_how_it_begins() -> None:
    assert "Soup" in (await asked("What is the lunch of T-72?"))[0]


async def test_a_value_said_as_it_is_means_no_value_that_is_only_like_it() -> None:
    text, _ = await asked("Which kayaks are dark red?")
    assert "Otter" in text
    assert "Vole" in text
    assert "Mink" not in text
