"""How often the copilot may call, and what a flood does to the ledger."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp.shared.exceptions import MCPError

from operations.changes import Change
from operations.ledger import MOST_CALLS, Ledger, bounded
from operations.limits import ACTIONS, CALLS, Limit, Rate

from .boards import COMPANY, Board, Clock, Person, call, client_of, refused, trusting

pytestmark = pytest.mark.anyio


async def test_more_calls_than_the_limit_are_refused_until_time_has_passed() -> None:
    clock = Clock()
    board = Board(COMPANY, clock=clock)
    async with client_of(board) as client:
        for _ in range(CALLS.calls):
            await call(client, "get_current_user")
        said = await refused(client, "get_current_user")
        assert said == (
            "Refused: “Who is looking at the dashboard”. "
            "The dashboard takes at most 30 calls in 10 seconds. Wait that long, then try again."
        )
        clock.now += CALLS.seconds - 0.1
        result = await client.call_tool("get_current_user", {})
        assert result.is_error
        assert (result.meta or {})["transom/retry_after_seconds"] == 1
        clock.now += 0.2
        await call(client, "get_current_user")


async def test_resources_prompts_and_what_is_no_tool_count_as_well() -> None:
    board = Board(COMPANY, clock=Clock())
    async with client_of(board) as client:
        for _ in range(CALLS.calls // 3):
            await client.read_resource("dashboard://incidents")
            await client.get_prompt("morning_briefing")
            await refused(client, "no_such_tool")
        said = await refused(client, "no_such_tool")
        assert said.startswith("Refused: the unknown tool 'no_such_tool'. The dashboard takes")
        with pytest.raises(MCPError, match=r"^Refused: the resource 'dashboard://incidents'. The dashboard takes"):
            await client.read_resource("dashboard://incidents")
        with pytest.raises(MCPError, match=r"^Refused: the prompt 'morning_briefing'. The dashboard takes"):
            await client.get_prompt("morning_briefing")


async def test_actions_are_limited_more_than_reads() -> None:
    clock = Clock()
    person = Person()
    board = Board(COMPANY, clock=clock, ask=person)
    async with client_of(board) as client:
        for number in range(ACTIONS.calls):
            clock.now += 1
            await call(client, "highlight", target=f"P-{101 + number}")
        for tool, what, arguments in (
            ("highlight", "“Show on the page” for 'health'", {"target": "health"}),
            ("update_project_status", "“Change a project's status” for 'P-105'", {"project_id": "P-105"}),
            ("undo", "“Undo a change of the copilot”", {}),
        ):
            said = await refused(client, tool, **arguments)
            assert said.startswith(f"Refused: {what}. The dashboard takes at most 6 actions in 60 seconds.")
        assert not person.asked
        await call(client, "get_current_user")
        clock.now += ACTIONS.seconds - ACTIONS.calls + 1
        await call(client, "highlight", target="health")


async def test_calls_at_once_do_not_slip_through() -> None:
    board = Board(COMPANY, clock=Clock())
    async with client_of(board) as client:
        results = await asyncio.gather(*(client.call_tool("get_current_user") for _ in range(100)))
    assert sum(not result.is_error for result in results) == CALLS.calls


async def test_a_flood_is_one_line_and_forgets_nothing_that_can_be_undone() -> None:
    board = Board(COMPANY, clock=Clock(), ask=Person())
    async with client_of(board) as client:
        await call(client, "update_project_status", project_id="P-105", status="on_hold")
        for number in range(CALLS.calls - 1):
            await call(client, "get_project", project_id=f"P-{101 + number % 16}")
        for number in range(MOST_CALLS):
            await client.call_tool(f"tool_{number}", {"number": number})
        board.trust.disconnect()
        await client.call_tool("get_project", {})
        board.trust.connect()
        await client.call_tool("get_project", {})
    off, newest, *_, oldest = board.trust.ledger
    assert (newest.state, newest.name, newest.times) == ("refused", "tool_0", MOST_CALLS + 1)
    assert (off.state, off.times) == ("refused", 1)
    assert len(board.trust.ledger) == CALLS.calls + 2
    board.undo(oldest.number)
    assert board.state.projects["P-105"].status == "active"


def test_the_ledger_forgets_the_oldest_and_counts_them() -> None:
    ledger = Ledger(Clock())
    for number in range(MOST_CALLS + 5):
        ledger.end(ledger.begin("tool", f"tool {number}", "", {}), "done")
    assert (len(ledger), ledger.forgotten) == (MOST_CALLS, 5)
    assert next(iter(ledger)).name == f"tool {MOST_CALLS + 4}"
    with pytest.raises(KeyError):
        ledger[5]
    assert ledger[6].name == "tool 5"


def fill(ledger: Ledger) -> None:
    for number in range(MOST_CALLS):
        ledger.end(ledger.begin("tool", f"tool {number}", "", {}), "done")


def test_what_can_be_undone_is_kept_longest() -> None:
    change = trusting().set_status("P-105", "on_hold")
    assert isinstance(change, Change)
    ledger = Ledger(Clock())
    acted = ledger.begin("tool", "update_project_status", "", {})
    acted.change = change
    ledger.end(acted, "done")
    fill(ledger)
    assert (len(ledger), ledger.forgotten, ledger[1]) == (MOST_CALLS, 1, acted)
    acted.is_undone = True
    ledger.begin("tool", "one more", "", {})
    with pytest.raises(KeyError):
        ledger[1]


def test_what_still_runs_is_not_forgotten() -> None:
    ledger = Ledger(Clock())
    running = ledger.begin("tool", "get_project", "", {})
    fill(ledger)
    assert (len(ledger), ledger[1]) == (MOST_CALLS, running)


def test_a_call_that_has_ended_keeps_its_end() -> None:
    clock, told = Clock(), []
    ledger = Ledger(clock)
    stop = ledger.observe(lambda: told.append(1))
    begun = ledger.begin("tool", "highlight", "Show", {})
    clock.now += 2
    ledger.end(begun, "done", "Shown.")
    ledger.end(begun, "failed", "Not shown.")
    assert (begun.state, begun.text, begun.seconds, len(told)) == ("done", "Shown.", 2, 2)
    stop()
    ledger.begin("tool", "highlight", "Show", {})
    assert len(told) == 2


def test_an_observer_that_fails_keeps_nobody_from_anything(caplog: pytest.LogCaptureFixture) -> None:
    ledger, told = Ledger(Clock()), []

    def fail() -> None:
        raise RuntimeError("no page")

    ledger.observe(fail)
    ledger.observe(lambda: told.append(1))
    ledger.begin("tool", "highlight", "Show", {})
    assert told == [1]
    assert "An observer of 'calls' failed" in caplog.text


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(JSON)
def test_a_value_of_a_usual_size_is_kept_as_it_is(value: object) -> None:
    assert bounded(value) == value or "…" in repr(bounded(value))


def test_a_value_of_any_size_is_kept_in_bounds() -> None:
    nested: object = "x"
    for _ in range(500):
        nested = [nested, {"y" * 10_000: "z" * 10_000}]
    assert len(repr(bounded(nested))) < 50_000
    assert len(bounded(["x"] * 10_000)) == 200


@given(st.lists(st.floats(0, 3), max_size=60))
def test_no_span_of_time_has_more_calls_than_the_limit(pauses: list[float]) -> None:
    clock, limit = Clock(), Limit(4, 5)
    rate, let_in = Rate(limit, clock), list[float]()
    for pause in pauses:
        clock.now += pause
        if not rate.wait:
            rate.count()
            let_in.append(clock.now)
    for first, fifth in zip(let_in, let_in[limit.calls :], strict=False):
        assert fifth - first >= limit.seconds


def test_who_waits_as_long_as_it_says_is_let_in() -> None:
    clock = Clock()
    rate = Rate(Limit(2, 5), clock)
    rate.count()
    clock.now += 1.5
    rate.count()
    assert rate.wait == 4
    clock.now += rate.wait
    assert rate.wait == 0
