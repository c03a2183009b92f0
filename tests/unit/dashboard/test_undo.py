"""How a copilot takes back what it has done: in its session, under the same rules, as the page's own undo does."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp_types import TextContent

from operations.changes import Change
from operations.lookups import Impossible
from operations.trust import Policy

from .boards import COMPANY, Board, Clock, Person, call, client_of, refused, trusting

pytestmark = pytest.mark.anyio

NOTHING = "Nothing is left to undo: in this session the copilot has changed nothing, or all of it is undone."


def board_with(person: Person, **policies: Policy) -> Board:
    board = Board(COMPANY, clock=Clock(), ask=person)
    for tool in ("update_project_status", "acknowledge_incident", "schedule_maintenance"):
        board.trust.set_policy(tool, "always")
    for tool, policy in policies.items():
        board.trust.set_policy(tool, policy)
    return board


async def hold(client: Any, project: str = "P-105") -> None:
    await call(client, "update_project_status", project_id=project, status="on_hold")


def status(board: Board, project: str = "P-105") -> str:
    return board.state.projects[project].status


async def test_the_last_change_is_taken_back_after_a_question_and_the_one_before_it_next() -> None:
    person = Person()
    board = board_with(person)
    async with client_of(board) as client:
        await hold(client)
        await call(client, "update_project_status", project_id="P-105", status="done")
        assert await call(client, "undo") == {
            "done": True,
            "summary": "Undone: P-105 Card vault renewal is as it was before.",
            "before": {"status": "done", "progress": 100},
            "after": {"status": "on_hold", "progress": 88},
        }
        assert (await call(client, "undo"))["after"]["status"] == "active"
        assert NOTHING in await refused(client, "undo")
    assert board.state.projects["P-105"] == COMPANY.projects[4]
    assert [one.sentence for one in person.asked] == [
        "Undo: set P-105 Card vault renewal back from done to on hold.",
        "Undo: set P-105 Card vault renewal back from on hold to active.",
    ]
    assert board.state.activities[-1].text == "Undone by the copilot: By the copilot. From active to on hold."


async def test_incidents_and_maintenance_are_taken_back_in_words_of_their_own() -> None:
    person = Person()
    board = board_with(person)
    plan = {"service_id": "S-5", "minutes": 60}
    async with client_of(board) as client:
        await call(client, "acknowledge_incident", incident_id="I-30")
        for day in (20, 21):
            await call(client, "schedule_maintenance", **plan, start=f"2026-11-{day}T10:00:00Z")
        person.answer = False
        assert (await refused(client, "undo")).startswith(
            "Refused: taking back the maintenance of S-5 Search, 21 November 2026, 10:00 UTC, for 60 minutes."
        )
        person.answer = True
        undone = await call(client, "undo", target="s-5")
        assert undone["after"] == {"start": None, "minutes": None}
        assert [window.start.day for window in board.state.windows("S-5")] == [20]
        await call(client, "undo", target="I-30")
    assert [one.sentence for one in person.asked[1:]] == [
        "Undo: take back the maintenance of S-5 Search, 21 November 2026, 10:00 UTC, for 60 minutes.",
        "Undo: set I-30 “Card payments time out” back from acknowledged to open.",
    ]
    assert board.state.incidents["I-30"].status == "open"


async def test_a_thing_that_is_named_is_the_one_that_is_set_back() -> None:
    board = trusting()
    async with client_of(board) as client:
        await hold(client, "P-104")
        await hold(client, "P-105")
        said = await refused(client, "undo", target="that\u202e")
        assert said == "Nothing of 'that\ufffd' is left to undo. There are changes of P-105 and P-104."
        await call(client, "undo", target=" p-104 ")
    assert (status(board, "P-104"), status(board)) == ("at_risk", "on_hold")


async def test_what_was_only_shown_is_not_undone() -> None:
    board = trusting()
    async with client_of(board) as client:
        await hold(client)
        await call(client, "highlight", target="P-104")
        await call(client, "undo")
        assert NOTHING in await refused(client, "undo")
    assert board.state.highlight
    assert status(board) == "active"


async def test_the_buttons_of_the_page_and_the_tool_agree_on_what_is_undone() -> None:
    board = trusting()
    async with client_of(board) as client:
        await hold(client, "P-104")
        await hold(client, "P-105")
        board.undo(2)
        await call(client, "undo")
        assert status(board, "P-104") == "at_risk"
        assert NOTHING in await refused(client, "undo")
    assert [(one.number, one.is_undone) for one in board.trust.ledger if one.name == "update_project_status"] == [
        (2, True),
        (1, True),
    ]
    assert not any(one.can_undo for one in board.trust.ledger)
    for number in (1, 3):
        with pytest.raises(Impossible, match="undone already"):
            board.undo(number)


@pytest.mark.parametrize("project", ["", "P-105"])
async def test_what_the_person_has_set_since_stays_and_the_copilot_is_told(project: str) -> None:
    person = Person()
    board = board_with(person)
    async with client_of(board) as client:
        await hold(client)
        assert isinstance(board.set_status("P-105", "at_risk"), Change)
        said = await refused(client, "undo", target=project)
    assert said == "P-105 Card vault renewal has been changed again since, so this can't be undone by itself."
    assert (status(board), person.asked) == ("at_risk", [])


async def test_what_changes_while_the_person_is_asked_is_not_undone() -> None:
    board = board_with(Person())

    async def change_and_yes(proposal: object) -> bool:
        board.set_status("P-105", "at_risk")
        return True

    board.asking.ask = change_and_yes
    async with client_of(board) as client:
        await hold(client)
        assert "has been changed again since" in await refused(client, "undo")
    assert status(board) == "at_risk"


async def test_what_the_person_undoes_while_they_are_asked_is_undone_once() -> None:
    board = board_with(Person())

    async def undo_and_yes(proposal: object) -> bool:
        board.undo(2)
        return True

    board.asking.ask = undo_and_yes
    async with client_of(board) as client:
        await hold(client, "P-104")
        await hold(client)
        assert "has changed while the person was asked" in await refused(client, "undo")
    assert (status(board, "P-104"), status(board)) == ("on_hold", "active")


async def test_what_was_done_in_another_session_is_not_this_copilots_to_undo() -> None:
    board = trusting()
    async with client_of(board) as first, client_of(board) as second:
        await hold(first)
        assert NOTHING in await refused(second, "undo")
        await hold(second, "P-104")
        await call(first, "undo")
    assert (status(board, "P-104"), status(board)) == ("on_hold", "active")


async def test_a_copilot_that_may_not_read_does_not_learn_from_an_undo_what_the_person_has_done() -> None:
    board = board_with(Person(False), list_projects="never")
    async with client_of(board) as client:
        await hold(client)
        assert (await refused(client, "undo")).startswith(
            "Refused: “Undo a change of the copilot”. The person said no."
        )
        board.set_status("P-105", "at_risk")
        changed = await refused(client, "undo")
        assert changed == await refused(client, "undo", target="P-104")
    assert changed.startswith("This can't be done, or is so already.")


PROJECTS, STATUSES = ("P-104", "P-105", "P-107"), ("planned", "active", "at_risk", "on_hold", "done")
PLAN = {"service_id": "S-5", "minutes": 60}
STEPS = st.one_of(
    st.builds(
        lambda key, status: ("update_project_status", {"project_id": key, "status": status}),
        st.sampled_from(PROJECTS),
        st.sampled_from(STATUSES),
    ),
    st.sampled_from(["I-30", "I-31"]).map(lambda key: ("acknowledge_incident", {"incident_id": key})),
    st.integers(20, 23).map(lambda day: ("schedule_maintenance", {**PLAN, "start": f"2026-11-{day}T10:00:00Z"})),
    st.sampled_from(PROJECTS).map(lambda key: ("highlight", {"target": key})),
    st.sampled_from(["", *PROJECTS, "I-30", "S-5"]).map(lambda key: ("undo", {"target": key})),
    st.tuples(st.just("the person sets"), st.sampled_from(PROJECTS), st.sampled_from(STATUSES)),
    st.just(("the person undoes", {})),
)


@given(st.lists(STEPS, max_size=14))
@settings(max_examples=60, deadline=None)
def test_after_any_steps_all_is_undone_but_what_the_person_has_set_since(steps: list[Any]) -> None:
    asyncio.run(undo_after(steps))


async def undo_after(steps: list[Any]) -> None:
    board, first = trusting(), trusting().state
    by_person: set[str] = set()
    async with client_of(board) as client:
        for step in steps:
            match step:
                case "the person sets", key, wanted:
                    if isinstance(board.set_status(key, wanted), Change):
                        by_person.add(key)
                case "the person undoes", _:
                    undo_newest(board)
                case tool, arguments:
                    await client.call_tool(tool, arguments)
        for target in (*PROJECTS, "I-30", "I-31", "S-5"):
            said = await undo_all(client, board, target)
            assert "left to undo" in said or (target in by_person and "has been changed again since" in said)
    state = board.state
    assert (state.incidents, state.maintenance) == (first.incidents, first.maintenance)
    for key in PROJECTS:
        assert key in by_person or state.projects[key] == first.projects[key]


def undo_newest(board: Board) -> None:
    call = next((one for one in board.trust.ledger if one.can_undo), None)
    with suppress(Impossible):  # where they have set the same thing since
        board.undo(call.number if call else 0)


async def undo_all(client: Any, board: Board, target: str) -> str:
    """Until it is refused, each time to the values that were before; and why it is refused."""
    while True:
        before = {call.number: call.change for call in board.trust.ledger if call.can_undo}
        result = await client.call_tool("undo", {"target": target})
        if result.is_error:
            assert isinstance(result.content[0], TextContent)
            return result.content[0].text
        [undone] = [change for number, change in before.items() if board.trust.ledger[number].is_undone]
        assert undone
        assert undone.subject == target
        assert result.structured_content["after"] == undone.shown_before
        things = {**board.state.projects, **board.state.incidents, **board.state.maintenance}
        assert things.get(undone.key) == undone.before
