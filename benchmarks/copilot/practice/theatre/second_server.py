"""The Lantern, a small theatre: its productions and performances, the box office, the company, and the props store."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

NOW = datetime(2026, 11, 18, 9, 0)
CALLED_BEFORE = timedelta(minutes=60)

READS = ToolAnnotations(read_only_hint=True)

ProductionStatus = Literal["planned", "rehearsing", "running", "closed"]
PerformanceStatus = Literal["on sale", "sold out", "over", "cancelled"]
Area = Literal["stalls", "circle", "box"]
BookingStatus = Literal["reserved", "paid", "collected", "cancelled"]
Department = Literal["cast", "creative", "stage", "front of house"]
PropStatus = Literal["ready", "in repair", "missing", "retired"]

ProductionId = Annotated[str, Field(description="Id of a production, such as PRD-1.")]
PerformanceId = Annotated[str, Field(description="Id of a performance, such as PER-101.")]


class ProductionSummary(BaseModel):
    id: str
    title: str
    author: str
    director: str | None = Field(description="Name of the director; null while nobody is engaged.")
    status: ProductionStatus
    opens: date
    closes: date


class Role(BaseModel):
    role: str
    actor: str | None = Field(description="Null while the role is not cast.")
    understudy: str | None


class Rehearsal(BaseModel):
    day: date
    start: time
    end: time
    place: str
    what: str
    called: list[str] = Field(description="Names of those who have to come.")


class Production(ProductionSummary):
    running_minutes: int | None = Field(description="With the interval.")
    budget: int = Field(description="In pounds.")
    spent: int = Field(description="In pounds, so far.")
    notes: str
    roles: list[Role]
    crew: dict[str, str] = Field(description="Names by job.")
    rehearsals: list[Rehearsal]


class Seats(BaseModel):
    area: Area
    free: int
    price: int = Field(description="Pounds for one seat.")


class Performance(BaseModel):
    id: str
    production_id: str
    title: str
    day: date
    start: time
    stage: Literal["main stage", "studio"]
    status: PerformanceStatus
    access: list[Literal["captioned", "relaxed", "signed"]]
    seats: list[Seats]


class Booking(BaseModel):
    id: str
    name: str
    phone: str | None
    performance_id: str
    title: str
    day: date
    start: time
    area: Area
    seats: int
    total: int = Field(description="In pounds.")
    status: BookingStatus
    note: str


class Absence(BaseModel):
    first_day: date
    last_day: date
    reason: str


class Person(BaseModel):
    id: str
    name: str
    department: Department
    job: str
    phone: str
    email: str
    first_aider: bool
    away: list[Absence]


class Call(BaseModel):
    what: str
    production: str
    place: str
    start: time = Field(description="When people have to be in; for a performance, an hour before it begins.")
    end: time | None
    called: list[str]


class Loan(BaseModel):
    lender: str
    due_back: date


class Prop(BaseModel):
    id: str
    name: str
    production: str | None = Field(description="Title of the production that uses it.")
    status: PropStatus
    shelf: str
    borrowed: Loan | None = Field(description="Whose it is, if it is not the theatre's own.")
    note: str


def make_server(data: dict[str, Any]) -> MCPServer:
    """A server on this data, which the acting tools change."""
    server = MCPServer(
        "lantern-theatre",
        instructions="The Lantern, a theatre with a main stage and a studio. Money is in pounds, times are local.",
    )

    def one(group: str, wanted: str) -> dict[str, Any]:
        found = next((item for item in data[group] if item["id"].casefold() == wanted.strip().casefold()), None)
        if found is None:
            raise ValueError(f"There is no {wanted!r} among the {group}.")
        return found

    def name_of(person_id: str | None) -> str | None:
        return None if person_id is None else one("people", person_id)["name"]

    def title_of(production_id: str | None) -> str | None:
        return None if production_id is None else one("productions", production_id)["title"]

    def begins(performance: dict[str, Any]) -> datetime:
        return datetime.fromisoformat(f"{performance['day']}T{performance['start']}")

    def status_of(performance: dict[str, Any]) -> PerformanceStatus:
        if performance["cancelled"]:
            return "cancelled"
        is_full = not any(part["free"] for part in performance["seats"])
        return "over" if begins(performance) < NOW else "sold out" if is_full else "on sale"

    def part_of(performance: dict[str, Any], area: Area) -> dict[str, Any]:
        part = next((part for part in performance["seats"] if part["area"] == area), None)
        if part is None:
            raise ValueError(f"The {performance['stage']} has no {area}.")
        return part

    def as_performance(performance: dict[str, Any]) -> Performance:
        title = title_of(performance["production_id"])
        return Performance.model_validate({**performance, "title": title, "status": status_of(performance)})

    def as_booking(booking: dict[str, Any]) -> Booking:
        performance = one("performances", booking["performance_id"])
        when = {"day": performance["day"], "start": performance["start"]}
        total = booking["seats"] * part_of(performance, booking["area"])["price"]
        title = title_of(performance["production_id"])
        return Booking.model_validate({**booking, **when, "title": title, "total": total})

    def as_prop(prop: dict[str, Any]) -> Prop:
        return Prop.model_validate({**prop, "production": title_of(prop["production_id"])})

    @server.tool(annotations=READS)
    def list_productions(
        status: Annotated[ProductionStatus | None, Field(description="Only those with this status.")] = None,
    ) -> list[ProductionSummary]:
        """List the productions of this and the next season: title, author, director, status, first and last night."""
        return [
            ProductionSummary.model_validate({**item, "director": name_of(item["director"])})
            for item in data["productions"]
            if status in (None, item["status"])
        ]

    @server.tool(annotations=READS)
    def get_production(production_id: ProductionId) -> Production:
        """Everything about a production: roles with actors and understudies, crew, rehearsals, money, length, notes."""
        item = one("productions", production_id)
        return Production.model_validate(
            {
                **item,
                "director": name_of(item["director"]),
                "roles": [
                    {**role, "actor": name_of(role["actor"]), "understudy": name_of(role["understudy"])}
                    for role in item["roles"]
                ],
                "crew": {job: name_of(person) for job, person in item["crew"].items()},
                "rehearsals": [{**each, "called": [*map(name_of, each["called"])]} for each in item["rehearsals"]],
            }
        )

    @server.tool(annotations=READS)
    def list_performances(
        production_id: Annotated[str | None, Field(description="Only those of this production.")] = None,
        from_day: Annotated[date | None, Field(description="The first day; without it, today.")] = None,
        to_day: Annotated[date | None, Field(description="The last day; without it, as far as is planned.")] = None,
        free_seats: Annotated[int, Field(ge=0, description="Only those with so many free seats in one area.")] = 0,
    ) -> list[Performance]:
        """List performances by day, with the free seats and prices of each area, and whether they are sold out."""
        production_id = one("productions", production_id)["id"] if production_id else None
        first, last = from_day or NOW.date(), to_day or date.max
        return [
            as_performance(item)
            for item in sorted(data["performances"], key=begins)
            if production_id in (None, item["production_id"])
            and first <= begins(item).date() <= last
            and any(part["free"] >= free_seats for part in item["seats"])
        ]

    @server.tool(annotations=READS)
    def get_call_sheet(day: Annotated[date, Field(description="The day, as YYYY-MM-DD.")]) -> list[Call]:
        """Who has to be in on a day, when and where: all rehearsals and performances of that day."""
        calls: list[Call] = []
        for item in data["productions"]:
            for rehearsal in item["rehearsals"]:
                if rehearsal["day"] == day.isoformat():
                    called = [*map(name_of, rehearsal["called"])]
                    calls.append(Call.model_validate({**rehearsal, "production": item["title"], "called": called}))
        for performance in data["performances"]:
            if performance["day"] == day.isoformat() and not performance["cancelled"]:
                item = one("productions", performance["production_id"])
                people = [*(role["actor"] for role in item["roles"]), *item["crew"].values()]
                names = [name for person in dict.fromkeys(people) if (name := name_of(person))]
                what, start = f"Performance at {performance['start']}", (begins(performance) - CALLED_BEFORE).time()
                place, title = performance["stage"], item["title"]
                calls.append(Call(what=what, production=title, place=place, start=start, end=None, called=names))
        return sorted(calls, key=lambda call: call.start)

    @server.tool(annotations=READS)
    def find_people(
        text: Annotated[str, Field(description="Words of a name or a job; empty for everybody.")] = "",
        department: Annotated[Department | None, Field(description="Only those of this department.")] = None,
        away_on: Annotated[date | None, Field(description="Only those who are away on this day.")] = None,
    ) -> list[Person]:
        """Find people of the company by name or job: phone, e-mail, first aiders, and when somebody is away."""
        return [
            person
            for person in map(Person.model_validate, data["people"])
            if all(word in f"{person.name} {person.job}".casefold() for word in text.casefold().split())
            and department in (None, person.department)
            and (away_on is None or any(gap.first_day <= away_on <= gap.last_day for gap in person.away))
        ]

    @server.tool(annotations=READS)
    def find_bookings(
        name: Annotated[str, Field(description="Part of the name that the booking is under.")] = "",
        performance_id: Annotated[str | None, Field(description="Only those for this performance.")] = None,
        status: Annotated[BookingStatus | None, Field(description="Only those with this status.")] = None,
    ) -> list[Booking]:
        """Find bookings that were made at the desk or by phone. `reserved` ones are not paid yet."""
        performance_id = one("performances", performance_id)["id"] if performance_id else None
        return [
            as_booking(item)
            for item in data["bookings"]
            if name.casefold().strip() in item["name"].casefold()
            and performance_id in (None, item["performance_id"])
            and status in (None, item["status"])
        ]

    @server.tool(annotations=READS)
    def list_props(
        production_id: Annotated[str | None, Field(description="Only those that this production uses.")] = None,
        status: Annotated[PropStatus | None, Field(description="Only those with this status.")] = None,
        borrowed: Annotated[bool | None, Field(description="True for those on loan to us, false for our own.")] = None,
    ) -> list[Prop]:
        """List the props in the store, with their shelf, their status, and when borrowed ones are due back."""
        production_id = one("productions", production_id)["id"] if production_id else None
        return [
            as_prop(item)
            for item in data["props"]
            if production_id in (None, item["production_id"])
            and status in (None, item["status"])
            and borrowed in (None, item["borrowed"] is not None)
        ]

    @server.tool()
    def book_seats(
        performance_id: PerformanceId,
        area: Annotated[Area, Field(description="Where to sit. The studio has stalls only.")],
        seats: Annotated[int, Field(ge=1, le=12, description="How many seats.")],
        name: Annotated[str, Field(min_length=1, description="The name that the booking is under.")],
        phone: Annotated[str | None, Field(description="Where to reach them.")] = None,
    ) -> Booking:
        """Reserve seats for somebody. They pay later, at the desk or by phone."""
        performance = one("performances", performance_id)
        if (status := status_of(performance)) != "on sale":
            raise ValueError(f"{performance['id']} is {status}.")
        part = part_of(performance, area)
        if part["free"] < seats:
            raise ValueError(f"Only {part['free']} seats are free in the {area} of {performance['id']}.")
        part["free"] -= seats
        number = 1 + max(int(item["id"].removeprefix("BK-")) for item in data["bookings"])
        booking = {"id": f"BK-{number}", "name": name, "phone": phone, "performance_id": performance["id"]}
        data["bookings"].append({**booking, "area": area, "seats": seats, "status": "reserved", "note": ""})
        return as_booking(data["bookings"][-1])

    @server.tool()
    def set_booking_status(
        booking_id: Annotated[str, Field(description="Id of a booking, such as BK-3001.")],
        status: Annotated[BookingStatus, Field(description="`collected` is for tickets that were handed out.")],
    ) -> Booking:
        """Mark a booking as paid or collected, or cancel it. Cancelling frees the seats, and can't be undone."""
        booking = one("bookings", booking_id)
        if booking["status"] == "cancelled":
            raise ValueError(f"{booking['id']} was cancelled; book the seats anew.")
        if status == "collected" and booking["status"] == "reserved":
            raise ValueError(f"{booking['id']} has to be paid first.")
        if status == "cancelled":
            performance = one("performances", booking["performance_id"])
            if status_of(performance) == "over":
                raise ValueError(f"{performance['id']} is over.")
            part_of(performance, booking["area"])["free"] += booking["seats"]
        booking["status"] = status
        return as_booking(booking)

    @server.tool()
    def set_prop_status(
        prop_id: Annotated[str, Field(description="Id of a prop, such as PROP-01.")],
        status: Annotated[PropStatus, Field(description="The new status.")],
        note: Annotated[str | None, Field(description="Replaces the note of the prop; without it, that stays.")] = None,
    ) -> Prop:
        """Change the status of a prop, for example when it breaks or turns up again."""
        prop = one("props", prop_id)
        prop |= {"status": status} if note is None else {"status": status, "note": note}
        return as_prop(prop)

    return server
