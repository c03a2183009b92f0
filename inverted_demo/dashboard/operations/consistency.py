"""Whether the parts of the company's data fit each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from operations.company import Company, Incident, Project, Service

WORST = {"minor": "degraded", "major": "degraded", "critical": "down"}


def contradictions(company: Company) -> list[str]:
    """A sentence for each; none for data that can be shown."""
    named = [*_duplicates(company), *_strangers(company)]
    return named or [*_people(company), *_projects(company), *_incidents(company), *_activities(company)]


def _records(company: Company) -> list[tuple[str, str]]:
    parts = (company.people, company.teams, company.projects, company.services, company.incidents, company.activities)
    return [(record.id, type(record).__name__) for part in parts for record in part]


def _duplicates(company: Company) -> Iterator[str]:
    for key, times in Counter(key for key, _ in _records(company)).items():
        if times > 1:
            yield f"{key} is there {times} times."


def _strangers(company: Company) -> Iterator[str]:
    """What is named, and is not there."""
    there = set(_records(company))
    for key, kind, where in _references(company):
        if (key, kind) not in there:
            yield f"{where} names {key}, and there is no such {kind.lower()}."


def _references(company: Company) -> Iterator[tuple[str, str, str]]:
    yield company.user, "Person", "The company"
    for person in company.people:
        yield person.team, "Team", person.id
    for team in company.teams:
        yield from ((key, "Person", team.id) for key in (team.lead, team.on_call))
    for project in company.projects:
        yield project.team, "Team", project.id
        yield from ((key, "Person", project.id) for key in (project.owner, *project.members))
    for service in company.services:
        yield service.team, "Team", service.id
    for incident in company.incidents:
        yield incident.service, "Service", incident.id
        if incident.acknowledged_by:
            yield incident.acknowledged_by, "Person", incident.id
    subjects = {key: kind for key, kind in _records(company) if kind in ("Project", "Service", "Incident")}
    for activity in company.activities:
        yield activity.person, "Person", activity.id
        yield activity.subject, subjects.get(activity.subject, "Project"), activity.id


def _people(company: Company) -> Iterator[str]:
    for team in company.teams:
        members = {person.id for person in company.members(team.id)}
        if not {team.lead, team.on_call} <= members:
            yield f"{team.id}: who leads it, or is on call, is in another team."


def _projects(company: Company) -> Iterator[str]:
    for project in company.projects:
        if company.person(project.owner).team != project.team:
            yield f"{project.id}: its owner is in another team."
        if project.owner not in project.members:
            yield f"{project.id}: its owner is not among its members."
        yield from (f"{project.id}: {problem}" for problem in _of_one(project, company))


def _of_one(project: Project, company: Company) -> Iterator[str]:
    today = company.now.date()
    is_done = project.status == "done"
    if is_done != (project.finished is not None) or is_done != (project.progress == 100):
        yield "done, finished and 100 percent do not go together."
    if (project.status == "planned") != (project.started is None):
        yield "what is planned has not started, and everything else has."
    if project.started and not project.started <= min(project.due, project.finished or today):
        yield "it starts too late."
    if project.finished and project.finished > today:
        yield "it is finished in the future."
    if any(milestone.due > max(project.due, project.finished or project.due) for milestone in project.milestones):
        yield "a milestone is later than its end."
    if is_done and not all(milestone.done for milestone in project.milestones):
        yield "it is done, and a milestone is not."


def _incidents(company: Company) -> Iterator[str]:
    for incident in company.incidents:
        if incident.started > company.now:
            yield f"{incident.id}: it starts in the future."
        if (incident.status == "resolved") != (incident.resolved is not None):
            yield f"{incident.id}: resolved, and when, do not go together."
        if (incident.status == "open") != (incident.acknowledged_by is None):
            yield f"{incident.id}: acknowledged, and by whom, do not go together."
    for service in company.services:
        if service.status != "healthy" and service.status not in _states(service, company.incidents):
            yield f"{service.id}: it is {service.status}, and no incident says why."


def _states(service: Service, incidents: tuple[Incident, ...]) -> set[str]:
    unresolved = (one for one in incidents if one.service == service.id and one.status != "resolved")
    return {WORST[one.severity] for one in unresolved}


def _activities(company: Company) -> Iterator[str]:
    times = [activity.time for activity in company.activities]
    if times != sorted(times) or times[-1:] > [company.now]:
        yield "The activities are not in the order of time, or in the future."
