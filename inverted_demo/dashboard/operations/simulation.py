"""What goes on by itself: a seeded play of figures, incidents and news, one minute a step."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass
from datetime import timedelta

from operations.company import ActivityKind, Figures, Health, Incident, Service, Severity
from operations.state import MOST_FIGURES, State

STEP = timedelta(minutes=1)
PAST = 60
"""Measurements from before the dashboard was opened, so that its charts begin with something."""
OPENS, RESOLVES, HAPPENS = 1 / 90, 1 / 60, 1 / 12
MOST_UNRESOLVED = 6
CALM = 0.35
"""How fast figures go back to what is usual."""

STATES: dict[Severity, Health] = {"minor": "degraded", "major": "degraded", "critical": "down"}


@dataclass(frozen=True, slots=True)
class Trouble:
    """What an incident does to a service's figures, as factors of the usual ones."""

    title: str
    severity: Severity
    latency: float
    errors: float
    load: float


TROUBLES = (
    Trouble("{} answers slowly", "minor", 2.6, 4, 0.95),
    Trouble("{} fails for some customers", "major", 1.8, 18, 0.9),
    Trouble("{} has a long queue", "minor", 3.4, 3, 1.2),
    Trouble("{} does not answer", "critical", 11, 220, 0.15),
)
NEWS: tuple[tuple[ActivityKind, str], ...] = (
    ("deploy", "A small release is out. Nothing else has changed."),
    ("maintenance", "Two machines were replaced, and nobody noticed."),
    ("comment", "The tests run twice as fast now."),
    ("deploy", "Logs are kept for 30 days instead of 14."),
    ("comment", "A customer has thanked us for the quick answer."),
    ("deploy", "Alerts come a minute earlier now."),
)


@dataclass(frozen=True, slots=True)
class Level:
    """What is measured of a service, before it is rounded: small figures would stay what they are for ever."""

    latency: float
    errors: float
    load: float

    @classmethod
    def of(cls, figures: Figures) -> Level:
        return cls(figures.latency_ms, figures.error_rate, figures.requests_per_second)

    @property
    def figures(self) -> Figures:
        errors = round(min(100, self.errors), 2)
        return Figures(latency_ms=round(self.latency), error_rate=errors, requests_per_second=round(self.load))

    def towards(self, aim: Level) -> Level:
        return Level(
            self.latency + CALM * (aim.latency - self.latency),
            self.errors + CALM * (aim.errors - self.errors),
            self.load + CALM * (aim.load - self.load),
        )


class Simulation:
    """The same for the same seed, as long as the same things are done meanwhile. Steps come from outside."""

    def __init__(self, state: State, seed: int = 1) -> None:
        self.is_paused = False
        self._state = state
        self._random = random.Random(seed)  # noqa: S311
        self._aims = {service.id: service.figures for service in state.services.values()}
        """What the figures of each play around at this time."""
        self._levels = {key: Level.of(figures) for key, figures in self._aims.items()}
        self._told: set[tuple[str, str]] = set()
        """Which news there were of which service."""
        self._incidents = max((int(key.partition("-")[2]) for key in state.incidents), default=0)
        for service in state.services.values():
            state.figures[service.id] = self._past(service)

    def _past(self, service: Service) -> deque[Figures]:
        """From now backwards, as it goes on from now: nobody sees where one ends and the other begins."""
        past = deque([service.figures], MOST_FIGURES)
        level = Level.of(service.figures)
        for _ in range(PAST):
            level = level.towards(self._near(service.figures))
            past.appendleft(level.figures)
        return past

    def step(self) -> None:
        """Let a minute pass; none passes while it is paused."""
        if self.is_paused:
            return
        self._state.pass_time(STEP)
        opens, resolves, happens = (self._random.random() for _ in range(3))
        if resolves < RESOLVES:
            self._resolve()
        if opens < OPENS:
            self._open()
        if happens < HAPPENS:
            self._happen()
        self._levels = {key: level.towards(self._near(self._aims[key])) for key, level in self._levels.items()}
        self._state.measure({key: level.figures for key, level in self._levels.items()})

    # Figures

    def _near(self, figures: Figures) -> Level:
        latency, errors, load = (self._random.uniform(1 - most, 1 + most) for most in (0.15, 0.3, 0.1))
        return Level(
            figures.latency_ms * latency,
            min(100, figures.error_rate * errors),
            figures.requests_per_second * load,
        )

    def _set_status(self, service: Service, status: Health, aim: Figures) -> None:
        self._aims[service.id] = aim
        self._state.set_health(service.id, status)

    # Incidents and news

    def _open(self) -> None:
        unresolved = self._state.unresolved(tuple(self._state.services.values()))
        troubled = {incident.service for incident in unresolved}
        calm = [service for key, service in self._state.services.items() if key not in troubled]
        if not calm or len(unresolved) >= MOST_UNRESOLVED:
            return
        service, trouble = self._random.choice(calm), self._random.choice(TROUBLES)
        incident = self._new_incident(service, trouble)
        self._state.set_incident(incident)
        self._set_status(service, STATES[trouble.severity], _troubled(service.usual, trouble))
        self._state.add_activity(self._on_call(service), "incident", incident.id, f"Opened: {incident.title}.")

    def _new_incident(self, service: Service, trouble: Trouble) -> Incident:
        self._incidents += 1
        return Incident(
            id=f"I-{self._incidents}",
            title=trouble.title.format(service.name),
            service=service.id,
            severity=trouble.severity,
            status="open",
            started=self._state.now,
            acknowledged_by=None,
            resolved=None,
        )

    def _resolve(self) -> None:
        """One that nobody has taken in hand: what a person or the copilot has set stays as it is."""
        unresolved = self._state.unresolved(tuple(self._state.services.values()))
        left = [one for one in unresolved if not self._state.is_touched("incidents", one.id)]
        if not left:
            return
        incident = self._random.choice(left)
        service = self._state.services[incident.service]
        who = incident.acknowledged_by or self._on_call(service)
        new = {"status": "resolved", "resolved": self._state.now, "acknowledged_by": who}
        self._state.set_incident(incident.model_copy(update=new))
        if not self._state.unresolved([service]):
            self._set_status(service, "healthy", service.usual)
        self._state.add_activity(who, "incident", incident.id, f"Resolved: {incident.title}.")

    def _happen(self) -> None:
        """Something that was not told of that service before, as long as there is something."""
        service = self._random.choice(tuple(self._state.services.values()))
        new = [one for one in NEWS if (service.id, one[1]) not in self._told]
        if not new:
            return
        kind, text = self._random.choice(new)
        self._told.add((service.id, text))
        self._state.add_activity(self._on_call(service), kind, service.id, text)

    def _on_call(self, service: Service) -> str:
        return self._state.company.team(service.team).on_call


def _troubled(usual: Figures, trouble: Trouble) -> Figures:
    return Figures(
        latency_ms=round(usual.latency_ms * trouble.latency),
        error_rate=round(min(95, usual.error_rate * trouble.errors), 2),
        requests_per_second=round(usual.requests_per_second * trouble.load),
    )
