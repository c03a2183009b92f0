"""What is seen of a board, and the dialog with the person about it. The copilot's own place is not among it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from operations.actions import Nothing
from operations.board import Board
from operations.changes import Change, Outdated
from operations.lookups import Impossible
from operations.state import Topic
from operations.views.activity import ActivityView
from operations.views.bar import Bar
from operations.views.details import show_project
from operations.views.health import HealthView
from operations.views.incidents import IncidentsView
from operations.views.marks import point_at, point_at_nothing
from operations.views.places import Places
from operations.views.projects import ProjectsView
from operations.views.soon import soon
from operations.views.teams import TeamsView
from operations.views.toasts import Toasts

STEP_SECONDS = 2.0
"""In which a minute of the simulation passes."""


class Dashboard:
    def __init__(self, board: Board, toasts: Toasts, places: Places) -> None:
        self._board, self._toasts, self._places = board, toasts, places
        state = board.state
        bar = Bar(state, self._toggle)
        health = HealthView(state)
        incidents = IncidentsView(state, self._acknowledge)
        projects = ProjectsView(state, lambda key: show_project(state, key))
        teams = TeamsView(lambda: board.reader.stats("").teams)
        activity = ActivityView(state)
        self._projects = projects
        draws: dict[Topic, tuple[Callable[[], None], ...]] = {
            "clock": (bar.draw, incidents.draw),
            "health": (health.draw, bar.draw),
            "incidents": (incidents.draw, bar.draw, teams.draw),
            "maintenance": (health.draw,),
            "projects": (projects.draw, bar.draw, teams.draw),
            "activity": (activity.draw,),
        }
        for topic, those in draws.items():
            state.observe(topic, soon(*those))
        state.observe("highlight", self._point)

    async def run(self) -> None:
        """Time passes as long as the page is there."""
        while True:
            await asyncio.sleep(STEP_SECONDS)
            self._board.simulation.step()

    def _toggle(self) -> bool:
        simulation = self._board.simulation
        simulation.is_paused = not simulation.is_paused
        return not simulation.is_paused

    # What the person does

    def _acknowledge(self, incident_id: str) -> None:
        action = self._board.acknowledge(incident_id)
        if isinstance(action, Nothing):
            self._toasts.say(action.summary)
        else:
            self._toasts.say(action.done, ("Undo", lambda: self._take_back(action)))

    def _take_back(self, change: Change) -> None:
        try:
            self._board.state.undo(change, self._board.user)
        except Outdated as outdated:
            self._toasts.say(str(outdated), kind="problem")

    def undo(self, number: int) -> None:
        """What a call of the copilot has done."""
        try:
            self._toasts.say(self._board.undo(number))
        except Impossible as impossible:
            self._toasts.say(str(impossible), kind="problem")

    # What the copilot points at

    def _point(self) -> None:
        highlight = self._board.state.highlight
        if highlight is None:
            point_at_nothing()
            return
        words = f"The copilot shows you: {highlight.name}."
        if self._places.hides_dashboard:  # nothing moves under the person's finger
            self._toasts.say(words, ("Show", self._look))
        else:
            self._toasts.say(words)
            self.reveal(highlight.target)

    def _look(self) -> None:
        self._places.show("dashboard")
        if highlight := self._board.state.highlight:
            self.reveal(highlight.target)

    def reveal(self, target: str) -> None:
        if target in self._board.state.projects:
            self._projects.reveal(target)
        point_at(target)
