"""The teams, with the same figures that the copilot may read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from transom_page.dom import Element, find, h

from operations.results import TeamRow
from operations.views.projects import share
from operations.views.rows import Rows
from operations.views.words import count


class TeamsView:
    def __init__(self, figures: Callable[[], Sequence[TeamRow]]) -> None:
        self._figures = figures
        self._rows = Rows(find("#teams-list"), self._row, lambda team: team.id)
        self.draw()

    def draw(self) -> None:
        self._rows.draw(self._figures())

    def _row(self, team: TeamRow) -> Element:
        overdue = f", {team.overdue_projects} overdue" if team.overdue_projects else ""
        incidents = count(team.open_incidents, "incident") if team.open_incidents else "no incidents"
        return h(
            "li",
            h("strong", team.name),
            h("span", f"{team.members} people · {team.active_projects} active{overdue} · {incidents}", class_="note"),
            h("span", f"Lead {team.lead} · on call {team.on_call}", class_="note"),
            share(team.average_progress),
            class_="team",
            testid="team",
            data_id=team.id,
        )
