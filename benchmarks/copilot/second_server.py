"""A brewery's cellar as an MCP server: batches, tanks, beers, orders, ingredients and the brew log."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

NOW = datetime(2026, 11, 18, 9, tzinfo=UTC)
COLDEST, WARMEST = -2, 35
INSTRUCTIONS = """The cellar of a small brewery: what is in which tank, how each batch is coming along, which kegs are
promised to whom, what is in the store room. Ids come from the tools that list things. Today is Wednesday, 2026-11-18;
all times are UTC."""

READS = ToolAnnotations(read_only_hint=True)

Style = Literal["pale_ale", "ipa", "lager", "stout", "sour", "saison", "strong_ale"]
Availability = Literal["year_round", "seasonal", "retired"]
Stage = Literal["planned", "fermenting", "conditioning", "ready", "packaged", "dumped"]
NextStage = Literal["fermenting", "conditioning", "ready", "packaged", "dumped"]
TankKind = Literal["fermenter", "bright"]
TankState = Literal["in_use", "empty", "cleaning", "out_of_service"]
OrderStatus = Literal["open", "packed", "shipped", "cancelled"]
IngredientKind = Literal["malt", "hops", "yeast", "adjunct"]
CleaningMethod = Literal["caustic", "acid", "peracetic"]
BatchOrder = Literal["brew_day", "expected_ready", "volume", "days_late"]

BeerName = Annotated[str, Field(description="Only this beer: its name or a part of it, for example Gannet")]
BatchId = Annotated[str, Field(description="The batch's id, for example B240")]
TankId = Annotated[str, Field(description="The tank's id, for example FV-3 or BT-1")]
Limit = Annotated[int, Field(ge=1, le=50, description="How many to return at most")]
Offset = Annotated[int, Field(ge=0, description="How many to skip, to get the next page")]


class Beer(BaseModel):
    id: str
    name: str
    style: Style
    abv: Annotated[float, Field(description="Alcohol by volume, in percent")]
    ibu: Annotated[int, Field(description="Bitterness, in international bitterness units")]
    availability: Availability
    keg_price: Annotated[int, Field(description="Price of a 30 litre keg, in euros")]
    kegs_in_stock: Annotated[int, Field(description="Full kegs in the cold store")]
    allergens: list[str]
    description: Annotated[str, Field(description="What it tastes like")]


class Reading(BaseModel):
    day: date
    gravity: float
    celsius: float


class BatchSummary(BaseModel):
    id: Annotated[str, Field(description="For example B240; what other tools take as batch_id")]
    beer: Annotated[str, Field(description="The name of the beer")]
    stage: Stage
    tank: Annotated[str | None, Field(description="The id of the tank it is in; null if it is in none")]
    brewer: str
    brew_day: date
    expected_ready: Annotated[date, Field(description="The day on which it should be ready to package")]
    days_late: Annotated[int, Field(description="Days past expected_ready while it is still in progress; else 0")]
    volume_hl: Annotated[float, Field(description="In hectolitres")]


class Batch(BatchSummary):
    original_gravity: Annotated[float | None, Field(description="Before fermentation; null if not brewed yet")]
    gravity: Annotated[float | None, Field(description="The latest one; null if not brewed yet")]
    yeast: str
    hops: list[str]
    readings: Annotated[list[Reading], Field(description="Gravity and temperature over time, the oldest first")]
    notes: Annotated[str, Field(description="What the brewer has noted")]


class BatchPage(BaseModel):
    total: Annotated[int, Field(description="How many batches match, on all pages")]
    batches: list[BatchSummary]


class Tank(BaseModel):
    id: Annotated[str, Field(description="For example FV-3; what other tools take as tank_id")]
    kind: Annotated[TankKind, Field(description="fermenter, or bright for a conditioning and serving tank")]
    capacity_hl: Annotated[int, Field(description="In hectolitres")]
    state: TankState
    batch: Annotated[str | None, Field(description="The batch in it, with its beer; null if there is none")] = None
    temperature_c: Annotated[float, Field(description="Measured now, in degrees Celsius")]
    target_c: Annotated[float | None, Field(description="What the cooling is set to; null if it is off")]
    pressure_bar: float
    last_cleaned: date
    next_cleaning: Annotated[datetime | None, Field(description="The cleaning that is booked; null if none is")]


class OrderLine(BaseModel):
    beer: str
    kegs: int


class Order(BaseModel):
    id: Annotated[str, Field(description="For example SO-1189")]
    customer: str
    status: OrderStatus
    placed: date
    ship_by: Annotated[date, Field(description="The day by which it has to leave")]
    lines: list[OrderLine]
    total: Annotated[int, Field(description="Value of the order, in euros")]
    paid: bool
    comment: Annotated[str, Field(description="What the customer has asked for")]


class OrderPage(BaseModel):
    total_orders: Annotated[int, Field(description="How many orders match, on all pages")]
    orders: Annotated[list[Order], Field(description="The one that ships first comes first")]


class Ingredient(BaseModel):
    id: str
    name: str
    kind: IngredientKind
    on_hand: Annotated[float, Field(description="How much there is, in `unit`")]
    unit: str
    reorder_level: Annotated[float, Field(description="Below this, more has to be bought")]
    supplier: str
    best_before: date


class LogEntry(BaseModel):
    id: str
    at: datetime
    author: str
    about: Annotated[str, Field(description="The id of the batch, tank, order or ingredient, and what it is")]
    text: Annotated[str, Field(description="What somebody has written")]


class LogPage(BaseModel):
    found: Annotated[int, Field(description="How many entries match, also those beyond the limit")]
    entries: Annotated[list[LogEntry], Field(description="The newest first")]


class Receipt(BaseModel):
    """What was done."""

    message: str


class Cellar:
    """The data, and what follows from it."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.beers = {item["id"]: Beer.model_validate(item) for item in data["beers"]}
        self.batches = {item["id"]: self._batch(item) for item in data["batches"]}
        self.tanks = {item["id"]: Tank.model_validate(item) for item in data["tanks"]}
        self.orders = {item["id"]: self._order(item) for item in data["orders"]}
        self.ingredients = {item["id"]: Ingredient.model_validate(item) for item in data["ingredients"]}
        self.log = [LogEntry.model_validate(item | {"about": self.label(item["about"])}) for item in data["log"]]
        for batch in self.batches.values():
            if batch.tank:
                self.tanks[batch.tank].batch = self.label(batch.id)

    def _batch(self, item: dict[str, Any]) -> Batch:
        unfinished = item["stage"] in ("fermenting", "conditioning")
        late = max((NOW.date() - date.fromisoformat(item["expected_ready"])).days, 0) if unfinished else 0
        return Batch.model_validate(item | {"beer": self.beers[item["beer"]].name, "days_late": late})

    def _order(self, item: dict[str, Any]) -> Order:
        lines = [line | {"beer": self.beers[line["beer"]].name} for line in item["lines"]]
        return Order.model_validate(item | {"lines": lines})

    def label(self, key: str) -> str:
        """The id of a thing with what a person calls it."""
        if batch := self.batches.get(key):
            return f"{key} ({batch.beer})"
        if order := self.orders.get(key):
            return f"{key} ({order.customer})"
        if ingredient := self.ingredients.get(key):
            return f"{key} ({ingredient.name})"
        if key in self.tanks:
            return key
        raise ToolError(f"There is no batch, tank, order or ingredient with the id {key!r}.")

    def batch(self, key: str) -> Batch:
        if batch := self.batches.get(key.strip().upper()):
            return batch
        raise ToolError(f"There is no batch with the id {key!r}. list_batches gives the ids, for example B240.")

    def tank(self, key: str) -> Tank:
        if tank := self.tanks.get(key.strip().upper()):
            return tank
        raise ToolError(f"There is no tank with the id {key!r}. list_tanks gives the ids, for example FV-3.")


def make_server(data: dict[str, Any]) -> MCPServer[Any]:
    cellar = Cellar(data)
    mcp: MCPServer[Any] = MCPServer("Brewery cellar", version="1.0.0", instructions=INSTRUCTIONS.replace("\n", " "))
    _add_cellar_reads(mcp, cellar)
    _add_trade_reads(mcp, cellar)
    _add_log(mcp, cellar)
    _add_acts(mcp, cellar)
    return mcp


def _add_cellar_reads(mcp: MCPServer[Any], cellar: Cellar) -> None:
    @mcp.tool(title="List batches", annotations=READS)
    def list_batches(
        stage: Annotated[Stage | None, Field(description="Only batches at this stage")] = None,
        beer: BeerName = "",
        brewer: Annotated[str, Field(description="Only by this brewer: the name or a part of it")] = "",
        late: Annotated[bool | None, Field(description="true: only late ones; false: only the others")] = None,
        sort_by: Annotated[
            BatchOrder, Field(description="brew_day and expected_ready: earliest first; volume, days_late: most first")
        ] = "brew_day",
        limit: Limit = 10,
        offset: Offset = 0,
    ) -> BatchPage:
        """Find batches by stage, beer or brewer, or those that are late. Gives for each its tank, brew day, the day it
        is expected to be ready, and volume. Without filters it pages through all, also past and planned ones.

        Example: stage="fermenting", sort_by="expected_ready"
        """
        fitting = [
            batch
            for batch in cellar.batches.values()
            if stage in (None, batch.stage)
            and _within(beer, batch.beer)
            and _within(brewer, batch.brewer)
            and late in (None, batch.days_late > 0)
        ]
        fitting.sort(key=_BATCH_ORDERS[sort_by])
        page = [BatchSummary.model_validate(batch.model_dump()) for batch in fitting[offset : offset + limit]]
        return BatchPage(total=len(fitting), batches=page)

    @mcp.tool(title="Get a batch", annotations=READS)
    def get_batch(batch_id: BatchId) -> Batch:
        """Everything about one batch: gravities, readings over time, yeast, hops and the brewer's notes.

        Example: batch_id="B240"
        """
        return cellar.batch(batch_id)

    @mcp.tool(title="List tanks", annotations=READS)
    def list_tanks(
        kind: Annotated[TankKind | None, Field(description="Only fermenters, or only bright tanks")] = None,
        state: Annotated[TankState | None, Field(description="Only tanks in this state")] = None,
    ) -> list[Tank]:
        """The tanks with what is in them: capacity, state, temperature and its target, pressure, and when they were or
        will be cleaned.

        Example: kind="fermenter", state="empty"
        """
        return [tank for tank in cellar.tanks.values() if kind in (None, tank.kind) and state in (None, tank.state)]


def _add_trade_reads(mcp: MCPServer[Any], cellar: Cellar) -> None:
    @mcp.tool(title="List beers", annotations=READS)
    def list_beers(
        name: BeerName = "",
        style: Annotated[Style | None, Field(description="Only beers of this style")] = None,
        availability: Annotated[Availability | None, Field(description="Only beers that are sold like this")] = None,
    ) -> list[Beer]:
        """The beers that the brewery makes: strength, bitterness, allergens, price of a keg and kegs in stock.

        Example: style="lager", availability="year_round"
        """
        return [
            beer
            for beer in cellar.beers.values()
            if _within(name, beer.name) and style in (None, beer.style) and availability in (None, beer.availability)
        ]

    @mcp.tool(title="List orders", annotations=READS)
    def list_orders(
        status: Annotated[OrderStatus | None, Field(description="Only orders with this status")] = None,
        customer: Annotated[str, Field(description="Only of this customer: the name or a part of it")] = "",
        ship_by: Annotated[date | None, Field(description="Only those to be shipped by this day, or earlier")] = None,
        limit: Limit = 10,
        offset: Offset = 0,
    ) -> OrderPage:
        """Orders of kegs by pubs and shops: what they ordered, its worth, when it has to leave, whether it is paid.

        Example: status="open", ship_by="2026-11-20"
        """
        fitting = [
            order
            for order in cellar.orders.values()
            if status in (None, order.status)
            and _within(customer, order.customer)
            and (ship_by is None or order.ship_by <= ship_by)
        ]
        fitting.sort(key=lambda order: order.ship_by)
        return OrderPage(total_orders=len(fitting), orders=fitting[offset : offset + limit])

    @mcp.tool(title="Check the store room", annotations=READS)
    def check_stock(
        ingredient: Annotated[str, Field(description="Only this ingredient: its name or a part of it")] = "",
        kind: Annotated[IngredientKind | None, Field(description="Only ingredients of this kind")] = None,
        running_low: Annotated[bool, Field(description="true: only what is below its reorder level")] = False,
    ) -> list[Ingredient]:
        """How much malt, hops, yeast and other ingredients there is, who supplies it, and how long it keeps.

        Example: kind="hops", running_low=true
        """
        return [
            item
            for item in cellar.ingredients.values()
            if _within(ingredient, item.name)
            and kind in (None, item.kind)
            and (not running_low or item.on_hand < item.reorder_level)
        ]


def _add_log(mcp: MCPServer[Any], cellar: Cellar) -> None:
    @mcp.tool(title="Search the brew log", annotations=READS)
    def search_brew_log(
        text: Annotated[str, Field(description="Words that are all in the entry, or in what it is about")] = "",
        author: Annotated[str, Field(description="Only by this person: the name or a part of it")] = "",
        since: Annotated[date | None, Field(description="Only from this day on, for example 2026-11-16")] = None,
        limit: Limit = 10,
    ) -> LogPage:
        """What the brewers have written about batches, tanks, orders and ingredients, the newest first.

        Example: text="gasket", since="2026-11-09"
        """
        fitting = [
            entry
            for entry in cellar.log
            if all(_within(word, f"{entry.text} {entry.about}") for word in text.split())
            and _within(author, entry.author)
            and (since is None or entry.at.date() >= since)
        ]
        fitting.sort(key=lambda entry: entry.at, reverse=True)
        return LogPage(found=len(fitting), entries=fitting[:limit])

    @mcp.tool(title="Write into the brew log")
    def write_log_entry(
        about: Annotated[str, Field(description="The id of a batch, tank, order or ingredient, for example B240")],
        text: Annotated[str, Field(min_length=1, description="What to write, word for word")],
    ) -> Receipt:
        """Add an entry to the brew log.

        Example: about="FV-3", text="Valve replaced"
        """
        label = cellar.label(about.strip().upper())
        entry = LogEntry(id=f"L-{401 + len(cellar.log)}", at=NOW, author="Cellar assistant", about=label, text=text)
        cellar.log.append(entry)
        return Receipt(message=f"Wrote {entry.id} about {label}.")


def _add_acts(mcp: MCPServer[Any], cellar: Cellar) -> None:
    @mcp.tool(title="Move a batch to another stage")
    def set_batch_stage(
        batch_id: BatchId, stage: Annotated[NextStage, Field(description="The stage that it is at from now on")]
    ) -> Receipt:
        """Record that a batch has come to another stage. One that is packaged or dumped leaves its tank, which is then
        to be cleaned.

        Example: batch_id="B236", stage="packaged"
        """
        batch = cellar.batch(batch_id)
        if batch.stage == stage:
            raise ToolError(f"{cellar.label(batch.id)} is {stage} already.")
        if batch.tank is None:
            raise ToolError(f"{cellar.label(batch.id)} is {batch.stage} and in no tank.")
        before, batch.stage = batch.stage, stage
        if stage in ("packaged", "dumped"):
            tank = cellar.tank(batch.tank)
            tank.batch, tank.state, tank.target_c, batch.tank = None, "cleaning", None, None
        return Receipt(message=f"{cellar.label(batch.id)} was {before} and is now {stage}.")

    @mcp.tool(title="Set the temperature of a tank")
    def set_tank_temperature(
        tank_id: TankId,
        celsius: Annotated[float, Field(ge=COLDEST, le=WARMEST, description="The new target, in degrees Celsius")],
    ) -> Receipt:
        """Set the temperature that a tank is cooled or warmed to. Takes an id; list_tanks says what is in which tank.

        Example: tank_id="FV-4", celsius=20.5
        """
        tank = cellar.tank(tank_id)
        if tank.state == "out_of_service":
            raise ToolError(f"{tank.id} is out of service.")
        tank.target_c = celsius
        return Receipt(message=f"The target of {tank.id} is now {celsius} °C.")

    @mcp.tool(title="Book the cleaning of a tank")
    def book_cleaning(
        tank_id: TankId,
        start: Annotated[datetime, Field(description="When it starts, for example 2026-11-20T07:30:00Z")],
        method: Annotated[CleaningMethod, Field(description="What to clean with: caustic, acid or peracetic")],
    ) -> Receipt:
        """Book a time at which a tank is cleaned. It replaces one that was booked before.

        Example: tank_id="FV-1", start="2026-11-27T07:00:00Z", method="caustic"
        """
        tank = cellar.tank(tank_id)
        begins = start if start.tzinfo else start.replace(tzinfo=UTC)
        if begins <= NOW:
            raise ToolError(f"{begins.isoformat()} is in the past; it is {NOW.isoformat()} now.")
        tank.next_cleaning = begins
        return Receipt(message=f"{tank.id} is cleaned with {method} on {begins:%Y-%m-%d at %H:%M} UTC.")


_BATCH_ORDERS: dict[BatchOrder, Callable[[Batch], Any]] = {
    "brew_day": lambda batch: batch.brew_day,
    "expected_ready": lambda batch: batch.expected_ready,
    "volume": lambda batch: -batch.volume_hl,
    "days_late": lambda batch: -batch.days_late,
}


def _within(part: str, text: str) -> bool:
    return _plain(part) in _plain(text)


def _plain(text: str) -> str:
    """Small letters without accents."""
    letters = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
