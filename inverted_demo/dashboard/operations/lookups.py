"""Things by their ids, and by parts of their names; or what to do where there is no such thing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from operations.company import Incident, Project, Service, Team
from operations.names import matching, nearest, quoted
from operations.state import State

Thing = TypeVar("Thing", Project, Service, Incident)

MOST_LISTED = 6


class Impossible(Exception):
    """What is asked for can't be; the text says what to do instead. Its parts are our words, or `Foreign` ones."""

    def __init__(self, *parts: str) -> None:
        super().__init__("".join(parts))
        self.parts = parts


def project(state: State, key: str) -> Project:
    return _by_id(state.projects, key, "project", "`list_projects` gives the ids.")


def service(state: State, key: str) -> Service:
    return _by_id(state.services, key, "service", "`get_system_health` gives the ids.")


def incident(state: State, key: str) -> Incident:
    return _by_id(state.incidents, key, "incident", "`get_system_health` gives the ids.")


def _by_id(things: Mapping[str, Thing], key: str, kind: str, advice: str) -> Thing:
    thing = things.get(key.strip().upper())
    if thing is None:
        names = {key: thing.title if isinstance(thing, Incident) else thing.name for key, thing in things.items()}
        raise Impossible(f"No {kind} has the id ", quoted(key), f". {_advice(key, names)}{advice}")
    return thing


def people(state: State, name: str) -> set[str]:
    """The ids of those with such a name; raises `Impossible` where there is nobody."""
    return _by_name({person.id: person.name for person in state.company.people}, name, "Nobody here is called")


def teams(state: State, name: str) -> list[Team]:
    names = {team.id: team.name for team in state.company.teams}
    wanted = _by_name(names, name, "No team is called") if name.strip() else set(names)
    return [team for team in state.company.teams if team.id in wanted]


def services(state: State, name: str) -> list[Service]:
    names = {key: service.name for key, service in state.services.items()}
    wanted = _by_name(names, name, "No service is called") if name.strip() else set(names)
    return [service for key, service in state.services.items() if key in wanted]


def _by_name(names: Mapping[str, str], name: str, nothing: str) -> set[str]:
    found = set(matching(name, names))
    if not found:
        raise Impossible(f"{nothing} ", quoted(name), f". {_advice(name, names)}".rstrip())
    return found


def _advice(text: str, names: Mapping[str, str]) -> str:
    if near := nearest(text, names):
        return f"Nearest: {_shown(near, names)}. "
    return f"There are: {_shown(list(names), names)}. " if len(names) <= MOST_LISTED else ""


def _shown(ids: list[str], names: Mapping[str, str]) -> str:
    return ", ".join(f"{names[key]} ({key})" for key in ids)
