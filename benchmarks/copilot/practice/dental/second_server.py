"""The front desk of Quayside Dental Practice as an MCP server."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

NOW = datetime(2026, 11, 18, 9, 0)
"""The practice's clock, that stands still as the data does. All times are those of the practice."""

LUNCH = (time(13, 0), time(14, 0))
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False, destructive_hint=False)

Role = Literal["dentist", "orthodontist", "oral_surgeon", "endodontist", "hygienist"]
Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
Category = Literal["preventive", "restorative", "surgical", "orthodontic", "cosmetic", "emergency"]
Plan = Literal["nhs", "private", "membership"]
AppointmentStatus = Literal["booked", "confirmed", "arrived", "completed", "no_show", "cancelled"]
RecallKind = Literal["check_up", "hygiene", "orthodontic_review"]
RecallStatus = Literal["due", "contacted", "booked", "declined"]
ContactMethod = Literal["phone", "text", "email", "letter"]
ContactResult = Literal["reached", "voicemail", "no_answer", "declined"]


class Leave(BaseModel):
    first: date
    last: date = Field(description="The last day away")
    reason: str


class Dentist(BaseModel):
    id: str
    name: str
    role: Role
    room: int
    working_days: list[Weekday]
    starts: time
    ends: time
    takes_new_patients: bool
    languages: list[str]
    leave: list[Leave]


class Treatment(BaseModel):
    id: str
    name: str
    category: Category
    minutes: int
    price: float = Field(description="In pounds")
    deposit: float = Field(description="In pounds, part of the price, to be paid when booking")
    done_by: list[Role]
    aftercare: str


class PatientSummary(BaseModel):
    id: str
    name: str
    born: date
    phone: str
    plan: Plan
    dentist_id: str
    dentist: str
    balance: float = Field(description="What the patient owes, in pounds")


class Appointment(BaseModel):
    id: str
    start: datetime
    minutes: int
    patient_id: str
    patient: str
    dentist_id: str
    dentist: str
    treatment_id: str
    treatment: str
    status: AppointmentStatus
    note: str


class Contact(BaseModel):
    day: date
    method: ContactMethod
    result: ContactResult
    note: str = ""


class Recall(BaseModel):
    id: str
    patient_id: str
    patient: str
    kind: RecallKind
    due: date
    status: RecallStatus = Field(description="due: nobody has contacted the patient yet")
    days_overdue: int = Field(description="0 where it is not overdue, or is booked or declined")
    contacts: list[Contact] = Field(description="The attempts to reach the patient, oldest first")


class Patient(PatientSummary):
    email: str
    allergies: list[str]
    notes: str
    appointments: list[Appointment] = Field(description="Past and coming ones, by time")
    recalls: list[Recall]


class FreeSlots(BaseModel):
    dentist_id: str
    dentist: str
    day: date
    minutes: int
    starts: list[str] = Field(description="When such an appointment could start, HH:MM")
    closed_because: str | None = Field(None, description="Why there are none on this day at all")


DentistId = Annotated[str, Field(description="Id of a dentist, such as D-1", pattern=r"^D-\d+$")]
PatientId = Annotated[str, Field(description="Id of a patient, such as P-401", pattern=r"^P-\d+$")]


def make_server(data: dict[str, Any]) -> MCPServer:
    """The server of a practice with this data."""
    dentists = {item["id"]: Dentist.model_validate(item) for item in data["dentists"]}
    treatments = {item["id"]: Treatment.model_validate(item) for item in data["treatments"]}
    patients = {item["id"]: dict(item) for item in data["patients"]}
    appointments = {item["id"]: dict(item) for item in data["appointments"]}
    recalls = {item["id"]: {**item, "contacts": list(item["contacts"])} for item in data["recalls"]}

    server = MCPServer(
        "quayside-dental",
        title="Quayside Dental Practice",
        instructions=f"The front desk of a dental practice: its appointment book, patients, price list and recalls. "
        f"Today is {NOW:%A, %d %B %Y}. All times are the practice's own.",
    )

    def known(things: dict[str, Any], thing_id: str, word: str) -> Any:
        if thing_id not in things:
            raise ValueError(f"There is no {word} {thing_id}.")
        return things[thing_id]

    def start_of(appointment: dict[str, Any]) -> datetime:
        return datetime.fromisoformat(appointment["start"])

    def end_of(appointment: dict[str, Any]) -> datetime:
        return start_of(appointment) + timedelta(minutes=appointment["minutes"])

    def shown_appointment(item: dict[str, Any]) -> Appointment:
        return Appointment(
            **item,
            patient=patients[item["patient_id"]]["name"],
            dentist=dentists[item["dentist_id"]].name,
            treatment=treatments[item["treatment_id"]].name,
        )

    def shown_recall(item: dict[str, Any]) -> Recall:
        is_open = item["status"] in ("due", "contacted")
        late = (NOW.date() - date.fromisoformat(item["due"])).days
        return Recall(**item, patient=patients[item["patient_id"]]["name"], days_overdue=max(late, 0) if is_open else 0)

    def summary(item: dict[str, Any]) -> dict[str, Any]:
        shown = {name: item[name] for name in PatientSummary.model_fields if name in item}
        return {**shown, "dentist": dentists[item["dentist_id"]].name}

    def in_order(chosen: list[dict[str, Any]]) -> list[Appointment]:
        return [shown_appointment(item) for item in sorted(chosen, key=start_of)]

    def closed(dentist: Dentist, day: date) -> str | None:
        if WEEKDAYS[day.weekday()] not in dentist.working_days:
            return f"{dentist.name} works on {', '.join(dentist.working_days)} only."
        for leave in dentist.leave:
            if leave.first <= day <= leave.last:
                return f"{dentist.name} is on leave from {leave.first} to {leave.last}."
        return None

    def is_free(dentist: Dentist, start: datetime, minutes: int) -> bool:
        end = start + timedelta(minutes=minutes)
        day = start.date()
        taken = [
            (start_of(item), end_of(item))
            for item in appointments.values()
            if item["dentist_id"] == dentist.id and item["status"] != "cancelled"
        ]
        taken.append((datetime.combine(day, LUNCH[0]), datetime.combine(day, LUNCH[1])))
        opens, closes = datetime.combine(day, dentist.starts), datetime.combine(day, dentist.ends)
        return opens <= start and end <= closes and all(end <= first or last <= start for first, last in taken)

    @server.tool(annotations=READS)
    def list_dentists() -> list[Dentist]:
        """List everybody who treats patients, the hygienist too: room, working days and hours, languages, leave, and
        whether they take new patients."""
        return list(dentists.values())

    @server.tool(annotations=READS)
    def list_treatments(
        category: Annotated[Category | None, Field(description="Only treatments of this category")] = None,
    ) -> list[Treatment]:
        """The price list: what each treatment costs, its deposit, how long it takes, who does it, and the aftercare."""
        return [one for one in treatments.values() if category in (None, one.category)]

    @server.tool(annotations=READS)
    def list_appointments(
        day: Annotated[date | None, Field(description="Only this day, YYYY-MM-DD. Default: all days")] = None,
        dentist_id: Annotated[str | None, Field(description="Only those of this dentist, such as D-1")] = None,
        status: Annotated[AppointmentStatus | None, Field(description="Only those with this status")] = None,
    ) -> list[Appointment]:
        """List the appointments in the book, past and coming, by time."""
        if dentist_id:
            known(dentists, dentist_id, "dentist")
        return in_order(
            [
                item
                for item in appointments.values()
                if day in (None, start_of(item).date())
                and (not dentist_id or item["dentist_id"] == dentist_id)
                and status in (None, item["status"])
            ]
        )

    @server.tool(annotations=READS)
    def find_patients(
        search: Annotated[str, Field(description="Part of the name or of the phone number. Default: everybody")] = "",
        dentist_id: Annotated[str | None, Field(description="Only patients of this dentist, such as D-1")] = None,
        owing: Annotated[bool, Field(description="Only patients who owe the practice money")] = False,
    ) -> list[PatientSummary]:
        """Find patients: id, date of birth, phone, plan, dentist and balance. `get_patient` knows the rest."""
        wanted = " ".join(search.casefold().split())
        return [
            PatientSummary(**summary(item))
            for item in patients.values()
            if (wanted in item["name"].casefold() or wanted in item["phone"])
            and (not dentist_id or item["dentist_id"] == dentist_id)
            and (not owing or item["balance"] > 0)
        ]

    @server.tool(annotations=READS)
    def get_patient(patient_id: PatientId) -> Patient:
        """All about one patient: e-mail, allergies, notes, appointments and recalls."""
        item = known(patients, patient_id, "patient")
        return Patient(
            **summary(item),
            email=item["email"],
            allergies=item["allergies"],
            notes=item["notes"],
            appointments=in_order([one for one in appointments.values() if one["patient_id"] == patient_id]),
            recalls=[shown_recall(one) for one in recalls.values() if one["patient_id"] == patient_id],
        )

    @server.tool(annotations=READS)
    def list_recalls(
        status: Annotated[RecallStatus | None, Field(description="Only those with this status")] = None,
        kind: Annotated[RecallKind | None, Field(description="Only recalls of this kind")] = None,
        overdue: Annotated[bool, Field(description="Only those that are overdue")] = False,
    ) -> list[Recall]:
        """List the recalls, patients who should come in again, by due date, with the attempts to reach them."""
        shown = [shown_recall(item) for item in sorted(recalls.values(), key=lambda item: item["due"])]
        return [
            one
            for one in shown
            if status in (None, one.status) and kind in (None, one.kind) and (not overdue or one.days_overdue)
        ]

    @server.tool(annotations=READS)
    def find_free_slots(
        dentist_id: DentistId,
        day: Annotated[date, Field(description="The day to look at, YYYY-MM-DD")],
        minutes: Annotated[int, Field(description="How long the appointment takes", ge=15, le=180)] = 30,
    ) -> FreeSlots:
        """When a dentist is still free on a day, for so many minutes; on the hour and the half hour."""
        dentist = known(dentists, dentist_id, "dentist")
        reason = closed(dentist, day)
        starts = [datetime.combine(day, time(7)) + timedelta(minutes=30 * step) for step in range(24)]
        free = [] if reason else [one for one in starts if one >= NOW and is_free(dentist, one, minutes)]
        return FreeSlots(
            dentist_id=dentist_id,
            dentist=dentist.name,
            day=day,
            minutes=minutes,
            starts=[f"{one:%H:%M}" for one in free],
            closed_because=reason,
        )

    @server.tool(annotations=ACTS)
    def book_appointment(
        patient_id: PatientId,
        dentist_id: DentistId,
        treatment_id: Annotated[str, Field(description="Id of a treatment, such as T-01", pattern=r"^T-\d+$")],
        start: Annotated[datetime, Field(description="Day and time it starts, such as 2026-11-30T14:30")],
        note: Annotated[str, Field(description="For the dentist, if anything", max_length=200)] = "",
    ) -> Appointment:
        """Book an appointment. It takes as long as the treatment does."""
        known(patients, patient_id, "patient")
        dentist = known(dentists, dentist_id, "dentist")
        treatment = known(treatments, treatment_id, "treatment")
        start = start.astimezone(UTC).replace(tzinfo=None) if start.tzinfo else start
        if dentist.role not in treatment.done_by:
            raise ValueError(f"{dentist.name} does not do this: {treatment.name}.")
        if start < NOW:
            raise ValueError("That time is past.")
        if reason := closed(dentist, start.date()):
            raise ValueError(reason)
        if not is_free(dentist, start, treatment.minutes):
            raise ValueError(f"{dentist.name} is not free for {treatment.minutes} minutes then.")
        number = max(int(one.removeprefix("A-")) for one in appointments) + 1
        item = {
            "id": f"A-{number}",
            "patient_id": patient_id,
            "dentist_id": dentist_id,
            "treatment_id": treatment_id,
            "start": start.isoformat(timespec="minutes"),
            "minutes": treatment.minutes,
            "status": "booked",
            "note": note,
        }
        appointments[item["id"]] = item
        return shown_appointment(item)

    @server.tool(annotations=ToolAnnotations(read_only_hint=False, destructive_hint=True))
    def set_appointment_status(
        appointment_id: Annotated[str, Field(description="Id of an appointment, such as A-901", pattern=r"^A-\d+$")],
        status: Annotated[
            Literal["confirmed", "arrived", "completed", "no_show", "cancelled"],
            Field(description="arrived: the patient is in the waiting room; no_show: never came"),
        ],
        note: Annotated[str, Field(description="Why, if there is more to say; replaces the note", max_length=200)] = "",
    ) -> Appointment:
        """Set how an appointment stands: confirmed by the patient, arrived, completed, a no-show, or cancelled."""
        item = known(appointments, appointment_id, "appointment")
        if item["status"] in ("completed", "no_show", "cancelled"):
            raise ValueError(f"{appointment_id} is {item['status']} and can't be changed.")
        if status in ("arrived", "completed", "no_show") and start_of(item).date() > NOW.date():
            raise ValueError(f"{appointment_id} is not until {start_of(item):%Y-%m-%d}.")
        item["status"] = status
        item["note"] = note or item["note"]
        return shown_appointment(item)

    @server.tool(annotations=ACTS)
    def log_recall_contact(
        recall_id: Annotated[str, Field(description="Id of a recall, such as R-71", pattern=r"^R-\d+$")],
        method: Annotated[ContactMethod, Field(description="How the patient was contacted")],
        result: Annotated[ContactResult, Field(description="declined: the patient does not want to come in")],
        note: Annotated[str, Field(description="What was said, if anything", max_length=200)] = "",
    ) -> Recall:
        """Write down that somebody tried to reach a patient about a recall today. It contacts nobody itself."""
        item = known(recalls, recall_id, "recall")
        if item["status"] in ("booked", "declined"):
            raise ValueError(f"{recall_id} is {item['status']}, there is nothing left to chase.")
        contact = Contact(day=NOW.date(), method=method, result=result, note=note)
        item["contacts"].append(contact.model_dump(mode="json"))
        item["status"] = "declined" if result == "declined" else "contacted"
        return shown_recall(item)

    return server
