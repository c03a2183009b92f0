"""Words of people in a hurry, and what is only written in a log: at a trust that keeps lighthouses."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel, Field

from .businesses import ACTS, READS, at
from .test_planner import talk

pytestmark = pytest.mark.anyio


class Light(BaseModel):
    id: Annotated[str, Field(description="For example L-1")]
    name: str
    keeper: str
    faults: int
    visits_per_week: int
    uptime: float


class Entry(BaseModel):
    id: str
    time: datetime
    person: str
    text: str


LIGHTS = [
    Light(id="L-1", name="Gull Rock", keeper="Ada Pell", faults=2, visits_per_week=40, uptime=99.1),
    Light(id="L-2", name="Long Ness", keeper="Bo Lind", faults=9, visits_per_week=12, uptime=97.4),
    Light(id="L-3", name="Skerry", keeper="Ada Pell", faults=0, visits_per_week=95, uptime=99.9),
]
LOG = [
    Entry(id="E-1", time=at("2026-11-02T10:00"), person="Ada Pell", text="The lens has 38 of 60 prisms back."),
    Entry(id="E-2", time=at("2026-11-09T10:00"), person="Bo Lind", text="The diver could not come."),
    Entry(
        id="E-3", time=at("2026-11-16T10:00"), person="Bo Lind", text="Painters can help with the railing on Friday."
    ),
]


def lighthouses() -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("lighthouses")

    @server.tool(annotations=READS)
    def list_lights() -> list[Light]:
        """The lights that the trust keeps."""
        return LIGHTS

    @server.tool(annotations=READS)
    def search_log(
        text: Annotated[str, Field(description="Words that are all in the text")] = "",
    ) -> list[Entry]:
        """What has been written in the log."""
        return [one for one in LOG if all(word in one.text.casefold() for word in text.casefold().split())]

    @server.tool(annotations=ACTS)
    def show_on_chart(target: Annotated[str, Field(description="The id of a light, for example L-1")]) -> str:
        """Show a light on the chart."""
        return f"The chart shows {target} now."

    return server


async def test_how_many_of_something_the_log_says_is_not_how_many_entries_say_so() -> None:
    said, _ = await talk(lighthouses(), "how many prisms does the lens have by now")
    assert "38 of 60" in said
    assert "There is" not in said


async def test_what_came_of_something_is_told_in_the_words_of_the_log_and_not_by_a_yes() -> None:
    said, _ = await talk(lighthouses(), "did the diver come?")
    assert "could not come" in said
    assert not said.startswith("Yes")


async def test_the_words_that_are_searched_for_are_those_that_stand_in_the_text() -> None:
    said, calls = await talk(lighthouses(), "can painters lend a hand w/ the railing, and when?")
    assert "on Friday" in said
    assert ("search_log", {"text": "painters railing"}) in calls


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("which light has the ugliest faults", "Long Ness"),
        ("which light has the worst uptime?", "Long Ness"),
        ("which light has the best faults", "Skerry"),
        ("which light is pulling in the most visits right now", "Skerry"),
        ("for the newsletter - which light gets the fewest visits", "Long Ness"),
        ("drafting the yearly report, which light racks up the most faults?", "Long Ness"),
    ],
)
async def test_the_worst_of_a_figure_is_the_bad_end_of_it_whatever_verb_leads_to_it(question: str, name: str) -> None:
    said, _ = await talk(lighthouses(), question)
    assert name in said
    assert sum(one.name in said for one in LIGHTS) == 1


async def test_a_role_that_no_tool_gives_is_not_given_by_one_that_takes_what_has_it() -> None:
    said, calls = await talk(lighthouses(), "Make Bo Lind the keeper of Skerry")
    assert "can't" in said
    assert not [name for name, _ in calls if name == "show_on_chart"]


async def test_one_letter_stands_for_and() -> None:
    said, _ = await talk(lighthouses(), "which lights does Ada keep?", "n which of the two gets more visits")
    assert "Skerry" in said
    assert "Gull Rock" not in said
