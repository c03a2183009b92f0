"""What a question tells the person: what would change, on what, and why."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from operations import actions
from operations.actions import Action
from operations.asking import Proposal
from operations.changes import Change
from operations.state import State
from operations.views.proposals import SILENT, Fact, Reason, facts, reason

from ..dashboard.boards import COMPANY


@pytest.fixture
def state() -> State:
    return State(COMPANY)


def proposal(action: Action | None, **arguments: Any) -> Proposal:
    assert action is None or isinstance(action, Change)
    return Proposal("tool", arguments, action.summary if action else "Read.", action, 60)


def test_a_project_is_named_with_its_owner_and_its_day_and_what_would_be_another_value(state: State) -> None:
    held = proposal(actions.set_status(state, "P-104", "on_hold", "The bank is silent."))
    assert facts(state, held) == [
        Fact("Project", "P-104 Instant refunds"),
        Fact("Owner", "Alice Moreno, Payments"),
        Fact("Due", "30 Oct 2026 (19 days overdue)"),
        Fact("Status", "On hold", "At risk"),
    ]


def test_what_follows_from_a_status_is_told_as_well(state: State) -> None:
    finished = facts(state, proposal(actions.set_status(state, "P-104", "done", "")))
    progress = state.projects["P-104"].progress
    assert finished[3:] == [
        Fact("Status", "Done", "At risk"),
        Fact("Progress", "100", str(progress)),
        Fact("Finished", "18 Nov 2026", ""),
    ]
    done = next(one for one in state.projects.values() if one.status == "done")
    resumed = facts(state, proposal(actions.set_status(state, done.id, "active", "")))
    assert [(fact.name, fact.words) for fact in resumed if fact.was is not None] == [
        ("Status", "Active"),
        ("Finished", "None"),
    ]


def test_an_incident_and_a_service_are_what_somebody_has_to_know_of_them(state: State) -> None:
    assert facts(state, proposal(actions.acknowledge(state, "I-30", ""))) == [
        Fact("Incident", "I-30 Card payments time out"),
        Fact("Service", "Checkout"),
        Fact("Severity", "Major, started 1 h ago"),
        Fact("Status", "Acknowledged", "Open"),
        Fact("Acknowledged by", "Maya Lindqvist", ""),
    ]
    start = datetime(2026, 11, 30, 10, tzinfo=UTC)
    service, team, present, planned, new = facts(state, proposal(actions.schedule(state, "S-2", start, 30, "")))
    assert (service.words, team.words, present.words) == ("S-2 Sign-in", "Platform", "Healthy")
    assert planned.words.startswith("Sat 21 Nov, 22:00")
    assert (new.name, new.words) == ("New", "Mon 30 Nov, 10:00\u201310:30 UTC")


def test_an_undo_shows_what_is_set_back(state: State) -> None:
    held = actions.set_status(state, "P-104", "done", "")
    planned = actions.schedule(state, "S-2", datetime(2026, 11, 30, 10, tzinfo=UTC), 30, "")
    assert isinstance(held, Change)
    assert isinstance(planned, Change)
    for change in (held, planned):
        state.apply(change, "U-14")
    _project, _owner, _due, *back = facts(state, proposal(actions.undo(state, [held], "")))
    assert back[0] == Fact("Status", "At risk", "Done")
    assert [fact.name for fact in back] == ["Status", "Progress", "Finished"]
    *_service, plan = facts(state, proposal(actions.undo(state, [planned], "")))
    assert plan == Fact("Planned", "Not any more", "Mon 30 Nov, 10:00\u201310:30 UTC")
    assert reason(proposal(actions.undo(state, [held], ""))) is None


def test_what_is_pointed_at_is_named_and_a_part_of_the_page_has_no_owner(state: State) -> None:
    shown = facts(state, proposal(actions.highlight(state, "p-104")))
    assert [fact.name for fact in shown] == ["Project", "Owner", "Due", "Target"]
    assert facts(state, proposal(actions.highlight(state, "health"))) == [Fact("Target", "Health", "")]


def test_what_is_read_is_told_by_what_the_copilot_asks_for(state: State) -> None:
    assert facts(state, proposal(None, project_id="P-104")) == [Fact("Project id", "P-104")]
    assert facts(state, proposal(None)) == [Fact("Asks for", "Everything that this tool gives")]


def test_the_copilots_reason_is_known_as_foreign_and_a_missing_one_is_told(state: State) -> None:
    action = actions.set_status(state, "P-104", "on_hold", "")
    assert reason(proposal(action, reason=SILENT)) == Reason(SILENT, is_foreign=True)
    assert reason(proposal(action, note=" Seen ")) == Reason("Seen", is_foreign=True)
    assert reason(proposal(action, reason=" ")) == Reason(SILENT)
    assert reason(proposal(actions.highlight(state, "P-104"))) is None
    assert reason(proposal(None, project_id="P-104")) is None
