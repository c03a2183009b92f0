"""What the person allows, asks to be asked for, and forbids; and what a hostile copilot can't do about it."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, cast

import anyio
import anyio.lowlevel
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from operations.asking import Proposal
from operations.server import make_server
from operations.trust import ACTS, DEFAULTS, READS, TOOLS, Policy, Trust
from tests.unit.transom.sessions import connected

from .boards import COMPANY, Board, Clock, Person, call, client_of, read, refused, words

pytestmark = pytest.mark.anyio

HOLD = {"project_id": "P-105", "status": "on_hold"}
HELD = "Refused: setting project P-105 Card vault renewal to on hold."
ARGUMENTS: dict[str, dict[str, Any]] = {
    "get_project": {"project_id": "P-104"},
    "acknowledge_incident": {"incident_id": "I-30"},
    "update_project_status": HOLD,
    "schedule_maintenance": {"service_id": "S-5", "start": "2026-11-20T22:00:00Z", "minutes": 60},
    "highlight": {"target": "health"},
}


def board_with(person: Person | None = None, policies: dict[str, Policy] | None = None) -> Board:
    board = Board(COMPANY, clock=Clock(), ask=person or Person(), ask_seconds=30)
    for tool, policy in (policies or {}).items():
        board.trust.set_policy(tool, policy)
    return board


def status(board: Board) -> str:
    return board.state.projects["P-105"].status


async def put_on_hold(client: Client) -> str:
    return words(await client.call_tool("update_project_status", HOLD))


def test_reads_are_allowed_and_actions_are_asked_for_unless_the_person_says_otherwise() -> None:
    trust = Trust(Clock())
    assert {tool: trust.policy(tool) for tool in TOOLS} == {
        **dict.fromkeys(READS, "always"),
        **dict.fromkeys(ACTS, "ask"),
        "highlight": "always",
    }


@pytest.mark.parametrize("tool", TOOLS)
async def test_a_tool_that_is_never_allowed_is_not_offered_and_refused_all_the_same(tool: str) -> None:
    person = Person()
    board = board_with(person, {tool: "never"})
    async with client_of(board) as client:
        assert tool not in [listed.name for listed in (await client.list_tools()).tools]
        said = await refused(client, tool, **ARGUMENTS.get(tool, {}))
        assert await refused(client, tool, **ARGUMENTS.get(tool, {}), nonsense=1) == said
    assert (
        said
        == f"Refused: {CALLED[tool]}. The person's policy for {tool} is “never”. They can change it in the dashboard."
    )
    assert [(one.state, one.name, one.times) for one in board.trust.ledger] == [("refused", tool, 1)] * 2
    assert not person.asked
    assert not board.state.highlights


@pytest.mark.parametrize("tool", TOOLS)
async def test_a_tool_that_is_asked_for_asks_each_time(tool: str) -> None:
    person = Person()
    board = board_with(person, {"update_project_status": "always", tool: "ask"})
    async with client_of(board) as client:
        for status in ("on_hold", "at_risk") if tool == "undo" else ():
            await call(client, "update_project_status", project_id="P-105", status=status)
        await call(client, tool, **ARGUMENTS.get(tool, {}))
        assert [(one.tool, one.arguments) for one in person.asked] == [(tool, ARGUMENTS.get(tool, {}))]
        person.answer = False
        other = {**ARGUMENTS.get(tool, {}), **OTHERS.get(tool, {})}
        said = await refused(client, tool, **other)
    what = DONE.get(tool, CALLED[tool])
    assert said == f"Refused: {what}. The person said no. Ask them what they would rather have."
    assert len(person.asked) == 2


OTHERS: dict[str, dict[str, Any]] = {
    "acknowledge_incident": {"incident_id": "I-31"},
    "update_project_status": {"status": "done"},
    "schedule_maintenance": {"start": "2026-11-21T22:00:00Z"},
}
CALLED = {
    "get_current_user": "“Who is looking at the dashboard”",
    "list_projects": "“List projects”",
    "get_project": "“Project details” for 'P-104'",
    "get_system_health": "“System health”",
    "get_team_stats": "“Team figures”",
    "search_activity": "“Search the activity”",
    "acknowledge_incident": "“Acknowledge an incident” for 'I-30'",
    "update_project_status": "“Change a project's status” for 'P-105'",
    "schedule_maintenance": "“Schedule maintenance” for 'S-5'",
    "highlight": "“Show on the page” for 'health'",
    "undo": "“Undo a change of the copilot”",
}
"""How a refusal names what was not looked at."""
DONE = {
    "acknowledge_incident": "acknowledging incident I-31 “No e-mail is sent”",
    "update_project_status": "setting project P-105 Card vault renewal to done",
    "schedule_maintenance": "planning maintenance of S-5 Search, 21 November 2026, 22:00 UTC, for 60 minutes",
    "highlight": "showing health on the page",
    "undo": "setting P-105 Card vault renewal back from on hold to active",
}
"""How it names what the person was asked about."""


async def test_the_question_says_what_would_change() -> None:
    person = Person()
    async with client_of(board_with(person)) as client:
        await call(client, "update_project_status", **HOLD, reason="<b>Because</b>")
    [asked] = person.asked
    assert (asked.tool, asked.arguments, asked.seconds) == (
        "update_project_status",
        {**HOLD, "reason": "<b>Because</b>"},
        30,
    )
    assert asked.sentence == "Change the status of P-105 Card vault renewal from active to on hold."
    assert asked.change is not None
    assert asked.change.shown_before == {"status": "active", "progress": 88}
    assert asked.change.shown_after == {"status": "on_hold", "progress": 88}


async def test_nobody_is_asked_where_nothing_would_change_or_nothing_is_there() -> None:
    person = Person()
    async with client_of(board_with(person)) as client:
        assert not (await call(client, "update_project_status", project_id="P-105", status="active"))["done"]
        await refused(client, "update_project_status", project_id="P-1", status="active")
        await refused(client, "update_project_status", project_id="P-105", status="paused")
    assert not person.asked


async def test_without_anybody_to_ask_the_answer_is_no() -> None:
    board = Board(COMPANY)
    async with client_of(board) as client:
        assert (await put_on_hold(client)).startswith(f"{HELD} The person said no.")
    assert status(board) == "active"


@pytest.mark.parametrize("answer", [1, "yes", object(), {"allow": True}])
async def test_only_true_is_yes(answer: object) -> None:
    board = board_with(Person(cast(bool, answer)))
    async with client_of(board) as client:
        assert (await put_on_hold(client)).startswith(f"{HELD} The person said no.")
    assert status(board) == "active"


@pytest.mark.parametrize(
    "name", ["Update_Project_Status", "update_project_status ", "update-project-status", "UPDATE_PROJECT_STATUS", ""]
)
async def test_a_name_that_is_nearly_a_tools_is_none(name: str) -> None:
    person = Person()
    board = board_with(person, {"update_project_status": "never"})
    async with client_of(board) as client:
        assert "There is no tool" in await refused(client, name, **HOLD)
    assert status(board) == "active"


@pytest.mark.parametrize("more", [{"policy": "always"}, {"approved": True}, {"context": {}}, {"_current": 1}])
async def test_arguments_that_a_tool_does_not_have_are_not_accepted(more: dict[str, Any]) -> None:
    person = Person()
    board = board_with(person)
    async with client_of(board) as client:
        said = await refused(client, "update_project_status", **HOLD, **more)
        schema = next(one for one in (await client.list_tools()).tools if one.name == "update_project_status")
    assert said.startswith("update_project_status has no argument ")
    assert schema.input_schema["additionalProperties"] is False
    assert not person.asked


async def test_huge_arguments_are_refused_and_not_kept_whole() -> None:
    person = Person()
    board = board_with(person)
    huge = "x" * 5_000_000
    async with client_of(board) as client:
        for tool, arguments in (
            ("update_project_status", {**HOLD, "reason": huge}),
            ("update_project_status", {huge: huge}),
            ("search_activity", {"text": huge}),
            (huge, {}),
        ):
            assert len(await refused(client, tool, **arguments)) < 500
    assert not person.asked
    assert len(repr(list(board.trust.ledger))) < 30_000


async def test_a_question_that_is_never_answered_ends_with_no() -> None:
    person = Person(None)
    board = board_with(person)
    board.asking.seconds = 0.01
    async with client_of(board) as client:
        with anyio.fail_after(10):
            said = await put_on_hold(client)
    assert said == f"{HELD} The person did not answer within 0 seconds. Ask them before you retry."
    assert (person.gave_up.is_set(), status(board)) == (True, "active")


async def test_an_answer_that_comes_too_late_changes_nothing() -> None:
    late = asyncio.Event()

    async def stubborn(proposal: Proposal) -> bool:
        with anyio.CancelScope(shield=True):
            try:
                await asyncio.get_running_loop().create_future()
            except asyncio.CancelledError:
                late.set()
        return True

    board = Board(COMPANY, ask=stubborn, ask_seconds=0.01)
    async with client_of(board) as client:
        assert "did not answer" in await put_on_hold(client)
        await late.wait()
    assert status(board) == "active"


async def test_a_question_that_can_not_be_shown_is_no_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def broken(proposal: Proposal) -> bool:
        raise RuntimeError("no dialog")

    board = Board(COMPANY, ask=broken)
    async with client_of(board) as client:
        assert await put_on_hold(client) == f"{HELD} The person could not be asked, so nothing was done."
    assert status(board) == "active"
    assert any(
        record.levelno == logging.ERROR and "question to the person failed" in record.message
        for record in caplog.records
    )


async def test_the_switch_ends_a_question_that_is_open() -> None:
    person = Person(None)
    board = board_with(person)
    async with client_of(board) as client:
        asking = asyncio.ensure_future(put_on_hold(client))
        await person.is_asked.wait()
        board.trust.disconnect()
        with anyio.fail_after(10):
            assert (await asking).startswith(f"{HELD} The person has switched the copilot off.")
    assert (person.gave_up.is_set(), status(board)) == (True, "active")


async def test_the_switch_counts_even_where_the_answer_is_yes_already() -> None:
    board = board_with()

    async def off_and_yes(proposal: Proposal) -> bool:
        board.trust.disconnect()
        board.trust.connect()
        return True

    board.asking.ask = off_and_yes
    async with client_of(board) as client:
        assert (await put_on_hold(client)).startswith(HELD)
    assert status(board) == "active"


async def test_the_switch_counts_between_the_answer_and_what_it_allows() -> None:
    board = board_with()

    def off_and_on() -> None:
        board.trust.disconnect()
        board.trust.connect()

    async def yes_and_then_off(proposal: Proposal) -> bool:
        asyncio.get_running_loop().call_soon(off_and_on)
        return True

    board.asking.ask = yes_and_then_off
    async with client_of(board) as client:
        assert "switched the copilot off in the meantime" in await put_on_hold(client)
    assert status(board) == "active"


async def test_what_waited_when_the_copilot_was_switched_off_is_not_asked_later() -> None:
    person = Person(None)
    board = board_with(person)
    async with client_of(board) as client:
        first = asyncio.ensure_future(put_on_hold(client))
        await person.is_asked.wait()
        second = asyncio.ensure_future(refused(client, "acknowledge_incident", incident_id="I-30"))
        with anyio.fail_after(10):
            while [one.state for one in board.trust.ledger] != ["asking", "asking"]:
                await anyio.lowlevel.checkpoint()
            board.trust.disconnect()
            board.trust.connect()
            assert (await first).startswith(HELD)
            assert "switched the copilot off in the meantime" in await second
    assert len(person.asked) == 1


async def test_with_the_switch_off_there_is_nothing_for_the_copilot() -> None:
    board = board_with()
    async with client_of(board) as client:
        board.trust.disconnect()
        assert (await client.list_tools()).tools == []
        for tool in TOOLS:
            said = await refused(client, tool, **ARGUMENTS.get(tool, {}))
            assert said.startswith(f"Refused: {CALLED[tool]}. The person has switched the copilot off.")
        with pytest.raises(MCPError, match=r"^Refused: the resource 'dashboard://health'. The person has switched"):
            await client.read_resource("dashboard://health")
        with pytest.raises(MCPError, match=r"^Refused: the prompt 'morning_briefing'. The person has switched"):
            await client.get_prompt("morning_briefing")
        board.trust.connect()
        assert (await call(client, "get_current_user"))["id"] == "U-14"


async def test_forbidding_a_tool_counts_while_the_question_is_open() -> None:
    board = board_with()

    async def forbid_and_yes(proposal: Proposal) -> bool:
        board.trust.set_policy("update_project_status", "never")
        return True

    board.asking.ask = forbid_and_yes
    async with client_of(board) as client:
        assert "is “never”" in await put_on_hold(client)
    assert status(board) == "active"


async def test_what_has_changed_while_the_person_was_asked_is_not_done() -> None:
    board = board_with()

    async def change_and_yes(proposal: Proposal) -> bool:
        board.set_status("P-105", "at_risk")
        return True

    board.asking.ask = change_and_yes
    async with client_of(board) as client:
        assert "has changed while the person was asked" in await put_on_hold(client)
    assert status(board) == "at_risk"


async def test_questions_are_asked_one_after_the_other_and_too_many_are_refused() -> None:
    open_at_once = most = 0

    async def slow(proposal: Proposal) -> bool:
        nonlocal open_at_once, most
        open_at_once += 1
        most = max(most, open_at_once)
        await asyncio.sleep(0)
        open_at_once -= 1
        return True

    board = Board(COMPANY, clock=Clock(), ask=slow)
    async with client_of(board) as client:
        ids = ["P-101", "P-102", "P-103", "P-105"]
        calls = [client.call_tool("update_project_status", {"project_id": one, "status": "done"}) for one in ids]
        results = await asyncio.gather(*calls)
        assert (await call(client, "acknowledge_incident", incident_id="I-30"))["done"]
    said = [words(result) for result in results if result.is_error]
    assert said == [
        "Refused: setting project P-105 Card vault renewal to done. "
        "3 questions wait for the person already. Wait for their answers."
    ]
    assert most == 1
    assert sum(board.state.projects[one].status == "done" for one in ids) == 3


async def test_one_yes_is_for_one_call() -> None:
    person = Person()
    board = board_with(person)
    async with client_of(board) as client:
        results = await asyncio.gather(*(client.call_tool("update_project_status", HOLD) for _ in range(3)))
    assert sorted(bool((result.structured_content or {}).get("done")) for result in results) == [False, False, True]
    assert len(person.asked) == 1
    assert status(board) == "on_hold"


async def test_windows_that_would_overlap_are_not_both_agreed_to() -> None:
    board = board_with()
    plan = ARGUMENTS["schedule_maintenance"]
    async with client_of(board) as client:
        results = await asyncio.gather(*(client.call_tool("schedule_maintenance", plan) for _ in range(2)))
    assert sorted(result.is_error or False for result in results) == [False, True]
    assert len(board.state.windows("S-5")) == 1


async def test_a_copilot_that_stops_waiting_takes_its_question_with_it() -> None:
    person = Person(None)
    board = board_with(person)
    async with client_of(board) as client:
        with anyio.CancelScope() as scope:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(put_on_hold, client)
                await person.is_asked.wait()
                scope.cancel()
        with anyio.fail_after(5):
            await person.gave_up.wait()
        person.answer = True
        assert (await call(client, "acknowledge_incident", incident_id="I-30"))["done"]
    assert [one.state for one in board.trust.ledger] == ["done", "stopped"]
    assert status(board) == "active"


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_session_that_ends_takes_its_question_with_it(mode: str) -> None:
    person = Person(None)
    board = board_with(person)
    async with connected(make_server(board), mode=mode) as client:
        asking = asyncio.ensure_future(put_on_hold(client))
        await person.is_asked.wait()
    with anyio.fail_after(10):
        await person.gave_up.wait()
        with pytest.raises(MCPError):
            await asking
    assert status(board) == "active"
    assert [one.state for one in board.trust.ledger] == ["stopped"]


@pytest.mark.parametrize(
    ("tool", "uris"),
    [
        ("get_system_health", ["dashboard://health", "dashboard://incidents"]),
        ("get_project", ["dashboard://projects/P-104", "dashboard://projects/%50-104", "dashboard://projects/p-104"]),
    ],
)
async def test_a_resource_is_under_the_policy_of_the_tool_that_gives_the_same(tool: str, uris: list[str]) -> None:
    person = Person()
    board = board_with(person, {tool: "ask"})
    async with client_of(board) as client:
        for uri in uris:
            assert await read(client, uri)
        assert [one.tool for one in person.asked] == [tool] * len(uris)
        board.trust.set_policy(tool, "never")
        for uri in uris:
            with pytest.raises(MCPError, match=rf"^Refused: the resource '{uri}'. The person's policy for {tool} is"):
                await client.read_resource(uri)


@pytest.mark.parametrize("policy", ["ask", "never"])
async def test_what_the_copilot_may_not_read_it_does_not_learn_by_trying_to_change_it(policy: Policy) -> None:
    person = Person()
    board = board_with(person, {"list_projects": policy, "get_system_health": policy})
    busy = {"service_id": "S-2", "start": "2026-11-21T22:00:00Z", "minutes": 60}
    async with client_of(board) as client:
        said = {
            await refused(client, "update_project_status", project_id="P-105", status="active"),
            await refused(client, "update_project_status", project_id="Atlas", status="active"),
            await refused(client, "acknowledge_incident", incident_id="I-29"),
            await refused(client, "schedule_maintenance", **busy),
        }
        assert len(said) == 1
        assert said.pop().startswith("This can't be done, or is so already.")
        assert (await call(client, "highlight", target="P-104"))["summary"] == "The page shows P-104 now."
    assert not person.asked


async def test_a_refusal_tells_a_copilot_that_may_not_read_only_what_it_has_said() -> None:
    board = board_with(Person(False), {"list_projects": "never", "get_system_health": "ask", "highlight": "ask"})
    async with client_of(board) as client:
        assert (await put_on_hold(client)).startswith("Refused: “Change a project's status” for 'P-105'. The person")
        said = await refused(client, "acknowledge_incident", incident_id="I-30")
        assert said.startswith("Refused: “Acknowledge an incident” for 'I-30'. The person said no.")
        assert (await refused(client, "highlight", target="P-104")).startswith("Refused: showing P-104 on the page.")


async def test_a_refusal_says_nothing_sensitive_but_what_it_was_told() -> None:
    board = board_with(Person(False), {"update_project_status": "never"})
    project = COMPANY.projects[0].model_copy(update={"name": "Ask ada@example.org"})
    board.state.projects[project.id] = project
    async with client_of(board) as client:
        told = await refused(client, "update_project_status", project_id="ada@example.org", status="done")
        board.trust.set_policy("update_project_status", "ask")
        said = await refused(client, "update_project_status", project_id=project.id, status="done")
    assert told.startswith("Refused: “Change a project's status” for 'ada@example.org'.")
    assert said.startswith(f"Refused: setting project {project.id} Ask [e-mail address hidden] to done.")


async def test_every_call_is_in_the_ledger_with_what_came_of_it() -> None:
    person = Person()
    board = board_with(person, {"get_project": "never"})
    async with client_of(board) as client:
        await call(client, "list_projects", owner="Alice")
        await put_on_hold(client)
        await client.call_tool("get_project", {"project_id": "P-104"})
        await client.call_tool("get_team_stats", {"team": "Sales"})
        await client.read_resource("dashboard://incidents")
        await client.get_prompt("morning_briefing")
    calls = list(board.trust.ledger)
    assert [(one.number, one.kind, one.name, one.state) for one in calls] == [
        (6, "prompt", "morning_briefing", "done"),
        (5, "resource", "dashboard://incidents", "done"),
        (4, "tool", "get_team_stats", "failed"),
        (3, "tool", "get_project", "refused"),
        (2, "tool", "update_project_status", "done"),
        (1, "tool", "list_projects", "done"),
    ]
    assert calls[5].arguments == {"owner": "Alice"}
    assert calls[5].result["total"] == 3
    assert calls[4].title == "Change a project's status"
    assert calls[4].can_undo
    assert calls[2].text.startswith("No team is called 'Sales'")
    assert all(one.seconds is not None for one in calls)


@pytest.mark.parametrize("wrong", [RuntimeError, KeyError, ValueError])
async def test_a_mistake_of_the_dashboard_says_nothing_of_its_inside(
    wrong: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = board_with()

    def fail() -> None:
        raise wrong("inside")

    monkeypatch.setattr(board.reader, "user", fail)
    async with client_of(board) as client:
        assert await refused(client, "get_current_user") == "Error executing tool get_current_user"
    assert [(one.state, one.text) for one in board.trust.ledger] == [
        ("failed", "Error executing tool get_current_user")
    ]


async def test_a_result_that_does_not_fit_is_not_blamed_on_the_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    board = board_with()
    monkeypatch.setattr(board.reader, "user", lambda: Person(None))
    async with client_of(board) as client:
        assert await refused(client, "get_current_user") == "Error executing tool get_current_user"


def test_what_the_person_has_set_is_kept_and_restored() -> None:
    trust, other = Trust(Clock()), Trust(Clock())
    trust.set_policy("highlight", "never")
    trust.allow("email")
    other.allow("phone")
    other.restore(trust.settings())
    assert (other.settings(), other.is_allowed("phone")) == (trust.settings(), False)


@pytest.mark.parametrize(
    "kept",
    [
        None,
        [],
        "x",
        {"policies": 1, "allowed": 2},
        {"policies": {"highlight": "yes", "rm": "always"}},
        {"policies": {"get_project": []}, "allowed": [[], {}, "salary"]},
    ],
)
def test_what_was_kept_wrongly_allows_nothing(kept: object) -> None:
    trust = Trust(Clock())
    trust.restore(kept)
    assert trust.settings() == {"policies": dict(DEFAULTS), "allowed": []}


def test_there_are_no_other_policies_tools_and_fields() -> None:
    trust = Trust(Clock())
    for wrong in (
        lambda: trust.set_policy("highlight", cast(Policy, "sometimes")),
        lambda: trust.set_policy("rm", "always"),
        lambda: trust.allow(cast(Any, "salary")),
    ):
        with pytest.raises(ValueError, match="give one of"):
            wrong()
