"""The MCP server of Hollowell Orchard: fields, people, harvests, orders with their delivery rounds, and cold stores."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal, TypeVar

from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

TODAY = date(2026, 11, 18)

FieldStatus = Literal["growing", "ready", "picking", "picked", "resting"]
Role = Literal["picker", "crew_lead", "driver", "shop"]
OrderStatus = Literal["new", "confirmed", "packed", "handed_over", "cancelled"]
Van = Literal["green", "white"]


class FieldFacts(BaseModel):
    id: str
    name: str
    crop: str
    variety: str
    hectares: float
    status: FieldStatus
    kg_left: int = Field(description="Estimated kilograms that are still to be picked.")
    last_sprayed: date | None
    no_picking_until: date | None = Field(description="After spraying: the first day on which it may be picked again.")
    notes: str


class FarmField(FieldFacts):
    lead_id: str


class FieldInfo(FieldFacts):
    crew_lead: str


class Assignment(BaseModel):
    day: date
    field_id: str


class Person(BaseModel):
    id: str
    name: str
    role: Role
    crew: str | None = Field(description="The crew somebody picks with; none for drivers and the shop.")
    phone: str
    hours_this_week: float = Field(description="Hours worked since Monday.")
    days_off: list[str] = Field(description="The weekdays on which this person does not work.")
    skills: list[str]
    van: Van | None = Field(description="The van a driver drives.")
    assignments: list[Assignment] = Field(description="Where a picker is to work, from today on.")


class Harvest(BaseModel):
    id: str
    day: date
    field_id: str
    picker_id: str
    kg: int
    grade: Literal["first", "second", "juice"]
    store_id: str


class OrderLine(BaseModel):
    product: str
    kg: float
    price_per_kg: float = Field(description="In pounds.")


class Order(BaseModel):
    id: str
    customer: str
    placed: date
    due: date
    way: Literal["delivery", "collection"]
    status: OrderStatus
    paid: bool
    note: str
    lines: list[OrderLine]
    van: Van | None
    address: str | None
    window: str | None

    @property
    def total(self) -> float:
        return round(sum(line.kg * line.price_per_kg for line in self.lines), 2)


class Stock(BaseModel):
    product: str
    kg: int
    since: date = Field(description="The day the oldest of it came in.")


class ColdStore(BaseModel):
    id: str
    name: str
    celsius: float
    target_celsius: float
    humidity_percent: int
    capacity_kg: int
    stock: list[Stock]
    alarm: str | None
    remarks: str


class Farm(BaseModel):
    fields_: list[FarmField] = Field(alias="fields")
    people: list[Person]
    harvests: list[Harvest]
    orders: list[Order]
    cold_stores: list[ColdStore]

    def driver_of(self, van: Van | None) -> str | None:
        return next((person.name for person in self.people if van and person.van == van), None)


Thing = TypeVar("Thing", FarmField, Person, Order, ColdStore)


def _by_id(things: list[Thing], wanted: str) -> Thing:
    found = next((thing for thing in things if thing.id.casefold() == wanted.strip().casefold()), None)
    if found is None:
        raise ValueError(f"Unknown id {wanted!r}. Known are {', '.join(thing.id for thing in things)}.")
    return found


class HarvestInfo(BaseModel):
    id: str
    day: date
    field: str
    crop: str
    picker: str
    kg: int
    grade: Literal["first", "second", "juice"]
    cold_store: str


class HarvestList(BaseModel):
    harvests: list[HarvestInfo]
    total_kg: int


class OrderSummary(BaseModel):
    id: str
    customer: str
    due: date = Field(description="The day it is delivered or collected.")
    way: Literal["delivery", "collection"]
    status: OrderStatus
    total: float = Field(description="In pounds.")


class DeliveryDetails(BaseModel):
    van: Van | None
    driver: str | None
    address: str | None
    window: str | None


class OrderDetails(OrderSummary):
    placed: date
    paid: bool
    note: str = Field(description="What the customer wrote, or what was said on the phone.")
    lines: list[OrderLine]
    delivery: DeliveryDetails | None = Field(description="None if the customer collects it from the shop.")


class Stop(BaseModel):
    order_id: str
    customer: str
    address: str | None
    window: str | None
    kg: float
    status: OrderStatus


class Round(BaseModel):
    van: Van
    driver: str | None
    stops: list[Stop] = Field(description="In the order in which they are driven to.")


class ColdStoreInfo(ColdStore):
    free_kg: int


ACTS = ToolAnnotations(read_only_hint=False, destructive_hint=False)
READS = ToolAnnotations(read_only_hint=True)


def make_server(data: dict[str, Any]) -> MCPServer[Any]:
    """The server of a farm with this data, which is copied."""
    farm = Farm.model_validate(data)
    server: MCPServer[Any] = MCPServer("hollowell-orchard", instructions="Hollowell Orchard and its farm shop.")

    def order_details(order: Order) -> OrderDetails:
        delivery = None
        if order.way == "delivery":
            where = order.model_dump(include={"van", "address", "window"})
            delivery = DeliveryDetails(driver=farm.driver_of(order.van), **where)
        return OrderDetails(
            **order.model_dump(exclude={"van", "address", "window"}), total=order.total, delivery=delivery
        )

    def store_info(store: ColdStore) -> ColdStoreInfo:
        return ColdStoreInfo(**store.model_dump(), free_kg=store.capacity_kg - sum(item.kg for item in store.stock))

    @server.tool(annotations=READS)
    def list_fields(
        status: Annotated[FieldStatus | None, Field(description="Only fields with this status.")] = None,
        crop: Annotated[str | None, Field(description="Only fields with this crop or variety, e.g. 'Bramley'.")] = None,
    ) -> list[FieldInfo]:
        """List the fields and orchards: crop, status, what is left to pick, crew lead, spraying and notes."""
        wanted = (crop or "").strip().casefold()
        return [
            FieldInfo(**field.model_dump(exclude={"lead_id"}), crew_lead=_by_id(farm.people, field.lead_id).name)
            for field in farm.fields_
            if (status is None or field.status == status) and wanted in f"{field.crop} / {field.variety}".casefold()
        ]

    @server.tool(annotations=READS)
    def list_people(
        role: Annotated[Role | None, Field(description="Only people with this role.")] = None,
        name: Annotated[str | None, Field(description="Only people whose name has this in it.")] = None,
    ) -> list[Person]:
        """List the people of the farm: pickers, crew leads, drivers and the shop, with phone, hours, days off and assignments."""
        wanted = (name or "").strip().casefold()
        return [
            person
            for person in farm.people
            if (role is None or person.role == role) and wanted in person.name.casefold()
        ]

    @server.tool(annotations=READS)
    def list_harvests(
        since: Annotated[date, Field(description="The first day.")],
        until: Annotated[date | None, Field(description="The last day; today if left out.")] = None,
        field_id: Annotated[str | None, Field(description="Only what came from this field, e.g. 'F-01'.")] = None,
        picker_id: Annotated[str | None, Field(description="Only what this person picked, e.g. 'W-03'.")] = None,
    ) -> HarvestList:
        """List what was picked in a span of days: by whom, in which field, how much, and where it is stored."""
        field = _by_id(farm.fields_, field_id) if field_id else None
        picker = _by_id(farm.people, picker_id) if picker_id else None
        found = [
            HarvestInfo(
                id=harvest.id,
                day=harvest.day,
                field=_by_id(farm.fields_, harvest.field_id).name,
                crop=_by_id(farm.fields_, harvest.field_id).crop,
                picker=_by_id(farm.people, harvest.picker_id).name,
                kg=harvest.kg,
                grade=harvest.grade,
                cold_store=_by_id(farm.cold_stores, harvest.store_id).name,
            )
            for harvest in farm.harvests
            if since <= harvest.day <= (until or TODAY)
            and (field is None or harvest.field_id == field.id)
            and (picker is None or harvest.picker_id == picker.id)
        ]
        return HarvestList(harvests=found, total_kg=sum(harvest.kg for harvest in found))

    @server.tool(annotations=READS)
    def find_orders(
        text: Annotated[str | None, Field(description="Words from the customer's name or from a product.")] = None,
        status: Annotated[OrderStatus | None, Field(description="Only orders with this status.")] = None,
        due: Annotated[date | None, Field(description="Only orders that are due on this day.")] = None,
    ) -> list[OrderSummary]:
        """Find orders of the farm shop; all of them if nothing is given. What is in an order is told by get_order."""
        words = (text or "").casefold().split()

        def is_wanted(order: Order) -> bool:
            searched = " ".join([order.customer, *(line.product for line in order.lines)]).casefold()
            return (
                all(word in searched for word in words) and status in (None, order.status) and due in (None, order.due)
            )

        return [OrderSummary(**order.model_dump(), total=order.total) for order in farm.orders if is_wanted(order)]

    @server.tool(annotations=READS)
    def get_order(order_id: Annotated[str, Field(description="The id of an order, e.g. 'O-301'.")]) -> OrderDetails:
        """Get all of one order: its lines, note, payment, and how it is delivered."""
        return order_details(_by_id(farm.orders, order_id))

    @server.tool(annotations=READS)
    def get_delivery_rounds(day: Annotated[date, Field(description="The day of the rounds.")]) -> list[Round]:
        """Get the delivery rounds of one day: for each van its driver and its stops."""
        rounds: dict[Van, Round] = {}
        out = [order for order in farm.orders if order.van and order.due == day and order.status != "cancelled"]
        for order in sorted(out, key=lambda one: one.window or ""):
            assert order.van
            the_round = rounds.setdefault(order.van, Round(van=order.van, driver=farm.driver_of(order.van), stops=[]))
            stop = order.model_dump(include={"customer", "address", "window", "status"})
            the_round.stops.append(Stop(order_id=order.id, kg=sum(line.kg for line in order.lines), **stop))
        return list(rounds.values())

    @server.tool(annotations=READS)
    def get_cold_stores() -> list[ColdStoreInfo]:
        """Get the cold stores: temperature and target in degrees Celsius, alarms, stock and free space."""
        return [store_info(store) for store in farm.cold_stores]

    @server.tool(annotations=ACTS)
    def update_order(
        order_id: Annotated[str, Field(description="The id of an order, e.g. 'O-301'.")],
        status: Annotated[OrderStatus | None, Field(description="The new status; left out if it stays.")] = None,
        due: Annotated[
            date | None, Field(description="The new day of delivery or collection; left out if it stays.")
        ] = None,
    ) -> OrderDetails:
        """Change the status of an order, or move it to another day. Not once it is handed over or cancelled."""
        order = _by_id(farm.orders, order_id)
        if status is None and due is None:
            raise ValueError("Give a new status or a new day.")
        if order.status in ("handed_over", "cancelled"):
            raise ValueError(f"{order.id} is {order.status.replace('_', ' ')} and can't be changed any more.")
        if due is not None and due < TODAY:
            raise ValueError("An order can't be moved into the past.")
        if due is not None and due.strftime("%A") == "Sunday":
            raise ValueError("The shop is closed and nothing is delivered on Sundays.")
        order.status = status or order.status
        order.due = due or order.due
        return order_details(order)

    @server.tool(annotations=ACTS)
    def assign_picker(
        picker_id: Annotated[str, Field(description="The id of a picker, e.g. 'W-03'.")],
        field_id: Annotated[str, Field(description="The id of a field, e.g. 'F-01'.")],
        day: Annotated[date, Field(description="The day of the work.")],
    ) -> Person:
        """Assign a picker to a field for one day; replaces what was assigned for that day."""
        person, field = _by_id(farm.people, picker_id), _by_id(farm.fields_, field_id)
        if person.role not in ("picker", "crew_lead"):
            raise ValueError(f"{person.name} does not pick.")
        if day < TODAY:
            raise ValueError("This day is over.")
        if day.strftime("%A") in person.days_off:
            raise ValueError(f"{person.name} is off on {day.strftime('%A')}s.")
        if field.status in ("picked", "resting"):
            raise ValueError(f"There is nothing to pick in {field.name}.")
        if field.no_picking_until and day < field.no_picking_until:
            raise ValueError(f"{field.name} was sprayed and may not be picked until {field.no_picking_until}.")
        others = [assignment for assignment in person.assignments if assignment.day != day]
        person.assignments = sorted([*others, Assignment(day=day, field_id=field.id)], key=lambda one: one.day)
        return person

    @server.tool(annotations=ACTS)
    def set_store_temperature(
        store_id: Annotated[str, Field(description="The id of a cold store, e.g. 'CS-1'.")],
        celsius: Annotated[float, Field(ge=-1, le=12, description="The new target in degrees Celsius.")],
    ) -> ColdStoreInfo:
        """Set the target temperature of a cold store."""
        store = _by_id(farm.cold_stores, store_id)
        store.target_celsius = celsius
        return store_info(store)

    return server
