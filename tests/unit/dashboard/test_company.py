"""The company's data: it is large enough, fits itself, and is refused where it does not."""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from operations.company import Company

from .boards import COMPANY, TEXT

TODAY = COMPANY.now.date()


def test_the_company_is_large_enough_to_be_believed() -> None:
    parts = (COMPANY.people, COMPANY.teams, COMPANY.projects, COMPANY.services, COMPANY.incidents, COMPANY.activities)
    assert [len(part) for part in parts] == [14, 5, 16, 10, 7, 60]
    assert sum(incident.status != "resolved" for incident in COMPANY.incidents) == 4
    assert {project.status for project in COMPANY.projects} == {"planned", "active", "at_risk", "on_hold", "done"}


def test_projects_are_late_by_different_numbers_of_days() -> None:
    late = {project.id: project.days_overdue(TODAY) for project in COMPANY.projects if project.days_overdue(TODAY)}
    assert late == {"P-102": 12, "P-104": 19, "P-105": 7, "P-109": 5, "P-112": 2}
    alice = next(person for person in COMPANY.people if person.name == "Alice Moreno")
    hers = [project.days_overdue(TODAY) for project in COMPANY.projects if project.owner == alice.id]
    assert sorted(hers) == [0, 7, 19]


def test_two_projects_have_similar_names() -> None:
    first_words = Counter(project.name.split()[0] for project in COMPANY.projects)
    assert [word for word, times in first_words.items() if times > 1] == ["Atlas"]


def test_the_activity_covers_three_weeks() -> None:
    times = [activity.time for activity in COMPANY.activities]
    assert timedelta(weeks=3) - (times[-1] - times[0]) < timedelta(days=1)
    assert {activity.kind for activity in COMPANY.activities} == {
        "deploy",
        "comment",
        "status",
        "incident",
        "maintenance",
    }


def change(data: Any, *path: Any, to: Any) -> None:
    *way, last = path
    for step in way:
        data = data[step]
    data[last] = to


WRONG = [
    (("user",), "U-99", "The company names U-99, and there is no such person"),
    (("teams", 0, "lead"), "U-1", "T-1: who leads it, or is on call, is in another team"),
    (("projects", 0, "owner"), "U-1", "P-101: its owner is in another team"),
    (("projects", 0, "members"), ["U-5"], "P-101: its owner is not among its members"),
    (("projects", 0, "id"), "P-102", "P-102 is there 2 times"),
    (("projects", 0, "status"), "done", "P-101: done, finished and 100 percent"),
    (("projects", 0, "started"), None, "P-101: what is planned has not started"),
    (("projects", 0, "started"), "2026-11-19", "P-101: it starts too late"),
    (("projects", 9, "finished"), "2026-11-20", "P-110: it is finished in the future"),
    (("projects", 0, "milestones", 0, "due"), "2027-12-31", "P-101: a milestone is later than its end"),
    (("projects", 9, "milestones", 0, "done"), False, "P-110: it is done, and a milestone is not"),
    (("services", 0, "team"), "P-101", "S-1 names P-101, and there is no such team"),
    (("services", 0, "status"), "down", "S-1: it is down, and no incident says why"),
    (("incidents", 0, "service"), "S-99", "I-25 names S-99"),
    (("incidents", 0, "resolved"), None, "I-25: resolved, and when"),
    (("incidents", 3, "acknowledged_by"), "U-1", "I-28: acknowledged, and by whom"),
    (("incidents", 3, "started"), "2026-11-19T00:00:00Z", "I-28: it starts in the future"),
    (("activities", 0, "subject"), "P-999", "A-1 names P-999"),
    (("activities", 0, "time"), "2026-11-18T08:00:00Z", "The activities are not in the order of time"),
]


@pytest.mark.parametrize(("path", "value", "said"), WRONG, ids=[said for _, _, said in WRONG])
def test_data_that_contradicts_itself_is_refused_with_what_is_wrong(
    path: tuple[Any, ...], value: Any, said: str
) -> None:
    data = json.loads(TEXT)
    change(data, *path, to=value)
    with pytest.raises(ValueError, match="contradicts itself") as caught:
        Company.load(json.dumps(data))
    assert said in str(caught.value)
