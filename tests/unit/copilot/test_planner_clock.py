"""What the server's clock says, when it goes on: a dashboard that was connected to two hours of its time ago."""

from __future__ import annotations

import time

import pytest

from assistant.conversation import Turn
from assistant.planner.planner import Planner
from assistant.recording import Recorder
from benchmarks.copilot.servers import DATA, connected
from operations.board import Board
from operations.company import Company
from operations.server import make_server

pytestmark = pytest.mark.anyio
MINUTES = 100


async def answer(question: str) -> tuple[str, Board]:
    board = Board.trusting(Company.load(DATA.read_text(encoding="utf-8")))
    async with connected(make_server(board)) as connection:
        for _ in range(MINUTES):
            board.simulation.step()
        recorder = Recorder(connection, Turn("copilot"), lambda: None, time.perf_counter)
        pieces = [piece async for piece in Planner().answer([Turn("person", question)], recorder)]
    return "".join(pieces), board


@pytest.mark.parametrize(
    ("question", "minutes"),
    [
        ("What happened in the last hour?", 60),
        ("what has happened in the past hour", 60),
        ("What happened in the last two hours?", 120),
    ],
)
async def test_the_last_hour_ends_now_and_not_when_the_session_began(question: str, minutes: int) -> None:
    text, board = await answer(question)
    ages = {one.id: (board.state.now - one.time).total_seconds() / 60 for one in board.state.activities}
    told = {one for one in ages if f"({one})" in text}
    assert told == {one for one, age in ages.items() if age <= minutes}
    assert len(told) > 1
    assert min(ages.values()) < 60


async def test_the_clock_is_nothing_that_is_asked_for() -> None:
    text, _ = await answer("Give me a summary.")
    assert "as of" not in text
