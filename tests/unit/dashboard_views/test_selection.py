"""Which projects the table shows, and in which order."""

from __future__ import annotations

import pytest

from operations.state import State
from operations.views.selection import ORDERS, Selection, counts, worst

from ..dashboard.boards import COMPANY


@pytest.fixture
def state() -> State:
    return State(COMPANY)


def test_filters_are_about_names_statuses_teams_and_days(state: State) -> None:
    assert len(Selection().of(state)) == len(state.projects)
    assert {line.owner for line in Selection(text="siobhan").of(state)} == {"Siobhán Kelly"}
    assert [line.project.id for line in Selection(text=" p-104 ").of(state)] == ["P-104"]
    assert {line.project.status for line in Selection(status="at_risk").of(state)} == {"at_risk"}
    assert {line.team for line in Selection(team="T-2").of(state)} == {"Payments"}
    late = Selection(overdue=True).of(state)
    assert late
    assert all(line.days_overdue > 0 for line in late)
    assert Selection(text="no such project").of(state) == []


@pytest.mark.parametrize("sort", ORDERS)
def test_each_column_orders_both_ways(state: State, sort: str) -> None:
    up = [ORDERS[sort](line) for line in Selection(sort=sort).of(state)]
    down = [ORDERS[sort](line) for line in Selection(sort=sort, descending=True).of(state)]
    assert up == sorted(up)
    assert down == sorted(up, reverse=True)
    assert len(set(map(str, up))) > 1


def test_what_is_done_comes_after_what_is_due(state: State) -> None:
    done = [line.project.status == "done" for line in Selection().of(state)]
    assert done == sorted(done)


def test_the_figures_at_the_top_leave_out_what_is_done(state: State) -> None:
    projects = state.projects.values()
    at_risk, overdue, unfinished = counts(projects, state.now.date())
    assert unfinished == sum(project.status != "done" for project in projects)
    assert at_risk == len(Selection(status="at_risk").of(state))
    assert overdue == len(Selection(overdue=True).of(state))
    first = worst(projects)
    assert first is not None
    assert (first.status, first.priority) == ("at_risk", "critical")
    assert worst([]) is None
