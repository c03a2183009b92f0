"""An animal shelter as an MCP server: its animals, foster homes, staff, visits, treatments and notes."""

from __future__ import annotations

from datetime import UTC, date, datetime
from operator import attrgetter
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field, StringConstraints

NOW = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)
INSTRUCTIONS = "The records of the Hollow Oak animal shelter. Today is Wednesday, 2026-11-18; times are UTC."
READS = ToolAnnotations(read_only_hint=True)
ACTS = ToolAnnotations(read_only_hint=False, destructive_hint=False)

Species = Literal["dog", "cat", "rabbit", "guinea_pig"]
AnimalStatus = Literal["available", "reserved", "in_treatment", "in_foster", "adopted"]
Company = Literal["children", "dogs", "cats"]
Role = Literal["manager", "carer", "vet", "receptionist", "volunteer"]
Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
VisitStatus = Literal["booked", "done", "cancelled"]
Sort = Literal["name", "arrived", "born"]
TreatmentKind = Literal["vaccination", "neutering", "check_up", "dental", "worming"]

Id = Annotated[str, StringConstraints(to_upper=True)]
AnimalId = Annotated[Id, Field(description="The animal's id, for example AN-101; find_animals gives it")]
NewStatus = Annotated[Literal["available", "reserved", "in_treatment", "adopted"], Field(description="The new status")]
OfAnimal = Annotated[Id | None, Field(description="Only of the animal with this id, for example AN-101")]
HomeId = Annotated[Id, Field(description="The foster home's id, for example FH-3; list_foster_homes gives it")]
VisitId = Annotated[Id, Field(description="The visit's id, for example V-305; list_visits gives it")]
Text = Annotated[str, Field(description="Words that are all in the note")]
Since = Annotated[date | None, Field(description="Only from this day on, for example 2026-11-16")]
Until = Annotated[date | None, Field(description="Only up to this day, which is included, for example 2026-11-20")]


class Animal(BaseModel):
    id: Annotated[str, Field(description="For example AN-101; what other tools take as animal_id")]
    name: Annotated[str, Field(description="Not unique: two animals may share one")]
    species: Species
    breed: str
    sex: Literal["female", "male"]
    born: Annotated[date, Field(description="The birthday, which may be an estimate")]
    arrived: Annotated[date, Field(description="The day on which it came to the shelter")]
    status: AnimalStatus
    pen: Annotated[str | None, Field(description="Where in the shelter it lives; null if it lives elsewhere")]
    good_with: Annotated[list[Company], Field(description="Whom it gets along with")]


class AnimalDetails(Animal):
    weight_kg: Annotated[float, Field(description="As last weighed, in kilograms")]
    adoption_fee: Annotated[int, Field(description="What an adopter pays, in pounds")]
    character: Annotated[str, Field(description="What it is like, for people who want to adopt")]
    carer: Annotated[str, Field(description="The name of the member of staff who looks after it")]
    foster_home_id: Annotated[str | None, Field(description="Null if it is not in foster care")]


class AnimalPage(BaseModel):
    total: Annotated[int, Field(description="How many animals fit, on all pages")]
    next_offset: Annotated[int | None, Field(description="The offset of the next page; null on the last one")]
    animals: list[Animal]


class FosterHome(BaseModel):
    id: Annotated[str, Field(description="For example FH-3; what place_in_foster takes as foster_home_id")]
    name: Annotated[str, Field(description="The person who fosters")]
    town: str
    phone: str
    takes: Annotated[list[Species], Field(description="The species that can be placed there")]
    places: Annotated[int, Field(description="How many animals it can have at a time")]
    garden: Annotated[bool, Field(description="Whether it has a fenced garden")]
    remark: str


class FosterHomeNow(FosterHome):
    animals: Annotated[list[str], Field(description="The names of the animals that live there now")]
    free_places: int


class StaffMember(BaseModel):
    id: str
    name: str
    role: Role
    area: Annotated[str, Field(description="What the person takes care of")]
    phone: str
    works_on: Annotated[list[Weekday], Field(description="The days of the week on which the person is in")]


class OfOneAnimal(BaseModel):
    id: str
    animal_id: str
    animal: Annotated[str, Field(description="The name of the animal")]


class Visit(OfOneAnimal):
    visitor: Annotated[str, Field(description="Who comes to meet the animal")]
    phone: Annotated[str, Field(description="Of the visitor; may be empty")]
    starts: datetime
    status: VisitStatus
    remark: str


class Treatment(OfOneAnimal):
    kind: TreatmentKind
    due: Annotated[date, Field(description="The day for which it is planned")]
    done_on: Annotated[date | None, Field(description="Null while it is still to be done")]
    vet: Annotated[str, Field(description="The name of the vet")]
    cost: Annotated[int, Field(description="In pounds")]
    remark: str


class Note(OfOneAnimal):
    day: date
    author: Annotated[str, Field(description="The name of the member of staff who wrote it")]
    text: str


class Shelter(BaseModel):
    """All records; validating the data makes a copy, so that what is changed is the server's own."""

    animals: list[AnimalDetails]
    foster_homes: list[FosterHome]
    staff: list[StaffMember]
    visits: list[Visit]
    treatments: list[Treatment]
    notes: list[Note]

    def animal(self, key: str) -> AnimalDetails:
        if found := next((animal for animal in self.animals if animal.id == key), None):
            return found
        raise ToolError(f"There is no animal {key!r}; find_animals gives the ids.")

    def foster_home(self, home: FosterHome) -> FosterHomeNow:
        names = [animal.name for animal in self.animals if animal.foster_home_id == home.id]
        return FosterHomeNow(**home.model_dump(), animals=names, free_places=home.places - len(names))


def make_server(data: dict[str, Any]) -> MCPServer[Any]:
    shelter = Shelter.model_validate(data)
    mcp = MCPServer("Animal shelter", version="1.0.0", instructions=INSTRUCTIONS)
    _add_reads_of_animals(mcp, shelter)
    _add_reads_of_people(mcp, shelter)
    _add_acts(mcp, shelter)
    return mcp


def _add_reads_of_animals(mcp: MCPServer[Any], shelter: Shelter) -> None:
    @mcp.tool(title="Find animals", annotations=READS)
    def find_animals(
        species: Annotated[Species | None, Field(description="Only this species")] = None,
        status: Annotated[AnimalStatus | None, Field(description="Only these; available: may be adopted")] = None,
        good_with: Annotated[Company | None, Field(description="Only those that get along with them")] = None,
        name: Annotated[str, Field(description="Only with this name, or a part of it")] = "",
        sort: Annotated[Sort, Field(description="By name, arrived: the longest here first, born: the oldest")] = "name",
        limit: Annotated[int, Field(ge=1, le=50, description="How many to give at most")] = 10,
        offset: Annotated[int, Field(ge=0, description="How many to skip; next_offset of the page before")] = 0,
    ) -> AnimalPage:
        """Find animals by species, status, name, or whom they get along with. Gives how many fit, and of each its id,
        breed, sex, birthday, status and pen. Without arguments it lists all animals, page by page.
        Example: species="dog", status="available", good_with="children"
        """
        fitting = [
            animal
            for animal in sorted(shelter.animals, key=attrgetter(sort))
            if species in (None, animal.species) and status in (None, animal.status)
            if good_with in (None, *animal.good_with) and name.casefold() in animal.name.casefold()
        ]
        end = offset + limit
        page = [Animal.model_validate(animal, from_attributes=True) for animal in fitting[offset:end]]
        return AnimalPage(total=len(fitting), next_offset=end if end < len(fitting) else None, animals=page)

    @mcp.tool(title="Animal details", annotations=READS)
    def get_animal(animal_id: AnimalId) -> AnimalDetails:
        """Everything about one animal: also its weight, adoption fee, character, carer and foster home.
        Example: animal_id="AN-101"
        """
        return shelter.animal(animal_id)

    @mcp.tool(title="Treatments", annotations=READS)
    def list_treatments(
        animal_id: OfAnimal = None,
        kind: Annotated[TreatmentKind | None, Field(description="Only of this kind")] = None,
        done: Annotated[bool | None, Field(description="true: only those done; false: only those to be done")] = None,
        until: Until = None,
    ) -> list[Treatment]:
        """What the vets have done and are going to do, by day: vaccinations, neutering, check-ups, teeth, worming.
        Example: kind="vaccination", done=false, until="2026-11-30"
        """
        found = [
            one for one in shelter.treatments if animal_id in (None, one.animal_id) and one.due <= (until or date.max)
        ]
        fitting = [one for one in found if kind in (None, one.kind) and done in (None, one.done_on is not None)]
        return sorted(fitting, key=attrgetter("due"))

    @mcp.tool(title="Search the notes", annotations=READS)
    def search_notes(text: Text = "", animal_id: OfAnimal = None, since: Since = None) -> list[Note]:
        """What the staff have written down about the animals from day to day, the newest first.
        Example: text="walk", since="2026-11-10"
        """
        words = text.casefold().split()
        found = [
            note for note in shelter.notes if animal_id in (None, note.animal_id) and note.day >= (since or date.min)
        ]
        fitting = [note for note in found if all(word in note.text.casefold() for word in words)]
        return sorted(fitting, key=attrgetter("day"), reverse=True)


def _add_reads_of_people(mcp: MCPServer[Any], shelter: Shelter) -> None:
    @mcp.tool(title="Foster homes", annotations=READS)
    def list_foster_homes(
        species: Annotated[Species | None, Field(description="Only those that take this species")] = None,
        with_room: Annotated[bool, Field(description="Only those that have a free place")] = False,
    ) -> list[FosterHomeNow]:
        """The foster homes: who they are, where, what they take, which animals live there and how many places are free.
        Example: species="cat", with_room=true
        """
        homes = [shelter.foster_home(home) for home in shelter.foster_homes if species in (None, *home.takes)]
        return [home for home in homes if home.free_places > 0 or not with_room]

    @mcp.tool(title="Staff", annotations=READS)
    def list_staff(
        role: Annotated[Role | None, Field(description="Only people with this role")] = None,
        weekday: Annotated[Weekday | None, Field(description="Only people who are in on this day of the week")] = None,
    ) -> list[StaffMember]:
        """The people who work at the shelter, vets and volunteers included: role, area, phone and working days.
        Example: role="vet", weekday="friday"
        """
        return [one for one in shelter.staff if role in (None, one.role) and weekday in (None, *one.works_on)]

    @mcp.tool(title="Visits", annotations=READS)
    def list_visits(
        since: Since = None,
        until: Until = None,
        animal_id: OfAnimal = None,
        status: Annotated[VisitStatus | None, Field(description="Only with this status")] = None,
    ) -> list[Visit]:
        """Visits of people who want to meet an animal, the earliest first: past, planned and cancelled ones.
        Example: since="2026-11-18", until="2026-11-20", status="booked"
        """
        first, last = since or date.min, until or date.max
        found = [visit for visit in shelter.visits if first <= visit.starts.date() <= last]
        fitting = [one for one in found if status in (None, one.status) and animal_id in (None, one.animal_id)]
        return sorted(fitting, key=attrgetter("starts"))


def _add_acts(mcp: MCPServer[Any], shelter: Shelter) -> None:
    @mcp.tool(title="Change an animal's status", annotations=ACTS)
    def change_status(animal_id: AnimalId, status: NewStatus) -> AnimalDetails:
        """Mark an animal as available for adoption, reserved, in treatment or adopted. If it is in a foster home, it
        leaves it; place_in_foster puts it into one.
        Example: animal_id="AN-101", status="reserved"
        """
        animal = shelter.animal(animal_id)
        animal.status, animal.foster_home_id = status, None
        return animal

    @mcp.tool(title="Place in a foster home", annotations=ACTS)
    def place_in_foster(animal_id: AnimalId, foster_home_id: HomeId) -> AnimalDetails:
        """Move an animal into a foster home that takes its species and has a free place; its status becomes in_foster.
        Example: animal_id="AN-110", foster_home_id="FH-6"
        """
        animal = shelter.animal(animal_id)
        home = next((home for home in shelter.foster_homes if home.id == foster_home_id), None)
        if home is None:
            raise ToolError(f"There is no foster home {foster_home_id!r}; list_foster_homes gives the ids.")
        if animal.species not in home.takes or shelter.foster_home(home).free_places < 1:
            raise ToolError(f"{home.name} has no free place, or none for a {animal.species}.")
        animal.status, animal.foster_home_id, animal.pen = "in_foster", home.id, None
        return animal

    @mcp.tool(title="Book a visit", annotations=ACTS)
    def book_visit(
        animal_id: AnimalId,
        visitor: Annotated[str, Field(min_length=1, description="The name of the person who comes")],
        starts: Annotated[datetime, Field(description="When it starts; UTC, unless it has an offset")],
        phone: Annotated[str, Field(description="Where to reach the visitor")] = "",
    ) -> Visit:
        """Book a visit, so that somebody can meet an animal. Not for animals that have been adopted.
        Example: animal_id="AN-102", visitor="Jane Holt", starts="2026-11-20T14:30:00Z"
        """
        animal = shelter.animal(animal_id)
        moment = starts if starts.tzinfo else starts.replace(tzinfo=UTC)
        if animal.status == "adopted":
            raise ToolError(f"{animal.name} has been adopted, and can't be visited any more.")
        if moment <= NOW:
            raise ToolError(f"A visit has to be in the future; now it is {NOW:%Y-%m-%d %H:%M} UTC.")
        who = {"animal_id": animal.id, "animal": animal.name, "visitor": visitor, "phone": phone}
        visit = Visit(id=f"V-{301 + len(shelter.visits)}", starts=moment, status="booked", remark="", **who)
        shelter.visits.append(visit)
        return visit

    @mcp.tool(title="Cancel a visit", annotations=ACTS)
    def cancel_visit(visit_id: VisitId) -> Visit:
        """Cancel a visit that is booked.
        Example: visit_id="V-305"
        """
        visit = next((visit for visit in shelter.visits if visit.id == visit_id), None)
        if visit is None or visit.status != "booked":
            raise ToolError(f"There is no booked visit {visit_id!r}; list_visits gives the ids.")
        visit.status = "cancelled"
        return visit
