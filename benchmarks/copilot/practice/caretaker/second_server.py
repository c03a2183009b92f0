"""The caretaker's system of Rowan Court: flats, tenants, meters, repairs, keys and contractors."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

NOW = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)
READS = ToolAnnotations(read_only_hint=True)

Staircase = Literal["A", "B"]
FlatStatus = Literal["let", "notice_given", "vacant", "being_renovated"]
MeterKind = Literal["cold_water", "hot_water", "heat"]
Trade = Literal["plumber", "heating", "electrician", "locksmith", "roofer", "lift", "painter", "glazier"]
Urgency = Literal["emergency", "urgent", "normal", "can_wait"]
State = Literal["new", "assigned", "waiting", "done"]

FlatId = Annotated[str, Field(description="Number of the flat, such as A21: staircase, floor, door.")]
RepairId = Annotated[str, Field(description="Number of the repair request, such as R-301.")]


class FlatSummary(BaseModel):
    id: str
    staircase: Staircase
    floor: int = Field(description="0 is the ground floor.")
    rooms: int
    area_m2: float
    status: FlatStatus
    tenants: list[str] = Field(description="Names of the tenants.")


class Tenant(BaseModel):
    id: str
    name: str
    flat: str
    phone: str
    email: str
    moved_in: date
    moves_out: date | None = Field(description="Set when notice has been given.")
    remarks: str


class Reading(BaseModel):
    day: date
    value: float


class Meter(BaseModel):
    id: str = Field(description="Number on the meter.")
    kind: MeterKind
    unit: str
    location: str
    calibrated_until: date
    readings: list[Reading] = Field(description="Oldest first.")


class Flat(BaseModel):
    id: str
    staircase: Staircase
    floor: int
    rooms: int
    area_m2: float
    status: FlatStatus
    persons: int = Field(description="How many people live there, children included.")
    notes: str
    tenants: list[Tenant]
    meters: list[Meter]


class Contractor(BaseModel):
    id: str
    firm: str
    trade: Trade
    contact: str = Field(description="Whom to ask for.")
    phone: str
    hourly_rate: float = Field(description="In pounds.")
    hours: str = Field(description="When they come out.")
    notes: str


class RepairSummary(BaseModel):
    id: str
    title: str
    flat: str | None = Field(description="None where it is in the common parts of the house.")
    place: str
    urgency: Urgency
    state: State
    reported_on: date
    contractor: str | None = Field(description="Name of the firm.")
    visit: datetime | None = Field(description="When the contractor comes, or came.")


class RepairList(BaseModel):
    total: int
    repairs: list[RepairSummary]


class HistoryEntry(BaseModel):
    day: date
    author: str
    text: str


class Repair(RepairSummary):
    description: str
    reported_by: str = Field(description="Name of the tenant, or the caretaker.")
    contractor_id: str | None
    cost: float | None = Field(description="In pounds, as soon as it has been billed.")
    history: list[HistoryEntry] = Field(description="Oldest first.")


class Key(BaseModel):
    id: str
    opens: str
    hook: int = Field(description="Its place on the key board.")
    holder: str | None = Field(description="Who has it; None while it is on the board.")
    since: date | None
    due_back: date | None


def _find(group: list[dict[str, Any]], what: str, wanted: str) -> dict[str, Any]:
    for one in group:
        if one["id"].casefold() == wanted.strip().casefold():
            return one
    raise ValueError(f"There is no {what} {wanted!r}.")


def _aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def make_server(data: dict[str, Any]) -> MCPServer[Any]:
    """A server of its own for this data."""
    flats, tenants, contractors = data["flats"], data["tenants"], data["contractors"]
    repairs, keys = data["repairs"], data["keys"]
    server: MCPServer[Any] = MCPServer(
        "rowan-court",
        title="Rowan Court",
        instructions="The caretaker's book of Rowan Court, 8 Mill Lane: two staircases with eight flats each.",
    )

    def tenants_of(flat_id: str) -> list[dict[str, Any]]:
        return [tenant for tenant in tenants if tenant["flat"] == flat_id]

    def firm_of(repair: dict[str, Any]) -> str | None:
        found = repair["contractor"]
        return _find(contractors, "contractor", found)["firm"] if found else None

    def summary(repair: dict[str, Any]) -> RepairSummary:
        return RepairSummary.model_validate({**repair, "contractor": firm_of(repair)})

    def details(repair: dict[str, Any]) -> Repair:
        reporter = repair["reported_by"]
        return Repair.model_validate(
            {
                **repair,
                "contractor": firm_of(repair),
                "contractor_id": repair["contractor"],
                "reported_by": _find(tenants, "tenant", reporter)["name"] if reporter else "caretaker",
            }
        )

    @server.tool(title="Flats", annotations=READS)
    def list_flats(
        staircase: Annotated[Staircase | None, Field(description="Only the flats of this staircase.")] = None,
        status: Annotated[FlatStatus | None, Field(description="Only the flats with this status.")] = None,
    ) -> list[FlatSummary]:
        """List the flats of the house with their size, status and tenants."""
        return [
            FlatSummary.model_validate({**flat, "tenants": [tenant["name"] for tenant in tenants_of(flat["id"])]})
            for flat in flats
            if staircase in (None, flat["staircase"]) and status in (None, flat["status"])
        ]

    @server.tool(title="A flat", annotations=READS)
    def get_flat(flat_id: FlatId) -> Flat:
        """Everything about one flat: its tenants and how to reach them, its meters with their readings, and notes."""
        flat = _find(flats, "flat", flat_id)
        return Flat.model_validate({**flat, "tenants": tenants_of(flat["id"])})

    @server.tool(title="Find tenants", annotations=READS)
    def find_tenants(
        text: Annotated[str, Field(min_length=2, description="Part of a name, a phone number or an e-mail address.")],
    ) -> list[Tenant]:
        """Search the tenants of the house by name, phone number or e-mail address."""
        wanted = " ".join(text.casefold().split())
        return [
            Tenant.model_validate(tenant)
            for tenant in tenants
            if any(wanted in tenant[field].casefold() for field in ("name", "phone", "email"))
        ]

    @server.tool(title="Contractors", annotations=READS)
    def list_contractors(
        trade: Annotated[Trade | None, Field(description="Only the firms of this trade.")] = None,
    ) -> list[Contractor]:
        """List the firms that work for the house, with phone number, hourly rate and hours."""
        return [Contractor.model_validate(one) for one in contractors if trade in (None, one["trade"])]

    @server.tool(title="Repair requests", annotations=READS)
    def list_repairs(
        state: Annotated[State | None, Field(description="Only the requests in this state.")] = None,
        urgency: Annotated[Urgency | None, Field(description="Only the requests of this urgency.")] = None,
        flat_id: Annotated[str | None, Field(description="Only the requests of this flat, such as A21.")] = None,
        visit_on: Annotated[date | None, Field(description="Only those with a contractor's visit on this day.")] = None,
    ) -> RepairList:
        """List repair requests, in flats and in the common parts of the house, also those that are done."""
        if flat_id:
            flat_id = _find(flats, "flat", flat_id)["id"]
        found = [
            one
            for one in map(summary, repairs)
            if state in (None, one.state)
            and urgency in (None, one.urgency)
            and (not flat_id or one.flat == flat_id)
            and (visit_on is None or (one.visit is not None and one.visit.date() == visit_on))
        ]
        return RepairList(total=len(found), repairs=found)

    @server.tool(title="A repair request", annotations=READS)
    def get_repair(repair_id: RepairId) -> Repair:
        """One repair request in full: what was reported and by whom, the contractor, and what has been done so far."""
        return details(_find(repairs, "repair request", repair_id))

    @server.tool(title="Change a repair request")
    def update_repair(
        repair_id: RepairId,
        state: Annotated[State | None, Field(description="The new state.")] = None,
        contractor_id: Annotated[str | None, Field(description="The firm that is to do it, such as C-3.")] = None,
        visit: Annotated[datetime | None, Field(description="When the contractor comes.")] = None,
        note: Annotated[str | None, Field(description="A line for the history.")] = None,
    ) -> Repair:
        """Change a repair request: its state, the contractor, the time of the visit, or add a note. What is not given
        stays as it is. A new request that gets a contractor is assigned from then on."""
        repair = _find(repairs, "repair request", repair_id)
        if state is None and not contractor_id and visit is None and not note:
            raise ValueError("Say what is to be changed.")
        if repair["state"] == "done" and state in (None, "done") and (contractor_id or visit):
            raise ValueError(f"{repair['id']} is done. Open it again first.")
        if visit is not None and _aware(visit) < NOW:
            raise ValueError("The visit would be in the past.")
        firm = _find(contractors, "contractor", contractor_id) if contractor_id else None
        if visit is not None and not firm and not repair["contractor"]:
            raise ValueError(f"{repair['id']} has no contractor who could come.")
        if firm:
            repair["contractor"] = firm["id"]
            if repair["state"] == "new":
                repair["state"] = "assigned"
        if visit is not None:
            repair["visit"] = _aware(visit).isoformat()
        if state:
            repair["state"] = state
        if note:
            repair["history"].append({"day": NOW.date().isoformat(), "author": "caretaker", "text": note})
        return details(repair)

    @server.tool(title="Record a meter reading")
    def record_reading(
        meter_id: Annotated[str, Field(description="Number on the meter, such as M-2104; flats list theirs.")],
        value: Annotated[float, Field(ge=0, description="What the meter shows, in its unit.")],
        day: Annotated[date | None, Field(description="When it was read; today if not given.")] = None,
    ) -> Meter:
        """Enter a reading of a meter."""
        meter = _find([meter for flat in flats for meter in flat["meters"]], "meter", meter_id)
        read_on = day or NOW.date()
        last = meter["readings"][-1]
        if read_on > NOW.date():
            raise ValueError("A reading can't be of a day to come.")
        if read_on < date.fromisoformat(last["day"]):
            raise ValueError(f"There is a later reading already, of {last['day']}.")
        if value < last["value"]:
            raise ValueError(
                f"{meter['id']} showed {last['value']} {meter['unit']} on {last['day']}, it can't show less."
            )
        meter["readings"].append({"day": read_on.isoformat(), "value": value})
        return Meter.model_validate(meter)

    @server.tool(title="Key board", annotations=READS)
    def list_keys(
        where: Annotated[
            Literal["on_board", "handed_out"] | None, Field(description="Only the keys that are there.")
        ] = None,
    ) -> list[Key]:
        """List the caretaker's keys: what they open, who has them, and when they are due back."""
        return [
            Key.model_validate(key)
            for key in keys
            if where is None or (where == "handed_out") == (key["holder"] is not None)
        ]

    @server.tool(title="Key book")
    def book_key(
        key_id: Annotated[str, Field(description="Number of the key, such as K-05.")],
        movement: Annotated[Literal["out", "in"], Field(description="Whether it is handed out or comes back.")],
        holder: Annotated[str | None, Field(description="Who gets it: a person or a firm. Needed for out.")] = None,
        due_back: Annotated[date | None, Field(description="When it has to be back; for out.")] = None,
    ) -> Key:
        """Enter in the key book that a key is handed out, or has come back to the board."""
        key = _find(keys, "key", key_id)
        if movement == "in":
            if key["holder"] is None:
                raise ValueError(f"{key['id']} is on the board already.")
            key.update(holder=None, since=None, due_back=None)
            return Key.model_validate(key)
        if key["holder"] is not None:
            raise ValueError(f"{key['id']} is with {key['holder']}.")
        if not holder or not holder.strip():
            raise ValueError("Say who gets the key.")
        if due_back is not None and due_back < NOW.date():
            raise ValueError("The key can't be due back in the past.")
        key.update(
            holder=holder.strip(),
            since=NOW.date().isoformat(),
            due_back=due_back.isoformat() if due_back else None,
        )
        return Key.model_validate(key)

    return server
