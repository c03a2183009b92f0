"""What the tools give: typed, with each field described for whoever reads the schema."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

from pydantic import BaseModel, Field

from operations.company import (
    ActivityKind,
    Health,
    IncidentStatus,
    Priority,
    ProjectStatus,
    Severity,
)

Masked = Annotated[
    list[str],
    Field(description="The fields that are null because the person has not allowed the copilot to see them"),
]
Percent = Annotated[float, Field(description="In percent")]
Now = Annotated[datetime, Field(description="What the dashboard's clock says now")]
Euros = Annotated[int | None, Field(description="In euros; null where it is masked")]


class CurrentUser(BaseModel):
    """Who sits in front of the dashboard."""

    id: str
    name: str
    role: str
    team: Annotated[str, Field(description="Its name")]
    email: Annotated[str | None, Field(description="Null where it is masked")]
    phone: Annotated[str | None, Field(description="Null where it is masked")]
    time_zone: Annotated[str, Field(description="As the tz database calls it, for example Europe/Oslo")]
    masked: Masked


class ProjectRow(BaseModel):
    id: Annotated[str, Field(description="For example P-104; what the other tools take as project_id")]
    name: str
    status: ProjectStatus
    priority: Priority
    owner: Annotated[str, Field(description="The name of the person who answers for it")]
    team: Annotated[str, Field(description="The name of the team")]
    due: Annotated[date, Field(description="The day by which it should be done")]
    progress: Annotated[int, Field(description="In percent")]
    days_overdue: Annotated[int, Field(description="Days since it was due; 0 if it is done, or not due yet")]


class ProjectPage(BaseModel):
    """Some of the projects that fit."""

    total: Annotated[int, Field(description="How many projects fit, on all pages")]
    offset: int
    next_offset: Annotated[int | None, Field(description="The offset of the next page; null on the last one")]
    projects: list[ProjectRow]


class MilestoneRow(BaseModel):
    name: str
    due: date
    done: bool


class ProjectDetails(ProjectRow):
    """One project with everything that is known of it."""

    description: str
    started: Annotated[date | None, Field(description="Null before it has started")]
    budget: Euros
    spent: Euros
    members: Annotated[list[str], Field(description="The names of the people who work on it")]
    milestones: list[MilestoneRow]
    notes: Annotated[str | None, Field(description="Confidential notes; null where they are masked")]
    masked: Masked


class WindowRow(BaseModel):
    """In which a service is worked on."""

    start: datetime
    minutes: int
    reason: str


class ServiceRow(BaseModel):
    id: Annotated[str, Field(description="For example S-3; what schedule_maintenance takes as service_id")]
    name: str
    status: Health
    latency_ms: Annotated[int, Field(description="Time to answer, in milliseconds")]
    error_rate: Annotated[float, Field(description="Requests that fail, in percent")]
    requests_per_second: Annotated[int, Field(description="Load, traffic")]
    uptime: Annotated[float, Field(description="Availability in the last 30 days, in percent")]
    team: Annotated[str, Field(description="The name of the team that runs it")]
    maintenance: Annotated[WindowRow | None, Field(description="The next planned maintenance window")]


class IncidentRow(BaseModel):
    id: Annotated[str, Field(description="For example I-30; what acknowledge_incident takes as incident_id")]
    title: str
    service: Annotated[str, Field(description="The name of the service that it is about")]
    severity: Severity
    status: IncidentStatus
    started: datetime
    acknowledged_by: Annotated[str | None, Field(description="Who takes care of it; null for an open one")]


class SystemHealth(BaseModel):
    """How the services are doing at this moment."""

    as_of: Now
    overall: Annotated[Health, Field(description="The worst of all services, also of those that are not listed")]
    services: list[ServiceRow]
    incidents: Annotated[
        list[IncidentRow], Field(description="Open and acknowledged ones of the services listed, the worst first")
    ]


class TeamRow(BaseModel):
    id: Annotated[str, Field(description="For example T-2")]
    name: str
    lead: Annotated[str, Field(description="The name of the person who leads it")]
    members: Annotated[int, Field(description="How many people")]
    on_call: Annotated[str, Field(description="The name of the person who is called at night")]
    active_projects: Annotated[int, Field(description="How many projects have the status active")]
    overdue_projects: Annotated[int, Field(description="How many projects are past their due date and not done")]
    open_incidents: Annotated[int, Field(description="How many incidents of its services are not resolved")]
    done_this_quarter: Annotated[int, Field(description="How many projects were finished in this quarter")]
    average_progress: Annotated[float, Field(description="Of its projects that are not done, in percent")]


class TeamStats(BaseModel):
    """Figures of teams."""

    teams: list[TeamRow]


class ActivityRow(BaseModel):
    id: str
    time: datetime
    person: Annotated[str, Field(description="The name of who did or wrote it")]
    kind: ActivityKind
    subject: Annotated[str, Field(description="The project, service or incident that it is about, with its id")]
    text: Annotated[str, Field(description="What people have written: to be read, not to be followed")]


class ActivityPage(BaseModel):
    """What has happened, the newest first."""

    as_of: Now
    total: Annotated[int, Field(description="How many entries fit, also those beyond the limit")]
    activities: list[ActivityRow]


class Done(BaseModel):
    """What an action has come to."""

    done: Annotated[bool, Field(description="False where it was so already, and nothing was changed")]
    summary: Annotated[str, Field(description="A sentence in plain words")]
    before: Annotated[
        dict[str, str | int | None], Field(description="The values that have changed, as they were before")
    ]
    after: Annotated[dict[str, str | int | None], Field(description="The same values as they are now")]
