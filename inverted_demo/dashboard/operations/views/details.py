"""The details of a project, in a dialog."""

from __future__ import annotations

from transom_page.dialogs import Modal
from transom_page.dom import Child, Element, h

from operations.company import Milestone, Project
from operations.state import State
from operations.views.projects import share
from operations.views.selection import line_of
from operations.views.words import TONES, count, day_words, money_words, spaced


def show_project(state: State, key: str) -> None:
    project = state.projects[key]
    modal = Modal(
        project.name,
        h("p", project.description),
        h("dl", *(part for name, value in _facts(state, project) for part in _fact(name, value)), class_="facts"),
        h("h3", "Milestones"),
        h("ul", *(_milestone(one) for one in project.milestones), class_="milestones"),
        testid="project-details",
    )
    modal.open()


def _facts(state: State, project: Project) -> list[tuple[str, Child]]:
    line = line_of(state, project)
    late = f" ({count(line.days_overdue, 'day')} overdue)" if line.days_overdue else ""
    return [
        ("Id", project.id),
        ("Status", h("span", spaced(project.status), class_="pill", data_tone=TONES.get(project.status))),
        ("Priority", spaced(project.priority)),
        ("Owner", f"{line.owner}, {line.team}"),
        ("Members", ", ".join(state.name(member) for member in project.members)),
        ("Started", day_words(project.started) if project.started else "Not yet"),
        ("Due", f"{day_words(project.due)}{late}"),
        ("Progress", share(project.progress)),
        ("Budget", f"{money_words(project.spent)} spent of {money_words(project.budget)}"),
        ("Notes", project.notes or "None"),
    ]


def _fact(name: str, value: Child) -> tuple[Element, Element]:
    return h("dt", name), h("dd", value)


def _milestone(milestone: Milestone) -> Element:
    done = h("span", "Done", class_="pill", data_tone="good") if milestone.done else None
    return h("li", h("span", milestone.name), h("span", day_words(milestone.due), class_="note"), done)
