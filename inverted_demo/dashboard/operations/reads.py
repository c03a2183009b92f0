"""The tools that read."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from mcp_types import ToolAnnotations
from pydantic import Field

from operations.company import ActivityKind, Priority, ProjectStatus
from operations.guard import GuardedServer
from operations.names import quoted
from operations.reading import Reader, Sort, Wanted
from operations.results import ActivityPage, CurrentUser, ProjectDetails, ProjectPage, SystemHealth, TeamStats

READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
MOST_CHARS = 200

Status = Annotated[ProjectStatus | None, Field(description="Only projects with this status")]
Owner = Annotated[str, Field(max_length=MOST_CHARS, description="Only of this person: the name, or a part of it")]
OfTeam = Annotated[str, Field(max_length=MOST_CHARS, description="Only of this team: the name, or a part of it")]
Overdue = Annotated[
    bool | None, Field(description="true: only late ones, past their due date and not done; false: only the others")
]
OfPriority = Annotated[Priority | None, Field(description="Only projects of this priority")]
SortedBy = Annotated[
    Sort,
    Field(
        description="What comes first: name from A, due the earliest, most_overdue the longest overdue, "
        "progress the furthest, priority the highest"
    ),
]
Most = Annotated[int, Field(ge=1, le=50, description="How many to give at most")]
Offset = Annotated[int, Field(ge=0, le=10_000, description="How many to skip; next_offset of the page before")]
ProjectId = Annotated[str, Field(max_length=MOST_CHARS, description="The project's id, for example P-104")]
OfService = Annotated[str, Field(max_length=MOST_CHARS, description="Only this service: its name, or a part of it")]
Text = Annotated[str, Field(max_length=MOST_CHARS, description="Words that are all in the text or its subject")]
OfKind = Annotated[ActivityKind | None, Field(description="Only of this kind")]
ByPerson = Annotated[str, Field(max_length=MOST_CHARS, description="Only by this person: the name, or a part of it")]
Since = Annotated[date | None, Field(description="Only from this day on, for example 2026-11-16")]


def add_reads(mcp: GuardedServer, reader: Reader) -> None:
    _add_people(mcp, reader)
    _add_projects(mcp, reader)
    _add_activity(mcp, reader)


def _add_people(mcp: GuardedServer, reader: Reader) -> None:
    @mcp.tool(title="Who is looking at the dashboard", annotations=READS)
    async def get_current_user() -> CurrentUser:
        """The person who uses this dashboard: name, role, team and time zone. "I" and "my" in a question mean them.

        Example: no arguments
        """
        await mcp.permit("get_current_user", "Read who uses this dashboard.")
        return reader.user()

    @mcp.tool(title="Team figures", annotations=READS)
    async def get_team_stats(team: OfTeam = "") -> TeamStats:
        """Figures of one team or of all: who leads it, who is on call, how many members, active and overdue projects,
        open incidents and finished projects it has.

        Example: team="Payments"
        """
        await mcp.permit("get_team_stats", "Read the figures of teams.")
        return reader.stats(team)


def _add_projects(mcp: GuardedServer, reader: Reader) -> None:
    @mcp.tool(title="List projects", annotations=READS)
    async def list_projects(
        status: Status = None,
        owner: Owner = "",
        team: OfTeam = "",
        overdue: Overdue = None,
        priority: OfPriority = None,
        sort: SortedBy = "due",
        limit: Most = 10,
        offset: Offset = 0,
    ) -> ProjectPage:
        """Find projects by status, owner, team, priority, or whether they are overdue. Gives how many fit, and of each
        its id, status, owner, due date, progress and days overdue. Without arguments it lists all, page by page.

        Example: owner="Alice", overdue=true, sort="most_overdue"
        """
        await mcp.permit("list_projects", "Read the list of projects.")
        return reader.projects(Wanted(status, owner, team, overdue, priority), sort, limit, offset)

    @mcp.tool(title="Project details", annotations=READS)
    async def get_project(project_id: ProjectId) -> ProjectDetails:
        """Everything about one project: description, members, milestones, budget, money spent and notes. Takes an id;
        list_projects gives the ids.

        Example: project_id="P-104"
        """
        await mcp.permit("get_project", f"Read the details of project {quoted(project_id)}.")
        return reader.project(project_id)


def _add_activity(mcp: GuardedServer, reader: Reader) -> None:
    @mcp.tool(title="System health", annotations=READS)
    async def get_system_health(service: OfService = "") -> SystemHealth:
        """How the services are doing now: status, latency, error rate, traffic, uptime, planned maintenance; and the
        incidents that are not resolved. For one service or for all.

        Example: service="Checkout"
        """
        await mcp.permit("get_system_health", "Read how the services are doing.")
        return reader.health(service)

    @mcp.tool(title="Search the activity", annotations=READS)
    async def search_activity(
        text: Text = "", kind: OfKind = None, person: ByPerson = "", since: Since = None, limit: Most = 10
    ) -> ActivityPage:
        """What has happened lately, the newest first: deploys, comments, changes of status, incidents and maintenance,
        by words, kind, person or day.

        Example: text="certificate", kind="comment", since="2026-11-09"
        """
        await mcp.permit("search_activity", "Search the activity.")
        return reader.activity(text, kind, person, since, limit)
