"""The company that the dashboard is about: what data.json says, read and checked once, and never changed."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal, TypeVar

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from operations.consistency import contradictions

ProjectStatus = Literal["planned", "active", "at_risk", "on_hold", "done"]
Priority = Literal["low", "medium", "high", "critical"]
Health = Literal["healthy", "degraded", "down"]
Severity = Literal["minor", "major", "critical"]
IncidentStatus = Literal["open", "acknowledged", "resolved"]
ActivityKind = Literal["deploy", "comment", "status", "incident", "maintenance"]

PRIORITIES: tuple[Priority, ...] = ("low", "medium", "high", "critical")
HEALTHS: tuple[Health, ...] = ("healthy", "degraded", "down")

Share = Annotated[float, Field(ge=0, le=100)]


class Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Person(Record):
    id: str
    name: str
    role: str
    team: str
    email: str
    phone: str
    time_zone: str


class Team(Record):
    id: str
    name: str
    lead: str
    on_call: str


class Milestone(Record):
    name: str
    due: date
    done: bool


class Project(Record):
    id: str
    name: str
    description: str
    status: ProjectStatus
    priority: Priority
    owner: str
    team: str
    started: date | None
    due: date
    finished: date | None
    progress: Annotated[int, Field(ge=0, le=100)]
    budget: int
    """In euros, like `spent`."""
    spent: int
    members: tuple[str, ...]
    milestones: tuple[Milestone, ...]
    notes: str

    def days_overdue(self, today: date) -> int:
        """0 for what is done, or not due yet."""
        return 0 if self.status == "done" else max(0, (today - self.due).days)


class Figures(Record):
    """What is measured of a service at a moment."""

    latency_ms: Annotated[int, Field(ge=0)]
    error_rate: Share
    requests_per_second: Annotated[int, Field(ge=0)]


class Window(Record):
    """In which a service is worked on."""

    start: AwareDatetime
    minutes: Annotated[int, Field(gt=0)]
    reason: str


class Service(Figures):
    id: str
    name: str
    team: str
    status: Health
    uptime: Share
    """Percent of the last 30 days."""
    usual: Figures
    maintenance: tuple[Window, ...]

    @property
    def figures(self) -> Figures:
        return Figures(
            latency_ms=self.latency_ms, error_rate=self.error_rate, requests_per_second=self.requests_per_second
        )


class Incident(Record):
    id: str
    title: str
    service: str
    severity: Severity
    status: IncidentStatus
    started: AwareDatetime
    acknowledged_by: str | None
    resolved: AwareDatetime | None


class Activity(Record):
    id: str
    time: AwareDatetime
    person: str
    kind: ActivityKind
    subject: str
    """The id of a project, service or incident."""
    text: str
    by_copilot: bool = False
    """Whether its words are the copilot's."""


Named = TypeVar("Named", Person, Team, Project, Service, Incident)


class Company(Record):
    name: str
    now: AwareDatetime
    """When the dashboard's clock starts: what is overdue does not depend on the day on which somebody looks."""
    user: str
    """Who sits in front of the dashboard."""
    people: tuple[Person, ...]
    teams: tuple[Team, ...]
    projects: tuple[Project, ...]
    services: tuple[Service, ...]
    incidents: tuple[Incident, ...]
    activities: tuple[Activity, ...]

    @classmethod
    def load(cls, text: str) -> Company:
        """Read data.json. Raises `ValueError` with everything that does not fit."""
        company = cls.model_validate_json(text)
        if found := contradictions(company):
            raise ValueError("The company's data contradicts itself:\n" + "\n".join(found))
        return company

    def person(self, key: str) -> Person:
        return found(self.people, key)

    def team(self, key: str) -> Team:
        return found(self.teams, key)

    def members(self, team: str) -> tuple[Person, ...]:
        return tuple(person for person in self.people if person.team == team)


def found(records: tuple[Named, ...], key: str) -> Named:
    """Raises `KeyError`."""
    for record in records:
        if record.id == key:
            return record
    raise KeyError(key)
