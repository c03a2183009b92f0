"""What is told to have happened says which choice of a tool is meant: `it snapped` of `damaged` and `stolen`."""

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
LessonState = Literal["booked", "here", "over", "cancelled", "no_show"]


class Ski(BaseModel):
    id: Annotated[str, Field(description="For example SK-11")]
    name: str
    holder: str | None


class Lesson(BaseModel):
    id: Annotated[str, Field(description="For example L-301")]
    pupil: str
    day: date
    state: LessonState


class Debt(BaseModel):
    id: Annotated[str, Field(description="For example F-81")]
    family: str
    due: int


SKIS = [
    Ski(id="SK-11", name="Blue Racer", holder="Piet Oomen"),
    Ski(id="SK-12", name="Snow Fox", holder=None),
]
LESSONS = [
    Lesson(id="L-301", pupil="Greta Holm", day=date(2026, 12, 4), state="booked"),
    Lesson(id="L-302", pupil="Tomas Rusk", day=date(2026, 12, 5), state="booked"),
]
DEBTS = [Debt(id="F-81", family="Holm", due=90), Debt(id="F-82", family="Oomen", due=40)]


def ski_school() -> MCPServer:
    server = MCPServer("Ski school")

    @server.tool(annotations=READS)
    def list_skis() -> list[Ski]:
        """All skis, and who has them."""
        return SKIS

    @server.tool(annotations=READS)
    def list_lessons() -> list[Lesson]:
        """Lessons, with their pupils."""
        return LESSONS

    @server.tool(annotations=READS)
    def list_debts() -> list[Debt]:
        """What families still have to pay."""
        return DEBTS

    @server.tool(annotations=ACTS)
    def set_lesson_state(
        lesson_id: Annotated[str, Field(description="Id of a lesson, such as L-301")], state: LessonState
    ) -> str:
        """Set how a lesson stands."""
        return f"{lesson_id}: {state}"

    @server.tool(annotations=ACTS)
    def update_lesson(
        lesson_id: Annotated[str, Field(description="Id of a lesson, such as L-301")],
        day: Annotated[date | None, Field(description="The new day; left out if it stays")] = None,
        pupil: Annotated[str | None, Field(description="Who takes it instead; left out if that stays")] = None,
    ) -> str:
        """Change a lesson."""
        return f"{lesson_id} is changed."

    @server.tool(annotations=ACTS)
    def withdraw_ski(
        ski_id: Annotated[str, Field(description="Id of a pair, such as SK-11")],
        reason: Literal["damaged", "stolen", "worn_out"],
    ) -> str:
        """Take a pair of skis out of the rack for good."""
        return f"{ski_id}: {reason}"

    @server.tool(annotations=ACTS)
    def book_ski(
        ski_id: Annotated[str, Field(description="Id of a pair, such as SK-11")],
        direction: Literal["out", "in"],
        holder: Annotated[str | None, Field(description="Who gets it: a person. Needed for out.")] = None,
    ) -> str:
        """Enter in the rack book that a pair is handed out, or has come back."""
        return f"{ski_id}: {direction}"

    @server.tool(annotations=ACTS)
    def record_payment(debt_id: Annotated[str, Field(description="Id of a debt, such as F-81")]) -> str:
        """Record that a family has paid."""
        return f"{debt_id} is paid."

    @server.tool(annotations=ACTS)
    def log_contact(
        debt_id: Annotated[str, Field(description="Id of a debt, such as F-81")],
        way: Literal["phone", "letter"],
        outcome: Literal["spoken_to", "voicemail"],
    ) -> str:
        """Note that somebody tried to reach a family about their debt."""
        return f"{debt_id}: {way}, {outcome}"

    @server.tool(annotations=ACTS)
    def book_lesson(
        day: date, pupils: int, name: Annotated[str, Field(description="The name that the booking is under")]
    ) -> str:
        """Reserve a lesson for somebody."""
        return f"A lesson for {name}."

    return server


def done(said: Said) -> list[tuple[str, dict[str, object]]]:
    return [call for call in said[1] if not call[0].startswith("list_")]


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("the Blue Racer snapped in two, take it out of the rack", [("withdraw_ski", "SK-11", "damaged")]),
        ("someone nicked the Snow Fox, withdraw it please", [("withdraw_ski", "SK-12", "stolen")]),
        ("piet brought back the blue racer, can u book it in", [("book_ski", "SK-11", "in")]),
        ("greta can't make L-301, take her out", [("set_lesson_state", "L-301", "cancelled")]),
        ("L-302 was just called off", [("set_lesson_state", "L-302", "cancelled")]),
        ("mark L-301 and L-302 as over", [("set_lesson_state", one, "over") for one in ("L-301", "L-302")]),
        ("greta holm just walked in, check her in", [("set_lesson_state", "L-301", "here")]),
    ],
)
async def test_what_has_happened_says_which_choice_is_meant(text: str, calls: list[tuple[str, ...]]) -> None:
    said = await talk(ski_school(), text)
    assert [(tool, *arguments.values()) for tool, arguments in map(_sorted, done(said))] == calls


def _sorted(call: tuple[str, dict[str, object]]) -> tuple[str, dict[str, object]]:
    """The id first."""
    return call[0], dict(sorted(call[1].items(), key=lambda one: not one[0].endswith("_id")))


async def test_how_somebody_was_reached_is_told_by_what_was_done() -> None:
    said = await talk(ski_school(), "rang the holms about F-81, only got the answerphone. put that down pls")
    assert done(said) == [("log_contact", {"debt_id": "F-81", "way": "phone", "outcome": "voicemail"})]


@pytest.mark.parametrize("text", ["F-81 came in, book it pls", "the oomens just transferred F-82", "F-81 just paid"])
async def test_money_that_came_in_is_recorded_where_that_is_all_a_tool_does(text: str) -> None:
    [(tool, _)] = done(await talk(ski_school(), text))
    assert tool == "record_payment"


@pytest.mark.parametrize(
    "text",
    [
        "was L-301 called off?",
        "greta might not be able to make L-301",
        "if greta can't make L-301 we are in trouble",
        "withdraw the Snow Fox",
        "has the blue racer been brought back?",
    ],
)
async def test_what_is_asked_feared_or_left_open_does_nothing(text: str) -> None:
    assert not done(await talk(ski_school(), text))


async def test_what_a_choice_needs_by_the_description_of_another_parameter_is_asked_for_or_told() -> None:
    said = await talk(ski_school(), "book the snow fox out")
    assert not done(said)
    assert "holder" in said[0]
    said = await talk(ski_school(), "greta holm takes the snow fox, put it in the book")
    assert done(said) == [("book_ski", {"ski_id": "SK-12", "direction": "out", "holder": "greta holm"})]


@pytest.mark.parametrize(
    "text",
    [
        "book a lesson for 2 pupils on 2026-12-06, the name's Winter",
        "reserve a lesson on 6 December for 2, name Winter pls",
    ],
)
async def test_the_name_of_who_orders_may_be_told_beside(text: str) -> None:
    said = await talk(ski_school(), text)
    assert done(said) == [("book_lesson", {"day": "2026-12-06", "pupils": 2, "name": "Winter"})]


@pytest.mark.parametrize("text", ["move L-301 to 2026-12-11", "move the lesson of greta holm to 11 December pls"])
async def test_a_tool_that_changes_moves_what_it_takes_to_a_day(text: str) -> None:
    assert done(await talk(ski_school(), text)) == [("update_lesson", {"lesson_id": "L-301", "day": "2026-12-11"})]


async def test_what_somebody_tells_they_have_found_is_no_order() -> None:
    said = await talk(ski_school(), "found the snow fox! was behind the lift. pls book it in")
    assert done(said) == [("book_ski", {"ski_id": "SK-12", "direction": "in"})]


async def test_a_settled_thing_may_still_be_called_off() -> None:
    said = await talk(kitchen(), "cancel the Brandt order")
    assert not done(said)
    assert "Olga Brandt" in said[0]
    assert "Jonas Brandt" in said[0]


class Order(BaseModel):
    id: Annotated[str, Field(description="For example OR-1")]
    name: str
    status: Literal["open", "paid", "cancelled"]


def kitchen() -> MCPServer:
    server = MCPServer("Catering kitchen")

    @server.tool(annotations=READS)
    def list_orders() -> list[Order]:
        """All orders, by the names that they are under."""
        return [
            Order(id="OR-1", name="Olga Brandt", status="open"),
            Order(id="OR-2", name="Jonas Brandt", status="paid"),
        ]

    @server.tool(annotations=ACTS)
    def set_order_status(
        order_id: Annotated[str, Field(description="For example OR-1")], status: Literal["paid", "cancelled"]
    ) -> str:
        """Mark an order as paid, or cancel it."""
        return f"{order_id} is {status}."

    return server


class Sledge(BaseModel):
    id: Annotated[str, Field(description="For example SL-7")]
    name: str
    renter: str
    back_by: date
    state: Literal["reserved", "out", "returned", "cancelled"]
    urgency: Literal["low", "high"]


def sledge_hire() -> MCPServer:
    server = MCPServer("Sledge hire")
    sledges = [
        Sledge(id="SL-7", name="Rocket", renter="Nora Quist", back_by=date(2026, 12, 3), state="out", urgency="low"),
        Sledge(id="SL-8", name="Comet", renter="Emil Dahl", back_by=date(2026, 12, 5), state="reserved", urgency="low"),
    ]

    @server.tool(annotations=READS)
    def list_sledges() -> list[Sledge]:
        """All sledges, with who has rented them."""
        return sledges

    @server.tool(annotations=ACTS)
    def update_sledge(
        sledge_id: Annotated[str, Field(description="Id of a sledge, such as SL-7")],
        state: Literal["reserved", "out", "returned", "cancelled"] | None = None,
        urgency: Literal["low", "high"] | None = None,
        back_by: date | None = None,
        waxer: Annotated[str | None, Field(description="First name of who waxes it")] = None,
    ) -> str:
        """Change what is noted of a sledge."""
        return f"{sledge_id} is changed."

    return server


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("nora quist has brought SL-7 back", {"state": "returned"}),
        ("Emil Dahl just called off SL-8", {"state": "cancelled"}),
        ("please log that SL-8 was called off", {"state": "cancelled"}),
        ("push SL-7 back to 2026-12-09", {"back_by": "2026-12-09"}),
        ("SL-7 is pressing, bump it up", {"urgency": "high"}),
        ("SL-7: cancelled", {"state": "cancelled"}),
        ("make SL-7 high urgency and give it to Ruta", {"urgency": "high", "waxer": "Ruta"}),
    ],
)
async def test_a_tool_that_changes_what_it_takes_makes_it_what_it_is_told_to_be(
    text: str, change: dict[str, object]
) -> None:
    [(_, arguments)] = done(await talk(sledge_hire(), text))
    assert {key: value for key, value in arguments.items() if key != "sledge_id"} == change


@pytest.mark.parametrize("text", ["SL-7 is back", "we brought SL-7 back", "brought back SL-7"])
async def test_what_is_only_so_or_was_done_by_who_tells_it_is_noted_when_that_is_wanted(text: str) -> None:
    said = await talk(sledge_hire(), text)
    assert not done(said)
    assert said[0].startswith("Shall I")


async def test_a_yes_has_noted_what_was_told() -> None:
    said = await talk(sledge_hire(), "SL-7 is back", "yes please")
    assert done(said) == [("update_sledge", {"sledge_id": "SL-7", "state": "returned"})]


@pytest.mark.parametrize(
    "text", ["sledges brought back today", "Nora Quist said SL-7 is back", "is SL-7 back?", "SL-7 is not back"]
)
async def test_what_is_looked_up_or_only_heard_changes_nothing(text: str) -> None:
    said = await talk(sledge_hire(), text)
    assert not done(said)
    assert not said[0].startswith("Shall I")
