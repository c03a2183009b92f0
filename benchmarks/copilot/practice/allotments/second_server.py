"""The MCP server of an allotment association: plots, members, the waiting list, tools to lend, work days, the seed order."""

from __future__ import annotations

import copy
import unicodedata
from datetime import date, timedelta
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

TODAY = date(2026, 11, 18)
HOURS_A_YEAR = 12
LONGEST_LOAN = 7

Section = Literal["Top Field", "Brookside", "Hedge Row"]
PlotSize = Literal["full", "half"]
PlotStatus = Literal["let", "notice_given", "vacant", "out_of_use"]
Inspected = Literal["good", "untidy", "warning"]
Role = Literal["chair", "secretary", "treasurer", "site manager", "tool steward", "seed secretary"]
Category = Literal["machine", "hand_tool", "carting", "water", "harvest"]
Condition = Literal["ready", "in_repair", "missing"]

READS = ToolAnnotations(read_only_hint=True)

MemberId = Annotated[str, Field(description="Id of a member, such as M-104")]


class Person(BaseModel):
    id: str
    name: str


class PlotRow(BaseModel):
    id: str
    section: Section
    size: PlotSize
    sqm: int = Field(description="Area in square metres")
    status: PlotStatus
    holder: Person | None
    rent: float = Field(description="Rent of a year, in pounds")
    last_inspection: Inspected


class Inspection(BaseModel):
    date: date
    by: str
    result: Inspected
    remark: str


class PlotDetails(PlotRow):
    features: list[str] = Field(description="What stands on the plot")
    inspections: list[Inspection] = Field(description="Oldest first")
    notes: str


class Member(BaseModel):
    id: str
    name: str
    role: Role | None = Field(description="Office in the committee, if any")
    plots: list[str] = Field(description="Ids of the plots held")
    phone: str
    email: str
    joined: date
    work_hours: int = Field(description="Hours worked for the association this year")
    work_hours_required: int
    rent_owed: float = Field(description="Rent that is still to be paid, in pounds")
    machine_trained: bool = Field(description="Whether the member may use machines that need training")


class Applicant(BaseModel):
    position: int = Field(description="1 is next")
    id: str
    name: str
    applied: date
    wants: Literal["full", "half", "either"]
    offers_declined: int
    phone: str
    email: str
    remark: str


class Booking(BaseModel):
    member: str
    first_day: date
    last_day: date


class LendingTool(BaseModel):
    id: str
    name: str
    category: Category
    place: str = Field(description="Where it is kept")
    fee_per_day: float = Field(description="In pounds")
    training_needed: bool
    condition: Condition
    note: str
    bookings: list[Booking] = Field(description="Those of today and later")


class Task(BaseModel):
    task: str
    wanted: int = Field(description="How many people are wanted")
    volunteers: list[str] = Field(description="Who has signed up")


class WorkDay(BaseModel):
    id: str
    title: str
    date: date
    start: str
    hours: int
    place: str
    lead: Person
    tasks: list[Task]


class Ordered(BaseModel):
    member: str
    quantity: int


class SeedLine(BaseModel):
    id: str
    crop: str
    variety: str
    supplier: str
    order_by: date = Field(description="Last day on which it can be ordered")
    unit: str
    price: float = Field(description="Of one unit, in pounds")
    orders: list[Ordered]


class SeedOrder(BaseModel):
    lines: list[SeedLine]
    total: float = Field(description="What the orders shown cost together, in pounds")


def make_server(data: dict[str, Any]) -> MCPServer:
    data = copy.deepcopy(data)
    people = {one["id"]: one for one in data["people"]}
    members = {key: one for key, one in people.items() if one["standing"] == "member"}

    server = MCPServer(
        "Millbrook Lane Allotments",
        instructions=(
            "The records of the Millbrook Lane Allotment Association: plots, members, the waiting list, tools to lend, work days, "
            "and the joint seed order. Today is Wednesday, 2026-11-18. Money is in pounds."
        ),
    )

    def found(group: str, key: str, what: str) -> dict[str, Any]:
        for one in data[group]:
            if one["id"].casefold() == key.strip().casefold():
                return one
        raise ToolError(f"There is no {what} {key}.")

    def member_of(key: str) -> dict[str, Any]:
        one = found("people", key, "member")
        if one["standing"] != "member":
            raise ToolError(f"{one['name']} is on the waiting list, and not a member yet.")
        return one

    def name_of(key: str) -> str:
        return people[key]["name"]

    def row_of(plot: dict[str, Any]) -> dict[str, Any]:
        holder = plot["holder"] and Person(id=plot["holder"], name=name_of(plot["holder"]))
        return {**plot, "holder": holder, "last_inspection": plot["inspections"][-1]["result"]}

    def lending_tool(tool: dict[str, Any]) -> LendingTool:
        coming = [one for one in tool["bookings"] if date.fromisoformat(one["last_day"]) >= TODAY]
        return LendingTool.model_validate(
            {**tool, "bookings": [{**one, "member": name_of(one["member"])} for one in coming]}
        )

    def is_booked(tool: dict[str, Any], first: date, last: date) -> bool:
        return any(
            one["first_day"] <= last.isoformat() and one["last_day"] >= first.isoformat() for one in tool["bookings"]
        )

    def work_day(day: dict[str, Any]) -> WorkDay:
        tasks = [{**task, "volunteers": [name_of(one) for one in task["volunteers"]]} for task in day["tasks"]]
        return WorkDay.model_validate(
            {**day, "lead": Person(id=day["lead"], name=name_of(day["lead"])), "tasks": tasks}
        )

    def seed_line(seed: dict[str, Any], member_id: str | None = None) -> SeedLine:
        orders = [one for one in seed["orders"] if member_id in (None, one["member"])]
        return SeedLine.model_validate(
            {**seed, "orders": [{**one, "member": name_of(one["member"])} for one in orders]}
        )

    @server.tool(annotations=READS)
    def list_plots(
        section: Annotated[Section | None, Field(description="Only plots of this part of the site")] = None,
        status: Annotated[PlotStatus | None, Field(description="Only plots with this status")] = None,
        size: Annotated[PlotSize | None, Field(description="Only plots of this size")] = None,
    ) -> list[PlotRow]:
        """The plots of the site, with their size, holder, rent, and the result of the last inspection."""
        wanted = {"section": section, "status": status, "size": size}
        rows = [
            one for one in data["plots"] if all(value is None or one[name] == value for name, value in wanted.items())
        ]
        return [PlotRow.model_validate(row_of(one)) for one in rows]

    @server.tool(annotations=READS)
    def get_plot(plot_id: Annotated[str, Field(description="Id of a plot, such as B4")]) -> PlotDetails:
        """All about one plot: also what stands on it, its inspections with their remarks, and the notes."""
        plot = found("plots", plot_id, "plot")
        inspections = [{**one, "by": name_of(one["by"])} for one in plot["inspections"]]
        return PlotDetails.model_validate({**row_of(plot), "inspections": inspections})

    @server.tool(annotations=READS)
    def find_members(
        text: Annotated[
            str, Field(description="Part of a name, or the id of a member or of a plot; empty for everybody")
        ] = "",
        role: Annotated[Role | None, Field(description="Only who has this office")] = None,
        owing: Annotated[bool, Field(description="Only members who still owe rent")] = False,
    ) -> list[Member]:
        """Find members: their plots, phone and e-mail, work hours, and the rent they owe.

        People on the waiting list are not members yet; see get_waiting_list.
        """
        result = []
        for one in members.values():
            plots = [plot["id"] for plot in data["plots"] if plot["holder"] == one["id"]]
            is_meant = _folded(text) in _folded(one["name"]) or text.strip().casefold() in [
                one["id"].casefold(),
                *map(str.casefold, plots),
            ]
            if is_meant and role in (None, one["role"]) and (one["rent_owed"] > 0 or not owing):
                result.append(Member.model_validate({**one, "plots": plots, "work_hours_required": HOURS_A_YEAR}))
        return result

    @server.tool(annotations=READS)
    def get_waiting_list(
        size: Annotated[PlotSize | None, Field(description="Only people who would take a plot of this size")] = None,
    ) -> list[Applicant]:
        """The people who wait for a plot, in the order in which they applied."""
        queue = sorted((one for one in people.values() if one["standing"] == "waiting"), key=lambda one: one["applied"])
        places = [Applicant.model_validate({**one, "position": place}) for place, one in enumerate(queue, start=1)]
        return [one for one in places if size is None or one.wants in (size, "either")]

    @server.tool(annotations=READS)
    def list_tools(
        category: Annotated[Category | None, Field(description="Only tools of this kind")] = None,
        free_on: Annotated[
            date | None, Field(description="Only tools that are ready and not booked on this day")
        ] = None,
    ) -> list[LendingTool]:
        """The tools and machines that members can borrow: where they are kept, their condition, and who has booked them."""
        tools = [one for one in data["tools"] if category in (None, one["category"])]
        if free_on is not None:
            tools = [one for one in tools if one["condition"] == "ready" and not is_booked(one, free_on, free_on)]
        return [lending_tool(one) for one in tools]

    @server.tool(annotations=READS)
    def list_work_days(
        first_day: Annotated[
            date | None, Field(description="Work days on or after this day; today if left out")
        ] = None,
        last_day: Annotated[
            date | None, Field(description="Work days on or before this day; no limit if left out")
        ] = None,
    ) -> list[WorkDay]:
        """The work days of the association: when and where, who leads, the tasks, and who has signed up for them."""
        days = [work_day(one) for one in data["work_days"]]
        return [one for one in days if (first_day or TODAY) <= one.date <= (last_day or date.max)]

    @server.tool(annotations=READS)
    def get_seed_order(
        member_id: Annotated[
            str | None, Field(description="Only what this member has ordered; everything on offer if left out")
        ] = None,
    ) -> SeedOrder:
        """The joint seed order of this winter: varieties, suppliers and prices, until when to order, and who has ordered what."""
        if member_id is not None:
            member_id = member_of(member_id)["id"]
        lines = [seed_line(one, member_id) for one in data["seeds"]]
        lines = [one for one in lines if one.orders or member_id is None]
        return SeedOrder(
            lines=lines, total=round(sum(one.price * order.quantity for one in lines for order in one.orders), 2)
        )

    @server.tool()
    def reserve_tool(
        tool_id: Annotated[str, Field(description="Id of a tool, such as L-07")],
        member_id: MemberId,
        first_day: Annotated[date, Field(description="Day on which it is fetched")],
        days: Annotated[int, Field(ge=1, le=LONGEST_LOAN, description="For how many days")] = 1,
    ) -> LendingTool:
        """Book a tool for a member."""
        tool, member = found("tools", tool_id, "tool"), member_of(member_id)
        last_day = first_day + timedelta(days=days - 1)
        if first_day < TODAY:
            raise ToolError(f"{first_day} is past.")
        if tool["condition"] != "ready":
            raise ToolError(f"{tool['name']} can't be lent: it is {tool['condition'].replace('_', ' ')}.")
        if tool["training_needed"] and not member["machine_trained"]:
            raise ToolError(f"{member['name']} has not had the training for {tool['name']}.")
        if is_booked(tool, first_day, last_day):
            raise ToolError(f"{tool['name']} is already booked then.")
        tool["bookings"].append(
            {"member": member["id"], "first_day": first_day.isoformat(), "last_day": last_day.isoformat()}
        )
        tool["bookings"].sort(key=lambda one: one["first_day"])
        return lending_tool(tool)

    @server.tool()
    def sign_up_for_work_day(
        work_day_id: Annotated[str, Field(description="Id of a work day, such as D-37")],
        member_id: MemberId,
        task: Annotated[
            str | None, Field(description="One of the day's tasks; if left out, the one that lacks most people")
        ] = None,
    ) -> WorkDay:
        """Put a member down for a work day."""
        day, member = found("work_days", work_day_id, "work day"), member_of(member_id)
        if date.fromisoformat(day["date"]) < TODAY:
            raise ToolError(f"{day['title']} was on {day['date']}.")
        if any(member["id"] in one["volunteers"] for one in day["tasks"]):
            raise ToolError(f"{member['name']} has already signed up for {day['title']}.")
        names = {one["task"].casefold(): one for one in day["tasks"]}
        if task and task.strip().casefold() not in names:
            raise ToolError(
                f"{day['title']} has no task {task!r}, but: {', '.join(one['task'] for one in day['tasks'])}."
            )
        chosen = (
            names[task.strip().casefold()]
            if task
            else max(day["tasks"], key=lambda one: one["wanted"] - len(one["volunteers"]))
        )
        if len(chosen["volunteers"]) >= chosen["wanted"]:
            raise ToolError(f"Nobody else is wanted for {chosen['task']}.")
        chosen["volunteers"].append(member["id"])
        return work_day(day)

    @server.tool()
    def order_seeds(
        seed_id: Annotated[str, Field(description="Id of a line of the seed order, such as S-13")],
        member_id: MemberId,
        quantity: Annotated[int, Field(ge=1, le=20, description="How many packets, bags or other units to add")],
    ) -> SeedLine:
        """Add something to the joint seed order for a member, on top of what the member has ordered already."""
        seed, member = found("seeds", seed_id, "line of the seed order"), member_of(member_id)
        if date.fromisoformat(seed["order_by"]) < TODAY:
            raise ToolError(f"The order at {seed['supplier']} is closed.")
        before = next((one for one in seed["orders"] if one["member"] == member["id"]), None)
        if before:
            before["quantity"] += quantity
        else:
            seed["orders"].append({"member": member["id"], "quantity": quantity})
        return seed_line(seed)

    return server


def _folded(text: str) -> str:
    """Without case, accents, and doubled spaces."""
    plain = "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))
    return " ".join(plain.casefold().split())
