"""The dashboard as an MCP server, for a copilot that is not trusted."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Annotated

from mcp.server import MCPServer
from pydantic import Field
from pydantic_core import to_json

from operations.acts import add_acts
from operations.board import Board
from operations.followers import TOOLS, Followers
from operations.guard import GuardedServer
from operations.lookups import teams
from operations.names import listed, quoted
from operations.reads import add_reads

HEALTH = "dashboard://health"
INCIDENTS = "dashboard://incidents"
PROJECT = "dashboard://projects/{project_id}"
JSON = "application/json"

INSTRUCTIONS = """An operations dashboard: projects, teams, services with their health, incidents and activity of one
company. Acting tools take ids, which the reading tools give; what they have changed in this session, undo takes back. A
person watches every call, is asked before most actions, and may refuse: an error that begins with "Refused: " is their
word, and is not to be worked around. Fields that are listed in "masked" are null because the person keeps them to
themselves."""


def make_server(board: Board) -> MCPServer[None]:
    """One for each session: it remembers whom to tell of changes."""
    followers = Followers()

    @asynccontextmanager
    async def lifespan(server: MCPServer[None]) -> AsyncIterator[None]:
        stops = _follow(board, followers)
        try:
            async with followers.telling():
                yield
        finally:
            for stop in stops:
                stop()

    mcp = GuardedServer(
        board,
        "Operations dashboard",
        version="1.0.0",
        instructions=f"{INSTRUCTIONS} {clock(board)}".replace("\n", " "),
        lifespan=lifespan,
        subscriptions=followers.bus,
        middleware=[followers.note_session],
    )
    followers.listen(mcp)
    add_reads(mcp, board.reader)
    add_acts(mcp, board.state)
    _add_resources(mcp, board)
    _add_prompt(mcp, board)
    return mcp


def clock(board: Board) -> str:
    """What “tomorrow” depends on: the dashboard's time is not that of the copilot's system."""
    return f"When this session began, the dashboard's clock said {board.state.now.isoformat(timespec='minutes')}."


def _follow(board: Board, followers: Followers) -> list[Callable[[], None]]:
    """Tell the copilot of what changes, until all that is returned is called."""
    state, trust = board.state, board.trust

    known = dict(state.projects)

    def projects() -> None:
        for key, project in state.projects.items():
            if known[key] is not project:
                followers.changed(PROJECT.format(project_id=key))
        known.update(state.projects)

    def fields() -> None:
        for key in state.projects:
            followers.changed(PROJECT.format(project_id=key))

    return [
        state.observe("health", partial(followers.changed, HEALTH)),
        state.observe("maintenance", partial(followers.changed, HEALTH)),
        state.observe("incidents", partial(followers.changed, HEALTH)),
        state.observe("incidents", partial(followers.changed, INCIDENTS)),
        state.observe("projects", projects),
        trust.observe("fields", fields),
        trust.observe("policy", partial(followers.changed, TOOLS)),
        trust.observe("connected", partial(followers.changed, TOOLS)),
    ]


def _add_resources(mcp: GuardedServer, board: Board) -> None:
    @mcp.resource(HEALTH, title="System health", mime_type=JSON)
    async def health() -> str:
        """How all services are doing now, as get_system_health gives it. Follow it to hear of changes."""
        await mcp.permit("get_system_health", "Read how the services are doing.")
        return to_json(board.reader.health("")).decode()

    @mcp.resource(INCIDENTS, title="Incidents", mime_type=JSON)
    async def incidents() -> str:
        """The incidents that are not resolved, the worst first."""
        await mcp.permit("get_system_health", "Read the incidents.")
        return to_json(board.reader.health("").incidents).decode()

    @mcp.resource(PROJECT, title="A project", mime_type=JSON)
    async def project(project_id: str) -> str:
        """Everything about one project, as get_project gives it."""
        await mcp.permit("get_project", f"Read the details of project {quoted(project_id)}.")
        return to_json(board.reader.project(project_id)).decode()


def _add_prompt(mcp: GuardedServer, board: Board) -> None:
    @mcp.prompt(title="Morning briefing")
    async def morning_briefing(
        focus: Annotated[str, Field(description="A team to look at more closely: its name, or a part of it")] = "",
    ) -> str:
        """What somebody should know at the start of the day."""
        # Without data: what the copilot gets to see, it asks for, under the policy of each tool.
        return briefing([team.name for team in teams(board.state, focus)] if focus.strip() else [])


def briefing(focus: list[str]) -> str:
    closer = f" Look at {listed(focus)} more closely than at the others." if focus else ""
    return (
        "Give me a briefing for the start of my day. Say how the services are doing and which incidents are not "
        "resolved, the worst first; which projects are overdue, and by how many days; and what has happened since "
        f"yesterday.{closer} Use short lists, name ids, and do not change anything."
    )
