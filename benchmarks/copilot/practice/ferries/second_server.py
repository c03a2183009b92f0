"""The office server of Skerra Sound Lines: ferries between Lochbrae, Hallay and Ronnasay, and the buses on Hallay."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

TODAY = date(2026, 11, 18)

Route = Literal["lochbrae_hallay", "lochbrae_ronnasay", "little_hallay", "bus_northend", "bus_sandwick"]
DepartureStatus = Literal["scheduled", "delayed", "cancelled", "completed"]
NewStatus = Literal["scheduled", "delayed", "cancelled"]
BookingStatus = Literal["confirmed", "waitlisted", "cancelled"]
Role = Literal["master", "mate", "engineer", "deckhand", "driver"]
NoticeStatus = Literal["open", "closed"]

READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False)


class Departure(BaseModel):
    id: str
    route: Route
    day: date
    origin: str
    destination: str
    departs: str = Field(description="Local time by the timetable, HH:MM")
    arrives: str = Field(description="Local time by the timetable, HH:MM")
    vessel: str = Field(description="Name of the vessel or bus")
    status: DepartureStatus
    delay_minutes: int


class OnDuty(BaseModel):
    id: str
    name: str
    role: Role


class OnDeck(BaseModel):
    booking_id: str
    name: str
    status: BookingStatus
    vehicle: str


class DepartureDetails(Departure):
    crew: list[OnDuty]
    foot_tickets: int = Field(description="Tickets sold to foot passengers")
    seats_free: int
    deck_free_m: float = Field(description="Metres of car deck not booked and not held for account freight")
    bookings: list[OnDeck]
    note: str


class BookedVehicle(BaseModel):
    kind: Literal["car", "car_and_trailer", "van", "motorhome", "lorry", "motorcycle"]
    plate: str
    length_m: float
    height_m: float


class Booking(BaseModel):
    id: str
    name: str
    phone: str
    departure_id: str
    day: date
    status: BookingStatus
    party: int = Field(description="Persons, with the driver")
    vehicle: BookedVehicle
    price: float = Field(description="In pounds")
    paid: bool
    notes: str


class Craft(BaseModel):
    id: str
    name: str
    kind: Literal["ferry", "bus"]
    passengers: int = Field(description="How many it may carry")
    deck_m: float = Field(description="Metres of car deck, 0 where there is none")
    status: Literal["in_service", "in_refit", "laid_up", "spare"]
    home: str
    wind_limit_knots: int
    next_inspection: date = Field(description="Survey of a vessel, roadworthiness test of a bus")
    note: str


class CrewMember(BaseModel):
    id: str
    name: str
    role: Role
    base: str
    phone: str
    medical_until: date
    leave_from: date | None
    leave_until: date | None
    duties: list[str] = Field(description="Ids of the departures they are on, from today")
    note: str


class Notice(BaseModel):
    id: str
    title: str
    routes: list[Route]
    severity: Literal["info", "minor", "major"]
    status: NoticeStatus
    opened: date
    expected_end: date | None
    text: str
    posted_by: str


DepartureId = Annotated[str, Field(description="Id of a departure, such as D-301")]
BookingId = Annotated[str, Field(description="Id of a booking, such as BK-2201")]


class Office:
    """The state of one server."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.fleet = {one["id"]: one for one in data["fleet"]}
        self.crew = {one["id"]: one for one in data["crew"]}
        self.departures = {one["id"]: one for one in data["departures"]}
        self.bookings = {one["id"]: one for one in data["bookings"]}
        self.notices = {one["id"]: one for one in data["notices"]}

    def get(self, group: str, key: str) -> dict[str, Any]:
        found = getattr(self, group).get(key.strip().upper())
        if found is None:
            raise ToolError(f"There is nothing with the id {key!r} among the {group}.")
        return found

    def on_board(self, departure: dict[str, Any]) -> list[dict[str, Any]]:
        return [one for one in self.bookings.values() if one["departure_id"] == departure["id"]]

    def seats_free(self, departure: dict[str, Any]) -> int:
        taken = sum(one["party"] for one in self.on_board(departure) if one["status"] == "confirmed")
        return self.fleet[departure["vessel_id"]]["passengers"] - departure["foot_tickets"] - taken

    def deck_free(self, departure: dict[str, Any]) -> float:
        confirmed = [one for one in self.on_board(departure) if one["status"] == "confirmed"]
        taken = sum(one["vehicle"]["length_m"] for one in confirmed)
        return round(self.fleet[departure["vessel_id"]]["deck_m"] - departure["deck_held_m"] - taken, 1)

    def line(self, departure: dict[str, Any]) -> dict[str, Any]:
        return {**departure, "vessel": self.fleet[departure["vessel_id"]]["name"]}

    def details(self, departure: dict[str, Any]) -> DepartureDetails:
        deck = [
            OnDeck(
                booking_id=one["id"],
                name=one["name"],
                status=one["status"],
                vehicle=f"{one['vehicle']['kind']}, {one['vehicle']['length_m']} m",
            )
            for one in self.on_board(departure)
        ]
        return DepartureDetails(
            **self.line(departure),
            crew=[OnDuty(**self.crew[person]) for person in departure["crew_ids"]],
            seats_free=self.seats_free(departure),
            deck_free_m=self.deck_free(departure),
            bookings=deck,
        )

    def booking(self, booking: dict[str, Any]) -> Booking:
        return Booking(**booking, day=self.departures[booking["departure_id"]]["day"])

    def duties(self, person: str, day: date | None = None) -> list[dict[str, Any]]:
        """From today, or of one day."""
        return [
            one
            for one in self.departures.values()
            if person in one["crew_ids"]
            and (date.fromisoformat(one["day"]) == day if day else date.fromisoformat(one["day"]) >= TODAY)
        ]


def _overlap(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return one["day"] == other["day"] and one["departs"] < other["arrives"] and other["departs"] < one["arrives"]


def make_server(data: dict[str, Any]) -> MCPServer:
    office = Office(data)
    server = MCPServer(
        "skerra-sound-lines",
        instructions=(
            "Sailings, island buses, crew, vehicle bookings and service notices of Skerra Sound Lines. "
            "Today is Wednesday, 2026-11-18, 09:00. All times are local, which is UTC in winter."
        ),
    )

    @server.tool(annotations=READS)
    def list_departures(
        day: Annotated[date, Field(description="The first day")],
        days: Annotated[int, Field(ge=1, le=7, description="How many days, from that one on")] = 1,
        route: Annotated[Route | None, Field(description="Only this route")] = None,
        status: Annotated[DepartureStatus | None, Field(description="Only those with this status")] = None,
    ) -> list[Departure]:
        """List the departures of ferries and buses on a day, or on up to seven days from it, by time."""
        until = day + timedelta(days=days)
        found = [
            one
            for one in office.departures.values()
            if day <= date.fromisoformat(one["day"]) < until
            and route in (None, one["route"])
            and status in (None, one["status"])
        ]
        found.sort(key=lambda one: (one["day"], one["departs"], one["id"]))
        return [Departure(**office.line(one)) for one in found]

    @server.tool(annotations=READS)
    def get_departure(departure_id: DepartureId) -> DepartureDetails:
        """Everything about one departure: vessel, status, crew, tickets sold, free seats and car deck, bookings and note."""
        return office.details(office.get("departures", departure_id))

    @server.tool(annotations=READS)
    def search_bookings(
        text: Annotated[
            str | None, Field(description="Words in the name, the vehicle or its plate, the notes or the id")
        ] = None,
        day: Annotated[date | None, Field(description="Only those that travel on this day")] = None,
        status: Annotated[BookingStatus | None, Field(description="Only those with this status")] = None,
    ) -> list[Booking]:
        """Search the vehicle bookings. Without a filter, all are given."""
        words = (text or "").casefold().split()
        found = []
        for one in office.bookings.values():
            vehicle = one["vehicle"]
            searched = " ".join([one["id"], one["name"], vehicle["kind"], vehicle["plate"], one["notes"]]).casefold()
            booking = office.booking(one)
            if (
                all(word in searched for word in words)
                and day in (None, booking.day)
                and status in (None, one["status"])
            ):
                found.append(booking)
        return found

    @server.tool(annotations=READS)
    def list_fleet() -> list[Craft]:
        """List the vessels and buses: capacity, car deck, status, wind limit and next inspection."""
        return [Craft(**one) for one in office.fleet.values()]

    @server.tool(annotations=READS)
    def list_crew(
        role: Annotated[Role | None, Field(description="Only this role")] = None,
        on_duty_on: Annotated[date | None, Field(description="Only those with a duty on this day")] = None,
    ) -> list[CrewMember]:
        """List the crew of the vessels and the drivers of the buses: phone, base, medical, leave and coming duties."""
        return [
            CrewMember(**one, duties=[duty["id"] for duty in office.duties(one["id"])])
            for one in office.crew.values()
            if role in (None, one["role"]) and (on_duty_on is None or office.duties(one["id"], on_duty_on))
        ]

    @server.tool(annotations=READS)
    def list_notices(
        status: Annotated[NoticeStatus | None, Field(description="Only open or only closed ones")] = None,
        route: Annotated[Route | None, Field(description="Only those that touch this route")] = None,
    ) -> list[Notice]:
        """List the service notices: disruptions, works, warnings and other news for passengers."""
        return [
            Notice(**one)
            for one in office.notices.values()
            if status in (None, one["status"]) and (route is None or route in one["routes"])
        ]

    @server.tool(annotations=ACTS)
    def set_departure_status(
        departure_id: DepartureId,
        status: Annotated[NewStatus, Field(description="The new status")],
        delay_minutes: Annotated[
            int | None, Field(ge=1, le=600, description="Needed for `delayed`, and only there")
        ] = None,
        reason: Annotated[str | None, Field(description="Becomes the note of the departure")] = None,
    ) -> DepartureDetails:
        """Mark a departure as delayed, as cancelled, or as scheduled again."""
        departure = office.get("departures", departure_id)
        if departure["status"] == "completed":
            raise ToolError(f"{departure['id']} has already sailed.")
        if status == "delayed" and delay_minutes is None:
            raise ToolError("A delayed departure needs delay_minutes.")
        departure["status"] = status
        departure["delay_minutes"] = delay_minutes if status == "delayed" else 0
        if reason:
            departure["note"] = reason
        return office.details(departure)

    @server.tool(annotations=ACTS)
    def move_booking(
        booking_id: BookingId,
        departure_id: Annotated[str, Field(description="Id of the departure it is moved to")],
    ) -> Booking:
        """Move a booking to another departure between the same two ports. It is confirmed there."""
        booking, target = office.get("bookings", booking_id), office.get("departures", departure_id)
        former = office.departures[booking["departure_id"]]
        if booking["status"] == "cancelled" or former["status"] == "completed":
            raise ToolError(f"{booking['id']} is cancelled or has travelled.")
        if target["status"] in ("cancelled", "completed"):
            raise ToolError(f"{target['id']} is {target['status']}.")
        if (former["origin"], former["destination"]) != (target["origin"], target["destination"]):
            raise ToolError(f"{target['id']} does not go from {former['origin']} to {former['destination']}.")
        if target is former:
            raise ToolError(f"{booking['id']} is on {target['id']} already.")
        if office.deck_free(target) < booking["vehicle"]["length_m"]:
            raise ToolError(f"{target['id']} has only {office.deck_free(target)} m of car deck left.")
        if office.seats_free(target) < booking["party"]:
            raise ToolError(f"{target['id']} has only {office.seats_free(target)} seats left.")
        booking.update(departure_id=target["id"], status="confirmed")
        return office.booking(booking)

    @server.tool(annotations=ACTS)
    def replace_crew(
        departure_id: DepartureId,
        leaving_id: Annotated[str, Field(description="Id of who is taken off, such as C-01")],
        joining_id: Annotated[str, Field(description="Id of who takes over, in the same role")],
    ) -> DepartureDetails:
        """Put one crew member in the place of another on a departure."""
        departure = office.get("departures", departure_id)
        leaving, joining = office.get("crew", leaving_id), office.get("crew", joining_id)
        if departure["status"] == "completed":
            raise ToolError(f"{departure['id']} has already sailed.")
        if leaving["id"] not in departure["crew_ids"]:
            raise ToolError(f"{leaving['name']} is not on {departure['id']}.")
        if leaving["role"] != joining["role"]:
            raise ToolError(f"{joining['name']} is {joining['role']}, but a {leaving['role']} is needed.")
        if joining["leave_from"] and joining["leave_from"] <= departure["day"] <= joining["leave_until"]:
            raise ToolError(f"{joining['name']} is on leave.")
        if joining["medical_until"] < departure["day"]:
            raise ToolError(f"The medical of {joining['name']} has run out.")
        busy = office.duties(joining["id"], date.fromisoformat(departure["day"]))
        if any(_overlap(one, departure) for one in busy):
            raise ToolError(f"{joining['name']} is on another departure then.")
        place = departure["crew_ids"].index(leaving["id"])
        departure["crew_ids"][place] = joining["id"]
        return office.details(departure)

    @server.tool(annotations=ACTS)
    def close_notice(
        notice_id: Annotated[str, Field(description="Id of a notice, such as N-51")],
    ) -> Notice:
        """Close an open service notice."""
        notice = office.get("notices", notice_id)
        if notice["status"] == "closed":
            raise ToolError(f"{notice['id']} is closed already.")
        notice["status"] = "closed"
        return Notice(**notice)

    return server
