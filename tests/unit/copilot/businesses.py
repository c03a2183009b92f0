"""Four small businesses for conversations: a marina, a theatre, a print shop and a riding school."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False)
NOW = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)


def day(text: str) -> date:
    return date.fromisoformat(text)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text + "+00:00")


class Boat(BaseModel):
    id: Annotated[str, Field(description="For example BT-1")]
    name: str
    kind: Literal["sail", "motor"]
    owner: str
    length_m: float


class Owner(BaseModel):
    id: Annotated[str, Field(description="For example OW-1")]
    name: str
    phone: str
    email: str
    member_since: date


class Stay(BaseModel):
    id: Annotated[str, Field(description="For example ST-1")]
    boat: str
    berth: str
    skipper: str
    arrives: date
    leaves: date
    status: Literal["expected", "moored", "gone", "cancelled"]


class Repair(BaseModel):
    id: Annotated[str, Field(description="For example RP-1")]
    boat: str
    what: str
    fitter: str
    state: Literal["waiting", "in_hand", "on_hold", "done"]
    hold_reason: str
    due: date


class Fitter(BaseModel):
    id: Annotated[str, Field(description="For example FT-1")]
    name: str
    trade: Literal["engines", "rigging", "hulls"]
    years: Annotated[int, Field(description="Years of experience")]
    phone: str
    away_until: date | None


BOATS = [
    Boat(id="BT-1", name="Sea Thrift", kind="sail", owner="Hana Kovac", length_m=9.5),
    Boat(id="BT-2", name="Merry Gannet", kind="motor", owner="Piers Loxley", length_m=12),
    Boat(id="BT-3", name="Kittiwake", kind="sail", owner="Orla Finnegan", length_m=7.2),
]
OWNERS = [
    Owner(id="OW-1", name="Hana Kovac", phone="020 111", email="hana@x.example", member_since=day("2019-03-01")),
    Owner(id="OW-2", name="Piers Loxley", phone="020 222", email="piers@x.example", member_since=day("2021-05-04")),
    Owner(id="OW-3", name="Orla Finnegan", phone="020 333", email="orla@x.example", member_since=day("2015-08-09")),
]
STAYS = [
    Stay(
        id="ST-1",
        boat="Sea Thrift",
        berth="B4",
        skipper="Hana Kovac",
        arrives=day("2026-11-16"),
        leaves=day("2026-11-20"),
        status="moored",
    ),
    Stay(
        id="ST-2",
        boat="Merry Gannet",
        berth="B4",
        skipper="Piers Loxley",
        arrives=day("2026-11-21"),
        leaves=day("2026-11-25"),
        status="expected",
    ),
    Stay(
        id="ST-3",
        boat="Kittiwake",
        berth="C1",
        skipper="Orla Finnegan",
        arrives=day("2026-11-18"),
        leaves=day("2026-11-19"),
        status="expected",
    ),
    Stay(
        id="ST-4",
        boat="Merry Gannet",
        berth="C2",
        skipper="Piers Loxley",
        arrives=day("2026-11-18"),
        leaves=day("2026-11-20"),
        status="expected",
    ),
    Stay(
        id="ST-5",
        boat="Kittiwake",
        berth="B4",
        skipper="Orla Finnegan",
        arrives=day("2026-11-27"),
        leaves=day("2026-11-30"),
        status="expected",
    ),
]
REPAIRS = [
    Repair(
        id="RP-1",
        boat="Sea Thrift",
        what="New halyard",
        fitter="Ines Duarte",
        state="on_hold",
        hold_reason="parts",
        due=day("2026-11-19"),
    ),
    Repair(
        id="RP-2",
        boat="Kittiwake",
        what="Hull patch",
        fitter="Tom Arkwright",
        state="on_hold",
        hold_reason="payment",
        due=day("2026-11-12"),
    ),
    Repair(
        id="RP-3",
        boat="Merry Gannet",
        what="Engine service",
        fitter="Bram Visser",
        state="in_hand",
        hold_reason="",
        due=day("2026-11-24"),
    ),
]
FITTERS = [
    Fitter(id="FT-1", name="Ines Duarte", trade="rigging", years=12, phone="020 777", away_until=day("2026-11-22")),
    Fitter(id="FT-2", name="Tom Arkwright", trade="hulls", years=4, phone="020 888", away_until=None),
    Fitter(id="FT-3", name="Bram Visser", trade="engines", years=9, phone="020 999", away_until=day("2026-11-30")),
]


def marina() -> MCPServer[Any]:
    server = MCPServer("Marina")

    @server.tool(annotations=READS)
    def list_boats(kind: Literal["sail", "motor"] | None = None) -> list[Boat]:
        """Boats and whom they belong to."""
        return [b for b in BOATS if kind in (None, b.kind)]

    @server.tool(annotations=READS)
    def list_owners(text: Annotated[str, Field(description="A part of the name")] = "") -> list[Owner]:
        """Boat owners with phone and email."""
        return [o for o in OWNERS if text.lower() in o.name.lower()]

    @server.tool(annotations=READS)
    def list_stays(
        on_day: Annotated[date | None, Field(description="Only stays that begin on this day")] = None,
        status: Literal["expected", "moored", "gone", "cancelled"] | None = None,
    ) -> list[Stay]:
        """Stays of boats in berths: who comes, when they arrive and leave."""
        return [o for o in STAYS if on_day in (None, o.arrives) and status in (None, o.status)]

    @server.tool(annotations=READS)
    def list_repairs(state: Literal["waiting", "in_hand", "on_hold", "done"] | None = None) -> list[Repair]:
        """Repairs of boats, and the fitter who does them."""
        return [o for o in REPAIRS if state in (None, o.state)]

    @server.tool(annotations=READS)
    def list_fitters(trade: Literal["engines", "rigging", "hulls"] | None = None) -> list[Fitter]:
        """Fitters, their trades, and until when those are away who are."""
        return [o for o in FITTERS if trade in (None, o.trade)]

    @server.tool(annotations=ACTS)
    def check_in_stay(stay_id: Annotated[str, Field(description="The stay's id, for example ST-1")]) -> str:
        """Check in a boat that is expected, when it arrives."""
        return f"{stay_id} is moored."

    @server.tool(annotations=ACTS)
    def cancel_stay(stay_id: Annotated[str, Field(description="The stay's id, for example ST-1")]) -> str:
        """Cancel a stay."""
        return f"{stay_id} is cancelled."

    @server.tool(annotations=ACTS)
    def move_stay(
        stay_id: Annotated[str, Field(description="The stay's id, for example ST-1")],
        berth: Annotated[str, Field(description="The new berth, for example B4")],
    ) -> str:
        """Move a stay to another berth."""
        return f"{stay_id} moves to {berth}."

    @server.tool(annotations=ACTS)
    def release_repair(repair_id: Annotated[str, Field(description="The repair's id, for example RP-1")]) -> str:
        """Release a repair that is on hold, so that it goes on."""
        return f"{repair_id} goes on."

    @server.tool(annotations=ACTS)
    def assign_repair(
        repair_id: Annotated[str, Field(description="The repair's id, for example RP-1")],
        fitter_id: Annotated[str, Field(description="The fitter's id, for example FT-1")],
    ) -> str:
        """Give a repair to a fitter."""
        return f"{repair_id} is with {fitter_id}."

    return server


class Show(BaseModel):
    id: Annotated[str, Field(description="For example SH-1")]
    title: str
    director: str
    minutes: int
    closes_on: date


class Performance(BaseModel):
    id: Annotated[str, Field(description="For example PF-1")]
    show_id: str
    show: str
    hall: str
    starts: datetime
    seats_left: int
    status: Literal["on_sale", "sold_out", "cancelled"]


class Booking(BaseModel):
    id: Annotated[str, Field(description="For example BK-1")]
    performance_id: str
    show: str
    patron_id: str
    patron: str
    seats: int
    state: Literal["reserved", "paid", "cancelled"]
    pay_by: date | None


class Patron(BaseModel):
    id: Annotated[str, Field(description="For example PN-1")]
    name: str
    phone: str
    city: str


class PatronMore(Patron):
    email: str
    allergies: str
    bookings_so_far: int


SHOWS = [
    Show(id="SH-1", title="The Glass Orchard", director="Mirela Popa", minutes=95, closes_on=day("2026-12-12")),
    Show(id="SH-2", title="Tin Whistle", director="Jonas Ek", minutes=140, closes_on=day("2026-11-29")),
]
PERFORMANCES = [
    Performance(
        id="PF-1",
        show_id="SH-1",
        show="The Glass Orchard",
        hall="Main hall",
        starts=at("2026-11-20T19:30"),
        seats_left=0,
        status="sold_out",
    ),
    Performance(
        id="PF-2",
        show_id="SH-1",
        show="The Glass Orchard",
        hall="Studio",
        starts=at("2026-11-21T19:30"),
        seats_left=14,
        status="on_sale",
    ),
    Performance(
        id="PF-3",
        show_id="SH-2",
        show="Tin Whistle",
        hall="Main hall",
        starts=at("2026-11-20T15:00"),
        seats_left=32,
        status="on_sale",
    ),
    Performance(
        id="PF-4",
        show_id="SH-2",
        show="Tin Whistle",
        hall="Main hall",
        starts=at("2026-11-22T18:00"),
        seats_left=5,
        status="on_sale",
    ),
]
PATRONS = [
    PatronMore(
        id="PN-1",
        name="Greta Holm",
        phone="555 100",
        city="Lund",
        email="greta@x.example",
        allergies="nuts",
        bookings_so_far=7,
    ),
    PatronMore(
        id="PN-2",
        name="Samir Haddad",
        phone="555 200",
        city="Ystad",
        email="samir@x.example",
        allergies="",
        bookings_so_far=2,
    ),
    PatronMore(
        id="PN-3",
        name="Wanda Krol",
        phone="555 300",
        city="Lund",
        email="wanda@x.example",
        allergies="",
        bookings_so_far=11,
    ),
]
BOOKINGS = [
    Booking(
        id="BK-1",
        performance_id="PF-1",
        show="The Glass Orchard",
        patron_id="PN-1",
        patron="Greta Holm",
        seats=2,
        state="reserved",
        pay_by=day("2026-11-19"),
    ),
    Booking(
        id="BK-2",
        performance_id="PF-1",
        show="The Glass Orchard",
        patron_id="PN-3",
        patron="Wanda Krol",
        seats=4,
        state="paid",
        pay_by=None,
    ),
    Booking(
        id="BK-3",
        performance_id="PF-3",
        show="Tin Whistle",
        patron_id="PN-2",
        patron="Samir Haddad",
        seats=1,
        state="reserved",
        pay_by=day("2026-11-20"),
    ),
    Booking(
        id="BK-4",
        performance_id="PF-4",
        show="Tin Whistle",
        patron_id="PN-1",
        patron="Greta Holm",
        seats=3,
        state="paid",
        pay_by=None,
    ),
]


def theatre() -> MCPServer[Any]:
    server = MCPServer("Theatre")

    @server.tool(annotations=READS)
    def list_shows() -> list[Show]:
        """Shows that are playing, with director and length."""
        return SHOWS

    @server.tool(annotations=READS)
    def list_performances(
        from_day: Annotated[date | None, Field(description="From this day on")] = None,
        to_day: Annotated[date | None, Field(description="Until this day")] = None,
        show: Annotated[str, Field(description="Only of this show: a part of its title")] = "",
    ) -> list[Performance]:
        """Performances of shows: where and when, and how many seats are left."""
        return [
            p
            for p in PERFORMANCES
            if (not from_day or p.starts.date() >= from_day)
            and (not to_day or p.starts.date() <= to_day)
            and show.lower() in p.show.lower()
        ]

    @server.tool(annotations=READS)
    def list_bookings(
        state: Literal["reserved", "paid", "cancelled"] | None = None,
        patron: Annotated[str, Field(description="Only of this patron: a part of the name")] = "",
    ) -> list[Booking]:
        """Bookings of seats by patrons."""
        return [b for b in BOOKINGS if state in (None, b.state) and patron.lower() in b.patron.lower()]

    @server.tool(annotations=READS)
    def search_patrons(text: Annotated[str, Field(description="A part of the name")] = "") -> list[Patron]:
        """Find patrons. Email and allergies are in get_patron."""
        return [
            Patron(**p.model_dump(include=set(Patron.model_fields))) for p in PATRONS if text.lower() in p.name.lower()
        ]

    @server.tool(annotations=READS)
    def get_patron(patron_id: Annotated[str, Field(description="The patron's id, for example PN-1")]) -> PatronMore:
        """Everything about a patron."""
        return next(p for p in PATRONS if p.id == patron_id)

    @server.tool(annotations=ACTS)
    def cancel_booking(booking_id: Annotated[str, Field(description="The booking's id, for example BK-1")]) -> str:
        """Cancel a booking."""
        return f"{booking_id} cancelled."

    @server.tool(annotations=ACTS)
    def book_seats(
        performance_id: Annotated[str, Field(description="The performance's id, for example PF-1")],
        patron_id: Annotated[str, Field(description="The patron's id, for example PN-1")],
        seats: Annotated[int, Field(ge=1, le=9, description="How many seats")],
    ) -> str:
        """Book seats of a performance for a patron."""
        return f"{seats} booked."

    @server.tool(annotations=ACTS)
    def reschedule_performance(
        performance_id: Annotated[str, Field(description="The performance's id, for example PF-1")],
        starts: Annotated[datetime, Field(description="The new time")],
    ) -> str:
        """Move a performance to another time."""
        return f"{performance_id} at {starts}."

    @server.tool(annotations=ACTS)
    def mark_paid(booking_id: Annotated[str, Field(description="The booking's id, for example BK-1")]) -> str:
        """Mark a booking as paid."""
        return f"{booking_id} paid."

    return server


class Order(BaseModel):
    id: Annotated[str, Field(description="For example PO-1")]
    title: str
    client: str
    operator: str
    press: str
    status: Literal["queued", "printing", "paused", "ready", "collected"]
    deadline: date
    copies: int


class Client(BaseModel):
    id: Annotated[str, Field(description="For example CL-1")]
    company: Annotated[str, Field(description="Name of the company")]
    contact: str
    phone: str


class Press(BaseModel):
    id: Annotated[str, Field(description="For example PR-1")]
    name: str
    status: Literal["running", "idle", "broken"]
    back_on: date | None


class Line(BaseModel):
    paper_id: str
    paper: str
    sheets: int


class Delivery(BaseModel):
    id: Annotated[str, Field(description="For example DL-1")]
    supplier: str
    expected: date
    status: Literal["expected", "late", "received"]
    lines: list[Line]


class Paper(BaseModel):
    id: Annotated[str, Field(description="For example PP-1")]
    name: str
    weight: int
    sheets: Annotated[int, Field(description="Sheets in stock")]
    low: bool


ORDERS = [
    Order(
        id="PO-1",
        title="Menu cards",
        client="Cafe Linden",
        operator="Ruth Bauer",
        press="Heidi",
        status="printing",
        deadline=day("2026-11-19"),
        copies=300,
    ),
    Order(
        id="PO-2",
        title="Flyers A5",
        client="Studio Marble",
        operator="Nils Fuchs",
        press="Roland",
        status="paused",
        deadline=day("2026-11-17"),
        copies=5000,
    ),
    Order(
        id="PO-3",
        title="Wedding invitations",
        client="Cafe Linden",
        operator="Nils Fuchs",
        press="Heidi",
        status="queued",
        deadline=day("2026-11-27"),
        copies=80,
    ),
    Order(
        id="PO-4",
        title="Posters A2",
        client="Tennis Club North",
        operator="Ruth Bauer",
        press="Roland",
        status="paused",
        deadline=day("2026-11-25"),
        copies=150,
    ),
]
CLIENTS = [
    Client(id="CL-1", company="Cafe Linden", contact="Ada Lind", phone="0301"),
    Client(id="CL-2", company="Studio Marble", contact="Ugo Marini", phone="0302"),
    Client(id="CL-3", company="Tennis Club North", contact="Petra Wolf", phone="0303"),
]
PRESSES = [
    Press(id="PR-1", name="Heidi", status="running", back_on=None),
    Press(id="PR-2", name="Roland", status="broken", back_on=day("2026-11-21")),
]
PAPERS = [
    Paper(id="PP-1", name="Ivory laid", weight=120, sheets=0, low=True),
    Paper(id="PP-2", name="Gloss white", weight=90, sheets=900, low=True),
    Paper(id="PP-3", name="Grey board", weight=300, sheets=4000, low=False),
]
DELIVERIES = [
    Delivery(
        id="DL-1",
        supplier="Papermill East",
        expected=day("2026-11-20"),
        status="expected",
        lines=[Line(paper_id="PP-1", paper="Ivory laid", sheets=500)],
    ),
    Delivery(
        id="DL-2",
        supplier="Holm & Sons",
        expected=day("2026-11-23"),
        status="expected",
        lines=[
            Line(paper_id="PP-2", paper="Gloss white", sheets=2000),
            Line(paper_id="PP-3", paper="Grey board", sheets=100),
        ],
    ),
]


def print_shop() -> MCPServer[Any]:
    server = MCPServer("Print shop")

    @server.tool(annotations=READS)
    def list_orders(
        status: Literal["queued", "printing", "paused", "ready", "collected"] | None = None,
        client: Annotated[str, Field(description="Only for this client")] = "",
    ) -> list[Order]:
        """Print orders with their client, operator and deadline."""
        return [o for o in ORDERS if status in (None, o.status) and client.lower() in o.client.lower()]

    @server.tool(annotations=READS)
    def list_clients() -> list[Client]:
        """Clients with their contact person and phone."""
        return CLIENTS

    @server.tool(annotations=READS)
    def list_presses() -> list[Press]:
        """Presses, and when those that are broken are back."""
        return PRESSES

    @server.tool(annotations=READS)
    def list_papers(low: Annotated[bool, Field(description="Only those that run low")] = False) -> list[Paper]:
        """Papers in stock."""
        return [p for p in PAPERS if p.low or not low]

    @server.tool(annotations=READS)
    def list_deliveries() -> list[Delivery]:
        """Deliveries of paper that are expected, with what they bring."""
        return DELIVERIES

    @server.tool(annotations=ACTS)
    def resume_order(order_id: Annotated[str, Field(description="The order's id, for example PO-1")]) -> str:
        """Resume an order that is paused."""
        return f"{order_id} goes on."

    @server.tool(annotations=ACTS)
    def set_press(
        order_id: Annotated[str, Field(description="The order's id, for example PO-1")],
        press_id: Annotated[str, Field(description="The press's id, for example PR-1")],
    ) -> str:
        """Move an order to another press."""
        return f"{order_id} is on {press_id}."

    @server.tool(annotations=ACTS)
    def buy_paper(
        paper_id: Annotated[str, Field(description="The paper's id, for example PP-1")],
        reams: Annotated[int, Field(ge=1, description="How many reams")],
    ) -> str:
        """Order reams of a paper from its supplier."""
        return f"{reams} ordered."

    return server


class Lesson(BaseModel):
    id: Annotated[str, Field(description="For example LS-1")]
    starts: datetime
    pupil: str
    trainer: str
    horse: str


class Trainer(BaseModel):
    id: Annotated[str, Field(description="For example TR-1")]
    name: str
    speciality: str


LESSONS = [
    Lesson(id="LS-1", starts=at("2026-11-18T10:00"), pupil="Mina Okafor", trainer="Gisela Rau", horse="Bounty"),
    Lesson(id="LS-2", starts=at("2026-11-18T11:00"), pupil="Theo Brand", trainer="Anders Lund", horse="Pepper"),
    Lesson(id="LS-3", starts=at("2026-11-19T10:00"), pupil="Zoe Martel", trainer="Gisela Rau", horse="Pepper"),
]
TRAINERS = [
    Trainer(id="TR-1", name="Gisela Rau", speciality="dressage"),
    Trainer(id="TR-2", name="Anders Lund", speciality="jumping"),
]


def riding_school() -> MCPServer[Any]:
    server = MCPServer("Riding school")

    @server.tool(annotations=READS)
    def list_trainers() -> list[Trainer]:
        """Trainers and what they teach best."""
        return TRAINERS

    @server.tool(annotations=READS)
    def list_lessons(
        from_day: Annotated[date | None, Field(description="From this day on")] = None,
        to_day: Annotated[date | None, Field(description="Until this day")] = None,
    ) -> list[Lesson]:
        """Lessons: who rides which horse, and with whom."""
        return [
            one
            for one in LESSONS
            if (not from_day or one.starts.date() >= from_day) and (not to_day or one.starts.date() <= to_day)
        ]

    return server
