"""News that are orders: what has happened or was decided, in any words, where a tool writes just that down."""

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


class Tent(BaseModel):
    id: Annotated[str, Field(description="For example TE-1")]
    kind: Literal["marquee", "pagoda", "dome"]
    hirer: str | None
    due: Annotated[str | None, Field(description="When it is due back")]


class Plan(BaseModel):
    id: Annotated[str, Field(description="For example PL-11")]
    event: str
    client: str
    status: Literal["waiting", "accepted", "declined", "changes_requested"]


class Hire(BaseModel):
    id: Annotated[str, Field(description="For example H-501")]
    hirer: str
    day: Annotated[str, Field(json_schema_extra={"format": "date"})]


TENTS = [
    Tent(id="TE-1", kind="marquee", hirer="Olga Brandt", due="2026-12-01"),
    Tent(id="TE-2", kind="pagoda", hirer="Ned Hollis", due="2026-12-02"),
    Tent(id="TE-3", kind="dome", hirer=None, due=None),
]
PLANS = [
    Plan(id="PL-11", event="Harvest supper", client="Farnley Manor", status="waiting"),
    Plan(id="PL-12", event="Winter ball", client="Rotary Club", status="waiting"),
]
HIRES = [
    Hire(id="H-501", hirer="Ned Hollis", day="2026-12-05"),
    Hire(id="H-502", hirer="Ned Farrow", day="2026-12-03"),
    Hire(id="H-503", hirer="Ned Farrow", day="2026-12-20"),
    Hire(id="H-504", hirer="Olga Brandt", day="2026-12-04"),
]


def tent_hire() -> MCPServer:
    server = MCPServer("Tent hire")

    @server.tool(annotations=READS)
    def list_tents() -> list[Tent]:
        """All tents, and who has them."""
        return TENTS

    @server.tool(annotations=READS)
    def list_plans() -> list[Plan]:
        """Site plans that were sent to clients."""
        return PLANS

    @server.tool(annotations=READS)
    def list_hires() -> list[Hire]:
        """Hires that are to come."""
        return HIRES

    @server.tool(annotations=ACTS)
    def return_tent(
        tent_id: Annotated[str, Field(description="The tent's id, for example TE-1")],
        needs_repair: Annotated[bool, Field(description="Whether it goes to the sailmaker first")] = False,
    ) -> str:
        """Take a tent back into the store."""
        return f"{tent_id} is back."

    @server.tool(annotations=ACTS)
    def answer_plan(
        plan_id: Annotated[str, Field(description="The plan's id, for example PL-11")],
        answer: Literal["accepted", "declined", "changes_requested"],
        comment: Annotated[str, Field(description="What the client said")] = "",
    ) -> str:
        """Record what a client answered to a site plan."""
        return f"{plan_id}: {answer}."

    @server.tool(annotations=ACTS)
    def take_payment(
        hire_id: Annotated[str, Field(description="The hire's id, for example H-501")],
        method: Literal["cash", "card"],
    ) -> str:
        """Take the price of a hire."""
        return f"{hire_id} is paid."

    @server.tool(annotations=ACTS)
    def schedule_hire(
        hire_id: Annotated[str, Field(description="The hire's id, for example H-501")],
        day: Annotated[str, Field(description="The day", json_schema_extra={"format": "date"})],
    ) -> str:
        """Give a hire its day."""
        return f"{hire_id} is on {day}."

    @server.tool(annotations=ACTS)
    def cancel_hire(
        hire_id: Annotated[str, Field(description="The hire's id, for example H-501")],
        reason: Annotated[str, Field(description="Why, in a few words")] = "",
    ) -> str:
        """Cancel a hire that is to come."""
        return f"{hire_id} is cancelled."

    return server


def done(said: Said) -> list[tuple[str, dict[str, object]]]:
    return [call for call in said[1] if not call[0].startswith("list_")]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("farnley manor said yes to their plan! can u put that in", "accepted"),
        ("Farnley Manor are happy with their plan, please record that.", "accepted"),
        ("Farnley Manor agreed to PL-11", "accepted"),
        ("Record that plan PL-11 has been accepted.", "accepted"),
        ("farnley just ok'd the harvest supper on the phone, sign that plan off pls", "accepted"),
        ("Farnley Manor turned their plan down, log it please", "declined"),
        ("Farnley Manor knocked PL-11 back, note that please", "declined"),
        ("Farnley Manor are not going ahead with PL-11", "declined"),
        ("Farnley Manor want two changes to PL-11: another exit, and a ramp", "changes_requested"),
    ],
)
async def test_what_somebody_has_decided_is_recorded_in_whatever_words_it_is_told(question: str, answer: str) -> None:
    [(tool, arguments)] = done(await talk(tent_hire(), question))
    assert (tool, arguments["plan_id"], arguments["answer"]) == ("answer_plan", "PL-11", answer)


async def test_what_they_want_changed_is_kept_to_its_end() -> None:
    said = await talk(tent_hire(), "Rotary Club want changes on PL-12: doors open at 7, not the 8 we had")
    assert [one["comment"] for _, one in done(said)] == ["doors open at 7, not the 8 we had"]


@pytest.mark.parametrize(
    "question",
    [
        "Has Farnley Manor accepted PL-11?",
        "Farnley Manor said they might accept PL-11",
        "Farnley Manor haven't accepted PL-11 yet",
        "did Olga just bring her marquee back?",
        "Ned has not paid H-501 in cash",
        "they want some tweaks on PL-12",
    ],
)
async def test_a_question_a_doubt_or_what_lacks_something_records_nothing(question: str) -> None:
    assert not done(await talk(tent_hire(), question))


@pytest.mark.parametrize(
    ("question", "repair"),
    [
        ("olga's marquee just came back, a seam is torn so it needs repairing", True),
        ("Olga Brandt has just brought the marquee back", None),
        ("Olga's marquee is back now, needs repair", True),
    ],
)
async def test_what_came_back_is_taken_back(question: str, repair: bool | None) -> None:
    [(tool, arguments)] = done(await talk(tent_hire(), question))
    assert (tool, arguments["tent_id"], arguments.get("needs_repair")) == ("return_tent", "TE-1", repair)


@pytest.mark.parametrize(
    "question",
    [
        "olga brandt is at the desk, she just paid H-504 in cash",
        "Olga wants to settle h-504 in cash",
    ],
)
async def test_who_has_just_paid_or_wants_to_pays(question: str) -> None:
    said = await talk(tent_hire(), question)
    assert done(said) == [("take_payment", {"hire_id": "H-504", "method": "cash"})]


@pytest.mark.parametrize(
    ("question", "reason"), [("cancel H-504, she has the flu", "she has the flu"), ("cancel H-504", None)]
)
async def test_why_it_is_done_is_kept_where_the_tool_would_know(question: str, reason: str | None) -> None:
    [(_, arguments)] = done(await talk(tent_hire(), question))
    assert (arguments["hire_id"], arguments.get("reason")) == ("H-504", reason)


async def test_what_is_moved_into_a_diary_is_booked_for_a_day() -> None:
    said = await talk(tent_hire(), "pls get H-504 in the diary")
    assert not done(said)
    assert "?" in said[0]
    [(tool, arguments)] = done(await talk(tent_hire(), "put H-504 in the diary for 2026-12-09"))
    assert (tool, arguments) == ("schedule_hire", {"hire_id": "H-504", "day": "2026-12-09"})


async def test_the_next_one_of_two_persons_with_that_name_is_asked_for() -> None:
    said = await talk(tent_hire(), "cancel ned's next hire pls")
    assert not done(said)
    assert "H-501" in said[0]
    assert "H-502" in said[0]
    [(_, arguments)] = done(await talk(tent_hire(), "cancel ned farrow's next hire pls"))
    assert arguments["hire_id"] == "H-502"
