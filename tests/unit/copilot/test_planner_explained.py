"""Orders whose verb says next to nothing, in front of a pottery: the tool is meant that explains all their words."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import Said, talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False)


class Member(BaseModel):
    id: Annotated[str, Field(description="For example M-1")]
    name: str


class Bench(BaseModel):
    task: str
    places: int


class Session(BaseModel):
    id: Annotated[str, Field(description="For example SN-1")]
    title: str
    day: date
    starts: Annotated[str, Field(description="HH:MM")]
    benches: list[Bench]


class Glaze(BaseModel):
    id: Annotated[str, Field(description="For example GL-1")]
    colour: str
    unit: str


class Ticket(BaseModel):
    id: Annotated[str, Field(description="For example TK-1")]
    guest: str
    session_id: str


class Firing(BaseModel):
    id: Annotated[str, Field(description="For example FI-1")]
    piece: str
    ready: datetime


class Key(BaseModel):
    id: Annotated[str, Field(description="For example K-1")]
    opens: str
    holder: str | None


def pottery() -> MCPServer[None]:
    server: MCPServer[None] = MCPServer("Pottery")
    wedging, trimming = Bench(task="Wedging", places=4), Bench(task="Trimming", places=2)
    members = [
        Member(id="M-1", name="Ida Falk"),
        Member(id="M-2", name="Rolf Berg"),
        Member(id="M-3", name="Kaja Lunde"),
    ]
    sessions = [
        Session(id="SN-1", title="Celadon evening", day=date(2026, 6, 3), starts="18:00", benches=[trimming]),
        Session(id="SN-2", title="Open wheel", day=date(2026, 6, 4), starts="17:30", benches=[trimming]),
        Session(id="SN-3", title="Slabs", day=date(2026, 6, 4), starts="09:00", benches=[trimming]),
        Session(id="SN-4", title="Raku", day=date(2026, 6, 5), starts="10:00", benches=[wedging, trimming]),
    ]

    @server.tool(annotations=READS)
    def list_members() -> list[Member]:
        return members

    @server.tool(annotations=READS)
    def list_sessions() -> list[Session]:
        return sessions

    @server.tool(annotations=READS)
    def list_glazes() -> list[Glaze]:
        return [Glaze(id="GL-1", colour="Celadon", unit="jar"), Glaze(id="GL-2", colour="Tenmoku", unit="jar")]

    @server.tool(annotations=READS)
    def list_tickets() -> list[Ticket]:
        return [
            Ticket(id="TK-1", guest="Omar Reyes", session_id="SN-1"),
            Ticket(id="TK-2", guest="Ines Prado", session_id="SN-2"),
        ]

    @server.tool(annotations=READS)
    def list_firings() -> list[Firing]:
        return [Firing(id="FI-1", piece="Teapot", ready=datetime(2026, 6, 5, 12))]

    @server.tool(annotations=READS)
    def list_keys() -> list[Key]:
        return [Key(id="K-1", opens="Kiln shed", holder=None), Key(id="K-2", opens="Clay store", holder="Ida Falk")]

    @server.tool(annotations=ACTS)
    def sign_up_for_session(session_id: str, member_id: str, task: str = "") -> str:
        """Put a member down for a session."""
        return "Signed up."

    @server.tool(annotations=ACTS)
    def order_glaze(glaze_id: str, member_id: str, quantity: int) -> str:
        """Add glaze to the joint order for a member."""
        return "Ordered."

    @server.tool(annotations=ACTS)
    def move_ticket(ticket_id: str, session_id: str) -> str:
        """Move a ticket to another session."""
        return "Moved."

    @server.tool(annotations=ACTS)
    def set_session_status(session_id: str, status: Literal["planned", "cancelled"]) -> str:
        """Mark a session as cancelled, or as planned again."""
        return "Set."

    @server.tool(annotations=ACTS)
    def move_firing(firing_id: str, ready: datetime) -> str:
        """Give a firing another time at which it is ready."""
        return "Moved."

    @server.tool(annotations=ACTS)
    def book_key(key_id: str, movement: Literal["out", "in"], holder: str = "", due_back: date | None = None) -> str:
        """Enter in the key book that a key is handed out, or has come back."""
        return "Entered."

    return server


def done(said: Said) -> list[tuple[str, dict[str, object]]]:
    return [call for call in said[1] if not call[0].startswith("list_")]


@pytest.mark.parametrize(
    "text",
    [
        "get Ida Falk 4 jars of celadon",
        "stick 4 jars of celadon on the order for ida falk pls",
        "ida falk would like 4 jars of the celadon, can u add that",
    ],
)
async def test_the_tool_is_meant_that_explains_all_that_is_said(text: str) -> None:
    said = await talk(pottery(), text)
    assert done(said) == [("order_glaze", {"glaze_id": "GL-1", "member_id": "M-1", "quantity": 4})]


async def test_a_day_said_before_an_order_says_of_which_list_the_thing_is_and_a_part_of_it_what_for() -> None:
    said = await talk(pottery(), "rolf berg can do wedging on june 5, put him down pls")
    assert done(said) == [("sign_up_for_session", {"session_id": "SN-4", "member_id": "M-2", "task": "Wedging"})]


async def test_who_cannot_come_is_moved_and_what_they_come_to_is_not_called_off() -> None:
    said = await talk(pottery(), "omar reyes cant make it today, put him on the first slot tomorrow instead")
    assert done(said) == [("move_ticket", {"ticket_id": "TK-1", "session_id": "SN-3"})]


async def test_a_noun_that_nothing_is_called_stands_for_what_the_tool_takes() -> None:
    said = await talk(pottery(), "move TK-2 to the first slot tomorrow")
    assert done(said) == [("move_ticket", {"ticket_id": "TK-2", "session_id": "SN-3"})]


@pytest.mark.parametrize("text", ["give FI-1 two more days", "give the teapot another 2 days"])
async def test_more_time_is_counted_from_what_was_planned(text: str) -> None:
    [(tool, arguments)] = done(await talk(pottery(), text))
    assert (tool, arguments["firing_id"]) == ("move_firing", "FI-1")
    assert str(arguments["ready"]).startswith("2026-06-07T12:00")


@pytest.mark.parametrize("text", ["Move that to the day after, same time.", "move it to the next day pls"])
async def test_the_day_after_is_that_after_the_one_planned(text: str) -> None:
    [(tool, arguments)] = done(await talk(pottery(), "When is the teapot ready?", text))
    assert (tool, arguments["firing_id"]) == ("move_firing", "FI-1")
    assert str(arguments["ready"]).startswith("2026-06-06T12:00")


async def test_what_is_given_to_somebody_goes_out() -> None:
    said = await talk(pottery(), "give key K-1 to kaja lunde until friday")
    given = {"key_id": "K-1", "movement": "out", "holder": "kaja lunde", "due_back": "2026-06-05"}
    assert done(said) == [("book_key", given)]


async def test_a_figure_that_no_tool_can_take_is_asked_about() -> None:
    said = await talk(pottery(), "put ida falk on SN-4 with 12 helmets")
    assert not done(said)
    assert "12" in said[0]
    assert said[0].endswith("?")


async def test_nothing_else_is_done_where_a_verb_takes_something_away() -> None:
    said = await talk(pottery(), "take ida falk off SN-4")
    assert not done(said)


class Helper(BaseModel):
    id: Annotated[str, Field(description="For example HP-1")]
    name: str
    trade: Literal["thrower", "glazer"]
    hourly_rate: int
    phone: str


class Watch(BaseModel):
    id: Annotated[str, Field(description="For example W-1")]
    kiln: str
    fault: str


class Fee(BaseModel):
    id: Annotated[str, Field(description="For example F-1")]
    payer: str
    state: Literal["open", "paid", "waived"]


def kiln_yard() -> MCPServer[None]:
    server: MCPServer[None] = MCPServer("Kiln yard")

    @server.tool(annotations=READS)
    def list_helpers() -> list[Helper]:
        return [
            Helper(id="HP-1", name="Ida Falk", trade="glazer", hourly_rate=30, phone="555 01"),
            Helper(id="HP-2", name="Rolf Berg", trade="glazer", hourly_rate=24, phone="555 02"),
            Helper(id="HP-3", name="Kaja Lunde", trade="thrower", hourly_rate=20, phone="555 03"),
        ]

    @server.tool(annotations=READS)
    def list_watches() -> list[Watch]:
        return [Watch(id="W-1", kiln="North", fault="Door rattles"), Watch(id="W-2", kiln="South", fault="Vent stuck")]

    @server.tool(annotations=READS)
    def list_fees() -> list[Fee]:
        return [Fee(id="F-1", payer="Omar Reyes", state="open"), Fee(id="F-2", payer="Ines Prado", state="open")]

    @server.tool(annotations=ACTS)
    def update_watch(watch_id: str, helper_id: str | None = None, visit: datetime | None = None) -> str:
        """Change a watch: its helper, or the time of the visit."""
        return "Updated."

    @server.tool(annotations=ACTS)
    def settle_fee(fee_id: str, how: Literal["paid", "waived"]) -> str:
        """Close an open fee, as paid or as waived."""
        return "Settled."

    @server.tool(annotations=ACTS)
    def replace_helper(
        watch_id: str,
        leaving_id: Annotated[str, Field(description="Id of who is taken off, such as HP-1")],
        joining_id: Annotated[str, Field(description="Id of who takes over")],
    ) -> str:
        """Put one helper in the place of another on a watch."""
        return "Replaced."

    return server


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("Record fee F-1 as paid.", "paid"),
        ("pls log f-1 as waived", "waived"),
        ("let omar off F-1, he was in hospital", "waived"),
    ],
)
async def test_what_something_becomes_says_which_tool_is_meant(text: str, how: str) -> None:
    said = await talk(kiln_yard(), text)
    assert done(said) == [("settle_fee", {"fee_id": "F-1", "how": how})]


@pytest.mark.parametrize(
    ("text", "helper"),
    [
        ("send rolf berg to W-2 tomorrow at 10", "HP-2"),
        ("the vent is stuck, pls send the cheaper one of our glazers to W-2 tomorrow at 10am", "HP-2"),
    ],
)
async def test_somebody_is_sent_where_a_tool_takes_who_comes_and_when(text: str, helper: str) -> None:
    [(tool, arguments)] = done(await talk(kiln_yard(), text))
    assert (tool, arguments["watch_id"], arguments["helper_id"]) == ("update_watch", "W-2", helper)
    assert str(arguments["visit"]).startswith("2026-06-04T10:00")


@pytest.mark.parametrize(
    "text",
    [
        "ida falk is ill, put rolf berg on W-1 instead of her",
        "put rolf berg on W-1 instead of ida falk",
        "replace ida falk with rolf berg on W-1",
        "swap ida falk for rolf berg on W-1",
    ],
)
async def test_of_two_persons_one_takes_over_from_the_other(text: str) -> None:
    said = await talk(kiln_yard(), text)
    assert done(said) == [("replace_helper", {"watch_id": "W-1", "leaving_id": "HP-1", "joining_id": "HP-2"})]


async def test_nothing_is_sent_to_somebody_who_could_be_sent() -> None:
    said = await talk(kiln_yard(), "send rolf berg an invoice for W-2")
    assert not done(said)
