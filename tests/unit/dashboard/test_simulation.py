"""What goes on by itself: the same for the same seed, and never over what was set by somebody."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise
from statistics import mean

import pytest

from operations.company import Company, Figures
from operations.consistency import contradictions

from .boards import COMPANY, Board, call, client_of, trusting

pytestmark = pytest.mark.anyio

HOURS = 60
INCIDENTS = {one.id for one in COMPANY.incidents}


def board_with(seed: int = 1) -> Board:
    return Board(COMPANY, seed=seed)


def run(board: Board, steps: int) -> None:
    for _ in range(steps):
        board.simulation.step()


def company_of(board: Board) -> Company:
    state = board.state
    return COMPANY.model_copy(
        update={
            "now": state.now,
            "services": tuple(state.services.values()),
            "incidents": tuple(state.incidents.values()),
            "activities": tuple(state.activities),
        }
    )


def test_the_same_seed_gives_the_same_day() -> None:
    first, second, other = board_with(7), board_with(7), board_with(8)
    for board in (first, second, other):
        run(board, 12 * HOURS)
    assert company_of(first) == company_of(second)
    assert first.state.figures == second.state.figures
    assert company_of(first).services != company_of(other).services


@pytest.mark.parametrize("seed", range(5))
def test_the_company_never_contradicts_itself(seed: int) -> None:
    board = board_with(seed)
    for _ in range(20):
        run(board, HOURS)
        assert contradictions(company_of(board)) == []


def test_incidents_open_and_are_resolved_and_figures_move() -> None:
    board = board_with()
    run(board, 24 * HOURS)
    incidents = board.state.incidents.values()
    assert len(incidents) > len(COMPANY.incidents)
    assert sum(one.status == "resolved" for one in incidents) > 3
    assert len(board.state.activities) > 60
    for service in COMPANY.services:
        figures = list(board.state.figures[service.id])
        assert len({one.latency_ms for one in figures}) > 3
        assert all(one.latency_ms < 20 * service.usual.latency_ms + 100 for one in figures)


def test_a_service_recovers_when_its_last_incident_is_resolved() -> None:
    board = board_with()
    for _ in range(48 * HOURS):
        board.simulation.step()
        if board.state.incidents["I-31"].status == "resolved":
            break
    run(board, 20)
    mail = board.state.services["S-10"]
    assert (mail.status, mail.latency_ms < 2 * mail.usual.latency_ms) == ("healthy", True)


def test_a_pause_stops_time_and_everything_with_it() -> None:
    board = board_with()
    run(board, 3)
    assert board.state.now == COMPANY.now + timedelta(minutes=3)
    before = company_of(board)
    board.simulation.is_paused = True
    run(board, 100)
    assert company_of(board) == before
    board.simulation.is_paused = False
    run(board, 1)
    assert company_of(board) != before


def test_a_pause_changes_nothing_of_what_comes_after_it() -> None:
    paused, other = board_with(), board_with()
    run(paused, 30)
    paused.simulation.is_paused = True
    run(paused, 17)
    paused.simulation.is_paused = False
    run(paused, 200)
    run(other, 230)
    assert company_of(paused) == company_of(other)


async def test_what_the_copilot_has_set_is_left_alone_and_can_still_be_undone() -> None:
    board = trusting()
    async with client_of(board) as client:
        await call(client, "acknowledge_incident", incident_id="I-30")
        await call(client, "update_project_status", project_id="P-105", status="on_hold")
        await call(client, "schedule_maintenance", service_id="S-5", start="2026-11-30T22:00:00Z", minutes=60)
        run(board, 72 * HOURS)
        assert board.state.incidents["I-30"].status == "acknowledged"
        assert board.state.services["S-3"].status == "degraded"
        assert (await call(client, "get_project", project_id="P-105"))["status"] == "on_hold"
    for number in (1, 2, 3):
        board.undo(number)
    assert board.state.incidents["I-30"].status == "open"
    assert board.state.projects == {project.id: project for project in COMPANY.projects}
    assert not board.state.windows("S-5")


async def test_what_was_undone_is_the_simulations_again() -> None:
    board = trusting()
    async with client_of(board) as client:
        await call(client, "acknowledge_incident", incident_id="I-30")
    board.undo(1)
    run(board, 72 * HOURS)
    assert board.state.incidents["I-30"].status == "resolved"


def test_days_are_counted_by_the_dashboards_clock() -> None:
    board = board_with()
    run(board, 24 * HOURS)
    assert board.reader.project("P-104").days_overdue == 20


def test_the_charts_begin_with_an_hour_of_the_past_that_changes_nothing() -> None:
    board = board_with()
    assert company_of(board) == COMPANY
    assert [len(figures) for figures in board.state.figures.values()] == [61] * 10
    assert board.state.figures["S-1"][-1] == COMPANY.services[0].figures


def moves(figures: Sequence[Figures]) -> float:
    """How much the latency changes from one minute to the next, as a rule."""
    return mean(abs(after.latency_ms - before.latency_ms) for before, after in pairwise(figures))


def test_nothing_shows_where_the_past_ends_and_what_is_measured_begins() -> None:
    """What was before the page was opened moves as much from one minute to the next as what comes after it."""
    board = board_with()
    run(board, 59)
    troubled = {one.service for one in board.state.incidents.values() if one.id not in INCIDENTS or one.resolved}
    for key in board.state.services.keys() - troubled:
        figures = list(board.state.figures[key])
        past, since = figures[:61], figures[60:]
        assert 0.5 < moves(past) / moves(since) < 2, key
        assert moves(figures[58:63]) < 3 * moves(figures), key
        for part in (past, since):
            assert figures[60].requests_per_second < 30 or len({one.requests_per_second for one in part}) > 2, key


def test_news_are_of_the_kind_that_they_are_told_as_and_are_told_once() -> None:
    board = board_with(3)
    run(board, 12 * HOURS)
    since = list(board.state.activities)[len(COMPANY.activities) :]
    told = [(one.subject, one.text, one.kind) for one in since if one.kind != "incident"]
    assert len(told) == len(set(told)) > 30
    kinds = {text: kind for _, text, kind in told}
    assert kinds["A customer has thanked us for the quick answer."] == "comment"
    assert kinds["A small release is out. Nothing else has changed."] == "deploy"
    assert len(kinds) == len({(text, kind) for _, text, kind in told})


async def test_a_call_is_noted_with_the_time_that_the_page_shows() -> None:
    board = trusting()
    run(board, 5)
    async with client_of(board) as client:
        await call(client, "acknowledge_incident", incident_id="I-30")
    assert board.trust.ledger[1].started == board.state.now == board.state.activities[-1].time
