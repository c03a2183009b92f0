"""The office of Larchway Cycle Tours: tours, guides, bookings and bikes."""

from __future__ import annotations

import unicodedata
from datetime import date, timedelta
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

TODAY = date(2026, 11, 18)

Level = Literal["easy", "moderate", "demanding"]
TourStatus = Literal["open", "guaranteed", "running", "finished", "cancelled"]
BookingStatus = Literal["enquiry", "confirmed", "cancelled"]
BikeKind = Literal["touring", "gravel", "e-bike", "tandem"]
BikeState = Literal["ready", "on_tour", "workshop"]
Method = Literal["card", "transfer", "cash"]
Role = Literal["lead", "second"]

READS = ToolAnnotations(read_only_hint=True)

TourId = Annotated[str, Field(description="Id of a tour, like T-303")]
BookingId = Annotated[str, Field(description="Id of a booking, like B-707")]


class TourSummary(BaseModel):
    id: str
    name: str
    country: str
    level: Level
    start: date
    end: date
    status: TourStatus
    lead_guide: str | None = Field(description="None while no lead guide is assigned")
    places: int
    free_places: int = Field(description="Places without those of confirmed bookings")


class Overnight(BaseModel):
    name: str
    town: str
    phone: str
    rooms: int
    eur_per_room: float
    bike_room: bool = Field(description="Whether bikes can be locked away in the house")
    note: str


class Stage(BaseModel):
    day: int = Field(description="1 is the first day of the tour")
    start: str
    finish: str
    km: float
    climb_m: int
    overnight: Overnight | None = Field(description="Where the group sleeps; none on the last day")


class Tour(TourSummary):
    second_guide: str | None
    price_eur: float = Field(description="Per rider, with nights and bike")
    description: str
    notes: str = Field(description="For the office and the guides")
    stages: list[Stage]


class Group(BaseModel):
    tour_id: str
    tour: str
    lead_guide: str | None
    guide_phone: str | None
    riders: int
    stage: Stage


class BookingSummary(BaseModel):
    id: str
    guest: str = Field(description="Who booked")
    tour_id: str
    tour: str
    riders: int
    status: BookingStatus
    price_eur: float
    paid_eur: float
    outstanding_eur: float = Field(description="What is still to be paid; 0 for a booking that is not confirmed")


class Rider(BaseModel):
    name: str
    height_cm: int
    diet: str
    bike_id: str | None = Field(description="None while no bike is allotted, or with an own bike")


class Payment(BaseModel):
    day: date
    amount_eur: float
    method: Method


class Booking(BaseModel):
    summary: BookingSummary
    email: str
    phone: str
    booked_on: date
    riders: list[Rider]
    payments: list[Payment]
    note: str


class Assignment(BaseModel):
    tour_id: str
    tour: str
    start: date
    end: date
    role: Role


class Guide(BaseModel):
    id: str
    name: str
    languages: list[str]
    base: str = Field(description="The town where the guide lives")
    phone: str
    first_aid_until: date = Field(description="Last day on which the first aid certificate is valid")
    day_rate_eur: float
    assignments: list[Assignment] = Field(description="Tours that are running or to come")


class Bike(BaseModel):
    id: str
    model: str
    kind: BikeKind
    size: str
    fits_from_cm: int = Field(description="Height of the smallest rider that it fits")
    fits_to_cm: int
    state: BikeState
    place: str
    km_since_service: int
    last_service: date
    note: str


def make_server(data: dict[str, Any]) -> MCPServer:
    """A server on this data; the tools that act change it."""
    server: MCPServer = MCPServer(
        "Larchway Cycle Tours",
        instructions="The office of Larchway Cycle Tours: its tours, guides, bookings and bikes. "
        "Today is Wednesday, 2026-11-18. Amounts are in euros.",
    )

    def of(group: str, kind: str, wanted: str) -> dict[str, Any]:
        for item in data[group]:
            if item["id"] == wanted.strip().upper():
                return item
        raise ToolError(f"There is no {kind} with the id {wanted!r}")

    def guide_of(tour: dict[str, Any], role: Role) -> dict[str, Any] | None:
        guide_id = tour[f"{role}_guide_id"]
        return of("guides", "guide", guide_id) if guide_id else None

    def guide_name(tour: dict[str, Any], role: Role) -> str | None:
        guide = guide_of(tour, role)
        return guide["name"] if guide else None

    def riders_on(tour: dict[str, Any]) -> int:
        booked = [one for one in data["bookings"] if one["tour_id"] == tour["id"] and one["status"] == "confirmed"]
        return sum(len(one["riders"]) for one in booked)

    def tour_fields(tour: dict[str, Any]) -> dict[str, Any]:
        return {**tour, "lead_guide": guide_name(tour, "lead"), "free_places": tour["places"] - riders_on(tour)}

    def stage_of(stage: dict[str, Any]) -> Stage:
        stop = of("stops", "stop", stage["stop_id"]) if stage["stop_id"] else None
        return Stage(**{**stage, "overnight": Overnight(**stop) if stop else None})

    def booking_summary(booking: dict[str, Any]) -> BookingSummary:
        paid = sum(payment["amount_eur"] for payment in booking["payments"])
        return BookingSummary(
            id=booking["id"],
            guest=booking["guest"],
            tour_id=booking["tour_id"],
            tour=of("tours", "tour", booking["tour_id"])["name"],
            riders=len(booking["riders"]),
            status=booking["status"],
            price_eur=booking["price_eur"],
            paid_eur=paid,
            outstanding_eur=booking["price_eur"] - paid if booking["status"] == "confirmed" else 0,
        )

    def assignments_of(guide: dict[str, Any]) -> list[Assignment]:
        return [
            Assignment(tour_id=tour["id"], tour=tour["name"], start=tour["start"], end=tour["end"], role=role)
            for tour in data["tours"]
            if tour["status"] not in ("finished", "cancelled")
            for role in ("lead", "second")
            if tour[f"{role}_guide_id"] == guide["id"]
        ]

    @server.tool(annotations=READS)
    def list_tours(
        status: Annotated[
            TourStatus | None,
            Field(description="open: takes bookings, may still be called off; guaranteed: takes bookings, sure to run"),
        ] = None,
        country: Annotated[str | None, Field(description="Country in English, like Spain")] = None,
        level: Annotated[Level | None, Field(description="How hard the riding is")] = None,
    ) -> list[TourSummary]:
        """The tours by their first day, past ones too, with lead guide and free places. All filters are optional."""
        found = [
            tour
            for tour in data["tours"]
            if status in (None, tour["status"])
            and level in (None, tour["level"])
            and (not country or _plain(country) == _plain(tour["country"]))
        ]
        return [TourSummary(**tour_fields(tour)) for tour in sorted(found, key=lambda tour: tour["start"])]

    @server.tool(annotations=READS)
    def get_tour(tour_id: TourId) -> Tour:
        """All about one tour: price, guides, notes, and its stages day by day with the overnight stops."""
        tour = of("tours", "tour", tour_id)
        stages = [stage_of(stage) for stage in tour["stages"]]
        return Tour(**{**tour_fields(tour), "second_guide": guide_name(tour, "second"), "stages": stages})

    @server.tool(annotations=READS)
    def get_day_sheet(day: Annotated[date, Field(description="The day, as YYYY-MM-DD")]) -> list[Group]:
        """Which groups are on the road on a day: their stage, guide, number of riders, and where they sleep."""
        groups = []
        for tour in data["tours"]:
            number = (day - date.fromisoformat(tour["start"])) // timedelta(days=1)
            if tour["status"] == "cancelled" or not 0 <= number < len(tour["stages"]):
                continue
            lead = guide_of(tour, "lead") or {"name": None, "phone": None}
            group = {"tour_id": tour["id"], "tour": tour["name"], "riders": riders_on(tour)}
            stage = stage_of(tour["stages"][number])
            groups.append(Group(**group, lead_guide=lead["name"], guide_phone=lead["phone"], stage=stage))
        return groups

    @server.tool(annotations=READS)
    def search_bookings(
        name: Annotated[str | None, Field(description="Name, or a part of it, of who booked or of a rider")] = None,
        tour_id: Annotated[str | None, Field(description="Only bookings of this tour, like T-303")] = None,
        status: Annotated[BookingStatus | None, Field(description="Only bookings with this status")] = None,
    ) -> list[BookingSummary]:
        """Find bookings, with what was paid and what is outstanding. Without arguments: all bookings."""
        if tour_id:
            tour_id = of("tours", "tour", tour_id)["id"]
        return [
            booking_summary(booking)
            for booking in data["bookings"]
            if (not tour_id or booking["tour_id"] == tour_id)
            and status in (None, booking["status"])
            and (not name or any(_plain(name) in _plain(rider["name"]) for rider in booking["riders"]))
        ]

    @server.tool(annotations=READS)
    def get_booking(booking_id: BookingId) -> Booking:
        """One booking with its riders (height, diet, bike), payments, contact and note."""
        booking = of("bookings", "booking", booking_id)
        return Booking(**{**booking, "summary": booking_summary(booking)})

    @server.tool(annotations=READS)
    def list_guides(
        language: Annotated[str | None, Field(description="Only guides who speak it, in English, like German")] = None,
        free_on: Annotated[date | None, Field(description="Only guides who are on no tour that day")] = None,
    ) -> list[Guide]:
        """The guides with languages, contact, first aid certificate, and the tours that they are assigned to."""
        guides = [Guide(**guide, assignments=assignments_of(guide)) for guide in data["guides"]]
        return [
            guide
            for guide in guides
            if (not language or _plain(language) in map(_plain, guide.languages))
            and not (free_on and any(one.start <= free_on <= one.end for one in guide.assignments))
        ]

    @server.tool(annotations=READS)
    def find_bikes(
        kind: Annotated[BikeKind | None, Field(description="Only bikes of this kind")] = None,
        state: Annotated[BikeState | None, Field(description="Only bikes in this state")] = None,
        rider_height_cm: Annotated[int | None, Field(description="Only bikes that fit a rider of this height")] = None,
    ) -> list[Bike]:
        """The bikes of the fleet with place, state, last service and faults. Without arguments: all bikes."""
        return [
            Bike(**bike)
            for bike in data["bikes"]
            if kind in (None, bike["kind"])
            and state in (None, bike["state"])
            and (rider_height_cm is None or bike["fits_from_cm"] <= rider_height_cm <= bike["fits_to_cm"])
        ]

    @server.tool(annotations=ToolAnnotations(read_only_hint=False, destructive_hint=False))
    def record_payment(
        booking_id: BookingId,
        amount_eur: Annotated[float, Field(gt=0, description="What was received, in euros")],
        method: Annotated[Method, Field(description="How it was paid")],
    ) -> BookingSummary:
        """Record a payment that was received today for a confirmed booking. No more than what is outstanding."""
        booking = of("bookings", "booking", booking_id)
        if booking["status"] != "confirmed":
            raise ToolError(f"Booking {booking['id']} is not confirmed ({booking['status']})")
        outstanding = booking_summary(booking).outstanding_eur
        if amount_eur > outstanding:
            raise ToolError(f"Only {outstanding:g} EUR are outstanding for booking {booking['id']}")
        booking["payments"].append({"day": TODAY.isoformat(), "amount_eur": amount_eur, "method": method})
        return booking_summary(booking)

    @server.tool(annotations=ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True))
    def assign_guide(
        tour_id: TourId,
        guide_id: Annotated[str, Field(description="Id of a guide, like G-4")],
        role: Annotated[Role, Field(description="As lead guide or as second guide")],
    ) -> Tour:
        """Assign a guide to a tour, in place of whoever has that role. The guide must be free on all its days."""
        tour, guide = of("tours", "tour", tour_id), of("guides", "guide", guide_id)
        if tour["status"] in ("finished", "cancelled"):
            raise ToolError(f"{tour['name']} is {tour['status']}")
        start, end = date.fromisoformat(tour["start"]), date.fromisoformat(tour["end"])
        for one in assignments_of(guide):
            if (one.tour_id, one.role) != (tour["id"], role) and one.start <= end and start <= one.end:
                raise ToolError(f"{guide['name']} is {one.role} guide of {one.tour} from {one.start} to {one.end}")
        tour[f"{role}_guide_id"] = guide["id"]
        return get_tour(tour["id"])

    @server.tool(annotations=ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True))
    def set_bike_state(
        bike_id: Annotated[str, Field(description="Id of a bike, like K-05")],
        state: Annotated[Literal["ready", "workshop"], Field(description="The new state")],
        note: Annotated[str | None, Field(description="What is wrong or was done; else the note stays")] = None,
    ) -> Bike:
        """Send a bike to the workshop, or set it ready again. Not for bikes that are on tour."""
        bike = of("bikes", "bike", bike_id)
        if bike["state"] == "on_tour":
            raise ToolError(f"Bike {bike['id']} is on tour, its guide has to bring it back first")
        bike["state"] = state
        if note is not None:
            bike["note"] = note
        return Bike(**bike)

    return server


def _plain(text: str) -> str:
    """Without case and accents."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())
