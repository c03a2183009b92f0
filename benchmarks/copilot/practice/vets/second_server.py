"""The MCP server of Millbrook Veterinary Surgery: the records, the diary and the pharmacy."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, Literal, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

NOW = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)
READS = ToolAnnotations(read_only_hint=True)

Species = Literal["dog", "cat", "rabbit", "bird", "reptile"]
AppointmentStatus = Literal["booked", "arrived", "done", "missed", "cancelled"]
MedicineKind = Literal["anaesthetic", "antibiotic", "antiparasitic", "ear", "heart", "painkiller", "steroid", "vaccine"]


class WorkingDay(BaseModel):
    day: str
    start: str = Field(description="UTC, as 08:30")
    end: str


class Absence(BaseModel):
    first_day: date
    last_day: date
    why: str


class Vet(BaseModel):
    id: str
    name: str
    role: str
    interests: list[str]
    works: list[WorkingDay]
    away: list[Absence] = Field(description="Leave and other absences, present and coming")

    def hours_on(self, day: date) -> WorkingDay | None:
        if any(absence.first_day <= day <= absence.last_day for absence in self.away):
            return None
        return next((hours for hours in self.works if hours.day == day.strftime("%A")), None)


class Owner(BaseModel):
    id: str
    name: str
    phone: str
    email: str
    address: str
    balance_due: float = Field(description="What is unpaid, in pounds")


class Vaccination(BaseModel):
    vaccine: str
    given: date
    due: date = Field(description="When the next one is due")


class Prescription(BaseModel):
    medicine: str
    dose: str
    until: date


class Pet(BaseModel):
    id: str
    name: str
    species: Species


class AnimalBase(Pet):
    breed: str
    sex: Literal["male", "female"]
    born: date
    weight_kg: float
    microchip: str | None
    insurer: str | None
    allergies: list[str]
    notes: str
    vaccinations: list[Vaccination]
    prescriptions: list[Prescription]


class Animal(AnimalBase):
    owner_id: str


class Appointment(BaseModel):
    id: str
    start: datetime
    minutes: int
    animal_id: str
    vet_id: str
    reason: str
    status: AppointmentStatus

    @property
    def end(self) -> datetime:
        return self.start + timedelta(minutes=self.minutes)


class Medicine(BaseModel):
    id: str
    name: str
    kind: MedicineKind
    pack: str = Field(description="What a pack is")
    packs_in_stock: int
    reorder_at: int = Field(description="Stock is low below this many packs")
    packs_on_order: int
    expires: date
    price_per_pack: float = Field(description="In pounds")
    controlled: bool = Field(description="Kept in the locked cabinet, and ordered on paper")


class Surgery(BaseModel):
    vets: list[Vet]
    owners: list[Owner]
    animals: list[Animal]
    appointments: list[Appointment]
    medicines: list[Medicine]


class AnimalLine(Pet):
    breed: str
    born: date
    owner: str


class AnimalRecord(AnimalBase):
    owner: Owner


class OwnerWithPets(Owner):
    animals: list[Pet]


class DiaryEntry(BaseModel):
    id: str
    start: datetime
    minutes: int
    animal_id: str
    animal: str
    species: Species
    owner: str
    vet: str
    reason: str
    status: AppointmentStatus


class DueVaccination(BaseModel):
    animal_id: str
    animal: str
    species: Species
    owner: str
    vaccine: str
    due: date
    overdue: bool


Thing = TypeVar("Thing", Vet, Owner, Animal, Appointment, Medicine)


def _of_id(things: list[Thing], wanted: str, kind: str) -> Thing:
    for thing in things:
        if thing.id.casefold() == wanted.strip().casefold():
            return thing
    raise ToolError(f"There is no {kind} with the id {wanted!r}.")


def make_server(data: dict[str, Any]) -> MCPServer[Any]:
    surgery = Surgery.model_validate(data)
    server: MCPServer[Any] = MCPServer(
        "millbrook-vets",
        instructions="The records, diary and pharmacy of Millbrook Veterinary Surgery, for its staff. "
        f"Today is {NOW:%A}, {NOW:%Y-%m-%d}, and it was {NOW:%H:%M} UTC when this session began. All times are UTC.",
    )

    def owner_of(animal: Animal) -> Owner:
        return _of_id(surgery.owners, animal.owner_id, "owner")

    def entry(appointment: Appointment) -> DiaryEntry:
        animal = _of_id(surgery.animals, appointment.animal_id, "animal")
        vet = _of_id(surgery.vets, appointment.vet_id, "vet")
        return DiaryEntry(
            **appointment.model_dump(exclude={"vet_id"}),
            animal=animal.name,
            species=animal.species,
            owner=owner_of(animal).name,
            vet=vet.name,
        )

    @server.tool(annotations=READS)
    def search_animals(
        text: Annotated[str, Field(description="Part of the animal's name, its breed or its owner's name")] = "",
        species: Species | None = None,
    ) -> list[AnimalLine]:
        """Find the animals that are registered here; without arguments, all of them."""
        wanted = text.strip().casefold()
        lines = [AnimalLine(**animal.model_dump(), owner=owner_of(animal).name) for animal in surgery.animals]
        return [
            line
            for line in lines
            if species in (None, line.species) and wanted in f"{line.name}\n{line.breed}\n{line.owner}".casefold()
        ]

    @server.tool(annotations=READS)
    def get_animal(animal_id: Annotated[str, Field(description="As A-201")]) -> AnimalRecord:
        """The full record of an animal: weight, microchip, allergies, notes, vaccinations, prescriptions, and its owner."""
        animal = _of_id(surgery.animals, animal_id, "animal")
        return AnimalRecord(**animal.model_dump(exclude={"owner_id"}), owner=owner_of(animal))

    @server.tool(annotations=READS)
    def find_owners(
        name: Annotated[str, Field(description="Part of the owner's name")] = "",
        owing: Annotated[bool, Field(description="Only those with an unpaid balance")] = False,
    ) -> list[OwnerWithPets]:
        """Owners with their contact details, what they owe, and their animals."""
        return [
            OwnerWithPets(
                **owner.model_dump(),
                animals=[Pet(**one.model_dump()) for one in surgery.animals if one.owner_id == owner.id],
            )
            for owner in surgery.owners
            if name.strip().casefold() in owner.name.casefold() and (owner.balance_due > 0 or not owing)
        ]

    @server.tool(annotations=READS)
    def list_vets(
        on_duty: Annotated[date | None, Field(description="Only the vets who work on this day")] = None,
    ) -> list[Vet]:
        """The vets, with their interests, the days and hours they work, and when they are away."""
        return [vet for vet in surgery.vets if on_duty is None or vet.hours_on(on_duty)]

    @server.tool(annotations=READS)
    def list_appointments(
        from_day: Annotated[date | None, Field(description="First day; leave out for no limit")] = None,
        to_day: Annotated[date | None, Field(description="Last day, inclusive; leave out for no limit")] = None,
        vet_id: Annotated[str | None, Field(description="Only this vet's, as V-1")] = None,
        animal_id: Annotated[str | None, Field(description="Only this animal's, as A-201")] = None,
        status: AppointmentStatus | None = None,
    ) -> list[DiaryEntry]:
        """The diary: appointments past and coming, in order of time."""
        vet = vet_id and _of_id(surgery.vets, vet_id, "vet").id
        animal = animal_id and _of_id(surgery.animals, animal_id, "animal").id
        return [
            entry(one)
            for one in sorted(surgery.appointments, key=lambda one: one.start)
            if (from_day is None or one.start.date() >= from_day)
            and (to_day is None or one.start.date() <= to_day)
            and (not vet or one.vet_id == vet)
            and (not animal or one.animal_id == animal)
            and status in (None, one.status)
        ]

    @server.tool(annotations=READS)
    def list_due_vaccinations(
        within_days: Annotated[
            int, Field(ge=0, le=365, description="How far to look ahead; 0 for overdue ones and today's")
        ] = 30,
    ) -> list[DueVaccination]:
        """Vaccinations that are overdue, or come due within a number of days from today, the earliest first."""
        last = NOW.date() + timedelta(days=within_days)
        found = [
            DueVaccination(
                animal_id=animal.id,
                animal=animal.name,
                species=animal.species,
                owner=owner_of(animal).name,
                vaccine=one.vaccine,
                due=one.due,
                overdue=one.due < NOW.date(),
            )
            for animal in surgery.animals
            for one in animal.vaccinations
            if one.due <= last
        ]
        return sorted(found, key=lambda one: one.due)

    @server.tool(annotations=READS)
    def list_medicines(
        kind: MedicineKind | None = None,
        low_stock: Annotated[bool, Field(description="Only those below their reorder level")] = False,
    ) -> list[Medicine]:
        """The medicines in the pharmacy, with stock, expiry dates and prices."""
        return [
            one
            for one in surgery.medicines
            if kind in (None, one.kind) and (one.packs_in_stock < one.reorder_at or not low_stock)
        ]

    @server.tool()
    def book_appointment(
        animal_id: Annotated[str, Field(description="As A-201")],
        vet_id: Annotated[str, Field(description="As V-1")],
        start: Annotated[datetime, Field(description="When it begins, UTC")],
        reason: Annotated[str, Field(min_length=3, description="Why the animal comes, in a few words")],
        minutes: Literal[15, 30, 60, 90] = 15,
    ) -> DiaryEntry:
        """Book an appointment. The vet must be on duty and free at that time."""
        animal = _of_id(surgery.animals, animal_id, "animal")
        vet = _of_id(surgery.vets, vet_id, "vet")
        begin = start.astimezone(UTC) if start.tzinfo else start.replace(tzinfo=UTC)
        number = max(int(one.id.removeprefix("AP-")) for one in surgery.appointments) + 1
        booked = Appointment(
            id=f"AP-{number}",
            start=begin,
            minutes=minutes,
            animal_id=animal.id,
            vet_id=vet.id,
            reason=reason,
            status="booked",
        )
        hours = vet.hours_on(begin.date())
        if begin < NOW:
            raise ToolError("An appointment can't be in the past.")
        if hours is None:
            raise ToolError(f"{vet.name} is not on duty on {begin:%A, %Y-%m-%d}.")
        if (
            booked.end.date() != begin.date()
            or not hours.start <= f"{begin:%H:%M}" < f"{booked.end:%H:%M}" <= hours.end
        ):
            raise ToolError(f"{vet.name} works from {hours.start} to {hours.end} on {begin:%A}s.")
        for other in surgery.appointments:
            overlaps = other.start < booked.end and begin < other.end
            if overlaps and other.vet_id == vet.id and other.status != "cancelled":
                raise ToolError(
                    f"{vet.name} is taken then, by {other.id} ({other.start:%H:%M}, {other.minutes} minutes)."
                )
        surgery.appointments.append(booked)
        return entry(booked)

    @server.tool()
    def set_appointment_status(
        appointment_id: Annotated[str, Field(description="As AP-501")],
        status: Annotated[
            Literal["arrived", "done", "missed", "cancelled"],
            Field(description="arrived: checked in at the desk; missed: nobody came"),
        ],
    ) -> DiaryEntry:
        """Check an animal in, close its appointment, or cancel it. What is done, missed or cancelled stays so."""
        appointment = _of_id(surgery.appointments, appointment_id, "appointment")
        if appointment.status not in ("booked", "arrived"):
            raise ToolError(f"{appointment.id} is {appointment.status} and can't be changed any more.")
        if status == "missed" and appointment.start > NOW:
            raise ToolError(f"{appointment.id} has not begun yet.")
        appointment.status = status
        return entry(appointment)

    @server.tool()
    def order_medicine(
        medicine_id: Annotated[str, Field(description="As M-01")],
        packs: Annotated[int, Field(ge=1, le=50, description="How many packs")],
    ) -> Medicine:
        """Order packs of a medicine from the wholesaler. Controlled medicines can't be ordered here."""
        medicine = _of_id(surgery.medicines, medicine_id, "medicine")
        if medicine.controlled:
            raise ToolError(f"{medicine.name} is controlled: it has to be ordered on paper, signed by a partner.")
        medicine.packs_on_order += packs
        return medicine

    return server
