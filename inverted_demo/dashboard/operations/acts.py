"""The tools that act: what they do changes the page before the person's eyes, and can be undone there."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Annotated

from mcp_types import ToolAnnotations
from pydantic import Field

from operations import actions
from operations.actions import Action, Nothing
from operations.company import ProjectStatus
from operations.guard import GuardedServer
from operations.results import Done
from operations.state import State

SETS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
EACH_TIME = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)
ID_CHARS, WORDS_CHARS = 200, 300

IncidentId = Annotated[str, Field(max_length=ID_CHARS, description="The incident's id, for example I-30")]
ProjectId = Annotated[str, Field(max_length=ID_CHARS, description="The project's id, for example P-104")]
ServiceId = Annotated[str, Field(max_length=ID_CHARS, description="The service's id, for example S-3")]
Note = Annotated[str, Field(max_length=WORDS_CHARS, description="What to write beside it in the activity")]
Reason = Annotated[str, Field(max_length=WORDS_CHARS, description="Why, in a few words, for the activity")]
NewStatus = Annotated[ProjectStatus, Field(description="The new status of the project")]
Start = Annotated[datetime, Field(description="When it starts; UTC, unless it has an offset")]
Minutes = Annotated[int, Field(ge=5, le=480, description="How long it takes, in minutes")]
Changed = Annotated[
    str,
    Field(
        max_length=ID_CHARS,
        description="The id of the project, service or incident whose last change is undone; without it, "
        "the last change of all",
    ),
]
Target = Annotated[
    str,
    Field(
        max_length=ID_CHARS,
        description="The id of a project, service, incident or team; or a part of the page: health, projects, teams, "
        "incidents or activity",
    ),
]


def add_acts(mcp: GuardedServer, state: State) -> None:
    _add_statuses(mcp, state)
    _add_others(mcp, state)
    _add_undo(mcp, state)


def _add_statuses(mcp: GuardedServer, state: State) -> None:
    @mcp.tool(title="Acknowledge an incident", annotations=SETS)
    async def acknowledge_incident(incident_id: IncidentId, note: Note = "") -> Done:
        """Take an open incident in hand, in the name of the person who uses the dashboard. Takes an id;
        get_system_health gives the ids of incidents.

        Example: incident_id="I-30", note="Looking into it"
        """
        make = partial(actions.acknowledge, state, incident_id, note)
        return done(await mcp.carry_out("acknowledge_incident", make))

    @mcp.tool(title="Change a project's status", annotations=SETS)
    async def update_project_status(project_id: ProjectId, status: NewStatus, reason: Reason = "") -> Done:
        """Set the status of a project: put it on hold, resume it, mark it as at risk or as done. Takes an id;
        list_projects gives the ids.

        Example: project_id="P-109", status="active", reason="The library is available"
        """
        make = partial(actions.set_status, state, project_id, status, reason)
        return done(await mcp.carry_out("update_project_status", make))


def _add_others(mcp: GuardedServer, state: State) -> None:
    @mcp.tool(title="Schedule maintenance", annotations=EACH_TIME)
    async def schedule_maintenance(service_id: ServiceId, start: Start, minutes: Minutes, reason: Reason = "") -> Done:
        """Plan a maintenance window for a service, at a time in the future. Takes an id; get_system_health gives the
        ids of services.

        Example: service_id="S-5", start="2026-11-20T22:00:00Z", minutes=60, reason="New index"
        """
        make = partial(actions.schedule, state, service_id, start, minutes, reason)
        return done(await mcp.carry_out("schedule_maintenance", make))

    @mcp.tool(title="Show on the page", annotations=SETS)
    async def highlight(target: Target) -> Done:
        """Scroll the dashboard to something and outline it, so that the person sees where it is. Changes no data.

        Example: target="P-104"
        """
        return done(await mcp.carry_out("highlight", partial(actions.highlight, state, target)))


def _add_undo(mcp: GuardedServer, state: State) -> None:
    @mcp.tool(title="Undo a change of the copilot", annotations=EACH_TIME)
    async def undo(target: Changed = "") -> Done:
        """Undo that, take that back, revert the last change: sets what this copilot has changed in this session back
        to what it was before. One change with each call, the last one first. Gives the values before and after.

        Example: target="P-104"; or no arguments, for the last change
        """
        return done(await mcp.carry_out("undo", lambda: actions.undo(state, mcp.changes, target)))


def done(action: Action) -> Done:
    if isinstance(action, Nothing):
        return Done(done=False, summary=action.summary, before=action.values, after=action.values)
    return Done(done=True, summary=action.done, before=action.shown_before, after=action.shown_after)
