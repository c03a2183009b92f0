"""What a model calls is written down, and a server that wants time before the next call gets it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from mcp_types import CallToolResult, TextContent, ToolAnnotations

from assistant.conversation import Outcome, Turn
from assistant.outcomes import outcome_of
from assistant.recording import LONGEST_PAUSE_SECONDS, MAX_PAUSES, Recorder
from benchmarks.copilot.servers import connected
from operations.board import Board
from operations.limits import CALLS
from operations.server import make_server

from ..dashboard.boards import COMPANY, Clock
from .servers import Shelf, tool

pytestmark = pytest.mark.anyio

READS = ToolAnnotations(read_only_hint=True)
BUSY = "Refused: Wait that long, then try again."


class Pause:
    """Passes time at once, and remembers what a person saw meanwhile."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.clock = Clock()
        self.seen: list[tuple[str, float]] = []

    async def __call__(self, seconds: float) -> None:
        call = self.turn.calls[-1]
        self.seen.append((call.state, call.waits))
        self.clock.now += seconds


@asynccontextmanager
async def dashboard(turn: Turn, pause: Pause) -> AsyncIterator[Recorder]:
    async with connected(make_server(Board(COMPANY, clock=pause.clock))) as server:
        yield Recorder(server, turn, lambda: None, pause.clock, pause)


async def test_more_calls_than_the_dashboard_takes_wait_until_it_takes_them() -> None:
    turn = Turn("copilot")
    pause = Pause(turn)
    async with dashboard(turn, pause) as server:
        for _ in range(2 * CALLS.calls + 1):
            outcome = await server.call("get_current_user", {})
            assert outcome.state == "done"
    assert pause.seen == [("running", CALLS.seconds)] * 2
    assert [call.seconds for call in turn.calls if call.seconds] == [CALLS.seconds] * 2
    assert {call.waits for call in turn.calls} == {0}


async def test_who_is_asked_to_wait_again_and_again_or_for_long_gives_up() -> None:
    turn = Turn("copilot")
    pause = Pause(turn)
    shelf = Shelf(
        *(tool(name, annotations=READS) for name in ("soon", "late", "never")),
        tool("act"),
        act=Outcome("refused", BUSY, retry_after=3),
        soon=Outcome("refused", BUSY, retry_after=3),
        late=Outcome("refused", BUSY, retry_after=LONGEST_PAUSE_SECONDS + 1),
        never=Outcome("refused", BUSY),
    )
    server = Recorder(shelf, turn, lambda: None, lambda: 0.0, pause)
    assert (await server.call("soon", {})).text == BUSY
    assert pause.seen == [("running", 3)] * MAX_PAUSES
    assert (await server.call("late", {})).state == "refused"
    assert (await server.call("never", {})).state == "refused"
    assert (await server.call("act", {})).state == "refused"  # it is not done again without anybody knowing
    assert len(pause.seen) == MAX_PAUSES
    assert [tool for tool, _ in shelf.calls] == ["soon"] * (1 + MAX_PAUSES) + ["late", "never", "act"]


async def test_a_call_that_waits_can_be_stopped() -> None:
    turn, is_waiting = Turn("copilot"), asyncio.Event()

    async def sleep(seconds: float) -> None:
        is_waiting.set()
        await asyncio.Event().wait()

    shelf = Shelf(tool("soon", annotations=READS), soon=Outcome("refused", BUSY, retry_after=3))
    task = asyncio.ensure_future(Recorder(shelf, turn, lambda: None, lambda: 0.0, sleep).call("soon", {}))
    await asyncio.wait_for(is_waiting.wait(), 10)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (turn.calls[0].state, turn.calls[0].waits) == ("stopped", 0)


def refused(said: object) -> CallToolResult:
    meta = {"transom/retry_after_seconds": said}
    return CallToolResult(content=[TextContent(text=BUSY)], is_error=True, _meta=meta)


@pytest.mark.parametrize("said", [0, -3, 10**400, float("nan"), float("inf"), "3", True, None, [3], 86_400])
def test_what_is_no_time_to_wait_is_none(said: object) -> None:
    assert outcome_of("soon", refused(said)).retry_after == 0


def test_a_time_to_wait_is_that() -> None:
    assert outcome_of("soon", refused(2.5)) == Outcome("refused", BUSY, retry_after=2.5)
