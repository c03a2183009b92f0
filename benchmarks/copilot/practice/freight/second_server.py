"""The dispatch office of Hollis & Reed Haulage: shipments, lorries, drivers, customers and depots."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, Literal, TypeVar

from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

NOW = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)

T = TypeVar("T")

ShipmentStatus = Literal["booked", "assigned", "in_transit", "delivered", "cancelled"]
LorryStatus = Literal["available", "out", "workshop"]
DriverStatus = Literal["available", "driving", "resting", "holiday", "sick"]
LorryKind = Literal["van", "rigid", "artic"]
Licence = Literal["C1", "C", "C+E"]

NEEDED_LICENCES: dict[LorryKind, tuple[Licence, ...]] = {
    "van": ("C1", "C", "C+E"),
    "rigid": ("C", "C+E"),
    "artic": ("C+E",),
}


class Depot(BaseModel):
    id: str = Field(description="Id of the depot, e.g. DEP-1")
    name: str
    manager: str = Field(description="Who runs the depot")
    phone: str
    bays: int = Field(description="Number of loading bays")
    opens: str = Field(description="Opening time, HH:MM")
    closes: str = Field(description="Closing time, HH:MM")


class Lorry(BaseModel):
    id: str = Field(description="Fleet number, e.g. L-01")
    registration: str
    make: str
    kind: LorryKind
    payload_kg: int = Field(description="Heaviest load it may carry")
    pallet_places: int
    refrigerated: bool = Field(description="Whether it can carry chilled goods")
    tail_lift: bool
    depot_id: str = Field(description="The depot it belongs to")
    status: LorryStatus
    mot_due: date = Field(description="When its next MOT test is due")
    defect: str | None = Field(default=None, description="What is wrong with it, if anything")


class Driver(BaseModel):
    id: str = Field(description="Id of the driver, e.g. DR-01")
    name: str
    depot_id: str = Field(description="The depot the driver is based at")
    phone: str
    licence: Licence = Field(description="C+E is needed for an artic, C for a rigid, C1 for a van")
    adr: bool = Field(description="Whether the driver may carry hazardous goods")
    status: DriverStatus
    hours_this_week: float = Field(description="Hours driven since Monday")
    back_on: date | None = Field(default=None, description="First working day after holiday or illness")


class Account(BaseModel):
    terms_days: int = Field(description="Days an invoice may stay unpaid")
    credit_limit: int = Field(description="In pounds")
    owed: int = Field(description="Unpaid invoices, in pounds")
    on_stop: bool = Field(description="Whether nothing may go out for this customer until it pays")


class Customer(BaseModel):
    id: str = Field(description="Id of the customer, e.g. C-01")
    name: str
    town: str
    contact: str = Field(description="The person to talk to")
    phone: str
    account: Account


class Event(BaseModel):
    at: datetime
    text: str


class Shipment(BaseModel):
    id: str = Field(description="Id of the shipment, e.g. S-2101")
    customer_id: str
    goods: str
    pallets: int
    weight_kg: int
    hazardous: bool = False
    chilled: bool = False
    origin: str = Field(description="Town where it is collected")
    destination: str = Field(description="Town where it is delivered")
    collect_at: datetime
    deliver_by: datetime
    status: ShipmentStatus
    lorry_id: str | None = None
    driver_id: str | None = None
    price: int = Field(description="What the customer pays, in pounds")
    notes: str = ""
    events: list[Event] = Field(default=[], description="What happened to it, oldest first")


class Office(BaseModel):
    depots: list[Depot]
    lorries: list[Lorry]
    drivers: list[Driver]
    customers: list[Customer]
    shipments: list[Shipment]


class ShipmentRow(BaseModel):
    id: str
    customer: str = Field(description="Name of the customer")
    goods: str
    pallets: int
    weight_kg: int
    origin: str
    destination: str
    collect_at: datetime
    deliver_by: datetime
    status: ShipmentStatus
    late: bool = Field(description="Whether it should have been delivered by now")
    lorry_id: str | None
    driver: str | None = Field(description="Name of the driver")


class ShipmentDetails(Shipment):
    customer: str = Field(description="Name of the customer")
    driver: str | None = Field(description="Name of the driver")
    late: bool = Field(description="Whether it should have been delivered by now")


class DayPlan(BaseModel):
    day: date
    weekday: str
    collections: list[ShipmentRow] = Field(description="Shipments to be collected on this day, by time")
    deliveries: list[ShipmentRow] = Field(description="Shipments to be delivered by some time of this day, by time")


ShipmentId = Annotated[str, Field(description="Id of the shipment, e.g. S-2101")]
LorryId = Annotated[str, Field(description="Fleet number of the lorry, e.g. L-01")]
DriverId = Annotated[str, Field(description="Id of the driver, e.g. DR-01")]
DepotFilter = Annotated[str | None, Field(description="Only those of this depot, by its id, e.g. DEP-1")]

READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True)


def make_server(data: dict) -> MCPServer:
    """A server of its own for each call; the data is copied."""
    office = Office.model_validate(data)
    depots = {depot.id: depot for depot in office.depots}
    lorries = {lorry.id: lorry for lorry in office.lorries}
    drivers = {driver.id: driver for driver in office.drivers}
    customers = {customer.id: customer for customer in office.customers}
    shipments = {shipment.id: shipment for shipment in office.shipments}

    server = MCPServer(
        "freight-dispatch",
        title="Hollis & Reed Haulage, dispatch",
        instructions=(
            "The dispatch office of a small freight company. All times are UTC, all prices in pounds. "
            f"Today is {NOW:%A, %Y-%m-%d}."
        ),
    )

    def known(things: dict[str, T], what: str, key: str) -> T:
        found = things.get(key.strip().upper())
        if found is None:
            raise ValueError(f"There is no {what} {key}.")
        return found

    def is_late(shipment: Shipment) -> bool:
        return shipment.status not in ("delivered", "cancelled") and shipment.deliver_by < NOW

    def driver_name(shipment: Shipment) -> str | None:
        return drivers[shipment.driver_id].name if shipment.driver_id else None

    def row(shipment: Shipment) -> ShipmentRow:
        return ShipmentRow(
            **shipment.model_dump(include=set(ShipmentRow.model_fields)),
            customer=customers[shipment.customer_id].name,
            driver=driver_name(shipment),
            late=is_late(shipment),
        )

    def details(shipment: Shipment) -> ShipmentDetails:
        return ShipmentDetails(
            **shipment.model_dump(),
            customer=customers[shipment.customer_id].name,
            driver=driver_name(shipment),
            late=is_late(shipment),
        )

    @server.tool(annotations=READS)
    def list_shipments(
        status: Annotated[ShipmentStatus | None, Field(description="Only shipments with this status")] = None,
        customer_id: Annotated[str | None, Field(description="Only shipments of this customer, e.g. C-01")] = None,
        late: Annotated[bool, Field(description="Only shipments that should have been delivered by now")] = False,
    ) -> list[ShipmentRow]:
        """List the shipments, earliest delivery time first: goods, route, times, status, lorry and driver."""
        if customer_id:
            customer_id = known(customers, "customer", customer_id).id
        found = [
            row(shipment)
            for shipment in shipments.values()
            if status in (None, shipment.status)
            and customer_id in (None, "", shipment.customer_id)
            and (not late or is_late(shipment))
        ]
        return sorted(found, key=lambda one: one.deliver_by)

    @server.tool(annotations=READS)
    def get_shipment(shipment_id: ShipmentId) -> ShipmentDetails:
        """Get everything about one shipment, with its price, notes and events."""
        return details(known(shipments, "shipment", shipment_id))

    @server.tool(annotations=READS)
    def get_day_plan(
        day: Annotated[date | None, Field(description="The day, YYYY-MM-DD; today if left out")] = None,
    ) -> DayPlan:
        """Get the plan for a day: which shipments are to be collected and which are to be delivered."""
        day = day or NOW.date()
        active = [shipment for shipment in shipments.values() if shipment.status != "cancelled"]
        collected = sorted((one for one in active if one.collect_at.date() == day), key=lambda one: one.collect_at)
        delivered = sorted((one for one in active if one.deliver_by.date() == day), key=lambda one: one.deliver_by)
        return DayPlan(
            day=day,
            weekday=f"{day:%A}",
            collections=[row(one) for one in collected],
            deliveries=[row(one) for one in delivered],
        )

    @server.tool(annotations=READS)
    def find_customers(
        text: Annotated[str | None, Field(description="Part of a name, a town or a contact; all if left out")] = None,
    ) -> list[Customer]:
        """Find customers by name, town or contact person, with their phone number and the state of their account."""
        wanted = (text or "").strip().casefold()
        return [
            customer
            for customer in customers.values()
            if any(wanted in field.casefold() for field in (customer.name, customer.town, customer.contact))
        ]

    @server.tool(annotations=READS)
    def list_lorries(
        depot_id: DepotFilter = None,
        status: Annotated[LorryStatus | None, Field(description="Only lorries with this status")] = None,
        min_payload_kg: Annotated[int, Field(ge=0, description="Only lorries that may carry at least this much")] = 0,
    ) -> list[Lorry]:
        """List the lorries of the fleet with what they can carry, where they belong and what is wrong with them."""
        depot_id = known(depots, "depot", depot_id).id if depot_id else None
        return [
            lorry
            for lorry in lorries.values()
            if depot_id in (None, lorry.depot_id)
            and status in (None, lorry.status)
            and lorry.payload_kg >= min_payload_kg
        ]

    @server.tool(annotations=READS)
    def list_drivers(
        depot_id: DepotFilter = None,
        status: Annotated[DriverStatus | None, Field(description="Only drivers with this status")] = None,
    ) -> list[Driver]:
        """List the drivers with their phone number, licence, status and the hours they have driven this week."""
        depot_id = known(depots, "depot", depot_id).id if depot_id else None
        return [
            driver
            for driver in drivers.values()
            if depot_id in (None, driver.depot_id) and status in (None, driver.status)
        ]

    @server.tool(annotations=READS)
    def list_depots() -> list[Depot]:
        """List the depots with manager, phone number, loading bays and opening hours."""
        return list(depots.values())

    @server.tool(annotations=ACTS)
    def assign_shipment(shipment_id: ShipmentId, lorry_id: LorryId, driver_id: DriverId) -> ShipmentDetails:
        """Give a shipment that has not been collected yet to a lorry and a driver, in place of those it had."""
        shipment = known(shipments, "shipment", shipment_id)
        lorry = known(lorries, "lorry", lorry_id)
        driver = known(drivers, "driver", driver_id)
        if shipment.status not in ("booked", "assigned"):
            raise ValueError(f"{shipment.id} is {shipment.status.replace('_', ' ')} and can't be assigned.")
        if customers[shipment.customer_id].account.on_stop:
            raise ValueError(f"The account of {customers[shipment.customer_id].name} is on stop.")
        if lorry.status == "workshop":
            raise ValueError(f"{lorry.id} is in the workshop.")
        if shipment.weight_kg > lorry.payload_kg or shipment.pallets > lorry.pallet_places:
            raise ValueError(f"{lorry.id} is too small for {shipment.id}.")
        if shipment.chilled and not lorry.refrigerated:
            raise ValueError(f"{shipment.id} needs a refrigerated lorry.")
        away_until = driver.back_on or date.max
        if driver.status in ("holiday", "sick") and away_until > shipment.collect_at.date():
            raise ValueError(f"{driver.name} is not at work then.")
        if driver.licence not in NEEDED_LICENCES[lorry.kind]:
            raise ValueError(f"{driver.name} has no licence for {lorry.id}.")
        if shipment.hazardous and not driver.adr:
            raise ValueError(f"{driver.name} may not carry hazardous goods.")
        shipment.lorry_id, shipment.driver_id, shipment.status = lorry.id, driver.id, "assigned"
        return details(shipment)

    @server.tool(annotations=ACTS)
    def move_delivery(
        shipment_id: ShipmentId,
        deliver_by: Annotated[datetime, Field(description="The new time by which it is to be delivered, UTC")],
    ) -> ShipmentDetails:
        """Change the time by which a shipment is to be delivered."""
        shipment = known(shipments, "shipment", shipment_id)
        moment = deliver_by if deliver_by.tzinfo else deliver_by.replace(tzinfo=UTC)
        if shipment.status in ("delivered", "cancelled"):
            raise ValueError(f"{shipment.id} is {shipment.status}.")
        if moment < max(NOW, shipment.collect_at):
            raise ValueError("The delivery must be after the collection, and not in the past.")
        shipment.deliver_by = moment
        return details(shipment)

    @server.tool(annotations=ACTS)
    def set_lorry_status(
        lorry_id: LorryId,
        status: Annotated[LorryStatus, Field(description="The new status")],
        defect: Annotated[str | None, Field(description="What is wrong with it, for the workshop")] = None,
    ) -> Lorry:
        """Set whether a lorry is available, out on the road, or in the workshop."""
        lorry = known(lorries, "lorry", lorry_id)
        lorry.status = status
        if status != "workshop":
            lorry.defect = None
        elif defect:
            lorry.defect = defect
        return lorry

    return server
