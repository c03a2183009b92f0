"""The MCP server of Finch & Thimble, tailors and costume hire."""

from __future__ import annotations

from copy import deepcopy
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

TODAY = date(2026, 11, 18)
OPENS, CLOSES = time(9), time(18)

READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False)

Category = Literal["evening wear", "historical", "stage", "festive", "accessory"]
Size = Literal["XS", "S", "M", "L", "XL", "one size"]
HireStatus = Literal["reserved", "out", "returned"]
Measure = Literal["height", "chest", "waist", "hip", "inside_leg"]
Stage = Literal["received", "pinned", "sewing", "ready", "collected"]

AlterationId = Annotated[str, Field(description="Id of an alteration, e.g. A-301.")]


class Customer(BaseModel):
    id: str
    name: str
    contact: str | None = Field(description="Whom to ask for, where the customer is a group.")
    phone: str
    email: str
    measurements: dict[Measure, int] | None = Field(description="In centimetres.")
    notes: str


class Garment(BaseModel):
    id: str
    name: str
    category: Category
    size: Size
    description: str
    parts: list[str]
    rail: str = Field(description="Where it hangs.")
    fee_per_day: int = Field(description="In pounds.")
    deposit: int = Field(description="In pounds.")
    condition: Literal["good", "worn", "at the cleaner's", "in repair"]
    out_on: str | None = Field(description="Id of the hire that it is out on now.")


class Hire(BaseModel):
    id: str
    customer_id: str
    customer: str
    garment_ids: list[str]
    garments: list[str] = Field(description="Their names.")
    start: date
    due: date = Field(description="The day on which it is to come back.")
    status: HireStatus
    days_late: int = Field(description="0 unless it is out and should be back.")
    fee: int = Field(description="For the whole hire, in pounds.")
    deposit: int = Field(description="In pounds.")
    deposit_state: Literal["unpaid", "held", "refunded", "kept"]
    notes: str


class AlterationSummary(BaseModel):
    id: str
    garment: str
    customer_id: str
    customer: str
    seamstress: str
    stage: Stage
    promised: date
    days_late: int = Field(description="0 unless it is past the promised day and not ready.")


class Task(BaseModel):
    task: str
    minutes: int
    done: bool


class Fitting(BaseModel):
    id: str
    start: datetime
    minutes: int
    seamstress: str


class Alteration(AlterationSummary):
    received: date
    price: int = Field(description="In pounds.")
    paid: int = Field(description="In pounds, so far.")
    work: list[Task]
    fittings: list[Fitting] = Field(description="Past and coming ones.")
    notes: str


class DiaryFitting(Fitting):
    alteration: AlterationSummary


class Diary(BaseModel):
    day: date
    weekday: str
    fittings: list[DiaryFitting]
    hires_going_out: list[Hire]
    hires_due_back: list[Hire]
    alterations_promised: list[AlterationSummary]


class Seamstress(BaseModel):
    id: str
    name: str
    speciality: str
    days: list[str] = Field(description="The weekdays on which she works.")
    back_on: date | None = Field(description="Away now, and back on this day.")


def _has_words(text: str, *fields: str) -> bool:
    """Whether all words of a search are in there, also where they are plurals."""
    found = " ".join(fields).casefold()
    return all(word.removesuffix("s") in found for word in text.casefold().split())


class Shop:
    """The shop's books."""

    def __init__(self, data: dict[str, Any]) -> None:
        by_id = {name: {one["id"]: one for one in group} for name, group in deepcopy(data).items()}
        self.customers, self.garments, self.hires = by_id["customers"], by_id["garments"], by_id["hires"]
        self.alterations, self.seamstresses = by_id["alterations"], by_id["seamstresses"]

    def one(self, group: dict[str, Any], what: str, id_: str) -> dict[str, Any]:
        if found := group.get(id_.strip().upper()):
            return found
        raise ToolError(f"There is no {what} {id_}.")

    def id_in(self, group: dict[str, Any], what: str, id_: str | None) -> str | None:
        """The id to filter by, if one is given."""
        return self.one(group, what, id_)["id"] if id_ else None

    def garment(self, garment: dict[str, Any]) -> Garment:
        out = (h["id"] for h in self.hires.values() if h["status"] == "out" and garment["id"] in h["garment_ids"])
        return Garment(**garment, out_on=next(out, None))

    def hire(self, hire: dict[str, Any]) -> Hire:
        late = (TODAY - date.fromisoformat(hire["due"])).days if hire["status"] == "out" else 0
        names = [self.garments[id_]["name"] for id_ in hire["garment_ids"]]
        customer = self.customers[hire["customer_id"]]["name"]
        return Hire(**hire, customer=customer, garments=names, days_late=max(0, late))

    def _named(self, job: dict[str, Any]) -> dict[str, Any]:
        late = 0 if job["stage"] in ("ready", "collected") else (TODAY - date.fromisoformat(job["promised"])).days
        customer, seamstress = self.customers[job["customer_id"]], self.seamstresses[job["seamstress_id"]]
        return {"customer": customer["name"], "seamstress": seamstress["name"], "days_late": max(0, late)}

    def open_job(self, alteration_id: str) -> dict[str, Any]:
        job = self.one(self.alterations, "alteration", alteration_id)
        if job["stage"] == "collected":
            raise ToolError(f"{job['id']} was collected.")
        return job

    def summary(self, job: dict[str, Any]) -> AlterationSummary:
        return AlterationSummary(**job, **self._named(job))

    def fitting(self, fitting: dict[str, Any]) -> Fitting:
        return Fitting(**fitting, seamstress=self.seamstresses[fitting["seamstress_id"]]["name"])

    def alteration(self, job: dict[str, Any]) -> Alteration:
        return Alteration(**{**job, "fittings": list(map(self.fitting, job["fittings"]))}, **self._named(job))

    def in_the_way(self, garment_id: str, first: date, last: date, but: str = "") -> dict[str, Any] | None:
        """A hire that takes a garment on one of these days; what is out is not back before today."""
        for hire in self.hires.values():
            if hire["id"] == but or hire["status"] == "returned" or garment_id not in hire["garment_ids"]:
                continue
            until = max(date.fromisoformat(hire["due"]), TODAY if hire["status"] == "out" else date.min)
            if date.fromisoformat(hire["start"]) <= last and first <= until:
                return hire
        return None

    def check_free(self, seamstress: dict[str, Any], start: datetime, minutes: int) -> None:
        """Raises where a seamstress can't hold a fitting then."""
        end = start + timedelta(minutes=minutes)
        if start.time() < OPENS or end > datetime.combine(start.date(), CLOSES):
            raise ToolError("Fittings are held between 9:00 and 18:00.")
        if f"{start:%A}" not in seamstress["days"]:
            raise ToolError(f"{seamstress['name']} does not work on {start:%A}s.")
        if seamstress["back_on"] and start.date() < date.fromisoformat(seamstress["back_on"]):
            raise ToolError(f"{seamstress['name']} is away until she is back on {seamstress['back_on']}.")
        fittings = [one for job in self.alterations.values() for one in job["fittings"]]
        for other in (one for one in fittings if one["seamstress_id"] == seamstress["id"]):
            begun = datetime.fromisoformat(other["start"])
            if begun < end and start < begun + timedelta(minutes=other["minutes"]):
                raise ToolError(f"{seamstress['name']} has another fitting at {begun:%H:%M} ({other['id']}).")


def make_server(data: dict[str, Any]) -> MCPServer:
    """The server, on data of its own."""
    shop = Shop(data)
    server = MCPServer(
        "finch-and-thimble",
        instructions=(
            "The books of Finch & Thimble, tailors and costume hire: customers, wardrobe, hires and alterations. "
            f"Today is {TODAY:%A}, {TODAY.isoformat()}. Times are UTC, prices in pounds."
        ),
    )

    @server.tool(annotations=READS)
    def find_customers(
        text: Annotated[str, Field(min_length=2, description="Part of a name, phone number or e-mail address.")],
    ) -> list[Customer]:
        """Search the customers. Gives their phone numbers, e-mail addresses, measurements and notes."""
        wanted, fields = " ".join(text.casefold().split()), ("name", "contact", "phone", "email")
        found = (one for one in shop.customers.values() if any(wanted in (one[it] or "").casefold() for it in fields))
        return [Customer(**one) for one in found]

    @server.tool(annotations=READS)
    def search_wardrobe(
        text: Annotated[str | None, Field(description="Words in the name, the description or the parts.")] = None,
        category: Category | None = None,
        size: Size | None = None,
        free_from: Annotated[date | None, Field(description="Only what can be hired from this day on.")] = None,
        free_until: Annotated[date | None, Field(description="Last day of the wish; else the first one.")] = None,
    ) -> list[Garment]:
        """Search the costumes and accessories for hire: size, parts, fee per day, deposit, rail and condition."""
        if free_until and (not free_from or free_until < free_from):
            raise ToolError("free_until needs a free_from that is not after it.")
        return [
            shop.garment(one)
            for one in shop.garments.values()
            if (not text or _has_words(text, one["name"], one["description"], *one["parts"]))
            and category in (None, one["category"])
            and size in (None, one["size"])
            and not (free_from and shop.in_the_way(one["id"], free_from, free_until or free_from))
        ]

    @server.tool(annotations=READS)
    def list_hires(
        status: HireStatus | None = None,
        customer_id: Annotated[str | None, Field(description="Only of this customer, e.g. C-201.")] = None,
        late: Annotated[bool, Field(description="Only those that should be back already.")] = False,
    ) -> list[Hire]:
        """List the hires, with who has which garments, from when to when, fee, deposit and notes."""
        customer = shop.id_in(shop.customers, "customer", customer_id)
        return [
            one
            for one in map(shop.hire, shop.hires.values())
            if status in (None, one.status) and customer in (None, one.customer_id) and (one.days_late or not late)
        ]

    @server.tool(annotations=READS)
    def list_alterations(
        stage: Stage | None = None,
        seamstress_id: Annotated[str | None, Field(description="Only hers, e.g. S-1.")] = None,
        customer_id: Annotated[str | None, Field(description="Only of this customer, e.g. C-201.")] = None,
    ) -> list[AlterationSummary]:
        """List the alterations: garment, customer, seamstress, stage and promised day."""
        seamstress = shop.id_in(shop.seamstresses, "seamstress", seamstress_id)
        customer = shop.id_in(shop.customers, "customer", customer_id)
        return [
            shop.summary(one)
            for one in shop.alterations.values()
            if stage in (None, one["stage"])
            and seamstress in (None, one["seamstress_id"])
            and customer in (None, one["customer_id"])
        ]

    @server.tool(annotations=READS)
    def get_alteration(alteration_id: AlterationId) -> Alteration:
        """All about one alteration: the work to be done, its fittings, price, what is paid, and notes."""
        return shop.alteration(shop.one(shop.alterations, "alteration", alteration_id))

    @server.tool(annotations=READS)
    def get_diary(day: Annotated[date, Field(description="YYYY-MM-DD")]) -> Diary:
        """What happens in the shop on a day: fittings, hires that go out or are due back, alterations promised."""
        fittings = [
            DiaryFitting(**shop.fitting(one).model_dump(), alteration=shop.summary(job))
            for job in shop.alterations.values()
            for one in job["fittings"]
            if datetime.fromisoformat(one["start"]).date() == day
        ]
        jobs = map(shop.summary, shop.alterations.values())
        open_hires = [one for one in map(shop.hire, shop.hires.values()) if one.status != "returned"]
        return Diary(
            day=day,
            weekday=f"{day:%A}",
            fittings=sorted(fittings, key=lambda one: one.start),
            hires_going_out=[one for one in open_hires if one.start == day],
            hires_due_back=[one for one in open_hires if one.due == day],
            alterations_promised=[one for one in jobs if one.promised == day and one.stage != "collected"],
        )

    @server.tool(annotations=READS)
    def list_seamstresses() -> list[Seamstress]:
        """The seamstresses: what each is best at, on which weekdays she works, and who is away."""
        return [Seamstress(**one) for one in shop.seamstresses.values()]

    @server.tool(annotations=ACTS)
    def set_alteration_stage(
        alteration_id: AlterationId,
        stage: Annotated[Stage, Field(description="The new stage; `ready` means all of its work is done.")],
    ) -> Alteration:
        """Move an alteration to another stage. What was collected can't be moved any more."""
        job = shop.open_job(alteration_id)
        job["stage"] = stage
        job["work"] = [{**task, "done": task["done"] or stage in ("ready", "collected")} for task in job["work"]]
        return shop.alteration(job)

    @server.tool(annotations=ACTS)
    def book_fitting(
        alteration_id: AlterationId,
        start: Annotated[datetime, Field(description="Date and time, e.g. 2026-11-24T10:30.")],
        minutes: Annotated[int, Field(ge=10, le=120)] = 30,
    ) -> Fitting:
        """Book a fitting for an alteration, with its seamstress. Only when she works, and has no other fitting."""
        job = shop.open_job(alteration_id)
        seamstress = shop.seamstresses[job["seamstress_id"]]
        start = start.astimezone(UTC).replace(tzinfo=None) if start.tzinfo else start
        if start.date() < TODAY:
            raise ToolError("A fitting can't be in the past.")
        shop.check_free(seamstress, start, minutes)
        number = 701 + sum(len(one["fittings"]) for one in shop.alterations.values())
        when = {"start": start.isoformat(timespec="minutes"), "minutes": minutes}
        job["fittings"].append({"id": f"F-{number}", **when, "seamstress_id": seamstress["id"]})
        return shop.fitting(job["fittings"][-1])

    @server.tool(annotations=ACTS)
    def extend_hire(
        hire_id: Annotated[str, Field(description="Id of a hire, e.g. H-501.")],
        due: Annotated[date, Field(description="The new day on which it is to come back, YYYY-MM-DD.")],
    ) -> Hire:
        """Let a customer keep a hire longer. The fee grows by the days. Not where somebody else has reserved it."""
        hire = shop.one(shop.hires, "hire", hire_id)
        old = date.fromisoformat(hire["due"])
        if hire["status"] == "returned" or due <= old:
            raise ToolError(f"{hire['id']} is {hire['status']}, due on {old}; the new day has to be later.")
        for garment_id in hire["garment_ids"]:
            if other := shop.in_the_way(garment_id, old + timedelta(days=1), due, but=hire["id"]):
                name = shop.garments[garment_id]["name"]
                raise ToolError(f"{name} is reserved from {other['start']} ({other['id']}).")
        per_day = sum(shop.garments[id_]["fee_per_day"] for id_ in hire["garment_ids"])
        hire["due"], hire["fee"] = due.isoformat(), hire["fee"] + per_day * (due - old).days
        return shop.hire(hire)

    return server
