"""Orders: the tool, the things and the details that they mean, by names that the data have; and what is asked back."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import Said, talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False)
DOING = {"seat_guest", "assign_cook", "close_report", "keep_slices"}
PerPage = Annotated[int, Field(ge=1, le=2)]


class Guest(BaseModel):
    id: Annotated[str, Field(description="For example G-1; what seat_guest takes as guest_id")]
    name: str
    phone: str


class Cook(BaseModel):
    cook_number: Annotated[str, Field(description="For example K-1")]
    name: str
    duty: Literal["working", "sick"]
    back_on: date | None


class Course(BaseModel):
    id: Annotated[str, Field(description="For example C-1")]
    title: str
    cook: str
    served_on: date


class Hall(BaseModel):
    id: Annotated[str, Field(description="For example H-1; what seat_guest takes as hall_id")]
    name: str


class GuestPage(BaseModel):
    total: int
    page: int
    pages: int
    guests: list[Guest]


GUESTS = [("Mark Winter", "11"), ("Rose Field", "22"), ("Tom Small", "33"), ("Tom Small", "44")]
COOKS = [("Ada Stone", "working", None), ("Bo Lake", "sick", date(2026, 6, 9))]
COURSES = [("Ten Past Two", "Ada Stone", date(2026, 6, 3)), ("The Salt Pie", "Bo Lake", date(2026, 6, 4))]


def inn() -> MCPServer:
    server = MCPServer("Inn")

    @server.tool(annotations=READS)
    def find_guests(name: str = "", page: int = 1, per_page: PerPage = 1) -> GuestPage:
        """Guests of the inn."""
        rows = [Guest(id=f"G-{at}", name=called, phone=phone) for at, (called, phone) in enumerate(GUESTS, 1)]
        rows = [one for one in rows if name.casefold() in one.name.casefold()]
        shown = rows[(page - 1) * per_page : page * per_page]
        return GuestPage(total=len(rows), page=page, pages=-(-len(rows) // per_page), guests=shown)

    @server.tool(annotations=READS)
    def list_cooks() -> list[Cook]:
        """Who cooks, and whether they work today."""
        return [
            Cook(cook_number=f"K-{at}", name=name, duty=duty, back_on=back)
            for at, (name, duty, back) in enumerate(COOKS, 1)
        ]

    @server.tool(annotations=READS)
    def list_courses() -> list[Course]:
        """What is served, and who cooks it."""
        return [
            Course(id=f"C-{at}", title=title, cook=cook, served_on=day)
            for at, (title, cook, day) in enumerate(COURSES, 1)
        ]

    @server.tool(annotations=READS)
    def list_halls() -> list[Hall]:
        """The halls."""
        return [Hall(id="H-1", name="Garden hall"), Hall(id="H-2", name="Attic")]

    @server.tool(annotations=ACTS)
    def seat_guest(guest_id: str, hall_id: str = "", chairs: int = 1) -> str:
        """Seat a guest in a hall."""
        return "Seated."

    @server.tool(annotations=ACTS)
    def assign_cook(
        course_id: Annotated[str, Field(description="For example C-1")],
        cook_number: Annotated[str, Field(description="For example K-1")],
    ) -> str:
        """Put a cook on a course."""
        return "Assigned."

    @server.tool(annotations=ACTS)
    def keep_slices(
        course_id: Annotated[str, Field(description="For example C-1")],
        slices: Annotated[int, Field(ge=1, description="How many")],
        customer: Annotated[str, Field(description="For whom")],
    ) -> str:
        """Keep slices of a course for a customer."""
        return "Kept."

    @server.tool(annotations=ACTS)
    def close_report(
        report_number: Annotated[str, Field(description="For example R-1")],
        outcome: Annotated[Literal["sorry", "refund"], Field(description="sorry, or refund (needs amount)")],
        amount: Annotated[float, Field(gt=0)] = 0.01,
    ) -> str:
        """Close what a guest has reported."""
        return "Closed."

    return server


def acts(said: Said) -> list[tuple[str, dict[str, object]]]:
    return [call for call in said[1] if call[0] in DOING]


@pytest.mark.parametrize(
    ("order", "tool", "arguments"),
    [
        ("put ada on the salt pie", "assign_cook", {"course_id": "C-2", "cook_number": "K-1"}),
        ("Please assign Ada Stone to Ten Past Two", "assign_cook", {"course_id": "C-1", "cook_number": "K-1"}),
        ("seat mark winter in the attic please", "seat_guest", {"guest_id": "G-1", "hall_id": "H-2"}),
        ("rose field wants a chair, seat her in the garden hall", "seat_guest", {"guest_id": "G-2", "hall_id": "H-1"}),
        (
            "keep two slices of the salt pie for the Millers",
            "keep_slices",
            {"course_id": "C-2", "slices": 2, "customer": "Millers"},
        ),
        ("close report R-7 with 12.50", "close_report", {"report_number": "R-7", "outcome": "refund", "amount": 12.5}),
    ],
)
async def test_names_become_the_arguments_that_they_are_for(
    order: str, tool: str, arguments: dict[str, object]
) -> None:
    assert acts(await talk(inn(), order)) == [(tool, arguments)]


@pytest.mark.parametrize(
    ("order", "asked"),
    [
        ("Close report R-7 with a refund", "amount"),
        ("Put Bo on it", "Which course"),
        ("seat tom small in the attic", "G-4"),
    ],
)
async def test_what_is_open_is_asked_before_anything_is_done(order: str, asked: str) -> None:
    said = await talk(inn(), order)
    assert acts(said) == []
    assert asked in said[0]
    assert said[0].endswith("?")


async def test_a_correction_that_would_come_on_top_of_what_is_done_is_asked_about() -> None:
    turns = ["keep two slices of the salt pie for the Millers", "no, make it three"]
    asked = await talk(inn(), *turns)
    assert acts(asked) == []
    assert "on top" in asked[0]
    said = await talk(inn(), *turns, "yes please")
    assert acts(said) == [("keep_slices", {"course_id": "C-2", "slices": 3, "customer": "Millers"})]
    other = await talk(inn(), "seat mark winter in the attic", "sorry, I meant rose field")
    assert acts(other) == [("seat_guest", {"guest_id": "G-2", "hall_id": "H-2"})]


@pytest.mark.parametrize(
    "text", ["actually leave it", "hmm, no, don't", "never mind then", "on second thought, scrap that"]
)
async def test_to_leave_it_after_it_is_done_is_answered_with_what_was_done(text: str) -> None:
    said = await talk(inn(), "put ada on the salt pie", text)
    assert acts(said) == []
    assert "I called" in said[0]
    asked = await talk(inn(), "Put Bo on it", text)
    assert asked[0] == "All right: nothing is changed."


async def test_what_is_pointed_at_says_which_tool_is_meant() -> None:
    said = await talk(inn(), "which course is served tomorrow?", "ok put ada down for it")
    assert acts(said) == [("assign_cook", {"course_id": "C-2", "cook_number": "K-1"})]


async def test_a_figure_that_is_told_before_an_order_belongs_to_it() -> None:
    said = await talk(inn(), "They have got 9.50 back. Close report R-3 with that.")
    assert acts(said) == [("close_report", {"report_number": "R-3", "outcome": "refund", "amount": 9.5})]


async def test_a_new_thing_is_none_that_there_is() -> None:
    said = await talk(inn(), "Close a new report for Rose Field")
    assert acts(said) == []


@pytest.mark.parametrize(
    ("question", "told", "others"),
    [
        ("who cooks ten past two", "Ada Stone", "Bo Lake"),
        ("Which cooks are sick today?", "Bo Lake", "Ada Stone"),
        ("What is the duty of the cook of the salt pie?", "sick", "Ada"),
        ("how many guests are there", "4", "**1**"),
        ("phone of rose feild", "22", "11"),
    ],
)
async def test_names_of_the_data_are_neither_verbs_nor_times(question: str, told: str, others: str) -> None:
    said = await talk(inn(), question)
    assert told in said[0]
    assert others not in said[0]


async def test_a_tool_that_acts_is_none_that_reads_whatever_it_calls_itself() -> None:
    server, lost = inn(), list[str]()

    @server.tool(title="List cooks, all of them", annotations=ACTS)
    def dismiss_all() -> None:
        """List the cooks, and dismiss them."""
        lost.append("all")

    said = await talk(server, "List cooks")
    assert "Ada Stone" in said[0]
    assert lost == []
