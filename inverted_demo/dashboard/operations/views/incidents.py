"""The incidents that are not resolved, and those that have just been."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from transom_page.dom import Element, find, h

from operations.company import Incident
from operations.state import State
from operations.views.marks import Changes
from operations.views.rows import Rows
from operations.views.words import TONES, ago, spaced

WORST_FIRST = ("critical", "major", "minor")
STAYS = timedelta(minutes=30)
"""How long a resolved one is still shown."""


@dataclass(frozen=True, slots=True)
class Line:
    incident: Incident
    service: str
    person: str
    since: str


class IncidentsView:
    def __init__(self, state: State, acknowledge: Callable[[str], None]) -> None:
        self._state, self._acknowledge = state, acknowledge
        self._rows = Rows(find("#incidents-list"), self._row, lambda line: line.incident.id)
        self._changes = Changes()
        self.draw()

    def draw(self) -> None:
        state = self._state
        shown = sorted((one for one in state.incidents.values() if self._is_shown(one)), key=_order)
        self._rows.draw([self._line(incident, state.now) for incident in shown])
        self._changes.see({one.id: one for one in shown})
        still_open = [one for one in shown if one.status == "open"]
        acknowledged = [one for one in shown if one.status == "acknowledged"]
        find("#incidents-count").textContent = f"{len(still_open)} open, {len(acknowledged)} acknowledged"

    def _is_shown(self, incident: Incident) -> bool:
        return incident.resolved is None or self._state.now - incident.resolved < STAYS

    def _line(self, incident: Incident, now: datetime) -> Line:
        person = self._state.name(incident.acknowledged_by) if incident.acknowledged_by else ""
        return Line(incident, self._state.name(incident.service), person, ago(incident.started, now))

    def _row(self, line: Line) -> Element:
        incident = line.incident
        status = f"Acknowledged by {line.person}" if incident.status == "acknowledged" else spaced(incident.status)
        title = (
            h("span", spaced(incident.severity), class_="pill", data_tone=TONES.get(incident.severity)),
            incident.title,
        )
        return h(
            "li",
            h("div", title, class_="title"),
            h("p", f"{incident.id} · {line.service} · {line.since}", class_="note"),
            h("p", status, class_="note", testid="incident-status"),
            self._button(incident) if incident.status == "open" else None,
            class_="incident",
            testid="incident",
            data_id=incident.id,
        )

    def _button(self, incident: Incident) -> Element:
        return h(
            "button",
            "Acknowledge",
            h("span", f" {incident.title}", class_="heard"),
            type="button",
            class_="small",
            testid="acknowledge",
            on={"click": lambda event: self._acknowledge(incident.id)},
        )


def _order(incident: Incident) -> tuple[bool, int, float]:
    place = WORST_FIRST.index(incident.severity)
    return incident.status == "resolved", place, -incident.started.timestamp()


def open_words(state: State) -> tuple[int, str]:
    """How many are open, and how bad the worst of them is."""
    found = sorted((one for one in state.incidents.values() if one.status == "open"), key=_order)
    return len(found), f"the worst is {found[0].severity}" if found else "somebody cares for each"
