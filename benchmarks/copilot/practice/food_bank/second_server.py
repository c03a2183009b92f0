"""The MCP server of Quayside Food Bank: stock, donations, volunteers and their shifts, households and their parcels."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

Category = Literal["tins", "dry", "drinks", "fresh", "frozen", "baby", "hygiene"]
DonorKind = Literal["shop", "company", "school", "faith_group", "club", "person"]
Skill = Literal["driver", "sorting", "packing", "reception", "first_aid", "forklift"]
Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
Task = Literal["sorting", "packing", "reception", "delivery"]
Need = Literal["vegetarian", "halal", "gluten_free", "no_nuts", "baby"]
ParcelStatus = Literal["booked", "packed", "handed_over", "missed"]
Handover = Literal["pickup", "delivery"]
WriteOffReason = Literal["expired", "damaged", "recalled", "lost"]

READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False, destructive_hint=False)
TAKES_AWAY = ToolAnnotations(read_only_hint=False, destructive_hint=True)

DAYS_BETWEEN_PARCELS = 7
SUNDAY = 6


class StockItem(BaseModel):
    id: str = Field(description="For example ST-04")
    name: str
    category: Category
    quantity: int = Field(description="How many units are left")
    unit: str
    expires_on: date | None = Field(description="The last day it may be handed out, null where it does not expire")
    place: str = Field(description="Shelf, cold room or freezer")
    donation_id: str = Field(description="The donation it came with")


class Donation(BaseModel):
    id: str = Field(description="For example D-203")
    donor: str
    donor_kind: DonorKind
    received_on: date
    weight_kg: float
    thanked: bool = Field(description="Whether the thank-you letter has gone out")
    note: str


class Volunteer(BaseModel):
    id: str = Field(description="For example V-05")
    name: str
    phone: str
    skills: list[Skill]
    available: list[Weekday]
    joined_on: date
    note: str


class Shift(BaseModel):
    id: str
    day: date
    start: str
    end: str
    task: Task
    places: int
    volunteer_ids: list[str]
    note: str


class Parcel(BaseModel):
    id: str = Field(description="For example P-504")
    day: date
    status: ParcelStatus
    handover: Handover
    boxes: int


class Household(BaseModel):
    id: str = Field(description="For example H-14")
    name: str = Field(description="The person who registered the household")
    area: str
    address: str
    phone: str
    adults: int
    children_ages: list[int]
    needs: list[Need]
    registered_on: date
    note: str
    parcels: list[Parcel]

    @property
    def people(self) -> int:
        return self.adults + len(self.children_ages)


class FoodBank(BaseModel):
    stock: list[StockItem]
    donations: list[Donation]
    volunteers: list[Volunteer]
    shifts: list[Shift]
    households: list[Household]


class OnShift(BaseModel):
    id: str
    name: str


class ShiftPlan(BaseModel):
    """A shift with the people who are on it."""

    id: str = Field(description="For example SH-35")
    day: date
    start: str
    end: str
    task: Task
    volunteers: list[OnShift]
    places: int = Field(description="How many volunteers the shift needs")
    free_places: int
    note: str


class HouseholdSummary(BaseModel):
    id: str
    name: str
    area: str
    people: int = Field(description="Adults and children")
    needs: list[Need]


class PlannedParcel(BaseModel):
    """A parcel with the household it is for."""

    id: str
    household_id: str
    household: str
    area: str
    day: date
    status: ParcelStatus
    handover: Handover
    boxes: int


def make_server(data: dict) -> MCPServer:
    """A server on this data; what its tools change stays in this server."""
    bank = FoodBank.model_validate(data)
    stock = {item.id: item for item in bank.stock}
    volunteers = {one.id: one for one in bank.volunteers}
    shifts = {shift.id: shift for shift in bank.shifts}
    households = {one.id: one for one in bank.households}

    server: MCPServer = MCPServer(
        name="quayside-food-bank",
        title="Quayside Food Bank",
        instructions="Stock, donations, volunteers, shifts, households and parcels of Quayside Food Bank. Closed on Sundays.",
    )

    @server.tool(annotations=READS)
    def list_stock(
        category: Annotated[Category | None, Field(description="Only this category")] = None,
        expires_by: Annotated[date | None, Field(description="Only what expires on this day or earlier")] = None,
    ) -> list[StockItem]:
        """What is in the warehouse, with quantity, expiry date, place and donation. What expires first comes first."""
        found = [
            item
            for item in stock.values()
            if (category is None or item.category == category)
            and (expires_by is None or (item.expires_on is not None and item.expires_on <= expires_by))
        ]
        return sorted(found, key=lambda item: item.expires_on or date.max)

    @server.tool(annotations=READS)
    def list_donations(
        since: Annotated[date | None, Field(description="Only those received on this day or later")] = None,
        donor: Annotated[str | None, Field(description="Part of the donor's name")] = None,
        thanked: Annotated[
            bool | None, Field(description="Only those that have, or have not, been thanked for")
        ] = None,
    ) -> list[Donation]:
        """The donations received, newest first: donor, day, weight, whether the donor was thanked, and the note on it."""
        found = [
            donation
            for donation in bank.donations
            if (since is None or donation.received_on >= since)
            and (thanked is None or donation.thanked == thanked)
            and _mentions(donation.donor, donor)
        ]
        return sorted(found, key=lambda donation: donation.received_on, reverse=True)

    @server.tool(annotations=READS)
    def find_volunteers(
        name: Annotated[str | None, Field(description="Part of the name")] = None,
        skill: Annotated[Skill | None, Field(description="Only those with this skill")] = None,
    ) -> list[Volunteer]:
        """Find volunteers by name or skill, with phone, skills and the weekdays they can come. No arguments: all of them."""
        return [
            one for one in volunteers.values() if _mentions(one.name, name) and (skill is None or skill in one.skills)
        ]

    @server.tool(annotations=READS)
    def list_shifts(
        day: Annotated[date | None, Field(description="Only the shifts of this day")] = None,
        task: Annotated[Task | None, Field(description="Only shifts with this task")] = None,
    ) -> list[ShiftPlan]:
        """The shifts of this and next week: when, what is to be done, who is on them and how many places are free."""
        return [
            plan_of(shift)
            for shift in shifts.values()
            if (day is None or shift.day == day) and (task is None or shift.task == task)
        ]

    @server.tool(annotations=READS)
    def find_households(
        name: Annotated[str | None, Field(description="Part of the name the household is registered under")] = None,
        need: Annotated[Need | None, Field(description="Only households with this need")] = None,
    ) -> list[HouseholdSummary]:
        """Find registered households by name or need: id, area, number of people, needs. Without arguments: all of them."""
        return [
            HouseholdSummary(id=one.id, name=one.name, area=one.area, people=one.people, needs=one.needs)
            for one in households.values()
            if _mentions(one.name, name) and (need is None or need in one.needs)
        ]

    @server.tool(annotations=READS)
    def get_household(
        household_id: Annotated[str, Field(description="The id of the household, for example H-14")],
    ) -> Household:
        """All about one household: address, phone, adults and ages of the children, needs, notes, and its parcels."""
        return household_of(household_id)

    @server.tool(annotations=READS)
    def list_parcels(
        day: Annotated[date | None, Field(description="Only the parcels of this day")] = None,
        status: Annotated[ParcelStatus | None, Field(description="Only parcels with this status")] = None,
    ) -> list[PlannedParcel]:
        """The parcels of all households by day: who they are for, their status, and whether they are picked up or delivered."""
        found = [
            planned(one, parcel)
            for one in households.values()
            for parcel in one.parcels
            if (day is None or parcel.day == day) and (status is None or parcel.status == status)
        ]
        return sorted(found, key=lambda parcel: (parcel.day, parcel.id))

    @server.tool(annotations=ACTS)
    def book_parcel(
        household_id: Annotated[str, Field(description="The id of the household, for example H-14")],
        day: Annotated[date, Field(description="The day of the pickup or delivery, not a Sunday")],
        handover: Annotated[Handover, Field(description="How the household gets it")] = "pickup",
    ) -> PlannedParcel:
        """Book a parcel for a household. There must be seven days between two parcels; missed ones don't count."""
        household = household_of(household_id)
        if day.weekday() == SUNDAY:
            raise ValueError("The food bank is closed on Sundays.")
        for other in household.parcels:
            if other.status != "missed" and abs((other.day - day).days) < DAYS_BETWEEN_PARCELS:
                raise ValueError(f"{household.name} has parcel {other.id} on {other.day}, less than seven days apart.")
        last = max(int(parcel.id.removeprefix("P-")) for one in households.values() for parcel in one.parcels)
        boxes = (household.people + 1) // 2
        parcel = Parcel(id=f"P-{last + 1}", day=day, status="booked", handover=handover, boxes=boxes)
        household.parcels.append(parcel)
        return planned(household, parcel)

    @server.tool(annotations=ACTS)
    def sign_up_volunteer(
        shift_id: Annotated[str, Field(description="The id of the shift, for example SH-35")],
        volunteer_id: Annotated[str, Field(description="The id of the volunteer, for example V-05")],
    ) -> ShiftPlan:
        """Put a volunteer on a shift that has a free place. Deliveries are for drivers only."""
        if shift_id not in shifts:
            raise ValueError(f"There is no shift {shift_id}.")
        if volunteer_id not in volunteers:
            raise ValueError(f"There is no volunteer {volunteer_id}.")
        shift, volunteer = shifts[shift_id], volunteers[volunteer_id]
        if volunteer_id in shift.volunteer_ids:
            raise ValueError(f"{volunteer.name} is on shift {shift_id} already.")
        if len(shift.volunteer_ids) >= shift.places:
            raise ValueError(f"Shift {shift_id} is full.")
        if shift.task == "delivery" and "driver" not in volunteer.skills:
            raise ValueError(f"{volunteer.name} is not a driver.")
        shift.volunteer_ids.append(volunteer_id)
        return plan_of(shift)

    @server.tool(annotations=TAKES_AWAY)
    def write_off_stock(
        stock_id: Annotated[str, Field(description="The id of the stock item, for example ST-04")],
        quantity: Annotated[int, Field(ge=1, description="How many units are written off")],
        reason: Annotated[WriteOffReason, Field(description="Why they can't be handed out")],
    ) -> StockItem:
        """Take units out of the stock that can't be handed out any more. Returns what is left."""
        if stock_id not in stock:
            raise ValueError(f"There is no stock item {stock_id}.")
        item = stock[stock_id]
        if quantity > item.quantity:
            raise ValueError(f"There are only {item.quantity} {item.unit} of {item.name}.")
        item.quantity -= quantity
        return item

    def household_of(household_id: str) -> Household:
        if household_id not in households:
            raise ValueError(f"There is no household {household_id}.")
        return households[household_id]

    def plan_of(shift: Shift) -> ShiftPlan:
        return ShiftPlan(
            **shift.model_dump(exclude={"volunteer_ids"}),
            volunteers=[OnShift(id=one, name=volunteers[one].name) for one in shift.volunteer_ids],
            free_places=shift.places - len(shift.volunteer_ids),
        )

    def planned(household: Household, parcel: Parcel) -> PlannedParcel:
        return PlannedParcel(
            **parcel.model_dump(), household_id=household.id, household=household.name, area=household.area
        )

    return server


def _mentions(text: str, part: str | None) -> bool:
    return part is None or part.strip().casefold() in text.casefold()
