"""The MCP server of the Talwand climbing hall: members, courses, routes, equipment and incident reports."""

from __future__ import annotations

import unicodedata
from datetime import date, datetime, timedelta
from typing import Annotated, Any, Literal, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

TODAY = date(2026, 11, 18)

BelayCard = Literal["none", "top_rope", "lead"]
Level = Literal["taster", "beginner", "intermediate", "advanced"]
Discipline = Literal["rope", "boulder"]
RouteState = Literal["open", "closed"]
Sector = Literal["Main wall", "Overhang", "Slab corner", "Arch", "Boulder cave", "Kids' wall"]
EquipmentKind = Literal["rope", "harness", "auto_belay", "belay_device", "helmet", "pad"]
Condition = Literal["in_use", "watch", "retired"]
CheckResult = Literal["passed", "watch", "failed"]
Severity = Literal["near_miss", "minor", "serious"]
ReportStatus = Literal["open", "closed"]

CARDS: tuple[BelayCard, ...] = ("none", "top_rope", "lead")
AFTER_CHECK: dict[CheckResult, Condition] = {"passed": "in_use", "watch": "watch", "failed": "retired"}

INSTRUCTIONS = """The Talwand climbing hall, for its front desk and its hall team.
Today is Wednesday, 2026-11-18. Times are in UTC, prices in euros.
Rope routes have French grades (6a+), boulders have Fontainebleau grades (6A+)."""


class Pass(BaseModel):
    kind: Literal["ten_entries", "monthly", "annual"]
    valid_until: date
    entries_left: int | None = Field(None, description="Only of passes for ten entries")


class Contact(BaseModel):
    name: str
    phone: str


class MemberRow(BaseModel):
    id: str
    name: str
    climbing_pass: Pass
    belay_card: BelayCard = Field(description="What the member may do at the rope without supervision")


class Member(MemberRow):
    email: str
    born: int = Field(description="Year of birth")
    owes_eur: float = Field(description="What is still to be paid")
    emergency_contact: Contact
    last_visit: date
    note: str


class Named(BaseModel):
    id: str
    name: str


class MemberDetails(Member):
    courses: list[Named] = Field(description="Courses the member takes part in, finished ones too")


class Session(BaseModel):
    start: datetime
    minutes: int
    topic: str


class CourseHead(BaseModel):
    id: str
    title: str
    level: Level
    instructor: str
    price_eur: float
    places: int


class CourseRow(CourseHead):
    first_session: datetime
    sessions: int = Field(description="How many there are")
    places_left: int


class CoursePlan(CourseHead):
    requires: BelayCard = Field(description="The belay card participants must have")
    bring: str
    sessions: list[Session]


class CourseDetails(CoursePlan):
    places_left: int
    participants: list[Named]
    waiting: list[Named]


class Course(CoursePlan):
    participants: list[str]
    waiting: list[str]

    @property
    def places_left(self) -> int:
        return self.places - len(self.participants)


class Route(BaseModel):
    id: str
    name: str
    discipline: Discipline
    grade: str
    sector: Sector
    colour: str = Field(description="Of the holds")
    setter: str
    set_on: date
    state: RouteState
    rating: float = Field(description="Average of the climbers' stars, 1 to 5")
    note: str


class Check(BaseModel):
    on: date
    by: str
    result: CheckResult
    remark: str = ""


class Equipment(BaseModel):
    id: str
    name: str
    kind: EquipmentKind
    place: str
    bought: date
    condition: Condition
    check_every_days: int
    next_check: date | None = Field(description="None when retired")
    checks: list[Check] = Field(description="Latest first")


class FollowUp(BaseModel):
    on: date
    by: str
    text: str


class Incident(BaseModel):
    id: str
    happened: datetime
    severity: Severity
    sector: Sector
    route_id: str | None
    equipment_id: str | None
    member_id: str | None = Field(description="The member who was hurt or endangered")
    reported_by: str
    what: str
    status: ReportStatus
    follow_ups: list[FollowUp]


class Hall(BaseModel):
    members: list[Member]
    courses: list[Course]
    routes: list[Route]
    equipment: list[Equipment]
    incidents: list[Incident]


Thing = TypeVar("Thing", Member, Course, Route, Equipment)


def _by_id(things: list[Thing], wanted: str, what: str) -> Thing:
    for thing in things:
        if thing.id.casefold() == wanted.strip().casefold():
            return thing
    raise ToolError(f"There is no {what} {wanted!r}.")


def _folded(text: str) -> str:
    """Without case and accents, so that "dvorak" finds Dvořák."""
    letters = unicodedata.normalize("NFKD", text.casefold().replace("ı", "i"))
    return " ".join("".join(one for one in letters if not unicodedata.combining(one)).split())


def _is_in(part: str | None, text: str) -> bool:
    return not part or _folded(part) in _folded(text)


def _fits(*wanted_and_actual: tuple[str | None, str]) -> bool:
    return all(wanted in (None, actual) for wanted, actual in wanted_and_actual)


def _details(hall: Hall, course: Course) -> CourseDetails:
    people = {one.id: {"id": one.id, "name": one.name} for one in hall.members}
    filled = {name: [people[one] for one in getattr(course, name)] for name in ("participants", "waiting")}
    return CourseDetails(**course.model_dump() | filled, places_left=course.places_left)


def make_server(data: dict[str, Any]) -> MCPServer:
    hall = Hall.model_validate(data)
    mcp = MCPServer("talwand", instructions=INSTRUCTIONS)
    reads, acts = ToolAnnotations(read_only_hint=True), ToolAnnotations(read_only_hint=False)

    @mcp.tool(annotations=reads)
    def find_members(
        name: Annotated[str | None, Field(description="Part of the name or of the e-mail address")] = None,
        valid_before: Annotated[date | None, Field(description="Only passes whose last day is before this day")] = None,
    ) -> list[MemberRow]:
        """Find members, with their pass and belay card; without any argument, all members."""
        return [
            MemberRow(**one.model_dump(include=set(MemberRow.model_fields)))
            for one in hall.members
            if _is_in(name, f"{one.name} {one.email}")
            and (valid_before is None or one.climbing_pass.valid_until < valid_before)
        ]

    @mcp.tool(annotations=reads)
    def get_member(member_id: Annotated[str, Field(description="For example M-1001")]) -> MemberDetails:
        """Everything about one member: pass, belay card, open payments, emergency contact, note and courses."""
        member = _by_id(hall.members, member_id, "member")
        courses = [Named(id=one.id, name=one.title) for one in hall.courses if member.id in one.participants]
        return MemberDetails(**member.model_dump(), courses=courses)

    @mcp.tool(annotations=reads)
    def list_courses(
        level: Annotated[Level | None, Field(description="Only courses of this level")] = None,
        instructor: Annotated[str | None, Field(description="Part of the instructor's name")] = None,
        with_places_left: Annotated[bool, Field(description="Leave out courses that are full")] = False,
        include_finished: Annotated[bool, Field(description="Also courses whose last session is over")] = False,
    ) -> list[CourseRow]:
        """List running and coming courses, by their first session. Who takes part is in the details of a course."""
        rows = [
            CourseRow(
                **one.model_dump(include=set(CourseHead.model_fields)),
                first_session=one.sessions[0].start,
                sessions=len(one.sessions),
                places_left=one.places_left,
            )
            for one in hall.courses
            if level in (None, one.level)
            and _is_in(instructor, one.instructor)
            and (one.places_left or not with_places_left)
            and (include_finished or one.sessions[-1].start.date() >= TODAY)
        ]
        return sorted(rows, key=lambda one: one.first_session)

    @mcp.tool(annotations=reads)
    def get_course(course_id: Annotated[str, Field(description="For example C-31")]) -> CourseDetails:
        """One course with its sessions, its participants and its waiting list."""
        return _details(hall, _by_id(hall.courses, course_id, "course"))

    @mcp.tool(annotations=reads)
    def list_routes(
        discipline: Annotated[Discipline | None, Field(description="Rope routes or boulders only")] = None,
        sector: Annotated[Sector | None, Field(description="Only this part of the hall")] = None,
        setter: Annotated[str | None, Field(description="Part of the setter's name")] = None,
        state: Annotated[RouteState | None, Field(description="Only open or only closed ones")] = None,
    ) -> list[Route]:
        """List the routes and boulders that are on the walls, closed ones included."""
        return [
            one
            for one in hall.routes
            if _fits((discipline, one.discipline), (sector, one.sector), (state, one.state))
            and _is_in(setter, one.setter)
        ]

    @mcp.tool(annotations=reads)
    def list_equipment(
        kind: Annotated[EquipmentKind | None, Field(description="Only this kind")] = None,
        due_within_days: Annotated[int | None, Field(ge=0, description="Only what is due by then, or overdue")] = None,
    ) -> list[Equipment]:
        """List the hall's safety equipment with its condition, the day of the next check, and all checks so far."""
        limit = None if due_within_days is None else TODAY + timedelta(days=due_within_days)
        return [
            one
            for one in hall.equipment
            if kind in (None, one.kind) and (limit is None or (one.next_check is not None and one.next_check <= limit))
        ]

    @mcp.tool(annotations=reads)
    def list_incidents(
        severity: Annotated[Severity | None, Field(description="Only this severity")] = None,
        status: Annotated[ReportStatus | None, Field(description="Whether the report is still being worked on")] = None,
        since: Annotated[date | None, Field(description="Only what happened on this day or later")] = None,
    ) -> list[Incident]:
        """List incident reports, the latest first, with what happened and the follow-ups."""
        return [
            one
            for one in sorted(hall.incidents, key=lambda one: one.happened, reverse=True)
            if _fits((severity, one.severity), (status, one.status)) and (since is None or one.happened.date() >= since)
        ]

    @mcp.tool(annotations=acts)
    def enrol_member(
        course_id: Annotated[str, Field(description="The course, for example C-31")],
        member_id: Annotated[str, Field(description="The member, for example M-1001")],
    ) -> CourseDetails:
        """Give a member a place on a course. Fails when it is full, or without the belay card it requires."""
        course = _by_id(hall.courses, course_id, "course")
        member = _by_id(hall.members, member_id, "member")
        if course.sessions[-1].start.date() < TODAY:
            raise ToolError(f"{course.title} is over.")
        if member.id in course.participants:
            raise ToolError(f"{member.name} already has a place on {course.title}.")
        if course.places_left <= 0:
            raise ToolError(f"{course.title} is full.")
        if CARDS.index(member.belay_card) < CARDS.index(course.requires):
            raise ToolError(f"{course.title} requires a belay card {course.requires}; {member.name} lacks it.")
        course.participants.append(member.id)
        course.waiting = [one for one in course.waiting if one != member.id]
        return _details(hall, course)

    @mcp.tool(annotations=acts)
    def set_route_state(
        route_id: Annotated[str, Field(description="The route or boulder, for example R-201")],
        state: RouteState,
        note: Annotated[str | None, Field(description="Why, for the hall team; replaces the route's note")] = None,
    ) -> Route:
        """Close a route or boulder for climbing, or open it again."""
        route = _by_id(hall.routes, route_id, "route")
        if route.state == state:
            raise ToolError(f"{route.name} is {state} already.")
        route.state, route.note = state, route.note if note is None else note
        return route

    @mcp.tool(annotations=acts)
    def record_check(
        equipment_id: Annotated[str, Field(description="What was checked, for example E-01")],
        result: Annotated[CheckResult, Field(description="watch: stays in use under watch; failed: is retired")],
        checked_by: Annotated[str, Field(min_length=1, description="Name of the person who checked it")],
        checked_on: Annotated[date | None, Field(description="The day of the check; today if left out")] = None,
        remark: str = "",
    ) -> Equipment:
        """Record a safety check that was made. Sets the condition and the day of the next check."""
        item = _by_id(hall.equipment, equipment_id, "equipment")
        day = checked_on or TODAY
        if item.condition == "retired":
            raise ToolError(f"{item.name} is retired.")
        if day > TODAY:
            raise ToolError("A check can't be recorded before it was made.")
        item.checks.insert(0, Check(on=day, by=checked_by, result=result, remark=remark))
        item.condition = AFTER_CHECK[result]
        item.next_check = None if result == "failed" else day + timedelta(days=item.check_every_days)
        return item

    return mcp
