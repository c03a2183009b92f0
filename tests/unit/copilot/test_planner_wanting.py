"""The planner before orders that have no verb of a tool, that leave open which thing, or that stand beside a remark."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import pytest
from mcp.server import MCPServer
from pydantic import BaseModel, Field

from assistant.planner.english.dates import moments

from .test_planner import ACTS, READS, Sensor, acts, greenhouse, talk

pytestmark = pytest.mark.anyio

Shown = Literal["on_show", "paused"]


class Part(BaseModel):
    role: str
    played_by: str


class Play(BaseModel):
    id: str = Field(description="For example P-1")
    title: str
    state: Shown


class Me(BaseModel):
    name: str
    email: str


class PlayDetails(Play):
    parts: list[Part]


def greenhouse_on_a_page() -> MCPServer[Any]:
    mcp = greenhouse()

    @mcp.tool(title="Show on the page", annotations=ACTS)
    def highlight(target: Annotated[str, Field(description="The id of a bed or of a sensor")]) -> str:
        """Scroll the page to something, and outline it."""
        return f"The page shows {target}."

    return mcp


def probes() -> MCPServer[Any]:
    mcp = MCPServer("Probes")

    @mcp.tool(annotations=READS)
    def list_sensors() -> list[Sensor]:
        """The sensors."""
        return [Sensor(id=f"X-{at}", name=name, bed="Basil", battery=at) for at, name in enumerate(["Long", "Thin"], 1)]

    @mcp.tool(annotations=ACTS)
    def check_sensor(
        sensor_id: Annotated[str, Field(description="For example X-1")],
        minutes: Annotated[int, Field(description="How long, in minutes")],
        reason: str = "",
    ) -> str:
        """Have a sensor checked."""
        return f"{sensor_id} is checked."

    return mcp


@pytest.mark.parametrize(
    "order",
    [
        "Mark one of Maria's beds as ripe",
        "mark two beds as ripe",
        "put any of the overdue beds to ripe",
        "set either of the tomatoes to ripe",
    ],
)
async def test_which_of_several_is_to_be_changed_is_asked(order: str) -> None:
    said = await talk(greenhouse(), order)
    assert "Which bed" in said[0]
    assert acts(said) == []


async def test_as_many_as_are_named_are_all_of_them() -> None:
    said = await talk(greenhouse(), "Mark the two overdue beds as ripe")
    assert [arguments["bed_id"] for _, arguments in acts(said)] == ["B-1", "B-3"]


@pytest.mark.parametrize(
    "order",
    [
        "take me to the basil corner",
        "scroll to the basil corner please",
        "where's the basil corner on this page?",
        "where on the screen can i see the basil corner",
        "show me where the basil corner is",
    ],
)
async def test_a_tool_that_shows_something_on_the_page_is_used_by_whoever_looks_for_it(order: str) -> None:
    assert acts(await talk(greenhouse_on_a_page(), order)) == [("highlight", {"target": "B-3"})]


async def test_what_is_shown_already_is_not_shown_twice() -> None:
    said = await talk(greenhouse_on_a_page(), "Where's the basil corner on this page? Scroll me there")
    assert acts(said) == [("highlight", {"target": "B-3"})]


@pytest.mark.parametrize(
    ("order", "calls"),
    [
        (
            "half an hour of checks on the thin sensor please, for new batteries",
            [("check_sensor", {"sensor_id": "X-2", "minutes": 30, "reason": "new batteries"})],
        ),
        ("need a check of 20 minutes for X-1", [("check_sensor", {"sensor_id": "X-1", "minutes": 20})]),
        ("we want a check for X-1", []),
    ],
)
async def test_a_wish_is_an_order_for_the_tool_that_fulfils_it(order: str, calls: list[tuple[str, Any]]) -> None:
    assert acts(await talk(probes(), order)) == calls


@pytest.mark.parametrize("wish", ["i need the crop of the basil corner", "we want a list of the resting beds"])
async def test_a_wish_to_know_is_no_order(wish: str) -> None:
    said = await talk(greenhouse(), wish)
    assert "can't" not in said[0]


@pytest.mark.parametrize("remark", ["thats bad.", "hm, that looks dry!", "ugh.", "not good.", "too late,"])
async def test_a_remark_names_nothing(remark: str) -> None:
    said = await talk(greenhouse(), "What is the state of the basil corner?", f"{remark} set it to ripe")
    assert acts(said) == [("set_state", {"bed_id": "B-3", "state": "ripe"})]


@pytest.mark.parametrize("order", ["can u text Maria that the basil is dry", "could you phone Ivo please"])
async def test_a_message_that_no_tool_sends_is_refused(order: str) -> None:
    assert "can't" in (await talk(greenhouse(), order))[0]


def stage() -> MCPServer[Any]:
    mcp = MCPServer("Stage")
    plays = [Play(id="P-1", title="Grey Harbour", state="paused"), Play(id="P-2", title="Two Clocks", state="on_show")]

    @mcp.tool(annotations=READS)
    def list_plays(state: Shown | None = None) -> list[Play]:
        """The plays."""
        return [one for one in plays if state in (None, one.state)]

    @mcp.tool(annotations=READS)
    def get_play(play_id: Annotated[str, Field(description="For example P-1")]) -> PlayDetails:
        """All about one play, and its parts."""
        parts = [Part(role="Captain", played_by="Nora Vance"), Part(role="Old Miller", played_by="Ebo Mensah")]
        return PlayDetails(id=play_id, title="Grey Harbour", state="paused", parts=parts)

    @mcp.tool(annotations=ACTS)
    def set_state(
        play_id: Annotated[str, Field(description="For example P-1")],
        state: Annotated[Shown, Field(description="on_show: show it again; paused: stop shows for now")],
    ) -> str:
        """Put a play back on the plan, or take it from there."""
        return f"{play_id} is {state}."

    return mcp


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (["Who plays the captain in Grey Harbour?"], "Nora Vance"),
        (["What is the state of Grey Harbour?", "and who plays the old miller?"], "Ebo Mensah"),
        (["Is Grey Harbour on show?"], "No. **Grey Harbour** (P-1) is paused."),
    ],
)
async def test_what_only_the_details_of_a_thing_tell_is_found_there(question: list[str], words: str) -> None:
    assert words in (await talk(stage(), *question))[0]


async def test_a_choice_is_meant_by_what_its_description_says() -> None:
    said = await talk(stage(), "stop showing P-2 for now, the lights are broken")
    assert acts(said) == [("set_state", {"play_id": "P-2", "state": "paused"})]


async def test_what_is_not_so_is_told_as_it_is() -> None:
    said = await talk(greenhouse(), "Does Maria have any ripe beds?")
    assert said[0].startswith("No")
    assert "growing" in said[0]


async def test_what_the_server_tells_of_nobody_is_not_told_of_somebody_else() -> None:
    mcp = greenhouse()

    @mcp.tool(annotations=READS)
    def get_current_user() -> Me:
        """The person who uses this page."""
        return Me(name="Ada Holm", email="ada@greenhouse.example")

    assert "ada@" in (await talk(mcp, "whats my email address"))[0]
    assert "ada@" not in (await talk(mcp, "whats marias email adress"))[0]


@pytest.mark.parametrize("text", ["21 and 22 nov", "saturday and sunday", "at the weekend", "over the weekend"])
def test_days_one_after_the_other_are_one_stretch_of_time(text: str) -> None:
    [when] = moments(text, datetime(2026, 11, 18, 12, tzinfo=UTC))
    assert (when.first.day, when.last.day) == (21, 22)
