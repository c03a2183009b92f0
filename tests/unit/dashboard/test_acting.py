"""What the acting tools do, what they say of it, and how it is undone."""

from __future__ import annotations

import pytest

from operations.changes import Change, Outdated
from operations.lookups import Impossible

from .boards import Board, call, client_of, refused, trusting

pytestmark = pytest.mark.anyio


def newest(board: Board) -> str:
    return board.state.activities[-1].text


async def test_an_incident_is_acknowledged_in_the_persons_name() -> None:
    board = trusting()
    async with client_of(board) as client:
        done = await call(client, "acknowledge_incident", incident_id="i-30", note="Looking\ninto it")
        again = await call(client, "acknowledge_incident", incident_id="I-30")
        missing = await refused(client, "acknowledge_incident", incident_id="payments")
    assert done == {
        "done": True,
        "summary": "Incident I-30 “Card payments time out” is acknowledged by Maya Lindqvist.",
        "before": {"status": "open", "acknowledged_by": None},
        "after": {"status": "acknowledged", "acknowledged_by": "Maya Lindqvist"},
    }
    assert (again["done"], again["before"]) == (False, {"status": "acknowledged"})
    assert "Nearest: Card payments time out (I-30)" in missing
    assert newest(board) == "By the copilot. Acknowledged. Looking into it"
    assert board.state.incidents["I-30"].acknowledged_by == "U-14"


async def test_a_project_gets_another_status_and_what_follows_from_it() -> None:
    board = trusting()
    async with client_of(board) as client:
        held = await call(client, "update_project_status", project_id="P-105", status="on_hold", reason="No auditor")
        assert (held["before"]["status"], held["after"]["status"]) == ("active", "on_hold")
        assert newest(board) == "By the copilot. From active to on hold. No auditor"
        await call(client, "update_project_status", project_id="P-105", status="done")
        project = await call(client, "get_project", project_id="P-105")
        assert (project["progress"], project["days_overdue"]) == (100, 0)
        assert (await call(client, "get_team_stats", team="T-2"))["teams"][0]["done_this_quarter"] == 1
        again = await call(client, "update_project_status", project_id="P-105", status="done")
        assert (again["done"], again["summary"]) == (
            False,
            "P-105 Card vault renewal is done already; nothing was changed.",
        )
        await call(client, "update_project_status", project_id="P-107", status="active")
        assert (await call(client, "get_project", project_id="P-107"))["started"] == "2026-11-18"


async def test_maintenance_is_planned_in_utc() -> None:
    board = trusting()
    async with client_of(board) as client:
        plan = {"service_id": "S-5", "minutes": 60, "reason": "New index"}
        done = await call(client, "schedule_maintenance", **plan, start="2026-11-20T23:00:00+01:00")
        assert done["summary"] == "Maintenance of S-5 Search is planned: 20 November 2026, 22:00 UTC, for 60 minutes."
        health = await call(client, "get_system_health", service="Search")
        assert health["services"][0]["maintenance"]["start"] == "2026-11-20T22:00:00Z"
        await call(client, "schedule_maintenance", **plan, start="2026-11-20T23:00:00")
    assert [window.id for window in board.state.windows("S-5")] == ["M-3", "M-4"]


STARTS = [
    ("2026-11-20T22:59:00Z", "Maintenance is planned from 20 November 2026, 22:00 UTC to 20 November 2026, 23:00 UTC"),
    ("2026-11-18T09:00:00Z", "It is 18 November 2026, 09:00 UTC here: give a start that is later"),
    ("2027-12-01T00:00:00Z", "within a year"),
    ("9999-12-31T23:59:59-23:00", "beyond every calendar"),
    ("tomorrow", "Mend the arguments. start: Input should be a valid datetime"),
]


@pytest.mark.parametrize(("start", "said"), STARTS, ids=[start for start, _ in STARTS])
async def test_a_time_that_does_not_do_is_answered_with_what_to_do(start: str, said: str) -> None:
    async with client_of(trusting()) as client:
        plan = {"service_id": "S-5", "minutes": 60}
        await call(client, "schedule_maintenance", **plan, start="2026-11-20T22:00:00Z")
        assert said in await refused(client, "schedule_maintenance", **plan, start=start)


async def test_the_page_shows_what_is_highlighted() -> None:
    board = trusting()
    shown: list[str] = []
    board.state.observe("highlight", lambda: shown.append(str(board.state.highlight and board.state.highlight.target)))
    async with client_of(board) as client:
        for target in ("Health", "p-104", "T-2", "S-3", "I-31"):
            assert (await call(client, "highlight", target=target))["done"]
        assert "one of: health, projects" in await refused(client, "highlight", target="Instant refunds")
    assert shown == ["health", "P-104", "T-2", "S-3", "I-31"]
    assert len(board.state.activities) == 60


async def acted(board: Board) -> None:
    async with client_of(board) as client:
        await call(client, "acknowledge_incident", incident_id="I-30")
        await call(client, "update_project_status", project_id="P-105", status="done")
        await call(client, "schedule_maintenance", service_id="S-5", start="2026-11-20T22:00:00Z", minutes=60)
        await call(client, "highlight", target="P-105")


def facts(board: Board) -> tuple[object, ...]:
    state = board.state
    return dict(state.incidents), dict(state.projects), dict(state.maintenance), dict(state.highlights)


async def test_everything_that_was_done_can_be_undone() -> None:
    board = trusting()
    before = facts(board)
    await acted(board)
    assert facts(board) != before
    sentences = [board.undo(call.number) for call in board.trust.ledger]
    assert facts(board) == before
    assert sentences[3] == "Undone: I-30 “Card payments time out” is as it was before."
    assert sentences[1] == "Undone: The maintenance of S-5 Search is not planned any more."
    assert newest(board) == "Undone: By the copilot. Acknowledged."
    assert not any(call.can_undo for call in board.trust.ledger)


async def test_nothing_is_undone_twice() -> None:
    board = trusting()
    await acted(board)
    board.undo(2)
    after = facts(board)
    with pytest.raises(Impossible, match="undone already"):
        board.undo(2)
    assert facts(board) == after


async def test_what_was_changed_again_since_is_undone_in_the_other_order_only() -> None:
    board = trusting()
    async with client_of(board) as client:
        for status in ("on_hold", "active", "on_hold"):
            await call(client, "update_project_status", project_id="P-105", status=status)
    with pytest.raises(Impossible, match="has been changed again since"):
        board.undo(1)
    assert board.state.projects["P-105"].status == "on_hold"
    for number in (3, 2, 1):
        board.undo(number)
    assert board.state.projects["P-105"].status == "active"


async def test_what_the_person_has_set_since_is_not_undone() -> None:
    board = trusting()
    async with client_of(board) as client:
        await call(client, "update_project_status", project_id="P-105", status="on_hold")
    action = board.set_status("P-105", "at_risk")
    assert isinstance(action, Change)
    assert newest(board) == "From on hold to at risk."
    with pytest.raises(Impossible, match="has been changed again since"):
        board.undo(1)
    assert board.state.projects["P-105"].status == "at_risk"
    board.state.undo(action, board.user)
    board.undo(1)
    assert board.state.projects["P-105"].status == "active"


async def test_windows_of_maintenance_are_undone_in_any_order() -> None:
    board = trusting()
    async with client_of(board) as client:
        for day in (20, 21, 22):
            start = f"2026-11-{day}T10:00:00Z"
            await call(client, "schedule_maintenance", service_id="S-5", start=start, minutes=60)
    board.undo(2)
    board.undo(1)
    assert [window.start.day for window in board.state.windows("S-5")] == [22]


async def test_a_call_that_has_changed_nothing_can_not_be_undone() -> None:
    board = trusting()
    async with client_of(board) as client:
        await call(client, "get_current_user")
        await call(client, "update_project_status", project_id="P-105", status="active")
    for number, said in ((1, "changed nothing"), (2, "changed nothing"), (3, "not kept any more")):
        with pytest.raises(Impossible, match=said):
            board.undo(number)


def test_a_change_that_is_outdated_is_not_applied() -> None:
    board, other = trusting(), trusting()
    change = other.set_status("P-105", "on_hold")
    assert isinstance(change, Change)
    board.set_status("P-105", "at_risk")
    with pytest.raises(Outdated, match="P-105 Card vault renewal has changed"):
        board.state.apply(change, board.user)
    assert board.state.projects["P-105"].status == "at_risk"
