"""The phrasebook of states in a print shop, which has a field of another form for each of them."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

import pytest
from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from .test_planner import talk

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
Status = Literal["quoted", "ordered", "printing", "finished", "shipped", "cancelled"]


class Order(BaseModel):
    id: Annotated[str, Field(description="For example O-1")]
    customer: str
    what: str
    status: Status
    due: date
    rush: bool
    total: float
    paid: float
    balance: Annotated[float, Field(description="What is left to pay")]


class Paper(BaseModel):
    id: Annotated[str, Field(description="For example PA-1")]
    name: str
    sheets: Annotated[int, Field(description="Sheets in stock")]
    reorder_level: int


class Printer(BaseModel):
    id: Annotated[str, Field(description="For example M-1")]
    name: str
    state: Literal["idle", "running", "broken"]
    service_due: date


class Permit(BaseModel):
    id: Annotated[str, Field(description="For example L-1")]
    name: str
    holder: str
    expires_on: date


class Employee(BaseModel):
    id: Annotated[str, Field(description="For example E-1")]
    name: str
    presence: Literal["in", "on_leave", "sick"]


class Delivery(BaseModel):
    id: Annotated[str, Field(description="For example D-1")]
    supplier: str
    expected_on: date
    arrived_on: date | None


class Enquiry(BaseModel):
    id: Annotated[str, Field(description="For example Q-1")]
    name: str
    state: Literal["new", "answered", "accepted", "declined"]
    received: date


class Workshop(BaseModel):
    id: Annotated[str, Field(description="For example W-1")]
    title: str
    day: date
    capacity: int
    attendees: int


ORDERS = [
    Order(
        id="O-1",
        customer="Ada Stone",
        what="Flyers",
        status="printing",
        due=date(2026, 6, 1),
        rush=False,
        total=100,
        paid=0,
        balance=100,
    ),
    Order(
        id="O-2",
        customer="Bo Lake",
        what="Menus",
        status="finished",
        due=date(2026, 6, 4),
        rush=True,
        total=80,
        paid=80,
        balance=0,
    ),
    Order(
        id="O-3",
        customer="Cy Moor",
        what="Posters",
        status="shipped",
        due=date(2026, 5, 4),
        rush=False,
        total=60,
        paid=20,
        balance=40,
    ),
    Order(
        id="O-4",
        customer="Di Fern",
        what="Cards",
        status="cancelled",
        due=date(2026, 5, 9),
        rush=False,
        total=60,
        paid=0,
        balance=0,
    ),
    Order(
        id="O-5",
        customer="Ed Hay",
        what="Booklets",
        status="ordered",
        due=date(2026, 6, 14),
        rush=True,
        total=160,
        paid=60,
        balance=100,
    ),
]
PAPERS = [
    Paper(id="PA-1", name="Gloss 120", sheets=50, reorder_level=200),
    Paper(id="PA-2", name="Matt 90", sheets=900, reorder_level=200),
    Paper(id="PA-3", name="Kraft", sheets=0, reorder_level=50),
]
PRINTERS = [
    Printer(id="M-1", name="Heidel", state="running", service_due=date(2026, 5, 20)),
    Printer(id="M-2", name="Riso", state="broken", service_due=date(2026, 9, 1)),
    Printer(id="M-3", name="Komori", state="idle", service_due=date(2026, 7, 1)),
]
PERMITS = [
    Permit(id="L-1", name="Solvent permit", holder="Finn Reed", expires_on=date(2026, 5, 2)),
    Permit(id="L-2", name="Waste permit", holder="Una Hill", expires_on=date(2026, 6, 10)),
    Permit(id="L-3", name="Forklift permit", holder="Tom Ash", expires_on=date(2027, 6, 10)),
]
EMPLOYEES = [
    Employee(id="E-1", name="Finn Reed", presence="in"),
    Employee(id="E-2", name="Una Hill", presence="on_leave"),
    Employee(id="E-3", name="Tom Ash", presence="sick"),
]
DELIVERIES = [
    Delivery(id="D-1", supplier="Alder Mill", expected_on=date(2026, 6, 1), arrived_on=None),
    Delivery(id="D-2", supplier="Birch Co", expected_on=date(2026, 6, 3), arrived_on=None),
    Delivery(id="D-3", supplier="Cedar Ltd", expected_on=date(2026, 5, 30), arrived_on=date(2026, 5, 30)),
]
ENQUIRIES = [
    Enquiry(id="Q-1", name="Gala tickets", state="new", received=date(2026, 6, 1)),
    Enquiry(id="Q-2", name="Wedding cards", state="answered", received=date(2026, 6, 1)),
    Enquiry(id="Q-3", name="School diary", state="declined", received=date(2026, 6, 1)),
    Enquiry(id="Q-4", name="Beer labels", state="accepted", received=date(2026, 6, 1)),
]
WORKSHOPS = [
    Workshop(id="W-1", title="Letterpress", day=date(2026, 6, 8), capacity=8, attendees=8),
    Workshop(id="W-2", title="Bookbinding", day=date(2026, 6, 9), capacity=6, attendees=2),
]


def print_shop():
    server = MCPServer("Print shop")

    @server.tool(annotations=READS)
    def list_orders(status: Status | None = None) -> list[Order]:
        """Orders of customers."""
        return [o for o in ORDERS if status in (None, o.status)]

    @server.tool(annotations=READS)
    def list_papers() -> list[Paper]:
        """Papers in stock."""
        return PAPERS

    @server.tool(annotations=READS)
    def list_printers() -> list[Printer]:
        """Printers."""
        return PRINTERS

    @server.tool(annotations=READS)
    def list_permits() -> list[Permit]:
        """Permits that people hold."""
        return PERMITS

    @server.tool(annotations=READS)
    def list_employees() -> list[Employee]:
        """Who works here."""
        return EMPLOYEES

    @server.tool(annotations=READS)
    def list_deliveries() -> list[Delivery]:
        """Deliveries from suppliers."""
        return DELIVERIES

    @server.tool(annotations=READS)
    def list_enquiries() -> list[Enquiry]:
        """Enquiries that came in."""
        return ENQUIRIES

    @server.tool(annotations=READS)
    def list_workshops() -> list[Workshop]:
        """Workshops for the public."""
        return WORKSHOPS

    return server


@pytest.mark.parametrize(
    ("question", "has", "lacks"),
    [
        ("which orders should have gone out by now", ["Flyers"], ["Menus", "Posters", "Cards"]),
        ("what's still not out the door?", ["Flyers", "Menus", "Booklets"], ["Posters", "Cards"]),
        ("which orders haven't been shipped yet", ["Flyers", "Menus", "Booklets"], ["Posters", "Cards"]),
        ("anything still not finished?", ["Flyers", "Booklets"], ["Menus", "Posters", "Cards"]),
        ("which orders are ready?", ["Menus"], ["Flyers", "Posters", "Cards"]),
        ("which orders got called off", ["Cards"], ["Flyers", "Posters"]),
        ("who has only part paid?", ["Cy Moor", "Ed Hay"], ["Ada Stone", "Bo Lake"]),
        ("anything urgent?", ["Menus", "Booklets"], ["Flyers", "Posters"]),
        ("which permits have run out", ["Solvent"], ["Waste", "Forklift"]),
        ("whose permit runs out soon?", ["Una Hill"], ["Finn Reed", "Tom Ash"]),
        ("any permits about to expire", ["Waste"], ["Solvent", "Forklift"]),
        ("who's off today?", ["Una Hill", "Tom Ash"], ["Finn Reed"]),
        ("who's not in today", ["Una Hill", "Tom Ash"], ["Finn Reed"]),
        ("is una hill in today?", ["No"], ["Finn Reed"]),
        ("what's still coming in today?", ["Birch Co"], ["Cedar Ltd", "permit"]),
        ("what deliveries are we still waiting for", ["Alder Mill", "Birch Co"], ["Cedar Ltd"]),
        ("which deliveries should've been here by now but aren't", ["Alder Mill"], ["Birch Co", "Cedar Ltd"]),
        ("which enquiries has nobody answered yet", ["Gala tickets"], ["Wedding cards", "School diary"]),
        ("did anyone turn us down", ["School diary"], ["Beer labels", "Wedding cards"]),
        ("who said yes", ["Beer labels"], ["School diary", "Wedding cards"]),
        ("what are we running low on", ["Gloss", "Kraft"], ["Matt"]),
        ("which papers are nearly out?", ["Gloss", "Kraft"], ["Matt"]),
        ("which paper has run out", ["Kraft"], ["Gloss", "Matt"]),
        ("which workshops are full", ["Letterpress"], ["Bookbinding"]),
        ("show me the full list of workshops", ["Letterpress", "Bookbinding"], []),
        ("which workshops still have room", ["Bookbinding"], ["Letterpress"]),
        ("how many places are left on the bookbinding workshop", ["4"], ["Letterpress"]),
    ],
)
async def test_what_is_said_of_a_state_is_found_in_whatever_shows_it(
    question: str, has: list[str], lacks: list[str]
) -> None:
    answer, _ = await talk(print_shop(), question)
    assert [one for one in has if one not in answer] == [], answer
    assert [one for one in lacks if one in answer] == [], answer
