"""The desk of Kilnhouse Studios: sessions, engineers, bands, gear and invoices, as an MCP server."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

Room = Literal["Live Room", "Studio Two", "Booth", "Mix Suite"]
SessionKind = Literal["tracking", "overdubs", "vocals", "mixing", "mastering", "rehearsal"]
SessionStatus = Literal["tentative", "confirmed", "done", "cancelled"]
Skill = Literal["tracking", "vocals", "editing", "mixing", "mastering", "repairs"]
Category = Literal["microphone", "preamp", "outboard", "instrument", "amplifier", "monitor"]
Condition = Literal["ok", "faulty", "in_repair"]
InvoiceStatus = Literal["draft", "sent", "overdue", "paid"]

HOURLY_RATES: dict[str, int] = {"Live Room": 65, "Studio Two": 45, "Booth": 30, "Mix Suite": 50}
CLOSING = 24 * 60

READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False, destructive_hint=False)


class Absence(BaseModel):
    first: date
    last: date = Field(description="The last day away, included")
    reason: str


class Engineer(BaseModel):
    id: str = Field(description="Such as E-3")
    name: str
    skills: list[Skill]
    phone: str
    away: list[Absence] = Field(description="When the engineer does not work")


class Contact(BaseModel):
    name: str
    phone: str
    email: str


class Member(BaseModel):
    name: str
    plays: str


class Band(BaseModel):
    id: str = Field(description="Such as B-04")
    name: str
    genre: str
    contact: Contact = Field(description="Whom to call about bookings and invoices")
    members: list[Member]


class Song(BaseModel):
    title: str
    takes: int | None = Field(description="How many takes were recorded; none where nothing was recorded")
    finished: bool


class Placed(BaseModel):
    gear_id: str
    name: str
    use: str = Field(description="What it is for in this session")


class Booking(BaseModel):
    id: str = Field(description="Such as S-212")
    day: date
    start: str = Field(description="HH:MM")
    hours: int
    room: Room
    kind: SessionKind
    status: SessionStatus
    band_id: str
    engineer_id: str | None = Field(description="None where nobody is assigned yet")


class Session(Booking):
    fee: int = Field(description="In pounds")
    songs: list[Song] = []
    setup: list[Placed] = Field(default=[], description="The gear that is set up for it")
    notes: str = ""


class SessionRow(Booking):
    band: str
    engineer: str | None


class SessionDetails(SessionRow, Session):
    pass


class Loan(BaseModel):
    band_id: str
    band: str
    since: date
    back_on: date = Field(description="The day it should be back")


class Gear(BaseModel):
    id: str = Field(description="Such as G-07")
    name: str
    category: Category
    room: Room | Literal["Store"] = Field(description="Where it belongs")
    condition: Condition
    loan: Loan | None = Field(description="Given where a band has it at the moment")
    value: int = Field(description="What it is insured for, in pounds")
    serviced: date = Field(description="The day of the last service")
    note: str


class Line(BaseModel):
    text: str
    amount: int


class Invoice(BaseModel):
    id: str = Field(description="Such as INV-066")
    band_id: str
    status: InvoiceStatus
    issued: date
    due: date
    lines: list[Line]
    paid: int = Field(description="What has come in so far")


class Studio(BaseModel):
    engineers: list[Engineer]
    bands: list[Band]
    sessions: list[Session]
    gear: list[Gear]
    invoices: list[Invoice]


class InvoiceRow(Invoice):
    band: str
    total: int = Field(description="In pounds")
    owed: int = Field(description="What is still to come in")


SessionId = Annotated[str, Field(description="The id of a session, such as S-212")]


def _searchable(text: str) -> str:
    """Letters and digits alone, so that `LA2A` finds `LA-2A`."""
    return re.sub(r"[^a-z0-9]", "", text.casefold())


def _minutes(start: str) -> int:
    return int(start[:2]) * 60 + int(start[3:])


def _overlap(one: Session, other: Session) -> bool:
    first, second = _minutes(one.start), _minutes(other.start)
    return one.day == other.day and first < second + other.hours * 60 and second < first + one.hours * 60


def _is_away(engineer: Engineer, day: date) -> bool:
    return any(absence.first <= day <= absence.last for absence in engineer.away)


def _matching(things: list[Any], **wanted: str | None) -> list[Any]:
    return [thing for thing in things if all(getattr(thing, name) == one for name, one in wanted.items() if one)]


def _by_id(things: list[Any], wanted: str, what: str) -> Any:
    for thing in things:
        if thing.id == wanted:
            return thing
    raise ValueError(f"There is no {what} {wanted}.")


def make_server(data: dict[str, Any]) -> MCPServer:
    studio = Studio.model_validate(data)
    about = "The booking desk of a recording studio in Bristol. Times are local, money is in pounds."
    server = MCPServer("Kilnhouse Studios", instructions=about)

    def row(session: Session) -> dict[str, Any]:
        engineer = _by_id(studio.engineers, session.engineer_id, "engineer").name if session.engineer_id else None
        band = _by_id(studio.bands, session.band_id, "band").name
        return {**session.model_dump(), "band": band, "engineer": engineer}

    def invoice_row(invoice: Invoice) -> InvoiceRow:
        total = sum(line.amount for line in invoice.lines)
        band = _by_id(studio.bands, invoice.band_id, "band").name
        return InvoiceRow(**invoice.model_dump(), band=band, total=total, owed=total - invoice.paid)

    def at_that_time(session: Session) -> list[Session]:
        others = [other for other in studio.sessions if other.id != session.id and other.status != "cancelled"]
        return [other for other in others if _overlap(session, other)]

    def refuse_if_not_free(engineer: Engineer, session: Session) -> None:
        if _is_away(engineer, session.day):
            raise ValueError(f"{engineer.name} is away on {session.day}.")
        for other in at_that_time(session):
            if other.engineer_id == engineer.id:
                raise ValueError(f"{engineer.name} is at session {other.id} at that time.")

    @server.tool(annotations=READS)
    def list_sessions(
        status: Annotated[SessionStatus | None, Field(description="Only those with this status")] = None,
        room: Annotated[Room | None, Field(description="Only those in this room")] = None,
        band_id: Annotated[str | None, Field(description="Only those of this band, such as B-04")] = None,
        engineer_id: Annotated[str | None, Field(description="Only those of this engineer, such as E-3")] = None,
        since: Annotated[date | None, Field(description="Only those on this day or later")] = None,
        until: Annotated[date | None, Field(description="Only those on this day or before")] = None,
    ) -> list[SessionRow]:
        """List the sessions, past and coming, by day and time: band, room, engineer, kind and status."""
        if band_id:
            _by_id(studio.bands, band_id, "band")
        if engineer_id:
            _by_id(studio.engineers, engineer_id, "engineer")
        found = _matching(studio.sessions, status=status, room=room, band_id=band_id, engineer_id=engineer_id)
        found = [one for one in found if (not since or one.day >= since) and (not until or one.day <= until)]
        found.sort(key=lambda session: (session.day, session.start))
        return [SessionRow.model_validate(row(session)) for session in found]

    @server.tool(annotations=READS)
    def get_session(session_id: SessionId) -> SessionDetails:
        """Everything about one session: also its fee, the songs with their takes, the gear set up, and notes."""
        return SessionDetails.model_validate(row(_by_id(studio.sessions, session_id, "session")))

    @server.tool(annotations=READS)
    def list_engineers(
        skill: Annotated[Skill | None, Field(description="Only those who can do this")] = None,
        free_on: Annotated[
            date | None, Field(description="Only those who are neither away nor in a session on this day")
        ] = None,
    ) -> list[Engineer]:
        """List the engineers with their skills, phone numbers and absences."""
        found = [engineer for engineer in studio.engineers if not skill or skill in engineer.skills]
        if free_on:
            that_day = [session for session in studio.sessions if session.day == free_on]
            busy = {session.engineer_id for session in that_day if session.status != "cancelled"}
            found = [engineer for engineer in found if engineer.id not in busy and not _is_away(engineer, free_on)]
        return found

    @server.tool(annotations=READS)
    def find_bands(
        text: Annotated[str, Field(description="Part of the name of a band, member or contact; empty for all")] = "",
    ) -> list[Band]:
        """Find bands and solo artists, with their members and whom to contact."""

        def names(band: Band) -> list[str]:
            return [band.name, band.contact.name, *(member.name for member in band.members)]

        wanted = _searchable(text)
        return [band for band in studio.bands if any(wanted in _searchable(name) for name in names(band))]

    @server.tool(annotations=READS)
    def find_gear(
        text: Annotated[str, Field(description="Part of the name, such as U87; empty for all")] = "",
        category: Annotated[Category | None, Field(description="Only gear of this category")] = None,
        condition: Annotated[Condition | None, Field(description="Only gear in this condition")] = None,
        on_loan: Annotated[bool | None, Field(description="Only gear that is (or is not) lent to a band")] = None,
    ) -> list[Gear]:
        """Find microphones, instruments and other gear: its room, condition, loan, value and last service."""
        found = _matching(studio.gear, category=category, condition=condition)
        found = [gear for gear in found if _searchable(text) in _searchable(gear.name)]
        return [gear for gear in found if on_loan is None or (gear.loan is not None) == on_loan]

    @server.tool(annotations=READS)
    def list_invoices(
        status: Annotated[InvoiceStatus | None, Field(description="Only those with this status")] = None,
        band_id: Annotated[str | None, Field(description="Only those to this band, such as B-04")] = None,
    ) -> list[InvoiceRow]:
        """List the invoices with their lines, what was paid, what is still owed, and when they are due."""
        if band_id:
            _by_id(studio.bands, band_id, "band")
        return [invoice_row(invoice) for invoice in _matching(studio.invoices, status=status, band_id=band_id)]

    @server.tool(annotations=ACTS)
    def book_session(
        band_id: Annotated[str, Field(description="The id of a band, such as B-04, see find_bands")],
        room: Room,
        kind: SessionKind,
        day: date,
        start: Annotated[str, Field(description="HH:MM, 24 hours", pattern=r"^([01]\d|2[0-3]):[0-5]\d$")],
        hours: Annotated[int, Field(ge=1, le=14)],
        engineer_id: Annotated[str | None, Field(description="Such as E-3; can also be assigned later")] = None,
    ) -> SessionDetails:
        """Book a room for a band. The session is tentative at first."""
        _by_id(studio.bands, band_id, "band")
        number = max(int(session.id.removeprefix("S-")) for session in studio.sessions) + 1
        session = Session(
            id=f"S-{number}", day=day, start=start, hours=hours, room=room, kind=kind, status="tentative",
            band_id=band_id, engineer_id=engineer_id, fee=hours * HOURLY_RATES[room],
        )  # fmt: skip
        if _minutes(start) + hours * 60 > CLOSING:
            raise ValueError("The studio closes at midnight.")
        for other in at_that_time(session):
            if other.room == room:
                raise ValueError(f"{room} is taken by session {other.id} at that time.")
        if engineer_id:
            refuse_if_not_free(_by_id(studio.engineers, engineer_id, "engineer"), session)
        studio.sessions.append(session)
        return SessionDetails.model_validate(row(session))

    @server.tool(annotations=ACTS)
    def assign_engineer(
        session_id: SessionId,
        engineer_id: Annotated[str, Field(description="The id of an engineer, such as E-3, see list_engineers")],
    ) -> SessionDetails:
        """Assign an engineer to a session, in place of whoever was assigned before."""
        session = _by_id(studio.sessions, session_id, "session")
        engineer = _by_id(studio.engineers, engineer_id, "engineer")
        if session.status in ("done", "cancelled"):
            raise ValueError(f"Session {session_id} is {session.status}.")
        refuse_if_not_free(engineer, session)
        session.engineer_id = engineer_id
        return SessionDetails.model_validate(row(session))

    @server.tool(annotations=ACTS)
    def set_gear_condition(
        gear_id: Annotated[str, Field(description="The id of a piece of gear, such as G-07, see find_gear")],
        condition: Condition,
        note: Annotated[str, Field(description="Replaces the note; empty leaves it as it is")] = "",
    ) -> Gear:
        """Set whether a piece of gear is ok, faulty or in repair."""
        gear = _by_id(studio.gear, gear_id, "gear")
        gear.condition = condition
        gear.note = note or gear.note
        return gear

    @server.tool(annotations=ACTS)
    def record_payment(
        invoice_id: Annotated[str, Field(description="The id of an invoice, such as INV-066")],
        amount: Annotated[int, Field(gt=0, description="What came in, in pounds")],
    ) -> InvoiceRow:
        """Record that money came in for an invoice. It is paid once nothing is owed any more."""
        invoice = _by_id(studio.invoices, invoice_id, "invoice")
        if invoice.status == "draft":
            raise ValueError(f"{invoice_id} has not been sent yet.")
        owed = invoice_row(invoice).owed
        if amount > owed:
            raise ValueError(f"Only {owed} pounds are owed on {invoice_id}.")
        invoice.paid += amount
        if amount == owed:
            invoice.status = "paid"
        return invoice_row(invoice)

    return server
