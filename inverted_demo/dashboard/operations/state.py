"""The company as it is now: it changes by actions, which can be undone, and by what the simulation measures."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Literal, cast

from operations.changes import Change, Highlight, Outdated, Planned, Table, Thing
from operations.company import (
    HEALTHS,
    Activity,
    ActivityKind,
    Company,
    Figures,
    Health,
    Incident,
    Project,
    Record,
    Service,
    Team,
)
from operations.observers import Observers

Topic = Literal["clock", "health", "incidents", "projects", "maintenance", "activity", "highlight"]

MOST_ACTIVITIES = 1000
MOST_FIGURES = 120
PAGE = "page"
"""The key of the one highlight that there is."""


class State:
    def __init__(self, company: Company) -> None:
        self.company = company
        self.now = company.now
        self.projects = {project.id: project for project in company.projects}
        self.services = {service.id: service for service in company.services}
        self.incidents = {incident.id: incident for incident in company.incidents}
        self.maintenance = {window.id: window for window in _planned(company)}
        self.highlights: dict[str, Highlight] = {}
        self.activities = deque(company.activities, MOST_ACTIVITIES)
        """Oldest first."""
        self.figures = {key: deque([service.figures], MOST_FIGURES) for key, service in self.services.items()}
        """What was measured of each service, oldest first."""
        self.observers: Observers[Topic] = Observers()
        self._applied: dict[tuple[Table, str], list[Change]] = {}
        self._activities = len(company.activities)
        self._windows = len(self.maintenance)

    def observe(self, topic: Topic, observer: Callable[[], None]) -> Callable[[], None]:
        """Call `observer` whenever something of the topic has changed, until what is returned is called."""
        return self.observers.add(topic, observer)

    # What is there

    @property
    def highlight(self) -> Highlight | None:
        return self.highlights.get(PAGE)

    @property
    def overall(self) -> Health:
        """The worst of the services."""
        worst = max(HEALTHS.index(service.status) for service in self.services.values())
        return HEALTHS[worst]

    def name(self, key: str) -> str:
        """Of a project, service, incident, team or person. Raises `KeyError`."""
        thing = self.projects.get(key) or self.services.get(key)
        if thing:
            return thing.name
        incident = self.incidents.get(key)
        return incident.title if incident else self._company_name(key)

    def _company_name(self, key: str) -> str:
        for record in (*self.company.teams, *self.company.people):
            if record.id == key:
                return record.name
        raise KeyError(key)

    def unresolved(self, services: Sequence[Service]) -> list[Incident]:
        ids = {service.id for service in services}
        return [one for one in self.incidents.values() if one.service in ids and one.status != "resolved"]

    def of_team(self, team: Team) -> tuple[list[Project], list[Service]]:
        projects = [project for project in self.projects.values() if project.team == team.id]
        return projects, [service for service in self.services.values() if service.team == team.id]

    def windows(self, service: str) -> list[Planned]:
        """What is not over yet, the next one first."""
        mine = (one for one in self.maintenance.values() if one.service == service and ends(one) > self.now)
        return sorted(mine, key=lambda window: window.start)

    def is_touched(self, table: Table, key: str) -> bool:
        """Whether an action has set it: then the simulation leaves it alone."""
        return bool(self._applied.get((table, key)))

    # Actions

    def new_window(self) -> str:
        """An id that no other window of maintenance has had."""
        self._windows += 1
        return f"M-{self._windows}"

    def apply(self, change: Change, person: str) -> None:
        """Raises `Outdated` where the thing is not any more what the change was made for."""
        self.check(change)
        self._applied.setdefault((change.table, change.key), []).append(change)
        self._put(change.table, change.key, change.after)
        self._tell(change, person, change.told)

    def check(self, change: Change) -> None:
        """Raises `Outdated` where the change could not be applied any more."""
        if self._table(change.table).get(change.key) != change.before:
            raise Outdated(f"{change.name} has changed in the meantime.")

    def check_undo(self, change: Change) -> None:
        """Raises `Outdated` where the thing has changed since, or this is undone already."""
        applied = self._applied.get((change.table, change.key), [])
        if not any(one is change for one in applied):
            raise Outdated("This is undone already.")
        if applied[-1] is not change or self._table(change.table).get(change.key) != change.after:
            raise Outdated(f"{change.name} has been changed again since, so this can't be undone by itself.")

    def undo(self, change: Change, person: str, *, by_copilot: bool = False) -> None:
        """Raises `Outdated` where it can't be undone any more. Who undoes it may be another than who has done it."""
        self.check_undo(change)
        self._applied[change.table, change.key].pop()
        self._put(change.table, change.key, change.before)
        self._tell(change, person, f"Undone{' by the copilot' if by_copilot else ''}: {change.told}")

    def _tell(self, change: Change, person: str, text: str) -> None:
        if change.kind:
            self.add_activity(person, change.kind, change.subject, text, by_copilot=change.by_copilot)
        self.observers.tell(change.table)

    def _table(self, table: Table) -> dict[str, Any]:
        tables = {
            "projects": self.projects,
            "incidents": self.incidents,
            "maintenance": self.maintenance,
            "highlight": self.highlights,
        }
        return cast(dict[str, Any], tables[table])

    def _put(self, table: Table, key: str, thing: Thing | None) -> None:
        if thing is None:
            self._table(table).pop(key, None)
        else:
            self._table(table)[key] = thing

    # What happens by itself

    def pass_time(self, time: timedelta) -> None:
        self.now += time
        self.observers.tell("clock")

    def measure(self, figures: Mapping[str, Figures]) -> None:
        """What services have come to, by their ids."""
        for key, measured in figures.items():
            self.services[key] = self.services[key].model_copy(update=measured.model_dump())
            self.figures[key].append(measured)
        self.observers.tell("health")

    def set_health(self, service: str, status: Health) -> None:
        self.services[service] = self.services[service].model_copy(update={"status": status})
        self.observers.tell("health")

    def set_incident(self, incident: Incident) -> None:
        """Open or resolve one that no action has touched."""
        assert not self.is_touched("incidents", incident.id)
        self.incidents[incident.id] = incident
        self.observers.tell("incidents")

    def add_activity(
        self, person: str, kind: ActivityKind, subject: str, text: str, *, by_copilot: bool = False
    ) -> None:
        self._activities += 1
        fields: dict[str, Any] = {"id": f"A-{self._activities}", "time": self.now, "by_copilot": by_copilot}
        self.activities.append(Activity(**fields, person=person, kind=kind, subject=subject, text=text))
        self.observers.tell("activity")


def ends(window: Planned) -> datetime:
    return window.start + timedelta(minutes=window.minutes)


def _planned(company: Company) -> list[Planned]:
    windows = [(service.id, window) for service in company.services for window in service.maintenance]
    return [
        Planned(id=f"M-{number}", service=service, **Record.model_dump(window))
        for number, (service, window) in enumerate(windows, 1)
    ]
