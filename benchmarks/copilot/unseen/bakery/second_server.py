"""The central kitchen of Millrace Bakeries as an MCP server."""

from datetime import date, datetime, time, timedelta
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

NOW = datetime(2026, 11, 18, 9, 0)
"""The kitchen's clock, that stands still as the data does. All times are local."""

CUT_OFF = time(12, 0)
"""On the day before delivery: the pieces on an order are fixed from then on."""
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
READS = ToolAnnotations(read_only_hint=True)
ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False)
CHANGES = ToolAnnotations(read_only_hint=False, destructive_hint=True)

Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
Route = Literal["north", "south", "east"]
ProductGroup = Literal["bread", "rolls", "pastry", "cake", "savoury", "festive"]
Allergen = Literal["wheat", "rye", "milk", "egg", "soya", "sesame", "mustard", "almond", "walnut"]
Availability = Literal["on_sale", "paused", "out_of_season"]
OrderKind = Literal["standing", "extra", "celebration"]
OrderStatus = Literal["placed", "confirmed", "packed", "delivered", "cancelled"]
BatchStatus = Literal["planned", "mixing", "proving", "baking", "done", "scrapped"]
Oven = Literal["Deck 1", "Deck 2", "Rack 1", "Rack 2"]
Storage = Literal["dry", "chilled", "frozen"]
ComplaintKind = Literal["quality", "short", "wrong_item", "damaged", "late"]
ComplaintStatus = Literal["open", "settled", "rejected"]

NUTS = ("almond", "walnut")
NEXT_STATUS: dict[str, tuple[str, ...]] = {
    "placed": ("confirmed", "cancelled"),
    "confirmed": ("packed", "cancelled"),
    "packed": ("delivered",),
}
BATCH_STEPS = ("planned", "mixing", "proving", "baking", "done")


class Closure(BaseModel):
    first: date
    last: date = Field(description="The last day it is shut; it opens again on the day after")
    reason: str


class Shop(BaseModel):
    id: str
    name: str
    address: str
    manager: str
    phone: str
    route: Route = Field(description="The van's round that it is on")
    drop_time: time = Field(description="When the van unloads there")
    opens: time
    closes: time
    closed_on: list[Weekday] = Field(description="The days of each week on which it does not open")
    nut_free: bool = Field(description="Nothing with almond or walnut may be sent there")
    closure: Closure | None = Field(None, description="If it is shut for some time")
    note: str


class ProductSummary(BaseModel):
    id: str
    name: str
    group: ProductGroup
    price: float = Field(description="What a customer pays in the shops for one piece, in pounds")
    per_tray: int = Field(description="How many pieces go on a delivery tray")
    allergens: list[Allergen]
    availability: Availability
    on_sale_from: date | None = Field(None, description="When its season begins, where it is out of season")


class RecipeLine(BaseModel):
    ingredient_id: str
    ingredient: str
    amount: float = Field(description="For 100 pieces")
    unit: str


class Product(ProductSummary):
    cost: float = Field(description="What it costs the kitchen to make one piece, in pounds")
    weight: int = Field(description="Of one piece, in grams")
    shelf_life_days: int = Field(description="How many days it may be sold; 1 is the day of delivery only")
    lead_days: int = Field(description="How many days before delivery an order has to be in")
    oven_temperature: int = Field(description="In degrees Celsius")
    bake_minutes: int
    recipe: list[RecipeLine] = Field(description="The main ingredients from the store")
    note: str


class OrderSummary(BaseModel):
    id: str
    shop_id: str
    shop: str
    deliver_on: date
    kind: OrderKind = Field(
        description="standing: the shop's usual order; extra: on top of that; celebration: for one customer of the shop"
    )
    status: OrderStatus = Field(description="placed: by the shop, and not yet confirmed by the kitchen")
    customer: str = Field(description="Who ordered it at the shop; for celebrations only")
    pieces: int = Field(description="All pieces of the order together")
    value: float = Field(description="At shop prices, in pounds")


class OrderLine(BaseModel):
    product_id: str
    product: str
    pieces: int
    value: float = Field(description="At shop prices, in pounds")


class Order(OrderSummary):
    lines: list[OrderLine]
    placed_by: str
    placed_at: datetime
    note: str


class Batch(BaseModel):
    id: str
    product_id: str
    product: str
    start: datetime
    oven: Oven
    baker: str
    pieces_planned: int
    pieces_made: int | None = Field(None, description="Good pieces; not known before it is done")
    status: BatchStatus = Field(description="baking: it is in the oven; scrapped: thrown away")
    note: str


class Incoming(BaseModel):
    quantity: float = Field(description="In the unit of the ingredient")
    arrives: date


class Ingredient(BaseModel):
    id: str
    name: str
    storage: Storage
    on_hand: float = Field(description="What is in the store, in the unit")
    unit: str
    reorder_level: float = Field(description="More has to be ordered when there is less than this")
    is_low: bool = Field(description="Whether there is less than the reorder level, whatever is on its way")
    pack: str = Field(description="What it comes in")
    pack_size: float = Field(description="How much is in one pack, in the unit")
    use_by: date = Field(description="Of the oldest that is in the store")
    incoming: Incoming | None = Field(None, description="Ordered from the supplier, and not here yet")
    supplier: str
    supplier_phone: str
    supplier_days: list[Weekday] = Field(description="On which days the supplier delivers")


class Complaint(BaseModel):
    id: str
    shop_id: str
    shop: str
    product_id: str
    product: str
    reported_on: date
    kind: ComplaintKind = Field(description="short: fewer pieces came than were ordered")
    pieces: int = Field(description="How many pieces it is about")
    text: str = Field(description="What the shop wrote")
    status: ComplaintStatus
    days_open: int = Field(description="Days since it was reported; 0 where it is no longer open")
    credit: float = Field(description="What the shop got back, in pounds")


OrderId = Annotated[str, Field(description="Id of an order, such as O-5101", pattern=r"^O-\d+$")]
ProductId = Annotated[str, Field(description="Id of a product, such as PR-01", pattern=r"^PR-\d+$")]


def make_server(data: dict[str, Any]) -> MCPServer:
    """The server of a kitchen with this data."""
    shops = {item["id"]: Shop.model_validate(item) for item in data["shops"]}
    products = {item["id"]: dict(item) for item in data["products"]}
    suppliers = {item["id"]: dict(item) for item in data["suppliers"]}
    ingredients = {item["id"]: dict(item) for item in data["ingredients"]}
    orders = {item["id"]: {**item, "lines": [dict(line) for line in item["lines"]]} for item in data["orders"]}
    batches = {item["id"]: dict(item) for item in data["batches"]}
    complaints = {item["id"]: dict(item) for item in data["complaints"]}

    server = MCPServer(
        "millrace-kitchen",
        title="Millrace Bakeries, central kitchen",
        instructions="The central kitchen of a chain of bakeries: the shops it delivers to, its products and recipes, "
        "the shops' orders, the bake plan, the ingredient store, and what the shops complain about. "
        f"It is {NOW:%A, %d %B %Y, %H:%M}. All times are local, all money is in pounds.",
    )

    def known(things: dict[str, Any], thing_id: str, word: str) -> Any:
        if thing_id not in things:
            raise ToolError(f"There is no {word} {thing_id}.")
        return things[thing_id]

    def shown_lines(order: dict[str, Any]) -> list[OrderLine]:
        return [
            OrderLine(
                product_id=line["product_id"],
                product=products[line["product_id"]]["name"],
                pieces=line["pieces"],
                value=round(line["pieces"] * products[line["product_id"]]["price"], 2),
            )
            for line in order["lines"]
        ]

    def order_summary(order: dict[str, Any]) -> OrderSummary:
        lines = shown_lines(order)
        return OrderSummary(
            id=order["id"],
            shop_id=order["shop_id"],
            shop=shops[order["shop_id"]].name,
            deliver_on=order["deliver_on"],
            kind=order["kind"],
            status=order["status"],
            customer=order["customer"],
            pieces=sum(line.pieces for line in lines),
            value=round(sum(line.value for line in lines), 2),
        )

    def shown_order(order: dict[str, Any]) -> Order:
        return Order(
            **order_summary(order).model_dump(),
            lines=shown_lines(order),
            placed_by=order["placed_by"],
            placed_at=order["placed_at"],
            note=order["note"],
        )

    def shown_batch(batch: dict[str, Any]) -> Batch:
        return Batch(**batch, product=products[batch["product_id"]]["name"])

    def shown_ingredient(item: dict[str, Any]) -> Ingredient:
        supplier = suppliers[item["supplier_id"]]
        return Ingredient(
            **{name: value for name, value in item.items() if name != "supplier_id"},
            is_low=item["on_hand"] < item["reorder_level"],
            supplier=supplier["name"],
            supplier_phone=supplier["phone"],
            supplier_days=supplier["days"],
        )

    def shown_complaint(item: dict[str, Any]) -> Complaint:
        age = (NOW.date() - date.fromisoformat(item["reported_on"])).days
        return Complaint(
            **item,
            shop=shops[item["shop_id"]].name,
            product=products[item["product_id"]]["name"],
            days_open=age if item["status"] == "open" else 0,
        )

    def next_delivery(supplier: dict[str, Any]) -> date:
        days = (NOW.date() + timedelta(days=ahead) for ahead in range(1, 8))
        return next(day for day in days if WEEKDAYS[day.weekday()] in supplier["days"])

    def check_more(order: dict[str, Any], product: dict[str, Any]) -> None:
        """Raises where an order can't have more of a product."""
        deliver_on, shop = date.fromisoformat(order["deliver_on"]), shops[order["shop_id"]]
        if product["availability"] == "paused":
            raise ToolError(f"{product['name']} is paused at the moment.")
        season = product["on_sale_from"]
        if season and deliver_on < date.fromisoformat(season):
            raise ToolError(f"{product['name']} is out of season until {season}.")
        if (deliver_on - NOW.date()).days < product["lead_days"]:
            raise ToolError(f"{product['name']} has to be ordered {product['lead_days']} days ahead.")
        if shop.nut_free and any(nut in product["allergens"] for nut in NUTS):
            raise ToolError(f"{shop.name} is nut-free, and {product['name']} has nuts in it.")

    @server.tool(annotations=READS)
    def list_shops(
        route: Annotated[Route | None, Field(description="Only the shops on this van's round")] = None,
    ) -> list[Shop]:
        """List the chain's shops: address, manager, phone, opening hours, when the van comes, and whether they are shut
        for some time."""
        return [shop for shop in shops.values() if route in (None, shop.route)]

    @server.tool(annotations=READS)
    def list_products(
        group: Annotated[ProductGroup | None, Field(description="Only products of this group")] = None,
        free_from: Annotated[Allergen | None, Field(description="Only products without this allergen")] = None,
        availability: Annotated[Availability | None, Field(description="Only those that stand like this")] = None,
    ) -> list[ProductSummary]:
        """List what the kitchen makes: price, allergens, and whether it is on sale. `get_product` has the recipe."""
        return [
            ProductSummary.model_validate({name: item.get(name) for name in ProductSummary.model_fields})
            for item in products.values()
            if group in (None, item["group"])
            and free_from not in item["allergens"]
            and availability in (None, item["availability"])
        ]

    @server.tool(annotations=READS)
    def get_product(product_id: ProductId) -> Product:
        """All about one product: recipe, oven temperature and baking time, cost, weight, shelf life and lead time."""
        item = known(products, product_id, "product")
        recipe = [
            RecipeLine(
                ingredient_id=line["ingredient_id"],
                ingredient=ingredients[line["ingredient_id"]]["name"],
                amount=line["amount"],
                unit=ingredients[line["ingredient_id"]]["unit"],
            )
            for line in item["recipe"]
        ]
        return Product(**{**item, "recipe": recipe})

    @server.tool(annotations=READS)
    def find_orders(
        deliver_on: Annotated[date | None, Field(description="Only for delivery on this day, YYYY-MM-DD")] = None,
        shop_id: Annotated[str | None, Field(description="Only those of this shop, such as S-1")] = None,
        status: Annotated[OrderStatus | None, Field(description="Only those with this status")] = None,
        kind: Annotated[OrderKind | None, Field(description="Only orders of this kind")] = None,
        product_id: Annotated[str | None, Field(description="Only those with this product, such as PR-01")] = None,
        search: Annotated[str, Field(description="Part of the shop's or the customer's name. Default: all")] = "",
    ) -> list[OrderSummary]:
        """Find the shops' orders, past and coming, by delivery day. `get_order` tells what is on one, and its note."""
        if shop_id:
            known(shops, shop_id, "shop")
        if product_id:
            known(products, product_id, "product")
        wanted = " ".join(search.casefold().split())
        chosen = [
            order
            for order in orders.values()
            if deliver_on in (None, date.fromisoformat(order["deliver_on"]))
            and (not shop_id or order["shop_id"] == shop_id)
            and status in (None, order["status"])
            and kind in (None, order["kind"])
            and (not product_id or any(line["product_id"] == product_id for line in order["lines"]))
            and (wanted in shops[order["shop_id"]].name.casefold() or wanted in order["customer"].casefold())
        ]
        return [order_summary(order) for order in sorted(chosen, key=lambda order: order["deliver_on"])]

    @server.tool(annotations=READS)
    def get_order(order_id: OrderId) -> Order:
        """One order with its lines, its note, and who placed it when."""
        return shown_order(known(orders, order_id, "order"))

    @server.tool(annotations=READS)
    def list_batches(
        day: Annotated[date | None, Field(description="Only those that start on this day, YYYY-MM-DD")] = None,
        status: Annotated[BatchStatus | None, Field(description="Only those with this status")] = None,
        oven: Annotated[Oven | None, Field(description="Only those in this oven")] = None,
        product_id: Annotated[str | None, Field(description="Only those of this product, such as PR-01")] = None,
    ) -> list[Batch]:
        """The bake plan, past and coming, by start: which product is baked when, in which oven, by whom, and how many
        pieces."""
        if product_id:
            known(products, product_id, "product")
        return [
            shown_batch(batch)
            for batch in sorted(batches.values(), key=lambda batch: batch["start"])
            if day in (None, datetime.fromisoformat(batch["start"]).date())
            and status in (None, batch["status"])
            and oven in (None, batch["oven"])
            and (not product_id or batch["product_id"] == product_id)
        ]

    @server.tool(annotations=READS)
    def list_ingredients(
        storage: Annotated[Storage | None, Field(description="Only what is stored like this")] = None,
        low: Annotated[bool, Field(description="Only those with less than their reorder level")] = False,
    ) -> list[Ingredient]:
        """The ingredient store: how much there is of everything, its use-by date, what is on its way, and the
        supplier."""
        shown = [shown_ingredient(item) for item in ingredients.values()]
        return [one for one in shown if storage in (None, one.storage) and (one.is_low or not low)]

    @server.tool(annotations=READS)
    def list_complaints(
        shop_id: Annotated[str | None, Field(description="Only those from this shop, such as S-1")] = None,
        status: Annotated[ComplaintStatus | None, Field(description="Only those with this status")] = None,
        kind: Annotated[ComplaintKind | None, Field(description="Only complaints of this kind")] = None,
    ) -> list[Complaint]:
        """List what the shops complained about, oldest first, with what they wrote and what they were credited."""
        if shop_id:
            known(shops, shop_id, "shop")
        return [
            shown_complaint(item)
            for item in sorted(complaints.values(), key=lambda item: item["reported_on"])
            if (not shop_id or item["shop_id"] == shop_id)
            and status in (None, item["status"])
            and kind in (None, item["kind"])
        ]

    @server.tool(annotations=CHANGES)
    def set_order_pieces(
        order_id: OrderId,
        product_id: ProductId,
        pieces: Annotated[int, Field(description="How many there shall be in all; 0 takes it off", ge=0, le=2000)],
    ) -> Order:
        """Set how many pieces of a product are on an order, whether it was on it before or not. Possible until noon of
        the day before delivery."""
        order, product = known(orders, order_id, "order"), known(products, product_id, "product")
        if order["status"] not in ("placed", "confirmed"):
            raise ToolError(f"{order_id} is {order['status']} and can't be changed.")
        day_before = date.fromisoformat(order["deliver_on"]) - timedelta(days=1)
        if datetime.combine(day_before, CUT_OFF) < NOW:
            raise ToolError(f"{order_id} could be changed until noon of {day_before}.")
        line = next((one for one in order["lines"] if one["product_id"] == product_id), None)
        if pieces > (line["pieces"] if line else 0):
            check_more(order, product)
        if pieces == 0:
            if line is None:
                raise ToolError(f"There is no {product['name']} on {order_id}.")
            if len(order["lines"]) == 1:
                raise ToolError(f"Nothing else is on {order_id}: cancel it instead.")
            order["lines"].remove(line)
        elif line:
            line["pieces"] = pieces
        else:
            order["lines"].append({"product_id": product_id, "pieces": pieces})
        return shown_order(order)

    @server.tool(annotations=CHANGES)
    def set_order_status(
        order_id: OrderId,
        status: Annotated[
            Literal["confirmed", "packed", "delivered", "cancelled"],
            Field(description="confirmed: the kitchen will make it; packed: it is on its trays, ready for the van"),
        ],
        note: Annotated[str, Field(description="If there is more to say; replaces the note", max_length=200)] = "",
    ) -> Order:
        """Set how an order stands: confirmed, then packed, then delivered; or cancelled, while it is not packed."""
        order = known(orders, order_id, "order")
        if status not in NEXT_STATUS.get(order["status"], ()):
            raise ToolError(f"{order_id} is {order['status']}, it can't become {status}.")
        days_ahead = (date.fromisoformat(order["deliver_on"]) - NOW.date()).days
        if (status == "packed" and days_ahead > 1) or (status == "delivered" and days_ahead > 0):
            raise ToolError(f"{order_id} is not for delivery until {order['deliver_on']}.")
        order["status"] = status
        order["note"] = note or order["note"]
        return shown_order(order)

    @server.tool(annotations=CHANGES)
    def record_batch(
        batch_id: Annotated[str, Field(description="Id of a batch, such as B-301", pattern=r"^B-\d+$")],
        status: Annotated[
            Literal["mixing", "proving", "baking", "done", "scrapped"],
            Field(description="How far it is; scrapped: it has to be thrown away"),
        ],
        pieces_made: Annotated[
            int | None, Field(description="How many good pieces came out; needed for done, and for nothing else", ge=0)
        ] = None,
        note: Annotated[str, Field(description="If there is more to say; replaces the note", max_length=200)] = "",
    ) -> Batch:
        """Write down how far a batch of today or of the past is: mixing, proving, baking, done or scrapped."""
        batch = known(batches, batch_id, "batch")
        if batch["status"] in ("done", "scrapped"):
            raise ToolError(f"{batch_id} is {batch['status']} already.")
        if datetime.fromisoformat(batch["start"]).date() > NOW.date():
            raise ToolError(f"{batch_id} does not start before {batch['start'][:10]}.")
        if status != "scrapped" and BATCH_STEPS.index(status) <= BATCH_STEPS.index(batch["status"]):
            raise ToolError(f"{batch_id} is {batch['status']}, it can't go back to {status}.")
        if (status == "done") != (pieces_made is not None):
            raise ToolError("pieces_made has to be given for a batch that is done, and for no other.")
        batch.update(status=status, pieces_made=pieces_made, note=note or batch["note"])
        return shown_batch(batch)

    @server.tool(annotations=ADDS)
    def reorder_ingredient(
        ingredient_id: Annotated[str, Field(description="Id of an ingredient, such as I-01", pattern=r"^I-\d+$")],
        packs: Annotated[int, Field(description="How many whole packs; see `pack_size`", ge=1, le=100)],
    ) -> Ingredient:
        """Order an ingredient from its supplier, in whole packs. It comes on the supplier's next delivery day."""
        item = known(ingredients, ingredient_id, "ingredient")
        if item["incoming"]:
            raise ToolError(f"{item['name']} is on its way already, for {item['incoming']['arrives']}.")
        arrives = next_delivery(suppliers[item["supplier_id"]])
        item["incoming"] = {"quantity": packs * item["pack_size"], "arrives": arrives.isoformat()}
        return shown_ingredient(item)

    return server
