"""The office of a small marina: berths, boats, their owners, visits, work in the yard, invoices and the log."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Generic, Literal, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

TODAY = date(2026, 11, 18)

READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
SETS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)

Pontoon = Literal["A", "B", "C", "D"]
BerthStatus = Literal["free", "occupied", "closed"]
BoatKind = Literal["sailing_yacht", "motorboat", "catamaran", "fishing_boat", "workboat"]
Place = Literal["afloat", "ashore", "away"]
Contract = Literal["annual", "seasonal", "visitor"]
VisitStatus = Literal["booked", "checked_in", "left", "cancelled"]
JobKind = Literal["haul_out", "launch", "antifouling", "engine_service", "rigging_check", "winterising", "hull_repair"]
JobStatus = Literal["requested", "scheduled", "in_progress", "done", "cancelled"]
InvoiceStatus = Literal["open", "paid"]

Row = TypeVar("Row")
Limit = Annotated[int, Field(ge=1, le=50, description="How many to give at most")]
Offset = Annotated[int, Field(ge=0, description="How many to skip; next_offset of the page before")]
BoatId = Annotated[str, Field(description="The boat's id, for example V-104")]
OfBoat = Annotated[str, Field(description="Only of this boat: the name, or a part of it")]
OfOwner = Annotated[str, Field(description="Only of this owner: the name, or a part of it")]


class Page(BaseModel, Generic[Row]):
    total: int = Field(description="How many there are in all, on this page or not")
    items: list[Row]
    next_offset: int | None = None


class Berth(BaseModel):
    id: str
    pontoon: Pontoon
    status: BerthStatus
    max_length_m: float
    max_draught_m: float
    shore_power: Literal["none", "16A", "32A"]
    rate_per_night: float
    closed_because: str | None
    boat_id: str | None = Field(description="The boat that lies there")
    boat: str | None
    next_arrival: date | None = Field(description="When the next booked visitor is to come")


class Boat(BaseModel):
    id: str
    name: str
    kind: BoatKind
    length_m: float
    owner_id: str
    owner: str
    berth_id: str | None
    place: Place
    insured_until: date


class Owner(BaseModel):
    id: str
    name: str
    contract: Contract
    phone: str
    email: str
    boats: list[str] = Field(description="Names of the boats")
    owes: float = Field(description="Sum of the open invoices, in GBP")


class Visit(BaseModel):
    id: str
    boat_id: str
    boat: str
    owner: str
    berth_id: str
    arrival: date
    departure: date
    status: VisitStatus
    people: int
    request: str


class Job(BaseModel):
    id: str
    boat_id: str
    boat: str
    kind: JobKind
    status: JobStatus
    day: date | None
    technician: str | None
    price: float | None
    note: str


class BoatDetails(Boat):
    draught_m: float
    notes: str
    jobs: list[Job]
    visits: list[Visit]


class Invoice(BaseModel):
    id: str
    owner_id: str
    owner: str
    subject: str
    amount: float
    issued: date
    due: date
    status: InvoiceStatus
    paid_on: date | None
    days_overdue: int = Field(description="Days since it was due, if it is still open; otherwise 0")


class LogEntry(BaseModel):
    id: str
    at: datetime
    author: str
    boat: str | None
    text: str


class Done(BaseModel):
    id: str = Field(description="What was changed or made")
    summary: str


class Office:
    """The records by id, and what is shown of them."""

    def __init__(self, data: dict[str, Any]) -> None:
        def group(name: str) -> dict[str, dict[str, Any]]:
            return {item["id"]: dict(item) for item in data[name]}

        self.berths, self.boats, self.owners, self.staff = map(group, ("berths", "boats", "owners", "staff"))
        self.visits, self.jobs, self.invoices, self.log = map(group, ("visits", "jobs", "invoices", "log"))

    def lying_at(self, berth_id: str) -> dict[str, Any]:
        return next((boat for boat in self.boats.values() if boat["berth_id"] == berth_id), {})

    def berth(self, item: dict[str, Any]) -> Berth:
        boat, visits = self.lying_at(item["id"]), self.visits.values()
        status = "closed" if item["closed_because"] else "occupied" if boat else "free"
        coming = [one["arrival"] for one in visits if one["berth_id"] == item["id"] and one["status"] == "booked"]
        lies = {"boat_id": boat.get("id"), "boat": boat.get("name"), "next_arrival": min(coming, default=None)}
        return Berth.model_validate({**item, **lies, "status": status})

    def boat(self, item: dict[str, Any]) -> Boat:
        return Boat.model_validate({**item, "owner": self.owners[item["owner_id"]]["name"]})

    def owner(self, item: dict[str, Any]) -> Owner:
        boats = [boat["name"] for boat in self.boats.values() if boat["owner_id"] == item["id"]]
        mine = [one for one in self.invoices.values() if one["owner_id"] == item["id"] and one["status"] == "open"]
        return Owner.model_validate({**item, "boats": boats, "owes": sum(one["amount"] for one in mine)})

    def visit(self, item: dict[str, Any]) -> Visit:
        boat = self.boat(self.boats[item["boat_id"]])
        return Visit.model_validate({**item, "boat": boat.name, "owner": boat.owner})

    def job(self, item: dict[str, Any]) -> Job:
        technician = self.staff.get(item["technician_id"], {}).get("name")
        return Job.model_validate({**item, "boat": self.boats[item["boat_id"]]["name"], "technician": technician})

    def invoice(self, item: dict[str, Any]) -> Invoice:
        late = (TODAY - date.fromisoformat(item["due"])).days if item["status"] == "open" else 0
        owner = self.owners[item["owner_id"]]["name"]
        return Invoice.model_validate({**item, "owner": owner, "days_overdue": max(late, 0)})

    def entry(self, item: dict[str, Any]) -> LogEntry:
        boat = self.boats.get(item["boat_id"], {}).get("name")
        return LogEntry.model_validate({**item, "author": self.staff[item["author_id"]]["name"], "boat": boat})


def make_server(data: dict[str, Any]) -> MCPServer[Any]:
    office = Office(data)
    mcp: MCPServer[Any] = MCPServer(
        "penhallow-marina",
        title="Penhallow Marina",
        instructions=f"The office of Penhallow Marina. Today is {TODAY:%A}, {TODAY}; times are in UTC, amounts in GBP.",
    )
    _add_reads(mcp, office)
    _add_acts(mcp, office)
    return mcp


def _add_reads(mcp: MCPServer[Any], office: Office) -> None:
    @mcp.tool(title="List berths", annotations=READS)
    async def list_berths(
        pontoon: Annotated[Pontoon | None, Field(description="Only on this pontoon")] = None,
        status: Annotated[BerthStatus | None, Field(description="Only berths with this status today")] = None,
        min_length_m: Annotated[float, Field(ge=0, description="Only berths that take a boat of this length")] = 0,
    ) -> Page[Berth]:
        """Berths by pontoon, status or size: what fits in, shore power, the rate per night, which boat lies there, why
        it is closed, and when the next visitor is to come.

        Example: pontoon="D", status="free"
        """
        rows = [row for row in map(office.berth, office.berths.values()) if row.max_length_m >= min_length_m]
        return _page([row for row in rows if pontoon in (None, row.pontoon) and status in (None, row.status)])

    @mcp.tool(title="List boats", annotations=READS)
    async def list_boats(
        name: Annotated[str, Field(description="The boat's name, or a part of it")] = "",
        owner: OfOwner = "",
        kind: Annotated[BoatKind | None, Field(description="Only boats of this kind")] = None,
        place: Annotated[Place | None, Field(description="afloat in its berth, ashore in the yard, or away")] = None,
        insured: Annotated[bool | None, Field(description="false: only those whose insurance has run out")] = None,
        limit: Limit = 10,
        offset: Offset = 0,
    ) -> Page[Boat]:
        """Boats by name, owner, kind, place or insurance, sorted by name. Without arguments all, page by page.

        Example: owner="Brennan", place="afloat"
        """
        rows = sorted(map(office.boat, office.boats.values()), key=lambda row: row.name.casefold())
        rows = [row for row in rows if _has(row.name, name) and _has(row.owner, owner) and kind in (None, row.kind)]
        rows = [row for row in rows if place in (None, row.place) and insured in (None, row.insured_until >= TODAY)]
        return _page(rows, limit, offset)

    @mcp.tool(title="Boat details", annotations=READS)
    async def get_boat(boat_id: BoatId) -> BoatDetails:
        """Everything about one boat: length, draught, owner, berth, insurance, notes, its jobs in the yard and its
        visits. Takes an id; list_boats gives the ids.

        Example: boat_id="V-104"
        """
        boat = _get(office.boats, boat_id, "boat")
        jobs = [office.job(job) for job in office.jobs.values() if job["boat_id"] == boat["id"]]
        visits = [office.visit(visit) for visit in office.visits.values() if visit["boat_id"] == boat["id"]]
        row = {**boat, **office.boat(boat).model_dump()}
        return BoatDetails.model_validate({**row, "jobs": jobs, "visits": visits})

    @mcp.tool(title="Find owners", annotations=READS)
    async def find_owners(
        name: Annotated[str, Field(description="The owner's name, or a part of it")] = "",
        contract: Annotated[Contract | None, Field(description="Only owners with this kind of contract")] = None,
    ) -> Page[Owner]:
        """Owners of boats, with their contract, phone, e-mail, boats, and what they owe.

        Example: name="Pascoe"
        """
        rows = [row for row in map(office.owner, office.owners.values()) if contract in (None, row.contract)]
        return _page([row for row in rows if _has(row.name, name)])

    @mcp.tool(title="List visits", annotations=READS)
    async def list_visits(
        status: Annotated[VisitStatus | None, Field(description="Only visits with this status")] = None,
        arriving_from: Annotated[date | None, Field(description="Only arrivals on or after this day")] = None,
        arriving_until: Annotated[date | None, Field(description="Only arrivals on or before this day")] = None,
        boat: OfBoat = "",
        berth_id: Annotated[str, Field(description="Only to this berth: its id, for example D4")] = "",
    ) -> Page[Visit]:
        """Visits of boats that stay some nights, the earliest arrival first.

        Example: status="booked", arriving_from="2026-11-18", arriving_until="2026-11-30"
        """
        rows = sorted(map(office.visit, office.visits.values()), key=lambda row: row.arrival)
        rows = [row for row in rows if status in (None, row.status) and _has(row.boat, boat)]
        rows = [row for row in rows if berth_id.strip().upper() in ("", row.berth_id)]
        return _page([row for row in rows if _within(row.arrival, arriving_from, arriving_until)])

    @mcp.tool(title="List jobs of the yard", annotations=READS)
    async def list_jobs(
        status: Annotated[JobStatus | None, Field(description="Only jobs with this status")] = None,
        kind: Annotated[JobKind | None, Field(description="Only work of this kind")] = None,
        technician: Annotated[str, Field(description="Only of this technician: the name, or a part of it")] = "",
        boat: OfBoat = "",
        from_day: Annotated[date | None, Field(description="Only jobs on or after this day")] = None,
        until_day: Annotated[date | None, Field(description="Only jobs on or before this day")] = None,
        limit: Limit = 10,
        offset: Offset = 0,
    ) -> Page[Job]:
        """Work of the yard on boats, the earliest first, those without a day last. For jobs in progress, the day is the
        one they were begun.

        Example: technician="Callum", status="scheduled"
        """
        rows = sorted(map(office.job, office.jobs.values()), key=lambda row: row.day or date.max)
        rows = [row for row in rows if status in (None, row.status) and kind in (None, row.kind)]
        rows = [row for row in rows if _has(row.technician or "", technician) and _has(row.boat, boat)]
        return _page([row for row in rows if _within(row.day, from_day, until_day)], limit, offset)

    @mcp.tool(title="List invoices", annotations=READS)
    async def list_invoices(
        status: Annotated[InvoiceStatus | None, Field(description="Only open or only paid ones")] = None,
        overdue: Annotated[bool | None, Field(description="true: only open ones that are past their due date")] = None,
        owner: OfOwner = "",
        limit: Limit = 10,
        offset: Offset = 0,
    ) -> Page[Invoice]:
        """Invoices by status and owner, the earliest due first.

        Example: owner="Ashdown", status="open"
        """
        rows = sorted(map(office.invoice, office.invoices.values()), key=lambda row: row.due)
        rows = [row for row in rows if status in (None, row.status) and overdue in (None, row.days_overdue > 0)]
        return _page([row for row in rows if _has(row.owner, owner)], limit, offset)

    @mcp.tool(title="Search the log", annotations=READS)
    async def search_log(
        text: Annotated[str, Field(description="Words that are all in the entry, or in the name of its boat")] = "",
        author: Annotated[str, Field(description="Only by this member of staff: the name, or a part of it")] = "",
        since: Annotated[date | None, Field(description="Only from this day on")] = None,
        limit: Limit = 10,
    ) -> Page[LogEntry]:
        """What the staff have written in the harbour log, the newest first.

        Example: text="pontoon", author="Denzil", since="2026-11-01"
        """
        rows = sorted(map(office.entry, office.log.values()), key=lambda row: row.at, reverse=True)
        rows = [row for row in rows if _has(row.author, author) and _within(row.at.date(), since, None)]
        return _page([row for row in rows if all(_has(f"{row.text} {row.boat}", word) for word in text.split())], limit)


def _add_acts(mcp: MCPServer[Any], office: Office) -> None:
    @mcp.tool(title="Move a boat", annotations=SETS)
    async def move_boat(
        boat_id: BoatId, berth_id: Annotated[str, Field(description="The new berth's id, for example B2")]
    ) -> Done:
        """Give a boat another berth, which has to be free and large enough.

        Example: boat_id="V-104", berth_id="C3"
        """
        boat, berth = _get(office.boats, boat_id, "boat"), office.berth(_get(office.berths, berth_id, "berth"))
        if berth.status != "free":
            raise ToolError(f"Berth {berth.id} is {berth.status}.")
        if boat["length_m"] > berth.max_length_m or boat["draught_m"] > berth.max_draught_m:
            raise ToolError(f"{boat['name']} is too long or too deep for {berth.id}.")
        boat.update(berth_id=berth.id, place="afloat")
        return Done(id=boat["id"], summary=f"{boat['name']} now lies at {berth.id}.")

    @mcp.tool(title="Schedule a job", annotations=ADDS)
    async def schedule_job(
        boat_id: BoatId,
        kind: Annotated[JobKind, Field(description="The work to be done")],
        day: Annotated[date, Field(description="The day of the work, today or later")],
        note: Annotated[str, Field(max_length=300, description="What the yard should know")] = "",
    ) -> Done:
        """Plan work of the yard on a boat. Where it has been requested already, the request gets the day; otherwise a
        new job is made.

        Example: boat_id="V-104", kind="rigging_check", day="2026-11-30"
        """
        boat = _get(office.boats, boat_id, "boat")
        if day < TODAY:
            raise ToolError(f"{day} is in the past.")
        new = {"id": f"J-{401 + len(office.jobs)}", "boat_id": boat["id"], "kind": kind, "status": "requested"}
        alike = [one for one in office.jobs.values() if all(one[name] == new[name] for name in ("boat_id", "kind"))]
        requested = [one for one in alike if one["status"] == "requested"]
        job = requested[0] if requested else {**new, "technician_id": None, "price": None, "note": ""}
        job.update(status="scheduled", day=day.isoformat(), note=note or job["note"])
        office.jobs[job["id"]] = job
        return Done(id=job["id"], summary=f"{kind.replace('_', ' ')} of {boat['name']} is scheduled for {day}.")

    @mcp.tool(title="Update a visit", annotations=SETS)
    async def update_visit(
        visit_id: Annotated[str, Field(description="The visit's id, for example R-304")],
        status: Annotated[Literal["checked_in", "left", "cancelled"], Field(description="The new status")],
    ) -> Done:
        """Check a visitor in or out, or cancel a booking. Takes an id; list_visits gives the ids.

        Example: visit_id="R-304", status="checked_in"
        """
        visit = _get(office.visits, visit_id, "visit")
        boat, needed = office.boats[visit["boat_id"]], "checked_in" if status == "left" else "booked"
        if visit["status"] != needed:
            raise ToolError(f"Visit {visit['id']} is {visit['status']}; it would have to be {needed}.")
        if status == "checked_in" and date.fromisoformat(visit["arrival"]) > TODAY:
            raise ToolError(f"Visit {visit['id']} only begins on {visit['arrival']}.")
        if status == "checked_in" and (there := office.lying_at(visit["berth_id"])):
            raise ToolError(f"{there['name']} still lies at {visit['berth_id']}.")
        visit["status"] = status
        if status != "cancelled":
            here = status == "checked_in"
            boat.update(berth_id=visit["berth_id"] if here else None, place="afloat" if here else "away")
        return Done(id=visit["id"], summary=f"The visit of {boat['name']} is now {status.replace('_', ' ')}.")

    @mcp.tool(title="Record a payment", annotations=SETS)
    async def record_payment(
        invoice_id: Annotated[str, Field(description="The invoice's id, for example N-905")],
        method: Annotated[Literal["card", "cash", "transfer"] | None, Field(description="How it was paid")] = None,
    ) -> Done:
        """Mark an open invoice as paid today, in full.

        Example: invoice_id="N-905", method="card"
        """
        invoice = _get(office.invoices, invoice_id, "invoice")
        if invoice["status"] == "paid":
            raise ToolError(f"Invoice {invoice['id']} was already paid on {invoice['paid_on']}.")
        invoice.update(status="paid", paid_on=TODAY.isoformat())
        how = f" by {method}" if method else ""
        return Done(id=invoice["id"], summary=f"Invoice {invoice['id']} of {invoice['amount']:.2f} GBP is paid{how}.")


def _get(things: dict[str, dict[str, Any]], wanted: str, kind: str) -> dict[str, Any]:
    if thing := things.get(wanted.strip().upper()):
        return thing
    raise ToolError(f"There is no {kind} with the id {wanted!r}; ids look like {next(iter(things))}.")


def _page(rows: list[Any], limit: int = 50, offset: int = 0) -> Page[Any]:
    after = offset + limit
    return Page(total=len(rows), items=rows[offset:after], next_offset=after if after < len(rows) else None)


def _within(day: date | None, first: date | None, last: date | None) -> bool:
    """Whether a day lies between two, of which either may be open; no day is only within no bounds."""
    if day is None:
        return first is None and last is None
    return (first is None or first <= day) and (last is None or day <= last)


def _has(text: str, part: str) -> bool:
    return part.strip().casefold() in text.casefold()
