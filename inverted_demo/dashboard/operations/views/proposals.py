"""What the person should know before they decide: what would change, on what, and what the copilot says to it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from operations.asking import Proposal
from operations.changes import Change, Planned
from operations.company import Incident, Project, Service
from operations.state import State
from operations.views.selection import line_of
from operations.views.words import ago, count, day_words, spaced, span_words

SAID = ("reason", "note")
"""The arguments in which the copilot says why."""
SILENT = "The copilot gives no reason."


@dataclass(frozen=True, slots=True)
class Fact:
    """`was` is what `words` would come in the place of; `None` for what stays as it is, empty where nothing was."""

    name: str
    words: str
    was: str | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    words: str
    is_foreign: bool = False
    """Whether they are the copilot's."""


def reason(proposal: Proposal) -> Reason | None:
    """`None` where nobody is expected to say why."""
    said = " ".join(str(proposal.arguments[name]) for name in SAID if proposal.arguments.get(name)).strip()
    if said:
        return Reason(said, is_foreign=True)
    return Reason(SILENT) if proposal.change and proposal.change.kind else None


def facts(state: State, proposal: Proposal) -> list[Fact]:
    if proposal.change:
        return [*_about(state, proposal.change.subject), *_changed(state, proposal.change)]
    asked = [Fact(spaced(name), str(value)) for name, value in proposal.arguments.items() if name not in SAID]
    return asked or [Fact("Asks for", "Everything that this tool gives")]


def _about(state: State, key: str) -> list[Fact]:
    """The thing that it is done to, as the page knows it."""
    thing = state.projects.get(key) or state.services.get(key) or state.incidents.get(key)
    match thing:
        case Project():
            return _about_project(state, thing)
        case Service():
            return _about_service(state, thing)
        case Incident():
            return [
                Fact("Incident", f"{key} {thing.title}"),
                Fact("Service", state.name(thing.service)),
                Fact("Severity", f"{spaced(thing.severity)}, started {ago(thing.started, state.now)}"),
            ]
        case _:
            return []


def _about_project(state: State, project: Project) -> list[Fact]:
    line = line_of(state, project)
    late = f" ({count(line.days_overdue, 'day')} overdue)" if line.days_overdue else ""
    return [
        Fact("Project", f"{project.id} {project.name}"),
        Fact("Owner", f"{line.owner}, {line.team}"),
        Fact("Due", f"{day_words(project.due)}{late}"),
    ]


def _about_service(state: State, service: Service) -> list[Fact]:
    planned = [span_words(one.start, one.minutes) for one in state.windows(service.id)]
    known = [
        Fact("Service", f"{service.id} {service.name}"),
        Fact("Team", state.name(service.team)),
        Fact("At present", spaced(service.status)),
    ]
    return [*known, Fact("Planned already", "\n".join(planned))] if planned else known


def _changed(state: State, change: Change) -> list[Fact]:
    """From what to what."""
    if isinstance(change.after, Planned):
        return [Fact("New", span_words(change.after.start, change.after.minutes), was="")]
    if isinstance(change.before, Planned):
        return [Fact("Planned", "Not any more", was=span_words(change.before.start, change.before.minutes))]
    before, after = dict(change.shown_before), dict(change.shown_after)
    if isinstance(change.before, Project) and isinstance(change.after, Project):
        for name in ("started", "finished"):
            before[name], after[name] = getattr(change.before, name), getattr(change.after, name)
    return [
        Fact(spaced(name), _words(value) or "None", _words(before.get(name)))
        for name, value in after.items()
        if value != before.get(name)
    ]


def _words(value: Any) -> str:
    match value:
        case None:
            return ""
        case datetime() | date():
            return day_words(value)
        case str():
            return spaced(value) if value.islower() else value
        case _:
            return str(value)
