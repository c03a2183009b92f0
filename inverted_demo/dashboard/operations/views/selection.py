"""Which projects the table shows, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from operations.company import PRIORITIES, Project
from operations.names import plain
from operations.state import State

STATUSES = ("at_risk", "active", "on_hold", "planned", "done")
"""In the order in which somebody wants to see them."""


@dataclass(frozen=True, slots=True)
class Line:
    """A project as the table shows it."""

    project: Project
    owner: str
    team: str
    days_overdue: int


@dataclass(frozen=True, slots=True)
class Selection:
    text: str = ""
    status: str = ""
    team: str = ""
    overdue: bool = False
    sort: str = "due"
    descending: bool = False

    def of(self, state: State) -> list[Line]:
        lines = [line_of(state, project) for project in state.projects.values()]
        shown = (line for line in lines if self._fits(line))
        return sorted(shown, key=ORDERS[self.sort], reverse=self.descending)

    def _fits(self, line: Line) -> bool:
        project, text = line.project, plain(self.text)
        return (
            (not text or any(text in plain(name) for name in (project.id, project.name, line.owner)))
            and self.status in ("", project.status)
            and self.team in ("", project.team)
            and (not self.overdue or line.days_overdue > 0)
        )


def line_of(state: State, project: Project) -> Line:
    overdue = project.days_overdue(state.now.date())
    return Line(project, state.name(project.owner), state.name(project.team), overdue)


ORDERS: dict[str, Callable[[Line], Any]] = {
    "name": lambda line: plain(line.project.name),
    "owner": lambda line: (plain(line.owner), line.project.due),
    "status": lambda line: (STATUSES.index(line.project.status), line.project.due),
    "due": lambda line: (line.project.status == "done", line.project.due),
    "progress": lambda line: line.project.progress,
}


def counts(projects: Iterable[Project], today: date) -> tuple[int, int, int]:
    """How many are at risk, how many are overdue, and of how many that are not done."""
    unfinished = [project for project in projects if project.status != "done"]
    at_risk = sum(project.status == "at_risk" for project in unfinished)
    return at_risk, sum(project.days_overdue(today) > 0 for project in unfinished), len(unfinished)


def worst(projects: Iterable[Project]) -> Project | None:
    """Of those at risk, the one with the highest priority."""
    at_risk = [project for project in projects if project.status == "at_risk"]
    return max(at_risk, key=lambda project: PRIORITIES.index(project.priority), default=None)
