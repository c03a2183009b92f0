"""The office of a driving school: instructors, cars, pupils, lessons and tests."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

NOW = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
NOTICE = timedelta(hours=48)

Gearbox = Literal["manual", "automatic"]
Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
PupilStatus = Literal["waiting", "active", "paused", "passed"]
CarStatus = Literal["in_service", "in_workshop", "off_road"]
LessonKind = Literal["standard", "motorway", "mock_test"]
LessonStatus = Literal["booked", "done", "missed", "cancelled"]
TestKind = Literal["theory", "practical"]
TestStatus = Literal["booked", "passed", "failed", "cancelled"]
Reason = Literal["pupil", "instructor", "car", "weather"]

PupilId = Annotated[str, Field(description="Id of a pupil, such as P-301")]
Clock = Annotated[str, Field(description="Start, as HH:MM of 24 hours", pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]


class Instructor(BaseModel):
    id: str
    name: str
    gearbox: Gearbox = Field(description="What the instructor teaches")
    car_id: str | None = Field(description="The car that the instructor teaches in")
    works_on: list[Weekday]
    area: str
    hourly_rate: int = Field(description="Price of an hour, in pounds")
    status: Literal["active", "on_leave"]
    active_pupils: int


class Car(BaseModel):
    id: str
    model: str
    plate: str
    gearbox: Gearbox
    fuel: Literal["petrol", "diesel", "hybrid", "electric"]
    status: CarStatus
    mileage: int
    mot_due: date = Field(description="When the MOT runs out")
    service_due: date
    note: str


class PupilRow(BaseModel):
    id: str
    name: str
    instructor: str | None
    gearbox: Gearbox
    status: PupilStatus
    hours_done: int
    balance: int = Field(description="In pounds; below zero is what the pupil owes the school")


class Skill(BaseModel):
    skill: str
    level: int = Field(ge=1, le=5, description="1: introduced, 5: does it alone and reliably")


class Lesson(BaseModel):
    id: str
    day: date
    start: str
    minutes: int
    pupil: str
    instructor: str
    car_id: str
    kind: LessonKind
    status: LessonStatus


class Test(BaseModel):
    id: str
    pupil: str
    kind: TestKind
    day: date
    start: str
    centre: str
    status: TestStatus
    minor_faults: int | None
    serious_faults: int | None
    comment: str


class Pupil(PupilRow):
    phone: str
    started: date
    theory_passed: date | None
    skills: list[Skill]
    notes: str
    upcoming_lessons: list[Lesson]
    tests: list[Test]


class Day(BaseModel):
    day: date
    weekday: Weekday
    lessons: list[Lesson]
    tests: list[Test]


class Remark(BaseModel):
    lesson_id: str
    day: date
    pupil: str
    instructor: str
    text: str


class Cancellation(BaseModel):
    lesson: Lesson
    charged: int = Field(description="What the pupil pays for short notice, in pounds")


READS = ToolAnnotations(read_only_hint=True)


def make_server(data: dict[str, Any]) -> MCPServer[Any]:
    """A server over these data, which its acting tools change."""
    by_id = {group: {item["id"]: item for item in items} for group, items in data.items()}

    def found(group: str, key: str) -> dict[str, Any]:
        thing = by_id[group].get(key.strip().upper())
        if thing is None:
            raise ToolError(f"There is no {group[:-1]} with the id {key!r}.")
        return thing

    def row(pupil: dict[str, Any]) -> dict[str, Any]:
        teacher = pupil["instructor_id"]
        return {**pupil, "instructor": by_id["instructors"][teacher]["name"] if teacher else None}

    def lesson_of(item: dict[str, Any]) -> Lesson:
        names = {
            "pupil": by_id["pupils"][item["pupil_id"]]["name"],
            "instructor": by_id["instructors"][item["instructor_id"]]["name"],
        }
        return Lesson(**item, **names)

    def test_of(item: dict[str, Any]) -> Test:
        return Test(**item, pupil=by_id["pupils"][item["pupil_id"]]["name"])

    def in_order(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return sorted(items, key=lambda item: (item["day"], item["start"]))

    def begin(item: dict[str, Any]) -> datetime:
        return datetime.fromisoformat(f"{item['day']}T{item['start']}+00:00")

    def overlaps(item: dict[str, Any], start: datetime, minutes: int) -> bool:
        end = begin(item) + timedelta(minutes=item["minutes"])
        return begin(item) < start + timedelta(minutes=minutes) and start < end

    server: MCPServer[Any] = MCPServer(
        "larkfield-driving-school",
        instructions=(
            "The office of Larkfield Driving School. Today is Wednesday, 2026-11-18, 09:00 UTC. "
            "Money is in pounds. A pupil learns with one instructor, in the car of that instructor."
        ),
    )

    @server.tool(annotations=READS)
    def list_pupils(
        status: Annotated[PupilStatus | None, Field(description="Only pupils with this status")] = None,
        instructor_id: Annotated[str | None, Field(description="Only pupils of this instructor, such as IN-1")] = None,
        gearbox: Annotated[Gearbox | None, Field(description="Only pupils who learn with this gearbox")] = None,
    ) -> list[PupilRow]:
        """List the pupils with their instructor, status, hours driven and balance."""
        teacher = found("instructors", instructor_id)["id"] if instructor_id else None
        return [
            PupilRow(**row(pupil))
            for pupil in data["pupils"]
            if status in (None, pupil["status"])
            and teacher in (None, pupil["instructor_id"])
            and gearbox in (None, pupil["gearbox"])
        ]

    @server.tool(annotations=READS)
    def get_pupil(pupil_id: PupilId) -> Pupil:
        """Everything about one pupil: phone, skills, notes, the lessons to come and all tests."""
        pupil = found("pupils", pupil_id)
        key = pupil["id"]
        lessons = [item for item in data["lessons"] if item["pupil_id"] == key and item["status"] == "booked"]
        return Pupil(
            **row(pupil),
            upcoming_lessons=[lesson_of(item) for item in in_order(lessons)],
            tests=[test_of(item) for item in in_order(data["tests"]) if item["pupil_id"] == key],
        )

    @server.tool(annotations=READS)
    def list_instructors() -> list[Instructor]:
        """List the instructors: what they teach and in which car, their working days, area and hourly rate."""
        return [
            Instructor(
                **item,
                active_pupils=sum(
                    pupil["instructor_id"] == item["id"] and pupil["status"] == "active" for pupil in data["pupils"]
                ),
            )
            for item in data["instructors"]
        ]

    @server.tool(annotations=READS)
    def list_cars(
        status: Annotated[CarStatus | None, Field(description="Only cars with this status")] = None,
    ) -> list[Car]:
        """List the cars of the school with gearbox, fuel, status, mileage, and when MOT and service are due."""
        return [Car(**item) for item in data["cars"] if status in (None, item["status"])]

    @server.tool(annotations=READS)
    def get_schedule(
        day: Annotated[date, Field(description="The first day, as YYYY-MM-DD")],
        days: Annotated[int, Field(ge=1, le=14, description="How many days from there")] = 1,
        instructor_id: Annotated[str | None, Field(description="Only this instructor and their pupils")] = None,
    ) -> list[Day]:
        """The lessons and tests of one day or of several, day by day, in order of time."""
        teacher = found("instructors", instructor_id)["id"] if instructor_id else None

        def of_day(group: str, wanted: date) -> list[dict[str, Any]]:
            items = [item for item in data[group] if item["day"] == wanted.isoformat()]
            return [
                item
                for item in in_order(items)
                if teacher in (None, by_id["pupils"][item["pupil_id"]]["instructor_id"])
            ]

        return [
            Day(
                day=each,
                weekday=WEEKDAYS[each.weekday()],
                lessons=[lesson_of(item) for item in of_day("lessons", each)],
                tests=[test_of(item) for item in of_day("tests", each)],
            )
            for each in (day + timedelta(days=number) for number in range(days))
        ]

    @server.tool(annotations=READS)
    def list_tests(
        kind: Annotated[TestKind | None, Field(description="Only theory or only practical tests")] = None,
        status: Annotated[TestStatus | None, Field(description="Only tests with this status")] = None,
    ) -> list[Test]:
        """List the theory and practical tests, past and to come, with results and faults."""
        return [
            test_of(item)
            for item in in_order(data["tests"])
            if kind in (None, item["kind"]) and status in (None, item["status"])
        ]

    @server.tool(annotations=READS)
    def search_remarks(
        text: Annotated[str | None, Field(description="Words that the remark contains")] = None,
        pupil: Annotated[str | None, Field(description="Id of a pupil, or a part of the name")] = None,
        since: Annotated[date | None, Field(description="Only lessons on this day or later")] = None,
    ) -> list[Remark]:
        """Search what instructors wrote about past lessons, newest first."""
        remarks: list[Remark] = []
        for item in reversed(in_order(data["lessons"])):
            lesson = lesson_of(item)
            if (
                item["remark"]
                and (text or "").strip().casefold() in item["remark"].casefold()
                and (not pupil or pupil.upper() == item["pupil_id"] or pupil.casefold() in lesson.pupil.casefold())
                and (since is None or lesson.day >= since)
            ):
                about = {"pupil": lesson.pupil, "instructor": lesson.instructor}
                remarks.append(Remark(lesson_id=lesson.id, day=lesson.day, text=item["remark"], **about))
        return remarks

    @server.tool()
    def book_lesson(
        pupil_id: PupilId,
        day: Annotated[date, Field(description="As YYYY-MM-DD")],
        start: Clock,
        minutes: Annotated[Literal[60, 90, 120], Field(description="Length of the lesson")] = 60,
        kind: LessonKind = "standard",
    ) -> Lesson:
        """Book a lesson for a pupil, with the pupil's instructor and in that instructor's car."""
        pupil = found("pupils", pupil_id)
        if pupil["status"] != "active":
            raise ToolError(f"{pupil['name']} is {pupil['status']}; only active pupils can have lessons.")
        teacher = by_id["instructors"][pupil["instructor_id"]]
        moment = datetime.fromisoformat(f"{day.isoformat()}T{start}+00:00")
        if moment < NOW:
            raise ToolError("A lesson can't be booked in the past.")
        if WEEKDAYS[day.weekday()] not in teacher["works_on"]:
            raise ToolError(f"{teacher['name']} does not work on that day, only on {', '.join(teacher['works_on'])}.")
        car = by_id["cars"][teacher["car_id"]]
        if car["status"] != "in_service":
            raise ToolError(f"The {car['model']} of {teacher['name']} is {car['status']}.")
        for item in data["lessons"]:
            if (
                item["status"] == "booked"
                and item["instructor_id"] == teacher["id"]
                and overlaps(item, moment, minutes)
            ):
                raise ToolError(f"{teacher['name']} has lesson {item['id']} at that time.")
        number = max(int(item["id"].removeprefix("L-")) for item in data["lessons"]) + 1
        lesson = {
            "id": f"L-{number}",
            "day": day.isoformat(),
            "start": start,
            "minutes": minutes,
            "pupil_id": pupil["id"],
            "instructor_id": teacher["id"],
            "car_id": car["id"],
            "kind": kind,
            "status": "booked",
            "remark": "",
        }
        data["lessons"].append(lesson)
        by_id["lessons"][lesson["id"]] = lesson
        return lesson_of(lesson)

    @server.tool()
    def cancel_lesson(
        lesson_id: Annotated[str, Field(description="Id of a booked lesson, such as L-815")],
        reason: Annotated[Reason, Field(description="On whose or what account, such as the pupil's when he is ill")],
    ) -> Cancellation:
        """Cancel a booked lesson. A pupil who cancels less than 48 hours before pays the full price."""
        lesson = found("lessons", lesson_id)
        if lesson["status"] != "booked":
            raise ToolError(f"Lesson {lesson['id']} is {lesson['status']}; only booked lessons can be cancelled.")
        lesson["status"] = "cancelled"
        charged = 0
        if reason == "pupil" and begin(lesson) - NOW < NOTICE:
            charged = by_id["instructors"][lesson["instructor_id"]]["hourly_rate"] * lesson["minutes"] // 60
            by_id["pupils"][lesson["pupil_id"]]["balance"] -= charged
        return Cancellation(lesson=lesson_of(lesson), charged=charged)

    @server.tool()
    def set_car_status(
        car_id: Annotated[str, Field(description="Id of a car, such as C-1")],
        status: CarStatus,
        note: Annotated[str | None, Field(description="Replaces the note on the car, if given")] = None,
    ) -> Car:
        """Put a car into service, into the workshop, or off the road. Lessons stay booked."""
        car = found("cars", car_id)
        if status == "in_service" and date.fromisoformat(car["mot_due"]) < NOW.date():
            raise ToolError(f"The MOT of {car['id']} has run out on {car['mot_due']}.")
        car["status"] = status
        if note is not None:
            car["note"] = note
        return Car(**car)

    return server
