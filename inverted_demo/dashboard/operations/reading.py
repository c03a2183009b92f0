"""What there is to read, as the copilot may see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from operations.changes import Planned
from operations.company import (
    PRIORITIES,
    Activity,
    ActivityKind,
    Incident,
    Priority,
    Project,
    ProjectStatus,
    Service,
    Team,
)
from operations.lookups import Impossible, people, project, services, teams
from operations.masking import MARK, Field, Masking
from operations.names import plain
from operations.results import (
    ActivityPage,
    ActivityRow,
    CurrentUser,
    IncidentRow,
    MilestoneRow,
    ProjectDetails,
    ProjectPage,
    ProjectRow,
    ServiceRow,
    SystemHealth,
    TeamRow,
    TeamStats,
    WindowRow,
)
from operations.state import State

Sort = Literal["name", "due", "most_overdue", "progress", "priority"]
SEVERITIES = ("critical", "major", "minor")

OF_PERSON: tuple[Field, ...] = ("email", "phone")
OF_PROJECT: tuple[Field, ...] = ("budget", "spent", "notes")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which projects; without a value, any."""

    status: ProjectStatus | None = None
    owner: str = ""
    team: str = ""
    overdue: bool | None = None
    priority: Priority | None = None


class Reader:
    def __init__(self, state: State, masking: Masking) -> None:
        self._state = state
        self._masking = masking

    @property
    def _today(self) -> date:
        return self._state.now.date()

    def user(self) -> CurrentUser:
        person = self._state.company.person(self._state.company.user)
        fields = {**person.model_dump(), "team": self._state.name(person.team)}
        return CurrentUser.model_validate(self._hide(fields, OF_PERSON))

    def _hide(self, fields: dict[str, Any], sensitive: Sequence[Field]) -> dict[str, Any]:
        masked = self._masking.masked(sensitive)
        return {**fields, **dict.fromkeys(masked), "masked": masked}

    # Projects

    def projects(self, wanted: Wanted, sort: Sort, limit: int, offset: int) -> ProjectPage:
        owners = people(self._state, wanted.owner) if wanted.owner.strip() else None
        named = {team.id for team in teams(self._state, wanted.team)}
        found = [
            one
            for one in self._state.projects.values()
            if (owners is None or one.owner in owners)
            and one.team in named
            and wanted.status in (None, one.status)
            and wanted.priority in (None, one.priority)
            and wanted.overdue in (None, one.days_overdue(self._today) > 0)
        ]
        return self._page(sorted(found, key=self._order(sort)), limit, offset)

    def _page(self, found: list[Project], limit: int, offset: int) -> ProjectPage:
        if offset and offset >= len(found):
            raise Impossible(f"Only {len(found)} projects fit. Give an offset below that, or none.")
        following = offset + limit
        rows = [ProjectRow.model_validate(self._row(one)) for one in found[offset:following]]
        next_offset = following if following < len(found) else None
        return ProjectPage(total=len(found), offset=offset, next_offset=next_offset, projects=rows)

    def _order(self, sort: Sort) -> Callable[[Project], Any]:
        orders: dict[Sort, Callable[[Project], Any]] = {
            "name": lambda one: plain(one.name),
            "due": lambda one: 0,
            "most_overdue": lambda one: -one.days_overdue(self._today),
            "progress": lambda one: -one.progress,
            "priority": lambda one: -PRIORITIES.index(one.priority),
        }
        return lambda one: (orders[sort](one), one.due, one.id)

    def _row(self, one: Project) -> dict[str, Any]:
        names = {"owner": self._state.name(one.owner), "team": self._state.name(one.team)}
        shown = one.model_dump(include=set(ProjectRow.model_fields))
        return {**shown, **names, "days_overdue": one.days_overdue(self._today)}

    def project(self, project_id: str) -> ProjectDetails:
        one = project(self._state, project_id)
        shown = one.model_dump(include={"description", "started", *OF_PROJECT})
        members = [self._state.name(key) for key in one.members]
        milestones = [MilestoneRow.model_validate(milestone.model_dump()) for milestone in one.milestones]
        fields = {**self._row(one), **shown, "members": members, "milestones": milestones}
        return ProjectDetails.model_validate(self._hide(fields, OF_PROJECT))

    # Services

    def health(self, service: str) -> SystemHealth:
        found = services(self._state, service)
        return SystemHealth(
            as_of=self._state.now,
            overall=self._state.overall,
            services=[self._service(one) for one in found],
            incidents=self.incidents(found),
        )

    def incidents(self, of: Sequence[Service]) -> list[IncidentRow]:
        """Which are not resolved."""
        found = sorted(self._state.unresolved(of), key=lambda one: (SEVERITIES.index(one.severity), one.started))
        return [self._incident(one) for one in found]

    def _service(self, one: Service) -> ServiceRow:
        windows = self._state.windows(one.id)
        window = self._window(windows[0]) if windows else None
        shown = one.model_dump(include=set(ServiceRow.model_fields))
        return ServiceRow.model_validate({**shown, "team": self._state.name(one.team), "maintenance": window})

    def _window(self, one: Planned) -> WindowRow:
        reason = self._written(one.reason, by_copilot=one.by_copilot)
        return WindowRow(start=one.start, minutes=one.minutes, reason=reason)

    def _written(self, text: str, *, by_copilot: bool) -> str:
        """As it may leave; the guard, which looks through everything once more, leaves what is marked to this."""
        return MARK + self._masking.foreign(text) if by_copilot else self._masking.text(text)

    def _incident(self, one: Incident) -> IncidentRow:
        by = self._state.name(one.acknowledged_by) if one.acknowledged_by else None
        shown = one.model_dump(include=set(IncidentRow.model_fields))
        return IncidentRow.model_validate({**shown, "service": self._state.name(one.service), "acknowledged_by": by})

    # Teams

    def stats(self, team: str) -> TeamStats:
        return TeamStats(teams=[self._team(one) for one in teams(self._state, team)])

    def _team(self, one: Team) -> TeamRow:
        projects, running = self._state.of_team(one)
        unfinished = [project.progress for project in projects if project.status != "done"]
        return TeamRow(
            id=one.id,
            name=one.name,
            lead=self._state.name(one.lead),
            members=len(self._state.company.members(one.id)),
            on_call=self._state.name(one.on_call),
            active_projects=sum(project.status == "active" for project in projects),
            overdue_projects=sum(project.days_overdue(self._today) > 0 for project in projects),
            open_incidents=len(self._state.unresolved(running)),
            done_this_quarter=sum(self._is_of_this_quarter(project.finished) for project in projects),
            average_progress=round(sum(unfinished) / len(unfinished), 1) if unfinished else 0,
        )

    def _is_of_this_quarter(self, day: date | None) -> bool:
        return day is not None and _quarter(day) == _quarter(self._today)

    # Activity

    def activity(
        self, text: str, kind: ActivityKind | None, person: str, since: date | None, limit: int
    ) -> ActivityPage:
        who = people(self._state, person) if person.strip() else None
        rows = [
            self._activity(one)
            for one in reversed(self._state.activities)
            if kind in (None, one.kind)
            and (who is None or one.person in who)
            and (since is None or one.time.date() >= since)
        ]
        words = plain(text).split()
        # What is masked can't be guessed at by searching for it.
        found = [row for row in rows if all(word in plain(f"{row.subject} {row.text}") for word in words)]
        return ActivityPage(as_of=self._state.now, total=len(found), activities=found[:limit])

    def _activity(self, one: Activity) -> ActivityRow:
        subject = f"{self._state.name(one.subject)} ({one.subject})"
        shown = {**one.model_dump(), "person": self._state.name(one.person), "subject": subject}
        return ActivityRow.model_validate({**shown, "text": self._written(one.text, by_copilot=one.by_copilot)})


def _quarter(day: date) -> tuple[int, int]:
    return day.year, (day.month - 1) // 3
