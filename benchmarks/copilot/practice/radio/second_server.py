"""The office of Brackwater FM, a community radio station: its shows, people, slots, equipment and sponsors."""

from __future__ import annotations

from copy import deepcopy
from datetime import date, timedelta
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

TODAY = date(2026, 11, 18)

Genre = Literal["news", "talk", "music", "sport", "youth"]
ShowStatus = Literal["on_air", "on_break", "pilot", "ended"]
Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
WEEKDAYS: tuple[Weekday, ...] = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
EquipmentKind = Literal["mixer", "microphone", "recorder", "transmitter", "computer", "turntable", "other"]
EquipmentStatus = Literal["working", "faulty", "in_repair", "on_loan"]

READS = ToolAnnotations(read_only_hint=True)


class Episode(BaseModel):
    date: date
    title: str
    listeners: int


class Fault(BaseModel):
    day: date
    description: str


class Invoice(BaseModel):
    number: str
    amount: int = Field(description="In pounds")
    due: date
    paid_on: date | None = Field(description="Nothing while it is unpaid")


class ShowSummary(BaseModel):
    id: str
    title: str
    genre: Genre
    status: ShowStatus
    language: str
    presenters: list[str]
    average_listeners: int = Field(description="Average of the last three months, per broadcast")


class WeeklySlot(BaseModel):
    slot_id: str
    weekday: Weekday
    start: str
    end: str
    studio: str


class ShowDetails(ShowSummary):
    producer: str
    started: date
    description: str
    notes: str
    slots: list[WeeklySlot]
    sponsors: list[str]
    episodes: list[Episode] = Field(description="The latest ones, newest first")


class Broadcast(BaseModel):
    slot_id: str
    start: str
    end: str
    studio: str
    show_id: str
    show: str
    presenters: list[str] = Field(description="Who usually presents it")
    away: str | None = Field(description="Who of them is away on this day")
    reason: str | None
    cover: str | None = Field(description="Who stands in; nothing when nobody does yet, or nobody has to")


class Person(BaseModel):
    id: str
    name: str
    role: str
    skills: list[str]
    desk_trained: bool = Field(description="Whether they may run a broadcast alone")
    available: list[Weekday]
    phone: str
    email: str
    joined: date
    notes: str
    shows: list[str] = Field(description="Titles of the shows that they present")


class Loan(BaseModel):
    person_id: str
    person: str
    since: date
    due: date
    overdue: bool


class Equipment(BaseModel):
    id: str
    name: str
    kind: EquipmentKind
    place: str
    status: EquipmentStatus
    portable: bool = Field(description="Whether it may leave the building")
    value: int = Field(description="In pounds")
    notes: str
    loan: Loan | None
    faults: list[Fault]


class Sponsor(BaseModel):
    id: str
    name: str
    contact: str
    contract_start: date
    contract_end: date
    monthly_fee: int = Field(description="In pounds")
    spots_per_week: int
    shows: list[str]
    last_invoice: Invoice


ShowId = Annotated[str, Field(description="Id of a show, such as SH-201")]
EquipmentId = Annotated[str, Field(description="Id of a piece of equipment, such as EQ-01")]


def make_server(data: dict[str, Any]) -> MCPServer:
    station: dict[str, list[dict[str, Any]]] = deepcopy(data)
    server = MCPServer(
        "Brackwater FM",
        instructions=(
            "The office of Brackwater FM, a community radio station: shows, presenters and other volunteers, the weekly slots "
            "and who covers them, equipment and sponsors. Today is Wednesday, 2026-11-18. Times are local, money is in pounds."
        ),
    )

    def by_id(group: str, wanted: str) -> dict[str, Any]:
        for thing in station[group]:
            if thing["id"].casefold() == wanted.strip().casefold():
                return thing
        raise ToolError(f"None of the {group} has the id {wanted}.")

    def names(ids: list[str]) -> list[str]:
        return [by_id("people", one)["name"] for one in ids]

    def summary(show: dict[str, Any]) -> ShowSummary:
        return ShowSummary.model_validate(show | {"presenters": names(show["presenter_ids"])})

    def change_on(slot: dict[str, Any], day: date) -> dict[str, Any] | None:
        return next((change for change in slot["changes"] if change["day"] == day.isoformat()), None)

    def broadcast(slot: dict[str, Any], day: date) -> Broadcast:
        show = by_id("shows", slot["show_id"])
        change = change_on(slot, day) or {"away_id": None, "reason": None, "cover_id": None}
        return Broadcast(
            slot_id=slot["id"],
            start=slot["start"],
            end=slot["end"],
            studio=slot["studio"],
            show_id=show["id"],
            show=show["title"],
            presenters=names(show["presenter_ids"]),
            away=by_id("people", change["away_id"])["name"] if change["away_id"] else None,
            reason=change["reason"] or None,
            cover=by_id("people", change["cover_id"])["name"] if change["cover_id"] else None,
        )

    def equipment(item: dict[str, Any]) -> Equipment:
        loan = item["loan"]
        if loan:
            overdue = date.fromisoformat(loan["due"]) < TODAY
            loan = loan | {"person": by_id("people", loan["person_id"])["name"], "overdue": overdue}
        return Equipment.model_validate(item | {"loan": loan})

    @server.tool(annotations=READS)
    def list_shows(
        genre: Annotated[Genre | None, Field(description="Only shows of this genre")] = None,
        status: Annotated[ShowStatus | None, Field(description="Only shows in this state")] = None,
    ) -> list[ShowSummary]:
        """List the station's shows with their presenters and average audience."""
        shows = station["shows"]
        return [summary(show) for show in shows if genre in (None, show["genre"]) and status in (None, show["status"])]

    @server.tool(annotations=READS)
    def get_show(show_id: ShowId) -> ShowDetails:
        """Get everything about one show: description, producer, weekly slots, sponsors, latest episodes and notes."""
        show = by_id("shows", show_id)
        return ShowDetails.model_validate(
            show
            | {
                "presenters": names(show["presenter_ids"]),
                "producer": by_id("people", show["producer_id"])["name"],
                "slots": [slot | {"slot_id": slot["id"]} for slot in station["slots"] if slot["show_id"] == show["id"]],
                "sponsors": [sponsor["name"] for sponsor in station["sponsors"] if show["id"] in sponsor["show_ids"]],
            }
        )

    @server.tool(annotations=READS)
    def get_schedule(day: Annotated[date, Field(description="The day, as YYYY-MM-DD")]) -> list[Broadcast]:
        """Get what is broadcast on one day, in order of time, with who is away and who covers."""
        running = {show["id"] for show in station["shows"] if show["status"] in ("on_air", "pilot")}
        weekday = WEEKDAYS[day.weekday()]
        slots = [slot for slot in station["slots"] if slot["weekday"] == weekday and slot["show_id"] in running]
        return [broadcast(slot, day) for slot in sorted(slots, key=lambda slot: slot["start"])]

    @server.tool(annotations=READS)
    def find_people(
        text: Annotated[str, Field(min_length=2, description="Words of a name, a role or a skill; all have to match")],
    ) -> list[Person]:
        """Search the station's people (presenters, producers, engineers, trainees) by name, role or skill.

        Gives phone, e-mail, the weekdays they are available, and the shows they present.
        """
        words = [word.rstrip("s") for word in text.casefold().split()]
        found: list[Person] = []
        for one in station["people"]:
            said = " ".join([one["id"], one["name"], one["role"], *one["skills"]]).casefold()
            if all(word in said for word in words):
                shows = [show["title"] for show in station["shows"] if one["id"] in show["presenter_ids"]]
                found.append(Person.model_validate(one | {"shows": shows}))
        return found

    @server.tool(annotations=READS)
    def list_equipment(
        kind: Annotated[EquipmentKind | None, Field(description="Only equipment of this kind")] = None,
        status: Annotated[EquipmentStatus | None, Field(description="Only equipment in this state")] = None,
    ) -> list[Equipment]:
        """List the station's equipment: where it is, its state, known faults, and who has borrowed it until when."""
        items = station["equipment"]
        return [equipment(item) for item in items if kind in (None, item["kind"]) and status in (None, item["status"])]

    @server.tool(annotations=READS)
    def list_sponsors(
        ending_within_days: Annotated[
            int | None, Field(ge=1, le=730, description="Only those whose contract ends within so many days from today")
        ] = None,
        unpaid_only: Annotated[bool, Field(description="Only those whose last invoice is not paid yet")] = False,
    ) -> list[Sponsor]:
        """List the sponsors: contract, monthly fee, the shows they sponsor and their last invoice."""
        sponsors = [
            Sponsor.model_validate(one | {"shows": [by_id("shows", show)["title"] for show in one["show_ids"]]})
            for one in station["sponsors"]
        ]
        if ending_within_days is not None:
            last = TODAY + timedelta(days=ending_within_days)
            sponsors = [one for one in sponsors if TODAY <= one.contract_end <= last]
        return [one for one in sponsors if not unpaid_only or one.last_invoice.paid_on is None]

    @server.tool()
    def assign_cover(
        slot_id: Annotated[str, Field(description="Id of a weekly slot, such as SL-31")],
        day: Annotated[date, Field(description="The day of the broadcast, as YYYY-MM-DD")],
        person_id: Annotated[str, Field(description="Id of the person who stands in, such as PE-01")],
        reason: Annotated[str, Field(description="Why the usual presenter is away")] = "",
    ) -> Broadcast:
        """Let somebody stand in for the usual presenter of a slot on one day. Replaces whoever was to cover before."""
        slot, person = by_id("slots", slot_id), by_id("people", person_id)
        show = by_id("shows", slot["show_id"])
        if slot["weekday"] != WEEKDAYS[day.weekday()]:
            raise ToolError(
                f"{show['title']} has {slot['id']} on {slot['weekday']}s; {day} is a {WEEKDAYS[day.weekday()]}."
            )
        if day < TODAY:
            raise ToolError(f"{day} is past.")
        if not person["desk_trained"]:
            raise ToolError(f"{person['name']} is not trained on the desk and can't cover alone.")
        if person["id"] in show["presenter_ids"]:
            raise ToolError(f"{person['name']} presents {show['title']} anyway.")
        change = change_on(slot, day)
        if change is None:
            away = show["presenter_ids"][0] if len(show["presenter_ids"]) == 1 else None
            change = {"day": day.isoformat(), "away_id": away, "reason": ""}
            slot["changes"].append(change)
        change["cover_id"] = person["id"]
        change["reason"] = reason or change["reason"]
        return broadcast(slot, day)

    @server.tool()
    def set_show_status(
        show_id: ShowId, status: Annotated[ShowStatus, Field(description="The new state")]
    ) -> ShowSummary:
        """Set the state of a show. A show that has ended stays so."""
        show = by_id("shows", show_id)
        if show["status"] == "ended":
            raise ToolError(f"{show['title']} has ended.")
        show["status"] = status
        return summary(show)

    @server.tool()
    def report_fault(
        equipment_id: EquipmentId,
        description: Annotated[str, Field(min_length=3, description="What is wrong with it")],
    ) -> Equipment:
        """Report a fault of a piece of equipment, so that the engineers look at it."""
        item = by_id("equipment", equipment_id)
        item["faults"].append({"day": TODAY.isoformat(), "description": description})
        if item["status"] == "working":
            item["status"] = "faulty"
        return equipment(item)

    @server.tool()
    def lend_equipment(
        equipment_id: EquipmentId,
        person_id: Annotated[str, Field(description="Id of the person who borrows it, such as PE-01")],
        due: Annotated[date, Field(description="The day it has to be back, as YYYY-MM-DD")],
    ) -> Equipment:
        """Lend a portable piece of equipment, that works and is in the house, to one of the station's people."""
        item, person = by_id("equipment", equipment_id), by_id("people", person_id)
        if not item["portable"]:
            raise ToolError(f"{item['name']} stays in the building.")
        if item["status"] != "working":
            raise ToolError(f"{item['name']} can't be lent: it is {item['status'].replace('_', ' ')}.")
        if due < TODAY:
            raise ToolError(f"{due} is past.")
        item["loan"] = {"person_id": person["id"], "since": TODAY.isoformat(), "due": due.isoformat()}
        item["status"] = "on_loan"
        return equipment(item)

    return server
