"""What can be done: each makes the change that it would be, and does nothing yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from operations.changes import Change, Highlight, Outdated, Planned, Values
from operations.company import Project, ProjectStatus
from operations.lookups import Impossible, incident, project, service
from operations.names import listed, quoted
from operations.state import PAGE, State, ends

FURTHEST = timedelta(days=366)

PARTS = {
    "health": "System health",
    "projects": "Projects",
    "teams": "Teams",
    "incidents": "Incidents",
    "activity": "Activity",
}
"""Of the page, as it calls them."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """It is so already."""

    summary: str
    values: Values = field(default_factory=dict[str, Any])


Action = Change | Nothing


def words(status: str) -> str:
    return status.replace("_", " ")


def moment(time: datetime) -> str:
    return f"{time.day} {time:%B %Y, %H:%M} UTC"


def acknowledge(state: State, incident_id: str, note: str) -> Action:
    """By whoever sits in front of the dashboard."""
    before = incident(state, incident_id)
    name = f"{before.id} “{before.title}”"
    if before.status != "open":
        return Nothing(f"{name} is {before.status} already; nothing was changed.", {"status": before.status})
    me = state.company.person(state.company.user)
    after = before.model_copy(update={"status": "acknowledged", "acknowledged_by": me.id})
    return Change(
        table="incidents",
        key=before.id,
        name=name,
        before=before,
        after=after,
        summary=f"Acknowledge incident {name} in the name of {me.name}.",
        doing=f"acknowledging incident {name}",
        done=f"Incident {name} is acknowledged by {me.name}.",
        shown_before={"status": before.status, "acknowledged_by": None},
        shown_after={"status": after.status, "acknowledged_by": me.name},
        kind="incident",
        told=f"Acknowledged.{_because(note)}",
    )


def set_status(state: State, project_id: str, status: ProjectStatus, reason: str) -> Action:
    before = project(state, project_id)
    name = f"{before.id} {before.name}"
    if before.status == status:
        return Nothing(f"{name} is {words(status)} already; nothing was changed.", {"status": status})
    after = before.model_copy(update=_follows(state, before, status))
    return Change(
        table="projects",
        key=before.id,
        name=name,
        before=before,
        after=after,
        summary=f"Change the status of {name} from {words(before.status)} to {words(status)}.",
        doing=f"setting project {name} to {words(status)}",
        done=f"{name} is {words(status)} now; it was {words(before.status)}.",
        shown_before={"status": before.status, "progress": before.progress},
        shown_after={"status": after.status, "progress": after.progress},
        kind="status",
        told=f"From {words(before.status)} to {words(status)}.{_because(reason)}",
    )


def _follows(state: State, project: Project, status: ProjectStatus) -> dict[str, Any]:
    """What else a status says of a project."""
    today = state.now.date()
    is_done = status == "done"
    started = project.started if status == "planned" else project.started or today
    progress = 100 if is_done else project.progress
    return {"status": status, "started": started, "finished": today if is_done else None, "progress": progress}


def schedule(state: State, service_id: str, start: datetime, minutes: int, reason: str) -> Action:
    found = service(state, service_id)
    name = f"{found.id} {found.name}"
    window = _window(state, found.id, start, minutes, reason)
    when = _when(window)
    return Change(
        table="maintenance",
        key=window.id,
        name=f"The maintenance of {name}",
        before=None,
        after=window,
        summary=f"Plan maintenance of {name}: {when}.",
        doing=f"planning maintenance of {name}, {when}",
        done=f"Maintenance of {name} is planned: {when}.",
        shown_before={"start": None, "minutes": None},
        shown_after={"start": window.start.isoformat(), "minutes": minutes},
        kind="maintenance",
        told=f"Planned for {when}.{_because(reason)}",
    )


def _window(state: State, service_id: str, start: datetime, minutes: int, reason: str) -> Planned:
    start = _in_utc(start)
    if not state.now < start <= state.now + FURTHEST:
        raise Impossible(
            f"It is {moment(state.now)} here: give a start that is later than that, and within a year, "
            f"for example {(state.now + timedelta(days=1)).isoformat()}."
        )
    window = Planned(id=state.new_window(), service=service_id, start=start, minutes=minutes, reason=reason)
    for other in state.windows(service_id):
        if other.start < ends(window) and start < ends(other):
            raise Impossible(
                f"Maintenance is planned from {moment(other.start)} to {moment(ends(other))} already. "
                "Choose a time before or after it."
            )
    return window


def _in_utc(time: datetime) -> datetime:
    """A time without an offset is UTC, as the dashboard's own times are."""
    try:
        return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
    except OverflowError:
        raise Impossible("The start is beyond every calendar: give a date within a year.") from None


def highlight(state: State, target: str) -> Action:
    key = target.strip()
    name = PARTS.get(key.lower())
    after = Highlight(target=key.lower(), name=name) if name else _target(state, key.upper())
    return Change(
        table="highlight",
        key=PAGE,
        name="What is highlighted",
        before=state.highlight,
        after=after,
        summary=f"Show “{after.name}” on the page.",
        doing=f"showing {after.target} on the page",
        done=f"The page shows {after.target} now.",
        shown_before={"target": state.highlight.target if state.highlight else None},
        shown_after={"target": after.target},
    )


def _target(state: State, key: str) -> Highlight:
    shown = {*state.projects, *state.services, *state.incidents, *(team.id for team in state.company.teams)}
    if key not in shown:
        parts = ", ".join(PARTS)
        raise Impossible(
            "The page shows nothing that is called ",
            quoted(key),
            ". Give the id of a project, service, incident or team, which `list_projects`, `get_system_health` and "
            f"`get_team_stats` give; or one of: {parts}.",
        )
    return Highlight(target=key, name=f"{key} {state.name(key)}")


def undo(state: State, changes: Sequence[Change], target: str) -> Action:
    """Take back the first of `changes` that has changed data; where `target` is given, data of that thing."""
    left = [change for change in changes if change.table != "highlight"]
    key = target.strip().upper()
    change = next((one for one in left if key in ("", one.subject, one.key)), None)
    if change is None:
        raise _nothing_left(target, [one.subject for one in left])
    try:
        state.check_undo(change)
    except Outdated as outdated:
        raise Impossible(str(outdated)) from None
    summary, doing = _way_back(change)
    return Change(
        table=change.table,
        key=change.key,
        name=change.name,
        before=change.after,
        after=change.before,
        summary=summary,
        doing=doing,
        done=change.undone,
        shown_before=change.shown_after,
        shown_after=change.shown_before,
        undoes=change,
    )


def _nothing_left(target: str, left: list[str]) -> Impossible:
    if left:
        others = listed(dict.fromkeys(left))
        return Impossible("Nothing of ", quoted(target), f" is left to undo. There are changes of {others}.")
    return Impossible(
        "Nothing is left to undo: in this session the copilot has changed nothing, or all of it is undone. "
        "What was done before, the person can undo in the dashboard."
    )


def _way_back(change: Change) -> tuple[str, str]:
    """As an order, and for a sentence about it."""
    if isinstance(change.after, Planned):
        plan = f"{change.name[:1].lower()}{change.name[1:]}, {_when(change.after)}"
        return f"Undo: take back {plan}.", f"taking back {plan}"
    now, then = (words(str(shown["status"])) for shown in (change.shown_after, change.shown_before))
    way = f"{change.name} back from {now} to {then}"
    return f"Undo: set {way}.", f"setting {way}"


def _when(window: Planned) -> str:
    return f"{moment(window.start)}, for {window.minutes} minutes"


def _because(reason: str) -> str:
    """What somebody says to it; nothing for nothing."""
    line = " ".join(reason.split())
    return f" {line}" if line else ""
