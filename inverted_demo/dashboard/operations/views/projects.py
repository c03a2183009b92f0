"""The table of projects: filters, order, and the details of one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace as changed
from typing import Any

from transom_page.dom import Element, add, find, h, on, replace, set_attributes

from operations.state import State
from operations.views.marks import Changes
from operations.views.rows import Rows
from operations.views.selection import Line, Selection
from operations.views.words import TONES, count, day_words, spaced

COLUMNS = {"name": "Project", "owner": "Owner", "status": "Status", "due": "Due", "progress": "Progress"}
WIDE = ("owner", "progress")
"""Columns that a narrow page has no room for; the details have what is in them."""


class ProjectsView:
    def __init__(self, state: State, show: Callable[[str], None]) -> None:
        self._state, self._show = state, show
        self.selection = Selection()
        self._rows = Rows(find("#projects-body"), self._row, lambda line: line.project.id)
        self._changes = Changes()
        self._heads = {key: self._head(key) for key in COLUMNS}
        replace(find("#projects-head"), *self._heads.values())
        teams = find("#filters [name=team]")
        add(teams, *(h("option", team.name, value=team.id) for team in state.company.teams))
        for kind in ("input", "change"):
            on(find("#filters"), kind, self._filter)
        for field in ("text", "status", "team", "overdue"):
            set_attributes(find(f"#filters [name={field}]"), disabled=False)
        self.draw()

    def draw(self) -> None:
        lines = self.selection.of(self._state)
        self._rows.draw(lines)
        every = len(self._state.projects)
        words = count(every, "project") if len(lines) == every else f"{len(lines)} of {count(every, 'project')}"
        find("#projects-count").textContent = words
        for key, head in self._heads.items():
            order = "descending" if self.selection.descending else "ascending"
            set_attributes(head, aria_sort=order if key == self.selection.sort else None)
        self._changes.see(self._state.projects)

    def reveal(self, key: str) -> None:
        """Have a project in the table, whatever is filtered."""
        if all(line.project.id != key for line in self.selection.of(self._state)):
            find("#filters")._dom_element.reset()
            self._filter(None)

    def _filter(self, event: Any) -> None:
        form = find("#filters")._dom_element.elements
        self.selection = changed(
            self.selection,
            text=str(form.text.value),
            status=str(form.status.value),
            team=str(form.team.value),
            overdue=bool(form.overdue.checked),
        )
        self.draw()

    def _head(self, key: str) -> Element:
        sort = {"click": lambda event: self._sort(key)}
        button = h("button", COLUMNS[key], type="button", testid=f"sort-{key}", on=sort)
        return h("th", button, scope="col", class_="wide" if key in WIDE else None)

    def _sort(self, key: str) -> None:
        again = key == self.selection.sort
        self.selection = changed(self.selection, sort=key, descending=again and not self.selection.descending)
        self.draw()

    def _row(self, line: Line) -> Element:
        project = line.project
        open_details = {"click": lambda event: self._show(project.id)}
        name = h("button", project.name, type="button", class_="link", testid="project", on=open_details)
        late = h("small", f"{count(line.days_overdue, 'day')} overdue", class_="bad") if line.days_overdue else None
        return h(
            "tr",
            h("td", name, h("small", f"{project.id} · {spaced(project.priority)} priority")),
            h("td", line.owner, h("small", line.team), class_="wide"),
            h("td", h("span", spaced(project.status), class_="pill", data_tone=TONES.get(project.status))),
            h("td", day_words(project.due), late),
            h("td", share(project.progress), class_="wide"),
            testid="project-row",
            data_id=project.id,
        )


def share(percent: float) -> Element:
    return h("span", f"{percent:.0f} %", h("i", style=f"--share: {percent:g}"), class_="share")
