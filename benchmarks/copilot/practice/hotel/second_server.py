"""Hotel Marenda: rooms, bookings, guests and housekeeping of a small hotel by the harbour."""

from __future__ import annotations

import unicodedata
from datetime import date, timedelta
from typing import Annotated, Any, Literal, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

T = TypeVar("T")

TODAY = date(2026, 11, 18)

INSTRUCTIONS = """The front desk and housekeeping of Hotel Marenda, a hotel with 14 rooms. Today is Wednesday, 2026-11-18.
Rooms are named by their number, such as "204". Prices are in euros.
Bookings are made, changed and checked in at the front desk, not here."""

RoomType = Literal["single", "double", "family", "suite"]
RoomState = Literal["dirty", "clean", "inspected", "out_of_order"]
BookingStatus = Literal["confirmed", "checked_in", "checked_out", "cancelled"]
TaskStatus = Literal["open", "in_progress", "done"]
TaskKind = Literal["cleaning", "linen", "repair", "extra"]
Role = Literal["housekeeping", "maintenance", "reception", "manager"]

BookingId = Annotated[str, Field(description='Id of a booking, such as "B-3104"')]


class RoomFacts(BaseModel):
    name: str | None = Field(description="Only suites have a name")
    type: RoomType
    sleeps: int = Field(description="How many people can sleep in it")
    view: str
    features: list[str]
    rate: float = Field(description="Price of a night")


class Room(RoomFacts):
    id: str = Field(description="Room number")
    floor: int
    state: RoomState = Field(description="`inspected` is ready for a new guest")


class FreeRoom(RoomFacts):
    room: str = Field(description="Room number")
    total: float = Field(description="Price of the whole stay")


class Guest(BaseModel):
    id: str
    name: str
    email: str
    phone: str
    country: str
    language: str
    member: Literal["none", "silver", "gold"]
    stays: int = Field(description="Number of earlier stays")
    preferences: str


class Charge(BaseModel):
    item: str
    amount: float
    day: date


class Stay(BaseModel):
    id: str
    room: str
    arrival: date
    departure: date
    status: BookingStatus


class Wishes(BaseModel):
    adults: int
    children: int
    breakfast: bool
    channel: Literal["website", "phone", "travel_agency"]
    requests: str


class StoredBooking(Stay, Wishes):
    guest: str
    rate: float
    charges: list[Charge]
    paid: float

    @property
    def nights(self) -> int:
        return (self.departure - self.arrival).days


class BookingRow(Stay):
    guest_id: str
    guest: str = Field(description="Name of the guest")
    nights: int


class Bill(BaseModel):
    room_total: float = Field(description="All nights")
    charges: list[Charge]
    total: float
    paid: float
    balance: float = Field(description="What is still to be paid")


class Booking(BookingRow, Wishes):
    bill: Bill


class TaskFacts(BaseModel):
    id: str
    room: str
    kind: TaskKind
    title: str
    status: TaskStatus
    priority: Literal["normal", "urgent"]
    due: date
    note: str


class StoredTask(TaskFacts):
    assigned_to: str | None


class Assignee(BaseModel):
    id: str
    name: str


class Task(TaskFacts):
    assigned_to: Assignee | None


class Shift(BaseModel):
    weekday: str
    start: str
    end: str


class StoredStaff(BaseModel):
    id: str
    name: str
    role: Role
    shifts: list[Shift]


class RosterRow(BaseModel):
    staff_id: str
    name: str
    role: Role
    start: str | None = Field(description="Start of the shift; null on a day off")
    end: str | None = Field(description="End of the shift; a night shift ends on the next morning")


def _folded(text: str) -> str:
    """Without case and accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))


def _of(things: dict[str, T], thing: str, what: str) -> T:
    if thing not in things:
        raise ToolError(f"There is no {what} {thing}.")
    return things[thing]


class Hotel:
    """All that the hotel knows."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.rooms = {one["id"]: Room.model_validate(one) for one in data["rooms"]}
        self.guests = {one["id"]: Guest.model_validate(one) for one in data["guests"]}
        self.bookings = {one["id"]: StoredBooking.model_validate(one) for one in data["bookings"]}
        self.tasks = {one["id"]: StoredTask.model_validate(one) for one in data["tasks"]}
        self.staff = {one["id"]: StoredStaff.model_validate(one) for one in data["staff"]}

    def in_house(self, number: str) -> StoredBooking | None:
        return next((b for b in self.bookings.values() if b.room == number and b.status == "checked_in"), None)

    def is_free(self, number: str, arrival: date, departure: date) -> bool:
        taken = [b for b in self.bookings.values() if b.room == number and b.status in ("confirmed", "checked_in")]
        return not any(b.arrival < departure and arrival < b.departure for b in taken)

    def row(self, b: StoredBooking) -> BookingRow:
        facts = b.model_dump(include=set(Stay.model_fields))
        return BookingRow(**facts, guest_id=b.guest, guest=self.guests[b.guest].name, nights=b.nights)

    def detailed(self, b: StoredBooking) -> Booking:
        room_total = b.nights * b.rate
        total = room_total + sum(charge.amount for charge in b.charges)
        bill = Bill(room_total=room_total, charges=b.charges, total=total, paid=b.paid, balance=total - b.paid)
        return Booking(**self.row(b).model_dump(), **b.model_dump(include=set(Wishes.model_fields)), bill=bill)

    def shown(self, task: StoredTask) -> Task:
        person = self.staff[task.assigned_to] if task.assigned_to else None
        assignee = Assignee(id=person.id, name=person.name) if person else None
        return Task(**task.model_dump(exclude={"assigned_to"}), assigned_to=assignee)


def make_server(data: dict[str, Any]) -> MCPServer[Any]:
    hotel = Hotel(data)
    server: MCPServer[Any] = MCPServer("Hotel Marenda", instructions=INSTRUCTIONS)
    reads = ToolAnnotations(read_only_hint=True)
    acts = ToolAnnotations(read_only_hint=False, destructive_hint=False)

    @server.tool(annotations=reads)
    def list_rooms(
        type: Annotated[RoomType | None, Field(description="Only rooms of this type")] = None,
        state: Annotated[RoomState | None, Field(description="Only rooms in this state")] = None,
        floor: Annotated[int | None, Field(description="Only rooms on this floor", ge=1, le=3)] = None,
    ) -> list[Room]:
        """List the rooms with their type, rate, view, features and housekeeping state. Says nothing about bookings."""
        return [
            room
            for room in hotel.rooms.values()
            if type in (None, room.type) and state in (None, room.state) and floor in (None, room.floor)
        ]

    @server.tool(annotations=reads)
    def find_free_rooms(
        arrival: Annotated[date, Field(description="Day of arrival")],
        nights: Annotated[int, Field(description="Number of nights", ge=1, le=30)],
        guests: Annotated[int, Field(description="Number of people who share the room", ge=1, le=4)],
    ) -> list[FreeRoom]:
        """Find the rooms that are free for a whole stay and large enough, cheapest first. Rooms out of order are left out."""
        if arrival < TODAY:
            raise ToolError("The day of arrival is in the past.")
        departure = arrival + timedelta(days=nights)
        usable = [room for room in hotel.rooms.values() if room.sleeps >= guests and room.state != "out_of_order"]
        free = [room for room in usable if hotel.is_free(room.id, arrival, departure)]
        return [
            FreeRoom(room=room.id, total=room.rate * nights, **room.model_dump(exclude={"id", "floor", "state"}))
            for room in sorted(free, key=lambda room: room.rate)
        ]

    @server.tool(annotations=reads)
    def list_bookings(
        status: Annotated[BookingStatus | None, Field(description="Only bookings with this status")] = None,
        guest_id: Annotated[str | None, Field(description='Only bookings of this guest, such as "G-11"')] = None,
        room: Annotated[str | None, Field(description="Only bookings of this room number")] = None,
        arrival: Annotated[date | None, Field(description="Only bookings that arrive on this day")] = None,
        departure: Annotated[date | None, Field(description="Only bookings that leave on this day")] = None,
    ) -> list[BookingRow]:
        """List bookings by day of arrival: guest, room, days and status. Guests in the house are `checked_in`."""
        if guest_id:
            _of(hotel.guests, guest_id, "guest")
        if room:
            _of(hotel.rooms, room, "room")
        found = [
            b
            for b in hotel.bookings.values()
            if status in (None, b.status)
            and (not guest_id or b.guest == guest_id)
            and (not room or b.room == room)
            and arrival in (None, b.arrival)
            and departure in (None, b.departure)
        ]
        return [hotel.row(b) for b in sorted(found, key=lambda b: (b.arrival, b.id))]

    @server.tool(annotations=reads)
    def get_booking(booking_id: BookingId) -> Booking:
        """Get all about a booking: people, breakfast, requests, and the bill with its charges, payments and balance."""
        return hotel.detailed(_of(hotel.bookings, booking_id, "booking"))

    @server.tool(annotations=reads)
    def search_guests(
        text: Annotated[str, Field(description="Words to find in name, contact, country or preferences", min_length=2)],
    ) -> list[Guest]:
        """Search the guest file. Gives contact, country, membership and preferences of every guest that has all the words."""
        words = _folded(text).split()

        def of(guest: Guest) -> str:
            return _folded(f"{guest.id} {guest.name} {guest.email} {guest.phone} {guest.country} {guest.preferences}")

        return [guest for guest in hotel.guests.values() if all(word in of(guest) for word in words)]

    @server.tool(annotations=reads)
    def list_housekeeping_tasks(
        status: Annotated[TaskStatus | None, Field(description="Only tasks with this status")] = None,
        kind: Annotated[TaskKind | None, Field(description="Only tasks of this kind")] = None,
        room: Annotated[str | None, Field(description="Only tasks in this room number")] = None,
    ) -> list[Task]:
        """List the tasks of housekeeping and maintenance, with who does them and when they are due."""
        if room:
            _of(hotel.rooms, room, "room")
        return [
            hotel.shown(task)
            for task in hotel.tasks.values()
            if status in (None, task.status) and kind in (None, task.kind) and (not room or task.room == room)
        ]

    @server.tool(annotations=reads)
    def get_roster(day: Annotated[date, Field(description="The day, such as 2026-11-18")]) -> list[RosterRow]:
        """Get the duty roster of a day: everybody of the staff with their role, and their shift or that they are off."""
        weekday = day.strftime("%A").lower()
        rows = []
        for person in hotel.staff.values():
            start, end = next(((s.start, s.end) for s in person.shifts if s.weekday == weekday), (None, None))
            rows.append(RosterRow(staff_id=person.id, name=person.name, role=person.role, start=start, end=end))
        return rows

    @server.tool(annotations=acts)
    def set_room_state(
        room: Annotated[str, Field(description='Room number, such as "204"')],
        state: Annotated[RoomState, Field(description="The new housekeeping state")],
    ) -> Room:
        """Set the housekeeping state of a room. Only a clean room can be inspected, and only an empty one put out of order."""
        found = _of(hotel.rooms, room, "room")
        if state == "inspected" and found.state not in ("clean", "inspected"):
            raise ToolError(f"Room {room} is {found.state}; only a clean room can be inspected.")
        if state == "out_of_order" and hotel.in_house(room):
            raise ToolError(f"A guest is staying in room {room}.")
        found.state = state
        return found

    @server.tool(annotations=acts)
    def assign_task(
        task_id: Annotated[str, Field(description='Id of a task, such as "H-72"')],
        staff_id: Annotated[str, Field(description='Id of a person of housekeeping or maintenance, such as "S-2"')],
    ) -> Task:
        """Assign a task that is not done to a person of housekeeping or maintenance, in place of whoever had it."""
        task = _of(hotel.tasks, task_id, "task")
        person = _of(hotel.staff, staff_id, "person of the staff")
        if task.status == "done":
            raise ToolError(f"Task {task_id} is done already.")
        if person.role not in ("housekeeping", "maintenance"):
            raise ToolError(f"{person.name} works neither in housekeeping nor in maintenance.")
        task.assigned_to = staff_id
        return hotel.shown(task)

    @server.tool(annotations=acts)
    def add_charge(
        booking_id: BookingId,
        item: Annotated[str, Field(description="What is charged, such as Minibar or Parking", min_length=1)],
        amount: Annotated[float, Field(description="Amount in euros", gt=0, le=1000)],
    ) -> Bill:
        """Add a charge to the bill of a guest who is in the house."""
        booking = _of(hotel.bookings, booking_id, "booking")
        if booking.status != "checked_in":
            raise ToolError(f"Booking {booking_id} is {booking.status}; only guests in the house can be charged.")
        booking.charges.append(Charge(item=item, amount=amount, day=TODAY))
        return hotel.detailed(booking).bill

    return server
